"""The engine of an assistant that talks about its tools: order status, returns, whatever its folder declares."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from answerable import plugins
from answerable.assistants import Assistant
from answerable.build.linked import home_of
from answerable.build.rooms import Rooms
from answerable.build.thinking import by_model
from answerable.domain.question import Question
from answerable.engine import Engine
from answerable.errors import AssistantError, PluginError
from answerable.language.leak import LeakWatch
from answerable.models.metered import MeteredModel
from answerable.models.prompts import PromptFile
from answerable.stages.act import TaskActor
from answerable.stages.base import Planner
from answerable.stages.draft.of_receipts import ReceiptDrafter
from answerable.stages.guard import QuestionGuard, gives_orders
from answerable.stages.plan.by_dialog import DialogCascade, DialogPlanner
from answerable.stages.recall import TurnRecall
from answerable.stages.settle import Settler
from answerable.stages.verify import Verifier
from answerable.stages.verify.reply import ReplyVerifier
from answerable.stages.weigh.of_receipts import ReceiptWeigher
from answerable.tools import Tool
from answerable.tools.desk import PermitDesk
from answerable.tools.dialog import Dialog
from answerable.tools.hearing import language_of
from answerable.tools.policy import Policy
from answerable.tools.script import Script
from answerable.tools.source import bench


@dataclass(frozen=True)
class Kit:
    """What a folder holds, read once: its tools, the world they work in, its conversation and its policy."""

    tools: Mapping[str, Tool]
    world: Any
    dialog: Dialog
    policy: Policy
    script: Script


@asynccontextmanager
async def open_engine(rooms: Rooms, assistant: Assistant, question: Question) -> AsyncIterator[Engine]:
    settings = rooms.settings
    home = home_of(settings, question.user.tenant.id)
    kit = rooms.keep(f"dialog {assistant.folder} {home}", lambda: read_kit(assistant, home))
    desk = PermitDesk(rooms.store.permits(question.user.tenant.id), kit.dialog.hear)
    async with rooms.thinking() as model:  # what a call leads to is never found again
        plan, verify = _ways(kit, desk, assistant, model, settings.model.way)
        tools = bench(list(kit.tools.values()), kit.world, desk, kit.dialog.sentences)
        yield Engine(
            guard=QuestionGuard(),
            recall=TurnRecall(),
            plan=plan,
            act=TaskActor(tools, gives_orders),
            weigh=ReceiptWeigher(),
            draft=ReceiptDrafter(kit.dialog, desk),
            verify=verify,
            settle=Settler(assistant.says(question.language).about, refusals(assistant)),
        )


def _ways(
    kit: Kit, desk: PermitDesk, assistant: Assistant, model: MeteredModel | None, way: str
) -> tuple[Planner, ReplyVerifier]:
    """By rule, by model, or the cascade of both; and the verifier that knows which prompt must not leak."""
    rules = DialogPlanner(kit.script, desk)
    foreign, says = kit.dialog.out_of_scope, refusals(assistant)
    if model is None:
        return rules, ReplyVerifier(Verifier(), foreign, says, LeakWatch((), ()))
    prompt = PromptFile.load(assistant.folder / "prompt.md")
    words, canaries = ["\n".join(prompt.sections.values())], [prompt.canary]
    verify = ReplyVerifier(Verifier(words, canaries), foreign, says, LeakWatch(words, canaries))
    module = by_model("plan", "by_tool_model")
    brief = module.Brief(
        prompt=prompt,
        filled={
            "policy": kit.policy.as_text(),
            "refusal": assistant.says("en").refusal,
            "tools": "\n".join(
                f"{tool.name}: {tool.says} {json.dumps(tool.schema)}" for tool in kit.tools.values()
            ),
        },
        refusal=lambda question: assistant.says(language_of(question)).refusal,
        people=assistant.escalation is not None,
    )
    planner = module.ToolModelPlanner(kit.script, rules, desk, kit.tools, model, brief, verify.objections)
    return planner if way == "model" else DialogCascade(rules, planner), verify


def refusals(assistant: Assistant) -> dict[str, str]:
    """The assistant's one sentence for what is outside its scope, by language."""
    return {language: wording.refusal for language, wording in assistant.wording.items() if wording.refusal}


def read_kit(assistant: Assistant, home: Path) -> Kit:
    """Read and check an assistant's folder."""
    folder = assistant.folder
    files, named = tool_names(assistant)
    modules = [load_tools(folder / file) for file in files]
    tools = {tool.name: tool for m in modules for tool in vars(m).values() if isinstance(tool, Tool)}
    tools |= {tool.name: tool for tool in map(plugged_tool, named)}
    policy = Policy.load(folder / "policies")
    greeting = {
        language: wording.greeting for language, wording in assistant.wording.items() if wording.greeting
    }
    replies = {"off_topic": refusals(assistant), "greeting": greeting}
    dialog = Dialog.load(folder / "dialog.toml", policy, replies)
    database = home / str(assistant.options.get("database", ""))
    worlds = (module.open_world for module in modules if hasattr(module, "open_world"))
    world = next(worlds, lambda *_: None)(folder, database)
    people = assistant.escalation.intents if assistant.escalation else frozenset()
    if unknown := sorted(people - set(dialog.intents)):
        where = f"{folder / 'assistant.toml'} [escalation] intents"
        hint = f"Intents: {', '.join(dialog.intents)}."
        raise AssistantError(where, f"names {unknown[0]!r}, which dialog.toml does not have.", hint=hint)
    return Kit(tools, world, dialog, policy, Script(dialog, tools, people))


def tool_names(assistant: Assistant) -> tuple[list[str], list[str]]:
    """The files that hold an assistant's tools, and its tools of plug-ins."""
    names = assistant.tools or ("tools.py",)
    files = [name for name in names if name.endswith(".py")]
    return files, [name for name in names if name not in files]


def plugged_tool(name: str) -> Tool:
    """A tool of a plug-in, which is something declared with `@tool`."""
    found = plugins.load("tools", name)
    if not isinstance(found, Tool):
        where = plugins.named("tools")[name].where
        raise PluginError(where, f"is {type(found).__name__} and no tool.", hint="Declare it with @tool.")
    return found


def load_tools(path: Path) -> Any:
    """The Python file that holds an assistant's tools; it may lie anywhere."""
    spec = spec_from_file_location(f"answerable_tools_{path.parent.name}", path)
    if spec is None or spec.loader is None or not path.is_file():
        hint = "Its tools are declared with @tool in this file."
        raise AssistantError(str(path), "is not there.", hint=hint)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

"""The one door to language models; vendor words end here.

In:   a `Prompt` (static prefix, this turn's material, a reminder) and the shape the reply must have.
Out:  a `Reply` whose value fits that shape, with what it cost; or `ModelUnreachable`; or `ModelGarbled`.
Never: hands on a value nobody validated, retries beyond the seconds it was given, lets text from a page
leave its frame, or imports a vendor's library before a model is really opened.

| to | go to |
|---|---|
| open the model an operator named | `choose.open_model` |
| write a prompt as a file and fill it | `prompts.PromptFile`, `prompts.Quoted` |
| see how a reply is read and repaired | `repair.read`, `loose_json` |
| see how we wait and when we give up | `retry.Patience` |
| check that nothing of a prompt leaks | `language.leak.LeakWatch` |
"""

from answerable.models.base import Model, ModelUsage, Prompt, Reply, charged

__all__ = ["Model", "ModelUsage", "Prompt", "Reply", "charged"]

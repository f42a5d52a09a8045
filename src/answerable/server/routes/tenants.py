"""The tenants, for whoever runs the server; and for the holder of an admin key its own tenant alone."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Literal

from fastapi import APIRouter, Path

from answerable.build.linked import TENANT, check_link, seal_of, shown
from answerable.server.access import LOCAL
from answerable.server.desk import Desk, ToOperate
from answerable.server.problems import Refused, documented
from answerable.server.replies import LinkReply, TenantReply
from answerable.server.shapes import LinkRequest, NewTenant, TenantChange
from answerable.store.links import StoredLink, TenantLinks
from answerable.store.tenants import StoredTenant
from answerable.store.usage import Quota

router = APIRouter(prefix="/api/tenants", tags=["tenants"])

Kind = Literal["merge", "database", "website"]
TenantId = Annotated[str, Path(pattern=f"^{TENANT.pattern}$")]


@router.get("", responses=documented(422))
def listed(desk: ToOperate) -> list[TenantReply]:
    """The tenants; with a key of one of them, that one."""
    found = desk.house.store.tenants().all()
    return [_reply(desk, one) for one in found if desk.holder == LOCAL or one.id == desk.tenant]


@router.post("", status_code=201, responses=documented(400, 409, 413, 415, 422))
def make(wanted: NewTenant, desk: ToOperate) -> TenantReply:
    """Make a tenant; only on the machine that serves."""
    _operator(desk)
    if not desk.house.store.tenants().new(wanted.id, wanted.name):
        raise Refused(409, f"There is a tenant {wanted.id!r} already.")
    return _reply(desk, _find(desk, wanted.id))


@router.get("/{tenant}", responses=documented(404, 422))
def read(tenant: TenantId, desk: ToOperate) -> TenantReply:
    """What a tenant may use, has used, and has linked."""
    return _reply(desk, _find(desk, tenant))


@router.patch("/{tenant}", responses=documented(400, 404, 413, 415, 422))
def change(tenant: TenantId, wanted: TenantChange, desk: ToOperate) -> TenantReply:
    """Set a tenant's quota and the assistants it may ask; only on the machine that serves."""
    _operator(desk)
    _find(desk, tenant)
    quota = None if wanted.quota is None else Quota(**wanted.quota.model_dump())
    desk.house.store.tenants().change(tenant, quota=quota, assistants=wanted.assistants)
    return _reply(desk, _find(desk, tenant))


@router.delete("/{tenant}", status_code=204, responses=documented(404, 422))
def delete(tenant: TenantId, desk: ToOperate) -> None:
    """Forget a tenant with everything kept of it; only on the machine that serves."""
    _operator(desk)
    _find(desk, tenant)
    desk.house.forget(tenant)


@router.put("/{tenant}/links/{kind}", responses=documented(400, 404, 413, 415, 422))
def link(tenant: TenantId, kind: Kind, wanted: LinkRequest, desk: ToOperate) -> LinkReply:
    """Link an account for a tenant. What it holds is sealed, and never told again."""
    _find(desk, tenant)
    if desk.holder != LOCAL and (kind == "database" or wanted.url):
        # Whoever names an address that this server then connects to could look around in its network.
        raise Refused(403, "An address is linked by the operator: answerable tenants link.", field="url")
    holds = check_link(kind, wanted.model_dump(exclude_none=True))
    links = _links(desk, tenant)
    links.put(kind, holds)
    return next(_link(links, one) for one in links.all() if one.kind == kind)


@router.delete("/{tenant}/links/{kind}", status_code=204, responses=documented(404, 422))
def unlink(tenant: TenantId, kind: Kind, desk: ToOperate) -> None:
    """Forget what is linked, with its credentials."""
    _find(desk, tenant)
    if not _links(desk, tenant).remove(kind):
        raise Refused(404, f"No {kind} is linked for {tenant!r}.")


def _operator(desk: Desk) -> None:
    if desk.holder != LOCAL:
        raise Refused(403, "This is for the operator, on the machine that serves: answerable tenants.")


def _find(desk: Desk, tenant: str) -> StoredTenant:
    """A tenant that exists and that this key may manage, or 404."""
    found = desk.house.store.tenants().get(tenant)
    if found is None or (desk.holder != LOCAL and tenant != desk.tenant):
        raise Refused(404, f"There is no tenant {tenant!r}.")
    return found


def _links(desk: Desk, tenant: str) -> TenantLinks:
    return desk.house.store.links(tenant, seal_of(desk.house.settings))


def _link(links: TenantLinks, found: StoredLink) -> LinkReply:
    says = shown(found.kind, links.get(found.kind) or {})
    return LinkReply.of(found, {"says": says, "linked_at": found.created_at})


def _reply(desk: Desk, found: StoredTenant) -> TenantReply:
    links = _links(desk, found.id)
    quota = {name: most for name, most in asdict(found.quota).items() if most is not None}
    linked = [_link(links, one) for one in links.all()]
    days = desk.house.store.usage(found.id).days()
    return TenantReply.of(found, {"quota": quota, "links": linked, "usage": days})

"""What anybody with the unguessable address may see: sanitized previews and a summary, never a source."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from starlette.responses import JSONResponse

from drawkit.contract import Problem, Published, Refused

from .openapi import public_problems
from .state import Service

router = APIRouter(prefix="/published")

# Nobody's browser is to keep, index, embed or pass on what is published.
_HEADERS = {
    "Accept-Ranges": "none",
    "Cache-Control": "private, no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow",
}


@router.get(
    "/{publication_id}",
    response_model=Published,
    responses=public_problems("not-found"),
    openapi_extra={"security": []},
)
def read_publication(publication_id: str, request: Request) -> Response:
    """The summary of a published task and the addresses of its previews. Needs no key."""
    service: Service = request.app.state.service
    return JSONResponse(service.store.published(publication_id), headers=_HEADERS)


@router.get(
    "/{publication_id}/preview-{number}.png",
    response_class=Response,
    responses={200: {"content": {"image/png": {}}}, **public_problems("not-found", "invalid-request")},
    openapi_extra={"security": []},
)
def read_preview(publication_id: str, number: Annotated[int, Path(ge=1)], request: Request) -> Response:
    """One sanitized preview as PNG. Needs no key."""
    service: Service = request.app.state.service
    record = service.store.published(publication_id)
    preview = service.files.preview(record["id"], number)
    try:
        picture = preview.read_bytes() if number <= len(record["previews"]) else None
    except FileNotFoundError:
        picture = None
    if picture is None:
        raise Refused(Problem.of("not-found", "There is no such preview."))
    # Whole, whatever range was asked for (RFC 9110, section 14.2): a preview is small.
    return Response(picture, media_type="image/png", headers=_HEADERS)

"""How the service is run, whether it is alive and whether it is ready."""

import asyncio
from typing import Any

from fastapi import APIRouter, Request

from turncoat.service.errors import StoreFailed

from . import response_models
from .problems import documented
from .routes import service_of

DAY = 86_400.0  # seconds
READY_WITHIN = 5.0  # seconds for the store's answer

router = APIRouter(prefix="/api")


@router.get("/about", response_model=response_models.About, responses=documented("store_failed"))
async def about(request: Request) -> dict[str, Any]:
    """How this service is run, as far as it concerns those who play here."""
    service = service_of(request)
    explorer = await service.sharing.explorer.has_moves()
    return {"version": request.app.version, "keep_days": service.sweeper.keep / DAY, "explorer": explorer}


@router.get("/health", response_model=response_models.Health)
async def health(request: Request) -> dict[str, Any]:
    """That this process answers; where it does not, it should be started anew."""
    return {"status": "ok", "version": request.app.version}


@router.get("/ready", response_model=response_models.Health, responses=documented("store_failed"))
async def ready(request: Request) -> dict[str, Any]:
    """That its store answers too, and soon; where it does not, people are better sent to another process."""
    try:
        async with asyncio.timeout(READY_WITHIN):
            await service_of(request).store.ping()
    except TimeoutError:
        raise StoreFailed from None
    return {"status": "ok", "version": request.app.version}

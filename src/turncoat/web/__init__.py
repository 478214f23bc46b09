"""HTTP and WebSocket: parse, call the service, send.  Nothing else."""

from turncoat.extras import need

need("web", "fastapi", "pydantic", "uvicorn", "uvloop", "httptools", "websockets", "prometheus_client", "orjson")

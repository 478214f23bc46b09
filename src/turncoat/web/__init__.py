"""HTTP and WebSocket: parse, call the service, send.  Nothing else."""

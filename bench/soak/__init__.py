"""A soak test of the service: many games at a time for an hour, while memory, descriptors and latency are watched."""

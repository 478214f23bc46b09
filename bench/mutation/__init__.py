"""Mutation runs: small faults planted one at a time, to see whether the tests notice."""

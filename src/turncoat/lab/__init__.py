"""Where games are studied and players measured and trained."""

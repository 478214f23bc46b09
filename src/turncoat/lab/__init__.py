"""The laboratory: matches between players, statistics, training."""

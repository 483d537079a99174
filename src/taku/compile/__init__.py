"""The other two speeds: rules compiled for this machine (Numba) and for a GPU (C++), their cache, and batches."""

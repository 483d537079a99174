"""The pages beside the live table, one module each; every one of them works without JavaScript."""

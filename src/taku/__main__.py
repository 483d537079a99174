"""``python -m taku`` is the same as ``taku``."""

import sys

from taku.cli import main

if __name__ == "__main__":
    sys.exit(main())

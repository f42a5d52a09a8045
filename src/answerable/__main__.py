"""`python -m answerable` is the same door as `answerable`."""

from answerable.cli import main

if __name__ == "__main__":
    main()

"""The steps, one file each; never changed once released."""

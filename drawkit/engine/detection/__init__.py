"""Where text stands in a picture: boxes that two networks agree upon, made as high as their letters."""

"""Training of the net that tells terminators in pictures: vector drawings to pictures of the ends of their lines."""

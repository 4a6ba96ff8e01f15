"""What the trainings of nets that read lines of text share: synthetic crops, the net, learning, export."""

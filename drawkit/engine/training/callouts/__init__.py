"""The training of the net that reads callouts: synthetic crops, the net, its export and its figures."""

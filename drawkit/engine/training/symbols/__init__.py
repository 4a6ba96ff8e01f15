"""The training of the net that names single marks: synthetic marks, the net, its export and its figures."""

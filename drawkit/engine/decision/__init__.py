"""Which readings of a sheet are dimensions: each way to read a text is weighed by one learnt model."""

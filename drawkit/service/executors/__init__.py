"""Where analyses can run besides the service's own worker processes: any executor, or a Dask cluster."""

"""Training of the decision which candidates are dimensions: labelled drawings to a table of boosted trees."""

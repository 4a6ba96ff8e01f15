"""Pictures of sheets: made upright and straight, parted into ink and paper, and searched for lines."""

"""Files of documents: YAML, schemas, loading and saving."""

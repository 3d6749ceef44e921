-- Scopes of keys are called by the word of the field.
update api_key set scopes = array_replace(scopes, 'edit-places', 'edit-establishments');

-- The login history of all tenants, newest first: one sign-in among many entries is found without reading those.
create index audit_entry_logins on app.audit_entry (id) where action in
  ('account.signed-in', 'account.sign-in-refused', 'account.confirmation-refused', 'account.locked', 'account.signed-out');

-- How an acceptance came: in the portal with name and consent, by a call without them, or recorded by an operator. Null:
-- none, or one from before.
alter table app.offer add column accepted_through text
  check (accepted_through in ('portal', 'api', 'recorded'));

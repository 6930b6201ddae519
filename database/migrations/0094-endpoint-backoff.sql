-- An endpoint that fails again and again is left alone for a while: its messages wait together and one goes first.

alter table app.webhook_endpoint
  -- in a row; attempts that were under way together count once
  add column failures integer not null default 0,
  add column failed_at timestamptz,
  -- until when its messages wait
  add column waits_until timestamptz;

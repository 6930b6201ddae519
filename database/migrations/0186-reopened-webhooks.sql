-- A message that is sent again after it was given up has all its attempts anew: those before this instant do not count.
alter table app.webhook_delivery add column reopened_at timestamptz;

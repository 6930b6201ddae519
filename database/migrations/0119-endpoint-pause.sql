-- When an endpoint that goes on failing is paused: the time is a setting, so it is kept with the endpoint.
alter table app.webhook_endpoint add column pause_due_at timestamptz;
update app.webhook_endpoint set pause_due_at = failing_since + interval '72 hours' where failing_since is not null;

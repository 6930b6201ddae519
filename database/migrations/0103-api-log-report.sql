-- API logs as a report: by mode, and of one merchant newest first. Of a payment's calls its merchant sees the one that came
-- in, so the index holds that one alone. What was refused before there was a payment has no payment.
alter table app.api_log add column mode smallint check (mode in (1, 2));
create index api_log_inbound on app.api_log (tenant_id, merchant_id, id) where direction = 'inbound';

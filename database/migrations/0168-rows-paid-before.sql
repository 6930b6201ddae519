-- A row of a file that asks for what another file or a single payout has paid lately, and what a row's fault names.
alter table app.payout_batch_row add column paid_before uuid;
alter table app.payout_batch_row add column params jsonb;

-- A request to an acquirer that must not stand is cancelled there: no answer came to it, or one came after its payment had
-- been closed. Followed until the acquirer has cancelled it, or says that it cannot.

alter table app.payment_attempt add column cancel_state text check (cancel_state in ('requested', 'cancelled', 'refused'));
alter table app.payment_attempt add column cancel_at timestamptz;
alter table app.payment_attempt add column cancel_checks integer not null default 0;
alter table app.payment_attempt add check ((cancel_state is null) = (cancel_at is null));
create index payment_attempt_cancel on app.payment_attempt (tenant_id, cancel_at) where cancel_state = 'requested';

-- Transfers and alternatives are answered in hours or days, cards in seconds: what is slow is looked up after the rest.

alter table app.payment_operation add column is_slow boolean not null default false;
comment on column app.payment_operation.is_slow is
  'An authorisation by transfer or an alternative: looked up after cards';
update app.payment_operation o set is_slow = true
from app.payment p
where p.tenant_id = o.tenant_id and p.id = o.payment_id and p.method <> 'card'
  and o.kind = 'authorise' and o.state in ('requested', 'unknown', 'waiting');

drop index app.payment_operation_open;
create index payment_operation_open on app.payment_operation (tenant_id, is_slow, next_check_at)
  where state in ('requested', 'unknown', 'waiting');

-- The idempotency keys of API callers belong to their merchant and mode: a merchant that rolls its API key repeats a request
-- under the same idempotency key, and pays once.

alter table app.idempotency_key add column mode smallint not null default 0;

-- of one key under two API keys of a merchant the first request stands
delete from app.idempotency_key i using app.api_key k, app.idempotency_key earlier, app.api_key j
where k.tenant_id = i.tenant_id and k.id = i.caller_id
  and earlier.tenant_id = i.tenant_id and earlier.key = i.key
  and j.tenant_id = i.tenant_id and j.id = earlier.caller_id and j.merchant_id = k.merchant_id and j.mode = k.mode
  and (earlier.created_at, earlier.caller_id) < (i.created_at, i.caller_id);

alter table app.idempotency_key drop constraint idempotency_key_pkey;
update app.idempotency_key i set caller_id = k.merchant_id, mode = k.mode
from app.api_key k where k.tenant_id = i.tenant_id and k.id = i.caller_id;
alter table app.idempotency_key add primary key (tenant_id, caller_id, mode, key);

comment on column app.idempotency_key.caller_id is
  'The merchant of an API key, or the user: keys of different callers never meet';
comment on column app.idempotency_key.mode is 'Of an API caller: 1 Test, 2 Live; 0 of users and jobs, who name a payment';

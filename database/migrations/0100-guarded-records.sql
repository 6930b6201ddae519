-- What the application may not write over: sums are folded by functions alone, and of payments, operations, attempts,
-- disputes and idempotency keys only those columns change that change in their lives, in that order.

create function app.fold_payment_rollup(most integer) returns bigint language plpgsql security definer set search_path = pg_catalog
as $$
declare
  tenant uuid := app.current_tenant();
  taken bigint;
begin
  if tenant is null or app.merchant_limit() = '{' then
    raise exception 'sums are folded for a whole tenant' using errcode = '42501';
  end if;
  with gone as (
    delete from app.payment_rollup_delta d
    where d.tenant_id = tenant and d.id = any (array(
      select w.id from app.payment_rollup_delta w where w.tenant_id = tenant order by w.id limit most for update skip locked))
    returning d.*
  ), added as (
    insert into app.payment_rollup as r (tenant_id, merchant_id, grain, day, mode, method, provider, currency, status,
      payments, amount_minor, captured_minor, refunded_minor)
    select tenant, whose.id, grain.name, grain.day, g.mode, g.method, g.provider, g.currency, g.status,
      sum(g.payments), sum(g.amount_minor), sum(g.captured_minor), sum(g.refunded_minor)
    from gone g
    cross join lateral (values (g.merchant_id), ('00000000-0000-0000-0000-000000000000'::uuid)) as whose (id)
    cross join lateral (values ('day', g.day), ('month', date_trunc('month', g.day)::date)) as grain (name, day)
    group by 2, 3, 4, 5, 6, 7, 8, 9
    having (sum(g.payments), sum(g.amount_minor), sum(g.captured_minor), sum(g.refunded_minor)) <> (0, 0, 0, 0)
    -- every worker locks rows in this order, which prevents deadlocks
    order by 2, 3, 4, 5, 6, 7, 8, 9
    on conflict (tenant_id, merchant_id, grain, day, mode, method, provider, currency, status) do update set
      payments = r.payments + excluded.payments, amount_minor = r.amount_minor + excluded.amount_minor,
      captured_minor = r.captured_minor + excluded.captured_minor, refunded_minor = r.refunded_minor + excluded.refunded_minor
  )
  select count(*) into taken from gone;
  return taken;
end
$$;

create function app.fold_ledger_accounts(most integer) returns bigint language plpgsql security definer set search_path = pg_catalog
as $$
declare
  tenant uuid := app.current_tenant();
  taken bigint;
begin
  if tenant is null or app.merchant_limit() = '{' then
    raise exception 'balances are folded for a whole tenant' using errcode = '42501';
  end if;
  with gone as (
    delete from app.ledger_account_delta d
    where d.tenant_id = tenant and d.id = any (array(
      select w.id from app.ledger_account_delta w where w.tenant_id = tenant order by w.id limit most for update skip locked))
    returning d.*
  ), added as (
    insert into app.ledger_account_balance as b (tenant_id, ledger_account_id, merchant_id, mode, currency, amount_minor)
    select tenant, ledger_account_id, merchant_id, mode, currency, sum(amount_minor) from gone
    group by 2, 3, 4, 5 order by 2, 3, 4, 5
    on conflict (tenant_id, ledger_account_id, merchant_id, mode, currency)
    do update set amount_minor = b.amount_minor + excluded.amount_minor
  )
  select count(*) into taken from gone;
  return taken;
end
$$;
revoke all on function app.fold_payment_rollup, app.fold_ledger_accounts from public;
grant execute on function app.fold_payment_rollup, app.fold_ledger_accounts to counterfoil_app;
revoke insert, update, delete on app.payment_rollup, app.ledger_account_balance, app.ledger_account_delta from counterfoil_app;
revoke update, delete on app.payment_rollup_delta from counterfoil_app;

revoke update on app.payment, app.payment_operation, app.payment_attempt, app.idempotency_key, app.dispute from counterfoil_app;
revoke delete on app.dispute from counterfoil_app;
grant update (status, authorised_minor, captured_minor, refunded_minor, voided_minor, disputed_minor, dispute_state, provider,
  mid_id, acquirer_reference, decline_code, decline_reason, hold_reason, pending_on, next_action, ledger_accounts,
  authorisation_expires_at, version, updated_at, card_brand, card_type, card_issuer, card_issuer_country)
  on app.payment to counterfoil_app;
grant update (state, acquirer_reference, decline_code, decline_reason, money_place, next_check_at, checks, finished_at)
  on app.payment_operation to counterfoil_app;
grant update (state, decline_code, decline_reason, is_soft_decline, acquirer_reference, finished_at, cancel_state, cancel_at,
  cancel_checks) on app.payment_attempt to counterfoil_app;
grant update (state, response) on app.idempotency_key to counterfoil_app;
grant update (amount_minor, lost_minor, reason_code, reason, state, stage, sequence, respond_by, closed_at, answer, answer_state,
  answer_id, answer_text, answer_at, answer_checks) on app.dispute to counterfoil_app;

-- Steps that no life of a row has. The triggers read nothing but their row, so they are the same on every machine.
create function app.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a row of % does not change so', tg_table_name using errcode = '23514';
end
$$;
-- what succeeded stays so; what was refused may turn out to have succeeded; what was sent is not held again
-- cluster-ok: compares the row with itself
create trigger life before update on app.payment_operation for each row when (current_user = 'counterfoil_app' and (
  old.state = 'succeeded' or (old.state in ('declined', 'failed') and new.state <> 'succeeded')
  or (old.state <> 'held' and new.state = 'held'))) execute function app.refuse_change();
-- cluster-ok: compares the row with itself
create trigger life before update on app.payment_attempt for each row when (current_user = 'counterfoil_app'
  and old.state = 'approved' and new.state <> 'approved') execute function app.refuse_change();
-- an answer is stored once
-- cluster-ok: compares the row with itself
create trigger life before update on app.idempotency_key for each row when (current_user = 'counterfoil_app'
  and old.state = 'finished') execute function app.refuse_change();
-- and is kept for as long as somebody may repeat the request
-- cluster-ok: compares the row with the clock
create trigger kept before delete on app.idempotency_key for each row when (current_user = 'counterfoil_app'
  and old.created_at > now() - interval '1 day') execute function app.refuse_change();
-- a dispute of an acquirer follows its reports in their order; one that a person recorded and ended stays ended
-- cluster-ok: compares the row with itself
create trigger life before update on app.dispute for each row when (current_user = 'counterfoil_app' and (
  new.sequence < old.sequence or (old.provider is null and old.closed_at is not null))) execute function app.refuse_change();

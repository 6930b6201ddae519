-- A posting names its tenant: on a cluster the whole function runs on the machine where the tenant's rows are, because its
-- owner and the application's role cannot write to the same rows in one transaction over two connections.
create function app.post_to_ledger(tenant uuid, merchant uuid, payment_mode smallint, posted_currency text, payment uuid, event uuid,
  posted_at timestamptz, entries jsonb) returns void language plpgsql security definer set search_path = pg_catalog
as $$
begin
  if tenant is distinct from app.current_tenant() or tenant is null or (app.merchant_limit() = '{' and (merchant = any (app.merchant_scope())) is distinct from true) then
    raise exception 'the merchant is not in scope' using errcode = '42501';
  end if;
  if not exists (select from app.currency where code = posted_currency) then
    raise exception 'there is no currency %', posted_currency using errcode = '23514';
  end if;
  if (merchant is not null and not exists (select from app.merchant m where m.tenant_id = tenant and m.id = merchant))
    or (payment is not null and not exists (
      select from app.payment p where p.tenant_id = tenant and p.id = payment and p.merchant_id = merchant
        and p.mode = payment_mode and p.currency = posted_currency)) then
    raise exception 'the posting is not of its payment' using errcode = '23514';
  end if;
  if jsonb_array_length(entries) = 0 or exists (
    select from jsonb_to_recordset(entries) as e (posting uuid, kind text, amount bigint)
    group by posting having sum(amount) <> 0 or count(*) <> 2 or count(distinct kind) <> 1 or posting is null) then
    raise exception 'a posting is two entries of one kind that sum to zero' using errcode = '23514';
  end if;
  if exists (select from jsonb_to_recordset(entries) as e (kind text) where kind is null or kind = 'carry_over') then
    raise exception 'this kind of posting is not the application''s' using errcode = '23514';
  end if;
  -- cluster-ok: a handful of entries of one tenant
  insert into app.ledger_entry (tenant_id, id, posting_id, kind, merchant_id, mode, currency, account, ledger_account_id,
    amount_minor, payment_id, event_id, created_at)
  select tenant, e.id, e.posting, e.kind, merchant, payment_mode, posted_currency, e.account, e."ledgerAccount",
    e.amount, payment, event, posted_at
  from jsonb_to_recordset(entries) as e (id uuid, posting uuid, kind text, account text, "ledgerAccount" uuid, amount bigint);
  -- cluster-ok: as above
  insert into app.ledger_account_delta (tenant_id, id, ledger_account_id, merchant_id, mode, currency, amount_minor)
  select tenant, gen_random_uuid(), "ledgerAccount", merchant, payment_mode, posted_currency, sum(amount)
  from jsonb_to_recordset(entries) as e ("ledgerAccount" uuid, amount bigint)
  where "ledgerAccount" is not null group by "ledgerAccount" having sum(amount) <> 0;
  if merchant is not null then
    -- cluster-ok: as above
    insert into app.merchant_balance_delta (tenant_id, merchant_id, id, mode, currency, account, amount_minor)
    select tenant, merchant, gen_random_uuid(), payment_mode, posted_currency, account, sum(amount)
    from jsonb_to_recordset(entries) as e (account text, amount bigint)
    where app.is_merchant_account(account) group by account having sum(amount) <> 0;
  end if;
end
$$;
revoke all on function app.post_to_ledger(uuid, uuid, smallint, text, uuid, uuid, timestamptz, jsonb) from public;
grant execute on function app.post_to_ledger(uuid, uuid, smallint, text, uuid, uuid, timestamptz, jsonb) to counterfoil_app;

-- for processes of the version before
create or replace function app.post_to_ledger(merchant uuid, payment_mode smallint, posted_currency text, payment uuid, event uuid,
  posted_at timestamptz, entries jsonb) returns void language plpgsql security invoker set search_path = pg_catalog
as $$
begin
  perform app.post_to_ledger(app.current_tenant(), merchant, payment_mode, posted_currency, payment, event, posted_at, entries);
end
$$;

-- A tenant's day at an instant, for values of an insert, which on a cluster may hold no query of their own.
create function app.day_of(tenant uuid, at timestamptz) returns date language plpgsql stable
as $$
begin
  return (at at time zone (select t.time_zone from app.tenant t where t.id = tenant))::date;
end
$$;

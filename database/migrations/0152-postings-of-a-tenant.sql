-- What runs with its owner's rights names its tenant: on a cluster the call runs on the machine where the tenant's rows are,
-- because the owner and the application's role cannot write to them in one transaction over two connections.

create function app.post_to_ledger(tenant uuid, merchant uuid, payment_mode smallint, posted_currency text, payment uuid,
  event uuid, posted_at timestamptz, entries jsonb) returns void language plpgsql
as $$
begin
  if tenant is distinct from app.current_tenant() then
    raise exception 'the tenant is not in scope' using errcode = '42501';
  end if;
  perform app.post_to_ledger(merchant, payment_mode, posted_currency, payment, event, posted_at, entries);
end
$$;

create function app.delete_old_records(tenant uuid, what text, before timestamptz, most integer) returns bigint language plpgsql
as $$
begin
  if tenant is distinct from app.current_tenant() then
    raise exception 'the tenant is not in scope' using errcode = '42501';
  end if;
  return app.delete_old_records(what, before, most);
end
$$;

-- A tenant's day at an instant, for values of an insert, which on a cluster may hold no query of their own.
create function app.day_of(tenant uuid, at timestamptz) returns date language plpgsql stable
as $$
begin
  return (at at time zone (select t.time_zone from app.tenant t where t.id = tenant))::date;
end
$$;

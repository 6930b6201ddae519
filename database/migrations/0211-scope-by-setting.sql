-- On a cluster every machine takes app.current_tenant() for a constant when it plans, and PL/pgSQL keeps the plan of such an
-- expression for as long as the connection lives: the next tenant would be compared with the first one.
create or replace function app.post_to_ledger(
  tenant uuid, merchant uuid, payment_mode smallint, posted_currency text, payment uuid, event uuid, posted_at timestamptz, entries jsonb)
returns void language plpgsql as $$
begin
  if tenant is distinct from nullif(current_setting('app.tenant_id', true), '')::uuid then
    raise exception 'the tenant is not in scope' using errcode = '42501';
  end if;
  perform app.post_to_ledger(merchant, payment_mode, posted_currency, payment, event, posted_at, entries);
end
$$;

create or replace function app.delete_old_records(tenant uuid, what text, before timestamptz, most integer)
returns bigint language plpgsql as $$
begin
  if tenant is distinct from nullif(current_setting('app.tenant_id', true), '')::uuid then
    raise exception 'the tenant is not in scope' using errcode = '42501';
  end if;
  return app.delete_old_records(what, before, most);
end
$$;

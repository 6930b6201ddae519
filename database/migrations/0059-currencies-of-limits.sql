-- Every amount that payments are compared with says in which currency it is. What stood there meant the currency at home:
-- the merchant's, or the tenant's where it holds for all merchants.

alter table app.risk_level add column currency text references app.currency (code);
update app.risk_level r set currency = t.home_currency
from app.tenant t
where t.id = r.tenant_id and (r.approval_above_minor is not null or r.block_above_minor is not null);
alter table app.risk_level
  add check (currency is not null or (approval_above_minor is null and block_above_minor is null));

-- the largest payment is in the currency of the caps
update app.mid set cap_currency = case when cardinality(mid.currencies) = 1 then mid.currencies[1] else m.home_currency end
from app.merchant m
where m.tenant_id = mid.tenant_id and m.id = mid.merchant_id
  and mid.max_amount_minor is not null and mid.cap_currency is null;
alter table app.mid add check (cap_currency is not null or max_amount_minor is null);

alter table app.pos_provider add column max_amount_currency text references app.currency (code);
update app.pos_provider p
set max_amount_currency = case when cardinality(p.currencies) = 1 then p.currencies[1] else t.home_currency end
from app.tenant t
where t.id = p.tenant_id and p.max_amount_minor is not null;
alter table app.pos_provider add check (max_amount_currency is not null or max_amount_minor is null);

alter table app.mpi_provider add column exempt_currency text references app.currency (code);
update app.mpi_provider p
set exempt_currency = case when cardinality(p.currencies) = 1 then p.currencies[1] else t.home_currency end
from app.tenant t
where t.id = p.tenant_id and p.exempt_up_to_minor is not null and p.merchant_id is null;
update app.mpi_provider p
set exempt_currency = case when cardinality(p.currencies) = 1 then p.currencies[1] else m.home_currency end
from app.merchant m
where m.tenant_id = p.tenant_id and m.id = p.merchant_id and p.exempt_up_to_minor is not null;
alter table app.mpi_provider add check (exempt_currency is not null or exempt_up_to_minor is null);

-- a number of payments and an amount are two things
alter table app.antifraud_rule add column amount_minor bigint;
update app.antifraud_rule set amount_minor = threshold, threshold = null where rule = 'amount_ceiling';
update app.antifraud_rule r set currency = t.home_currency
from app.tenant t
where t.id = r.tenant_id and r.amount_minor is not null and r.currency is null and r.merchant_id is null;
update app.antifraud_rule r set currency = m.home_currency
from app.merchant m
where m.tenant_id = r.tenant_id and m.id = r.merchant_id and r.amount_minor is not null and r.currency is null;
alter table app.antifraud_rule add check (currency is not null or amount_minor is null);

-- a fee of every currency keeps its percentage; its fixed part becomes a fee of the currency at home
alter table app.fee_schedule alter column fixed_minor drop not null, alter column fixed_minor drop default;
insert into app.fee_schedule
  (tenant_id, id, merchant_id, fee_type, currency, basis_points, fixed_minor, is_active, created_at, updated_at)
select f.tenant_id, uuidv7(), f.merchant_id, f.fee_type, coalesce(m.home_currency, t.home_currency),
  f.basis_points, f.fixed_minor, f.is_active, now(), now()
from app.fee_schedule f
join app.tenant t on t.id = f.tenant_id
left join app.merchant m on m.tenant_id = f.tenant_id and m.id = f.merchant_id
where f.currency is null and f.fixed_minor > 0
  and not exists (
    select from app.fee_schedule own
    where own.tenant_id = f.tenant_id and own.fee_type = f.fee_type
      and own.merchant_id is not distinct from f.merchant_id
      and own.currency = coalesce(m.home_currency, t.home_currency));
update app.fee_schedule set fixed_minor = null where currency is null or fixed_minor = 0;
alter table app.fee_schedule add check (currency is not null or fixed_minor is null);

-- payments look at them anew
update app.tenant set settings_version = settings_version + 1;

import { allMerchants, rollupSumNames, rollupSums } from './rollups.rules.ts'

const sumColumns = rollupSumNames.map((one) => rollupSums[one][0])
const keys = 'kind, day, mode, method, provider, currency, status, value_key'
const details = 'channel, decline_reason, decline_code'
const columns = `tenant_id, merchant_id, grain, ${keys}, ${details}, ${sumColumns.join(', ')}`
const key = 'md5(jsonb_build_array(d.channel, d.decline_reason, d.decline_code)::text)::uuid'

const added = (
  merchant: string,
  grain: string,
  day: string,
) => `insert into app.dimension_rollup (${columns})
  select tenant_id, ${merchant}, ${grain}, ${keys.replace(' day', ` ${day}`)}, ${details},
    ${sumColumns.map((column) => `sum(${column})`).join(', ')}
  from app.dimension_rollup where tenant_id = any ($1::uuid[])
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14 order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11`

/** The sums by channel, by decline and by hour of the tenants `$1`, from their payments. */
export const rebuildDimensionStatements = [
  'delete from app.dimension_rollup where tenant_id = any ($1::uuid[])',
  'delete from app.dimension_rollup_gap where tenant_id = any ($1::uuid[])',
  `insert into app.dimension_rollup (${columns})
  select p.tenant_id, p.merchant_id, 'day', d.kind, p.business_day, p.mode, p.method, coalesce(p.provider, ''), p.currency, p.status,
    ${key}, d.channel, d.decline_reason, d.decline_code, ${rollupSumNames.map((one) => rollupSums[one][1]).join(', ')}
  from app.payment as p
  cross join lateral (values ('channel', p.channel, null::text, null::text), ('decline', null, p.decline_reason, p.decline_code))
    as d (kind, channel, decline_reason, decline_code)
  where p.tenant_id = any ($1::uuid[]) and (d.kind = 'channel' or d.decline_reason is not null or d.decline_code is not null)
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
  order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11`,
  added('merchant_id', "'month'", "date_trunc('month', day)::date"),
  added(`'${allMerchants}'::uuid`, 'grain', 'day'),
  // of all merchants together alone
  `insert into app.dimension_rollup (tenant_id, merchant_id, grain, ${keys}, hour, ${sumColumns.join(', ')})
  select p.tenant_id, '${allMerchants}'::uuid, 'day', 'hour', p.business_day, p.mode, p.method, coalesce(p.provider, ''), p.currency, p.status,
    md5(extract(epoch from h.hour)::bigint::text)::uuid, h.hour, ${rollupSumNames.map((one) => rollupSums[one][1]).join(', ')}
  from app.payment as p
  cross join lateral (values (date_trunc('hour', p.created_at, 'UTC'))) as h (hour)
  where p.tenant_id = any ($1::uuid[])
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11`,
] as const

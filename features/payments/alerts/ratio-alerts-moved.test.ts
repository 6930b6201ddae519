import { readdirSync, readFileSync } from 'node:fs'
import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'

const base = await testDatabase()
const { isCluster, owner } = base
const folder = new URL('../../../database/migrations/', import.meta.url)

function migration(name: string): string {
  const file = readdirSync(folder).find((one) => one.endsWith(`-${name}.sql`)) ?? ''
  return readFileSync(new URL(file, folder), 'utf8')
}

test('alerts of ratios from before are alert rules, with each time that they were crossed', async ({
  skip,
}) => {
  skip(isCluster, 'no cluster was spread before this migration')
  // as the tables were before
  await owner.query('alter table app.alert_rule drop column window_minutes cascade')
  await owner.query(migration('ratio-alerts'))
  const platform = await makeTenant(base, { is_platform: true })
  const staff = await makeUser(base, {
    tenant_id: platform.id,
    user_type: 'platform',
    permissions: ['Platform.Tenants.View'],
  })
  const tenant = await makeTenant(base)
  const merchant = await makeMerchant(base, { tenant_id: tenant.id })
  await owner.query('update role set is_administrator = true where tenant_id = $1', [platform.id])
  const [ended, open, quiet] = [v7(), v7(), v7()]
  const add = (id: string, name: string, measure: string) =>
    owner.query(
      `insert into app.ratio_alert (tenant_id, id, name, measure, merchant_id, window_minutes, minimum_count,
         threshold_percent, created_at, updated_at)
       values ($1, $2, $3, $4, $5, 30, 10, 40, now(), now())`,
      [tenant.id, id, name, measure, merchant.id],
    )
  await add(ended, 'Declines', 'declined')
  await add(open, 'Waiting', 'pending')
  await add(quiet, 'Never', 'declined')
  const cross = (id: string, recovered: string | null) =>
    owner.query(
      `insert into app.ratio_alert_crossing (tenant_id, id, ratio_alert_id, counted, of_count, crossed_at, recovered_at)
       values ($1, $2, $3, 3, 4, '2026-11-01T12:00:00Z', $4)`,
      [tenant.id, v7(), id, recovered],
    )
  await cross(ended, '2026-11-01T12:30:00Z')
  await cross(open, null)
  await owner.query(migration('one-kind-of-alerts'))
  const { rows: rules } = await owner.query('select * from app.alert_rule order by id')
  const usual = {
    ...{ mode: 'Live', time_window: 'minutes', window_minutes: 30, compared_with: 'percent' },
    ...{ direction: 'above', threshold_basis_points: 3_999, minimum_count: 10 },
    ...{ merchant_id: merchant.id, owner_id: staff.id, is_active: true },
  }
  expect(rules).toMatchObject([
    { id: ended, name: 'Declines', measure: 'declinedShare', state: 'unknown', ...usual },
    { id: open, name: 'Waiting', measure: 'undecidedShare', state: 'firing', ...usual },
    { id: quiet, name: 'Never', measure: 'declinedShare', state: 'unknown', ...usual },
  ])
  const { rows: alerts } = await owner.query('select * from app.alert order by rule_id')
  expect(alerts).toMatchObject([
    { rule_id: ended, value: '0.750000', resolved_at: new Date('2026-11-01T12:30:00Z') },
    { rule_id: open, value: '0.750000', resolved_at: null, name: 'Waiting' },
  ])
  const { rows: roles } = await owner.query('select permissions from role where tenant_id = $1', [
    platform.id,
  ])
  expect(roles[0].permissions).toContain('CRM.Reports.Alerts')
})

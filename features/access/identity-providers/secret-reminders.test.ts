import { makeTenant } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { schedules } from './secret-reminders.jobs.ts'

const db = await testDatabase()

async function provider(
  tenantId: string,
  expiresOn: string | null,
  effective: string | null = 'x',
) {
  await db.owner.query(
    `insert into app.identity_provider (tenant_id, id, name, issuer, client_id, client_secret, secret_expires_on,
       effective, email_verified, newcomers, created_at, updated_at)
     values ($1, $2, $3, 'https://example.com', 'portal', 'sealed', $4, $5, 'said', 'refused', now(), now())`,
    [tenantId, v7(), `Staff ${v7()}`, expiresOn, effective],
  )
}

async function remindAt(day: string): Promise<void> {
  const { signal } = new AbortController()
  const now = () => new Date(`${day}T10:00:00Z`)
  const context = { database: db.database, jobs: db.jobs, log: {}, now, signal }
  for (const one of schedules) await one.run(context as never)
}

/** What was asked to be told, each once however often it was asked. */
async function remindersOf(tenantId: string) {
  const { rows } = await db.owner.query<{ data: { id: string; title: { en: string } } }>(
    `select data from pgboss.job where name = 'notifications.fan-out' and data->>'tenantId' = $1`,
    [tenantId],
  )
  return [...new Map(rows.map(({ data }) => [data.id, data])).values()]
}

test('administrators are told of a secret’s end three times before, and once when it is over', async () => {
  const tenant = await makeTenant(db)
  await provider(tenant.id, '2027-03-31')
  await remindAt('2027-02-28')
  expect(await remindersOf(tenant.id)).toEqual([])
  for (const [day, count] of [
    ['2027-03-01', 1],
    ['2027-03-02', 1],
    ['2027-03-24', 2],
    ['2027-03-30', 3],
    ['2027-03-31', 3],
    ['2027-04-01', 4],
    ['2027-05-01', 4],
  ] as const) {
    await remindAt(day)
    expect([day, (await remindersOf(tenant.id)).length]).toEqual([day, count])
  }
  const all = await remindersOf(tenant.id)
  expect(all).toContainEqual(
    expect.objectContaining({
      to: { audience: 'tenant', permission: 'Settings.GeneralSettings.IdentityProvider.Edit' },
      description: expect.objectContaining({
        en: expect.stringMatching(/^It expires in \d+ days/),
      }),
    }),
  )
  expect(all.filter(({ title }) => title.en.includes('has expired'))).toHaveLength(1)
})

test('nobody is told of a provider that is not in effect, or whose secret has no end', async () => {
  const tenant = await makeTenant(db)
  await provider(tenant.id, '2027-03-31', null)
  await provider(tenant.id, null)
  await remindAt('2027-04-01')
  expect(await remindersOf(tenant.id)).toEqual([])
})

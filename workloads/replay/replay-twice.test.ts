import { join } from 'node:path'
import { buildApi } from '@counterfoil/api/server.ts'
import { readSettings } from '@counterfoil/kit/server/settings.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { openProviders } from '@counterfoil/providers/providers.ts'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { storeOrganisations } from '../demo/store-organisations.ts'
import { readLedgerFile } from './ledger-file.ts'
import { openMerchantApi } from './merchant-api.ts'
import { planReplay } from './replay-plan.ts'
import { sendPlan } from './send-plan.ts'
import { summaryOf } from './summary.ts'

const { database, jobs, loader, urls } = await testDatabase()
const publicUrl = 'http://localhost:4000'
const providers = openProviders({
  sandboxDatabaseUrl: urls.app,
  publicUrl,
  mayReachPrivate: true,
})
const settings = readSettings({ ROLES: 'api' })
const log = pino({ level: 'silent' })
const app = await buildApi({ settings, database, jobs, providers, log })
afterAll(async () => {
  await app.close()
  await providers.close()
})
await storeOrganisations(database)
const url = await app.listen({ port: 0, host: '127.0.0.1' })

const file = join(import.meta.dirname, 'testing-ledger.csv')
const plan = planReplay(await readLedgerFile(file), 2)

const replay = (key = 'cf_live_demo_harbour') =>
  sendPlan(plan, {
    api: openMerchantApi({ url, key }),
    currency: 'GBP',
    concurrency: 4,
    progress: () => undefined,
  })

const stored = () =>
  loader
    .selectFrom('payment')
    .select(['id', 'external_id', 'amount_minor', 'captured_minor', 'refunded_minor', 'status'])
    .orderBy('external_id')
    .execute()

test('a ledger replayed twice makes the same payments and refunds once', async () => {
  const first = await replay()
  expect(first.failures).toEqual([])
  const after = await stored()
  expect(after).toMatchObject([
    { external_id: '700001', captured_minor: 2547n, refunded_minor: 678n },
    { external_id: '700002', captured_minor: 339n, refunded_minor: 0n },
    { external_id: '700004', captured_minor: 10_000n, refunded_minor: 0n },
  ])
  const again = await replay()
  expect(await stored()).toEqual(after)
  expect(again.payments.map(({ id }) => id)).toEqual(first.payments.map(({ id }) => id))
  expect(again.refunds.map(({ id }) => id)).toEqual(first.refunds.map(({ id }) => id))
  expect(summaryOf(plan, again, 'GBP', 2)).toEqual([
    'note: invoice 700003 (line 5): nothing to pay; left out',
    'note: cancellation C700006 (B2 on line 8): customer 99 has no earlier invoice with it in this file; left out',
    'Summary (GBP)',
    '  payments                    3            128.86 GBP',
    '    payment captured          3            128.86 GBP',
    '  refunds                     1              6.78 GBP',
    '    refund succeeded          1              6.78 GBP',
    '  left out                    2',
    '  failed                      0',
  ])
})

test('a key that is refused sends nothing', async () => {
  await expect(replay('cf_live_demo_quayside')).rejects.toThrow('Quayside Crafts may not process')
  await expect(replay('cf_live_nobody')).rejects.toThrow('api_key.invalid')
})

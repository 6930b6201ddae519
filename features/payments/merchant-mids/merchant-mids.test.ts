import { ask } from '@counterfoil/api/testing/resource-calls.ts'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { merchantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { expect, test } from 'vitest'
import { midsView } from './merchant-mids.contract.ts'

const testApi = await openTestApi()
const { app, test: database } = testApi

test('a merchant sees its own MIDs with what is open, their limits and what of these is used', async () => {
  const merchant = await testApi.actor('merchant')
  const harbour = merchantIdOf('harbour')
  const { rows } = await database.owner.query(
    `update app.mid set cap_currency = 'GBP', daily_cap_minor = 50000, max_amount_minor = 20000,
       descriptor = 'HARBOUR BOOKS'
     where merchant_id = $1 and mode = 2 and provider = 'sandbox_alpha' returning tenant_id, id`,
    [harbour],
  )
  const [mid] = rows
  await database.owner.query(
    `insert into app.mid_volume (tenant_id, mid_id, merchant_id, currency, day, amount_minor)
     select $1, $2, $3, 'GBP', (now() at time zone t.time_zone)::date, 1234 from app.tenant t where t.id = $1`,
    [mid.tenant_id, mid.id, harbour],
  )
  await database.owner.query(
    `update app.mid set active_from = now() + interval '1 day' where merchant_id = $1 and mode = 2 and id <> $2`,
    [harbour, mid.id],
  )
  const answer = (await ask(app, merchant, 'GET', '/merchant/mids')).json()
  expect(answer.mids.map(({ state }: { state: string }) => state).sort()).toEqual([
    ...['open', 'scheduled'],
  ])
  const own = answer.mids.find(({ id }: { id: string }) => id === mid.id)
  expect(own).toMatchObject({
    ...{ state: 'open', descriptor: 'HARBOUR BOOKS', limitCurrency: 'GBP' },
    ...{ largest: { most: 20_000, used: null }, day: { most: 50_000, used: 1_234 }, month: null },
  })
  const quayside = merchantIdOf('quayside')
  const others = await database.owner.query('select id from app.mid where merchant_id = $1', [
    quayside,
  ])
  expect(others.rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(answer)).not.toContain(others.rows[0].id)
  const without = await testApi.actor('merchant', [
    ...[midsView, 'Merchant.PaymentsSettings.PaymentChannel.View'],
  ])
  expect((await ask(app, without, 'GET', '/merchant/mids')).status).toBe(403)
})

test('a merchant reads which methods and currencies its operator has switched off', async () => {
  const merchant = await testApi.actor('merchant')
  const read = async () => (await ask(app, merchant, 'GET', '/merchant/mids')).json()
  expect(await read()).toMatchObject({ methodsOff: [], currenciesOff: [] })
  const { rows } = await database.owner.query('select tenant_id from app.merchant where id = $1', [
    merchantIdOf('harbour'),
  ])
  await database.owner.query(
    `insert into app.tenant_switch (tenant_id, list, code, is_active, updated_at)
     values ($1, 'payment_method', 'alternative', false, now()), ($1, 'currency', 'USD', false, now())`,
    [rows[0].tenant_id],
  )
  expect(await read()).toMatchObject({ methodsOff: ['alternative'], currenciesOff: ['USD'] })
})

import { merchantBlacklist } from '@counterfoil/features/routing/antifraud/merchant-blacklist.resource.ts'
import { merchantScreening } from '@counterfoil/features/routing/antifraud/merchant-screening.resource.ts'
import { merchantWhitelist } from '@counterfoil/features/routing/antifraud/merchant-whitelist.resource.ts'
import { merchantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { expect, test } from 'vitest'
import { openSettingsFixture } from './testing/settings-fixture.ts'

// Lists of a merchant's own, within what its operator opens to it.
const { make, makeRule, turn, turnRuleOff, pay, call, operator, testApi } =
  await openSettingsFixture()
const merchant = await testApi.actor('merchant')
const merchantId = merchantIdOf('harbour')
const listed = (value: string, some: object = {}) => ({
  ...{ merchantId, kind: 'email', value, reason: 'Chargebacks', expiresAt: null },
  ...some,
})
const customer = { email: 'Reader@Example.com' }

test('a merchant lists whom it does not take, once its operator has opened the list, for itself alone [setting merchant-screening] [setting merchant-blacklist]', async () => {
  const entry = listed('reader@example.com')
  const opened = () => call(merchant, 'GET', '/api/merchant/antifraud-lists')
  expect(await opened()).toEqual({ blacklist: false, whitelist: false })
  await expect(make(merchantBlacklist, entry, merchant)).rejects.toThrow('antifraud.not_opened')
  const opening = await make(merchantScreening, {
    merchantId,
    mayBlock: true,
    mayTrust: false,
    reason: 'Asked',
  })
  expect(await opened()).toEqual({ blacklist: true, whitelist: false })
  const made = await make(merchantBlacklist, entry, merchant)
  expect(made).toMatchObject({ value: 'reader@example.com', addedBy: expect.any(String) })
  await expect(make(merchantWhitelist, entry, merchant)).rejects.toThrow('antifraud.not_opened')
  const blocked = await pay({ customer })
  expect(blocked.status).toBe('blocked')
  const alerts = await call(operator, 'GET', `/api/crm/transactions/${blocked.id}/alerts`)
  expect(JSON.stringify(alerts)).toContain('merchant’s own blacklist')
  // others' payments are not looked at by it
  expect((await pay({ customer, merchant: 'quayside' })).status).toBe('captured')
  // what the operator closes is not looked at any more
  await turn(merchantScreening, opening.id, false)
  expect((await pay({ customer })).status).toBe('captured')
  await turn(merchantScreening, opening.id, true)
  expect((await pay({ customer })).status).toBe('blocked')
  await turn(merchantBlacklist, made.id, false, merchant)
  expect((await pay({ customer })).status).toBe('captured')
  await call(operator, 'DELETE', `/api${merchantScreening.path}/${opening.id}`)
})

test('whom a merchant trusts no rule looks at, until the entry expires [setting merchant-whitelist]', async () => {
  const rule = await makeRule({
    ...{ rule: 'amount_ceiling', outcome: 'block', merchantId: null, mode: null, threshold: null },
    ...{ currency: 'GBP', amountMinor: 5000, countries: [] },
  })
  await make(merchantScreening, { merchantId, mayBlock: false, mayTrust: true, reason: 'Asked' })
  expect((await pay({ amount: 5001, customer })).status).toBe('blocked')
  const made = await make(merchantWhitelist, listed('reader@example.com'), merchant)
  expect((await pay({ amount: 5001, customer })).status).toBe('captured')
  const { id, version } = made
  const expired = {
    ...listed('reader@example.com'),
    expiresAt: '2026-01-01T00:00:00.000Z',
    version,
  }
  await call(merchant, 'PUT', `/api${merchantWhitelist.path}/${id}`, expired)
  expect((await pay({ amount: 5001, customer })).status).toBe('blocked')
  await expect(make(merchantWhitelist, listed('no address'), merchant)).rejects.toThrow(
    '"path":"value"',
  )
  await turn(merchantWhitelist, id, false, merchant)
  // neither does a merchant list for another one
  const others = listed('a@example.com', { merchantId: merchantIdOf('quayside') })
  await expect(make(merchantWhitelist, others, merchant)).rejects.toThrow(/40[34]/)
  await turnRuleOff(rule)
  await call(operator, 'DELETE', `/api/crm/settings/antifraud/antifraud/${rule.id}`)
})

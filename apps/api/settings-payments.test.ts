import { fees } from '@counterfoil/features/accounting/fees/fees.resource.ts'
import { antifraudRules } from '@counterfoil/features/routing/antifraud/antifraud-rules.resource.ts'
import { blacklist } from '@counterfoil/features/routing/antifraud/blacklist.resource.ts'
import { mids } from '@counterfoil/features/routing/mids/mids.resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource.ts'
import { merchantIdOf } from '@counterfoil/tools/demo/store-organisations.ts'
import { expect, test } from 'vitest'
import { openSettingsGround } from './testing/settings-ground.ts'

// What operators set about payments, and what the next payment does with it.
const { make, change, turn, pay, call, operator } = await openSettingsGround()
const harbour = merchantIdOf('harbour')
const customer = { email: 'Reader@Example.com', country: 'GB' }

const detailsOf = (id: string) => call(operator, 'GET', `/api/crm/transactions/${id}`)
const midsOf = async (): Promise<ResourceRow[]> =>
  (await call(operator, 'GET', `/api${mids.path}?merchantId=${harbour}&mode=1&sort=priority`)).data

test('a MID takes payments by priority, within its window, for its currencies and schemes', async () => {
  const [first, second] = (await midsOf()) as [ResourceRow, ResourceRow]
  const providerOf = async () => (await detailsOf((await pay()).id)).provider
  expect(await providerOf()).toBe(first.provider)
  let row = await change(mids, first, { activeUntil: '2026-01-01T00:00:00.000Z' })
  expect(await providerOf()).toBe(second.provider)
  row = await change(mids, row, { activeUntil: null, activeFrom: '2036-01-01T00:00:00.000Z' })
  expect(await providerOf()).toBe(second.provider)
  row = await change(mids, row, { activeFrom: null, currencies: ['EUR'] })
  expect(await providerOf()).toBe(second.provider)
  row = await change(mids, row, { currencies: [], brands: ['mastercard'] })
  expect(await providerOf()).toBe(second.provider)
  row = await change(mids, row, { brands: first.brands as string[], maxAmountMinor: 1000 })
  expect(await providerOf()).toBe(second.provider)
  row = await change(mids, row, { maxAmountMinor: first.maxAmountMinor })
  expect(await providerOf()).toBe(first.provider)
  await turn(mids, row.id, false)
  expect(await providerOf()).toBe(second.provider)
  await turn(mids, row.id, true)
})

test('a MID that payments went to is not deleted, and says where it is used', async () => {
  const [first] = (await midsOf()) as [ResourceRow]
  await pay()
  await expect(call(operator, 'DELETE', `/api${mids.path}/${first.id}`)).rejects.toThrow(
    /resource.in_use.*Payments: /,
  )
})

test('a fee is charged on the next capture, and stands in its fees and ledger entries', async () => {
  const feesOf = (id: string) => call(operator, 'GET', `/api/crm/transactions/${id}/fees`)
  const fee = await make(fees, {
    feeType: 'capture',
    merchantId: harbour,
    currency: 'GBP',
    basisPoints: 1000,
    fixedMinor: 7,
  })
  const paid = await pay({ amount: 1000 })
  expect(JSON.stringify(await feesOf(paid.id))).toContain('107')
  await change(fees, fee, { basisPoints: 0, fixedMinor: 13 })
  const next = await pay({ amount: 1000 })
  const entries = await call(
    operator,
    'GET',
    `/api/acc/customers/${harbour}/transactions/${next.id}/accounting-entries`,
  )
  expect(JSON.stringify(entries)).toContain('13')
  await turn(fees, fee.id, false)
})

test('a rule blocks the next payment that it finds, and no longer when it is off', async () => {
  const rule = await make(antifraudRules, {
    rule: 'amount_ceiling',
    outcome: 'block',
    merchantId: null,
    mode: null,
    threshold: 5000,
    currency: null,
    countries: [],
  })
  expect((await pay({ amount: 5001 })).status).toBe('blocked')
  expect((await pay({ amount: 5000 })).status).toBe('captured')
  await turn(antifraudRules, rule.id, false)
  expect((await pay({ amount: 5001 })).status).toBe('captured')
})

test.each([
  ['iin', '424242'],
  ['email', 'reader@example.com'],
  ['country', 'GB'],
])('%s on the blacklist blocks until it expires or is switched off', async (kind, value) => {
  const entry = await make(blacklist, { kind, value, reason: 'Stolen', expiresAt: null })
  const blocked = await pay({ customer })
  expect(blocked.status).toBe('blocked')
  expect(
    JSON.stringify(await call(operator, 'GET', `/api/crm/transactions/${blocked.id}/alerts`)),
  ).toContain('Stolen')
  const expired = await change(blacklist, entry, { expiresAt: '2026-01-01T00:00:00.000Z' })
  expect((await pay({ customer })).status).toBe('captured')
  await change(blacklist, expired, { expiresAt: null })
  expect((await pay({ customer })).status).toBe('blocked')
  await turn(blacklist, entry.id, false)
  expect((await pay({ customer })).status).toBe('captured')
})

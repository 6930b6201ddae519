import { openSettingsFixture } from '@counterfoil/api/testing/settings-fixture.ts'
import { merchantScreening } from '@counterfoil/features/routing/antifraud/merchant-screening.resource.ts'
import { merchantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { expect, test } from 'vitest'
import { merchantRules, mostMerchantRules } from './merchant-rules.resource.ts'

// Antifraud rules as merchants see them: their operator's, and their own within what is opened to them.
const { make, makeRule, change, turn, turnRuleOff, pay, call, operator, testApi } =
  await openSettingsFixture()
const merchant = await testApi.actor('merchant')
const merchantId = merchantIdOf('harbour')
const ceiling = (some: object = {}) => ({
  ...{ merchantId, rule: 'amount_ceiling', outcome: 'block', effect: 'live', mode: null },
  ...{ currency: 'GBP', amountMinor: 6000, countries: [], threshold: null },
  ...some,
})
const seen = () => call(merchant, 'GET', '/api/merchant/antifraud-rules', undefined, 1)
const opened = { merchantId, mayBlock: false, mayTrust: false, reason: 'Asked' }

test('a rule of a merchant’s own has its effect on that merchant’s payments, as far as its operator opens it [setting merchant-antifraud-rules]', async () => {
  await expect(make(merchantRules, ceiling(), merchant)).rejects.toThrow('not_opened')
  const opening = await make(merchantScreening, { ...opened, ownRules: 'review' })
  await expect(make(merchantRules, ceiling(), merchant)).rejects.toThrow('beyond_opened')
  const others = ceiling({ merchantId: merchantIdOf('quayside'), outcome: 'review' })
  await expect(make(merchantRules, others, merchant)).rejects.toThrow(/40[34]/)
  const rule = await make(merchantRules, ceiling({ outcome: 'review' }), merchant)
  const held = await pay({ amount: 6001 })
  expect(held.status).toBe('waiting_for_approval')
  expect(await call(operator, 'GET', `/api/crm/transactions/${held.id}/alerts`)).toMatchObject([
    { rule: 'amount_ceiling', ruleId: rule.id, owner: 'merchant', ruleVersion: rule.version },
  ])
  expect((await pay({ amount: 6001, merchant: 'quayside' })).status).toBe('captured')
  expect((await seen()).own).toMatchObject([{ ruleId: rule.id, isInForce: true }])

  // an operator may write more than it opens: it has no more effect until more is opened
  const more = await change(merchantRules, rule, { outcome: 'block' })
  expect((await pay({ amount: 6001 })).status).toBe('waiting_for_approval')
  expect((await seen()).own).toMatchObject([{ isInForce: true, reasons: ['openedToLess'] }])
  const all = await change(merchantScreening, opening, { ownRules: 'block' })
  expect((await pay({ amount: 6001 })).status).toBe('blocked')

  // in shadow it is recorded without effect; what is closed is not evaluated
  const shadow = await change(merchantRules, more, { effect: 'shadow' })
  expect((await pay({ amount: 6001 })).status).toBe('captured')
  expect((await seen()).own[0].counts).toMatchObject({ held: 2, blocked: 1, wouldBlock: 1 })
  await change(merchantRules, shadow, { effect: 'live' })
  await turn(merchantScreening, all.id, false)
  expect((await pay({ amount: 6001 })).status).toBe('captured')
  expect((await seen()).own).toMatchObject([
    { isInForce: false, reasons: expect.arrayContaining(['notOpened']) },
  ])
  await call(operator, 'DELETE', `/api${merchantScreening.path}/${opening.id}`)
  await call(operator, 'DELETE', `/api${merchantRules.path}/${rule.id}`)
})

test('a merchant sees which of its operator’s rules look at its payments and what they did, and numbers where they are shown', async () => {
  const shared = { counted: null, windowS: null, ifMissing: null, effect: undefined }
  const own = await makeRule({ ...ceiling(), ...shared, amountMinor: 8000 })
  const all = await makeRule({ ...ceiling(), ...shared, merchantId: null, amountMinor: 9000 })
  const others = { ...ceiling(), ...shared, merchantId: merchantIdOf('quayside') }
  const hidden = await makeRule(others)
  await pay({ amount: 8001 })
  await pay({ amount: 9001, merchant: 'quayside' })
  const { rules, isScreening, ownRules } = await seen()
  expect({ isScreening, ownRules }).toEqual({ isScreening: true, ownRules: null })
  expect(rules.map(({ id }: { id: string }) => id).sort()).toEqual([own.id, all.id].sort())
  const ruleOf = (id: string) => rules.find((one: { id: string }) => one.id === id)
  expect(ruleOf(own.id)).toMatchObject({ limits: null, status: { counts: { blocked: 1 } } })
  // what a rule found at others is not counted
  expect(ruleOf(all.id)).toMatchObject({ status: { isInForce: true, counts: { matched: 0 } } })
  expect(JSON.stringify(rules)).not.toContain('8000')
  const opening = await make(merchantScreening, { ...opened, limits: 'shown' })
  expect(JSON.stringify((await seen()).rules)).toContain('"amountMinor":8000')
  await call(operator, 'DELETE', `/api${merchantScreening.path}/${opening.id}`)
  for (const each of [own, all, hidden]) {
    await turnRuleOff(each)
    await call(operator, 'DELETE', `/api/crm/settings/antifraud/antifraud/${each.id}`)
  }
})

test('a merchant has a limited number of rules', async () => {
  for (let index = 0; index < mostMerchantRules; index += 1) {
    await make(merchantRules, ceiling({ amountMinor: 10_000 + index }))
  }
  await expect(make(merchantRules, ceiling())).rejects.toThrow('antifraud_rule.too_many')
})

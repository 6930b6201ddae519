import { expect, test } from 'vitest'
import { isWeaker } from './weaker.rules.ts'

const rule = {
  ...{ rule: 'email_velocity', outcome: 'review', threshold: 5, windowS: 3600, counted: 'tenant' },
  ...{ ifMissing: 'apply', currency: null, amountMinor: null, countries: ['AR', 'BR'] },
  ...{ merchantId: null, mode: null },
}
const ceiling = { ...rule, rule: 'amount_ceiling', currency: 'GBP', amountMinor: 5000 }

test.each([
  ['another rule', rule, { rule: 'ip_velocity' }],
  ['a milder outcome', rule, { outcome: 'flag' }],
  ['a higher threshold', rule, { threshold: 6 }],
  ['no threshold', rule, { threshold: null }],
  ['a shorter window', rule, { windowS: 3599 }],
  ['the window of the organisation', rule, { windowS: null }],
  ['counted at each merchant', rule, { counted: null }],
  ['payments without it pass', rule, { ifMissing: null }],
  ['a country less', rule, { countries: ['AR'] }],
  ['one merchant alone', rule, { merchantId: 'a' }],
  ['one mode alone', rule, { mode: 1 }],
  ['a higher ceiling', ceiling, { amountMinor: 5001 }],
  ['a ceiling in another currency', ceiling, { currency: 'TRY' }],
])('a rule is weaker with %s', (_what, than, change) => {
  expect(isWeaker({ ...than, ...change }, than)).toBe(true)
})

test.each([
  ['as it is', rule, {}],
  ['a graver outcome', rule, { outcome: 'block' }],
  ['a lower threshold', rule, { threshold: 4 }],
  ['a longer window', rule, { windowS: 7200 }],
  ['a country more', rule, { countries: ['BR', 'AR', 'CL'] }],
  ['a lower ceiling', ceiling, { amountMinor: 4999 }],
  ['all merchants instead of one', { ...rule, merchantId: 'a' }, { merchantId: null }],
  ['both modes instead of one', { ...rule, mode: '2' }, { mode: null }],
  ['all merchants counted together', { ...rule, counted: 'merchant' }, { counted: 'tenant' }],
])('a rule is no weaker with %s', (_what, than, change) => {
  expect(isWeaker({ ...than, ...change }, than)).toBe(false)
})

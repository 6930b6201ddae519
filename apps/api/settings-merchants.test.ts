import { merchants } from '@counterfoil/features/crm/merchants/merchants.resource.ts'
import { schedules as fileSchedules } from '@counterfoil/features/messaging/files/files.jobs.ts'
import { antifraudRules } from '@counterfoil/features/payments/screening-rules/antifraud-rules.resource.ts'
import { industryTypes } from '@counterfoil/features/settings/lists/industry-types.resource.ts'
import { riskLevels } from '@counterfoil/features/settings/lists/risk-levels.resource.ts'
import { tenantRetention } from '@counterfoil/features/settings/retention/tenant-retention.resource.ts'
import { systemVariables } from '@counterfoil/features/settings/system-variables/system-variables.resource.ts'
import { makeTicketOf } from '@counterfoil/features/support/tickets/testing/tickets.public.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { multipartForm, sampleFiles } from '@counterfoil/tools/testing/sample-files.ts'
import { merchantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import pino from 'pino'
import { expect, test } from 'vitest'
import { openSettingsFixture } from './testing/settings-fixture.ts'

// What merchants are sorted by, and what that does to their next payment.
const {
  testApi,
  make,
  makeRule,
  change,
  changeRule,
  turn,
  turnRuleOff,
  pay,
  postV1,
  call,
  operator,
  platform,
} = await openSettingsFixture()
const harbour = merchantIdOf('harbour')
const bookshops = '5942'
const visa = { type: 'card', expiryMonth: 12, expiryYear: 2030, securityCode: '123' }
const velocityRule = {
  rule: 'card_velocity',
  outcome: 'block',
  merchantId: null,
  mode: '1',
  threshold: 1,
  currency: null,
  amountMinor: null,
  countries: [],
}

/** As the merchant's own page stores it. */
async function setMerchant(some: object): Promise<void> {
  await change(merchants, await call(operator, 'GET', `/api${merchants.path}/${harbour}`), some)
}

test('a merchant that may not process is declined with its reason, and what runs is finished [setting merchants]', async () => {
  const { id } = await pay({ capture: false })
  const reasons = {
    'On hold': 'The merchant is on hold',
    Suspended: 'The merchant is suspended',
    Closed: 'The merchant is closed',
  }
  for (const [merchantStatus, declineReason] of Object.entries(reasons)) {
    await setMerchant({ merchantStatus })
    expect(await pay()).toMatchObject({ status: 'declined', declineReason })
  }
  expect((await postV1(`/payments/${id}/captures`, { amount: 1000 })).status).toBe(201)
  expect((await postV1(`/payments/${id}/refunds`, { amount: 400 })).status).toBe(201)
  await setMerchant({ merchantStatus: 'In boarding' })
  await expect(pay()).rejects.toThrow(/403.*merchant.not_active/)
  await setMerchant({ merchantStatus: 'Active', processingStatus: 'NoProcessing' })
  expect(await pay()).toMatchObject({
    status: 'declined',
    declineReason: 'The merchant may not take payments',
  })
  expect((await postV1(`/payments/${id}/refunds`, { amount: 100 })).status).toBe(201)
  await setMerchant({ processingStatus: 'FullProcessing' })
  const live = await pay({ mode: 2 })
  await setMerchant({ processingStatus: 'SandboxEnabled' })
  expect((await pay()).status).toBe('captured')
  await expect(pay({ mode: 2 })).rejects.toThrow(/403.*merchant.mode_not_allowed/)
  expect((await postV1(`/payments/${live.id}/refunds`, {}, 'harbour', 2)).status).toBe(201)
  await setMerchant({ processingStatus: 'FullProcessing' })
  await turn(merchants, harbour, false)
  expect(await pay()).toMatchObject({ declineReason: reasons.Suspended })
  await turn(merchants, harbour, true)
  expect((await pay()).status).toBe('captured')
})

test('a merchant’s own approval limit holds from its next payment on', async () => {
  await setMerchant({ approvalThresholdMinor: 2000 })
  expect((await pay({ amount: 2001 })).status).toBe('waiting_for_approval')
  // what is in another currency cannot be compared, so somebody looks at it
  for (const currency of ['JPY', 'KWD']) {
    const { id, status } = await pay({ amount: 1, currency })
    expect(status).toBe('waiting_for_approval')
    const held = await owner.query('select hold_reason from payment where id = $1', [id])
    expect(held.rows).toEqual([
      { hold_reason: 'In another currency than the amount that needs approval' },
    ])
  }
  await setMerchant({ approvalThresholdMinor: null })
  expect((await pay({ amount: 2001 })).status).toBe('captured')
  expect((await pay({ amount: 1, currency: 'JPY' })).status).toBe('captured')
})

test('an industry that is switched off takes no payments, by the tenant or for all [setting industry-types]', async () => {
  await setMerchant({ industryType: bookshops })
  expect((await pay()).status).toBe('captured')
  for (const actor of [operator, platform]) {
    await turn(industryTypes, bookshops, false, actor)
    const declined = await pay()
    expect(declined.status).toBe('declined')
    expect(declined.declineReason).toContain(bookshops)
    await turn(industryTypes, bookshops, true, actor)
    expect((await pay()).status).toBe('captured')
  }
})

test('a risk level holds payments for approval, and declines what is above it [setting risk-levels]', async () => {
  const values = { name: 'Travel', score: 70, approvalAboveMinor: 3000, blockAboveMinor: 6000 }
  const bare = make(riskLevels, { ...values, currency: null })
  await expect(bare).rejects.toThrow(/money.currency_missing.*"path":"currency"/)
  const level = await make(riskLevels, { ...values, currency: 'GBP' })
  expect((await pay({ amount: 6001 })).status).toBe('captured')
  await setMerchant({ riskLevelId: level.id })
  expect((await pay({ amount: 3000 })).status).toBe('captured')
  expect((await pay({ amount: 3001 })).status).toBe('waiting_for_approval')
  expect((await pay({ amount: 6001 })).status).toBe('declined')
  // no amount of another currency is known to be below a limit
  expect(await pay({ amount: 1, currency: 'JPY' })).toMatchObject({
    status: 'declined',
    declineReason: 'In another currency than what the merchant may take in one payment',
  })
  const held = await change(riskLevels, level, { blockAboveMinor: null })
  expect((await pay({ amount: 1, currency: 'JPY' })).status).toBe('waiting_for_approval')
  const dinars = { currency: 'KWD', approvalAboveMinor: 3000, blockAboveMinor: 6000 }
  const kuwaiti = await change(riskLevels, held, dinars)
  expect((await pay({ amount: 3000, currency: 'KWD' })).status).toBe('captured')
  expect((await pay({ amount: 3001, currency: 'KWD' })).status).toBe('waiting_for_approval')
  expect((await pay({ amount: 6001, currency: 'KWD' })).status).toBe('declined')
  const pounds = { ...values, currency: 'GBP', approvalAboveMinor: null }
  const changed = await change(riskLevels, kuwaiti, pounds)
  expect((await pay({ amount: 3001 })).status).toBe('captured')
  await expect(call(operator, 'DELETE', `/api${riskLevels.path}/${level.id}`)).rejects.toThrow(
    /resource.in_use.*Customers: 1/,
  )
  await turn(riskLevels, changed.id, false)
  expect((await pay({ amount: 6001 })).status).toBe('captured')
})

/** As platform staff set it. */
async function setVariable(code: string, value: number, actor = platform) {
  const path = `/api${systemVariables.path}/${code}`
  const row = await call(actor, 'GET', path)
  const names = Object.keys(systemVariables.fields)
  const values = Object.fromEntries(names.map((name) => [name, row[name]]))
  return call(actor, 'PUT', path, { ...values, value, version: row.version })
}

const { owner } = testApi.test

test('system variables rule the next payment: the velocity window, and how long a card is kept from paying [setting system-variables] [variable velocity_window] [variable card_restriction]', async () => {
  const rule = await makeRule(velocityRule)
  const alertsOf = async (id: string) =>
    JSON.stringify(await call(operator, 'GET', `/api/crm/transactions/${id}/alerts`))
  await setVariable('card_restriction', 2)
  await setVariable('velocity_window', 3600)
  const blocked = await pay()
  expect(blocked.status).toBe('blocked')
  expect(await alertsOf(blocked.id)).toContain('within 3600 seconds')
  const { rows } = await owner.query(
    `select extract(epoch from expires_at - placed_at) / 3600 as hours from app.card_restriction
     where payment_id = $1`,
    [blocked.id],
  )
  expect(Number(rows[0].hours)).toBe(2)
  await turnRuleOff(rule)
})

test('no new limit is above the system variable velocity_counted, and a rule that has a higher one counts as far as it needs [variable velocity_counted]', async () => {
  const rule = await makeRule({ ...velocityRule, threshold: 11 })
  const method = { ...visa, number: '5555555555554444' }
  await setVariable('velocity_counted', 10)
  await expect(make(antifraudRules, { ...velocityRule, threshold: 11 })).rejects.toThrow(
    /limit_too_high.*"path":"threshold"/,
  )
  await expect(change(antifraudRules, rule, { threshold: 12 })).rejects.toThrow('limit_too_high')
  for (let paid = 0; paid < 11; paid += 1) expect((await pay({ method })).status).toBe('captured')
  expect((await pay({ method })).status).toBe('blocked')
  const other = { outcome: 'flag' }
  expect(await changeRule(rule, other)).toMatchObject({ ...other, threshold: 11 })
  await setVariable('velocity_counted', 20)
  await make(antifraudRules, { ...velocityRule, threshold: 20 })
})

test('an invitation to a ticket lasts as long as the system variable party_invitation says [variable party_invitation]', async () => {
  const own = { tenant_id: operator.tenantId, user_id: operator.subject, merchant_id: null }
  await makeTicketOf(testApi.test, own)
  const { rows } = await owner.query('select id from app.support_ticket order by id desc limit 1')
  const daysOf = async (externalPartyEmail: string) => {
    const path = `/api/support/ticket/${rows[0].id}/invite-external-party`
    await call(operator, 'POST', path, { externalPartyEmail, invitationDescription: 'Please look' })
    const { rows: found } = await owner.query(
      `select extract(epoch from i.expires_at - i.created_at) / 86400 as days, m.text_body as text
       from app.support_invitation i join app.mail m on m.tenant_id = i.tenant_id and m.recipient = i.email where i.email = $1`,
      [externalPartyEmail],
    )
    return found.map(({ days, text }) => [Number(days), /\b(\d+) days/.exec(text)?.[1]])
  }
  expect(await daysOf('one@bank.example')).toEqual([[30, '30']])
  await setVariable('party_invitation', 2)
  expect(await daysOf('two@bank.example')).toEqual([[2, '2']])
})

test('a system variable has bounds, its default when it is off, and is set by the platform alone [variable dispute_answer]', async () => {
  await expect(setVariable('dispute_answer', 61)).rejects.toThrow(/variable.out_of_bounds/)
  await expect(setVariable('event_retention', 1_825)).rejects.toThrow(/below_legal_minimum/)
  await expect(setVariable('dispute_answer', 3, operator)).rejects.toThrow(/403|forbidden/)
  const daysOf = async () => {
    const { id } = await pay({
      mode: 2,
      method: { ...visa, number: '5555555555554444' },
      customer: { email: 'reader@example.com', country: 'GB' },
    })
    await call(operator, 'POST', `/api/crm/transactions/${id}/dispute`, { reasonCode: 'fraud' })
    const { rows } = await owner.query(
      `select round(extract(epoch from respond_by - opened_at) / 86400) as days from app.dispute
       where payment_id = $1`,
      [id],
    )
    return Number(rows[0].days)
  }
  expect(await daysOf()).toBe(14)
  await setVariable('dispute_answer', 3)
  expect(await daysOf()).toBe(3)
  await turn(systemVariables, 'dispute_answer', false, platform)
  expect(await daysOf()).toBe(14)
})

test('a tenant’s own retention has the bounds of the law, and its reader sees it beside the platform’s', async () => {
  await expect(make(tenantRetention, { what: 'events', days: 1_825 })).rejects.toThrow(
    /below_legal_minimum/,
  )
  await expect(make(tenantRetention, { what: 'api_logs', days: 3_654 })).rejects.toThrow(/too_long/)
  await make(tenantRetention, { what: 'api_logs', days: 1_826 })
  const { periods } = await call(operator, 'GET', '/api/crm/settings/retention')
  const ofLogs = periods.find(({ what }: { what: string }) => what === 'api_logs')
  expect(ofLogs).toEqual({ what: 'api_logs', days: 1_826, platformDays: 730, minDays: 365 })
})

test('a file that nobody attached stays as long as the system variable unclaimed_file says [variable unclaimed_file]', async () => {
  const isThere = async (id: string) =>
    (await owner.query('select from app.file where id = $1', [id])).rowCount === 1
  /** The cleaning, as so many days from now. */
  const clean = async (days: number) => {
    const now = () => new Date(Date.now() + days * dayMs)
    const { database, jobs } = testApi.test
    const context = { database, jobs, log: pino({ level: 'silent' }), now }
    const signal = new AbortController().signal
    for (const one of fileSchedules(testApi.providers)) await one.run({ ...context, signal })
  }
  const form = multipartForm([{ name: 'note.txt', bytes: sampleFiles.txt }])
  const upload = await testApi.app.inject({
    ...{ method: 'POST', url: '/api/fs/file', payload: form.payload },
    headers: { ...form.headers, authorization: `Bearer ${operator.token}` },
  })
  const { fileId } = upload.json()
  await setVariable('unclaimed_file', 9)
  await clean(8.9)
  expect(await isThere(fileId)).toBe(true)
  await setVariable('unclaimed_file', 2)
  await clean(2.1)
  expect(await isThere(fileId)).toBe(false)
})

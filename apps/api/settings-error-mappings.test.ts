import { hash, randomUUID } from 'node:crypto'
import { declineTexts } from '@counterfoil/features/payments/error-mappings/decline-texts.resource.ts'
import { errorMappings } from '@counterfoil/features/payments/error-mappings/error-mappings.resource.ts'
import { merchantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { expect, test } from 'vitest'
import { openSettingsFixture } from './testing/settings-fixture.ts'

// What acquirers' codes mean: for the payment, its payer, its merchant and the reports.
const { make, change, turn, pay, postV1, call, operator, testApi } = await openSettingsFixture()

const card = (number: string) => ({
  ...{ type: 'card', number, expiryMonth: 12, expiryYear: 2090, securityCode: '123' },
})
const notPermitted = '4000000000000432'
const needsAuthentication = '4000000000000440'
const stopped = '4000000000000457'
const alpha = 'sandbox_alpha'

const none = {
  ...{ payerTextEn: null, payerTextTr: null, merchantTextEn: null, merchantTextTr: null },
}
const mapping = (some: object) => ({ provider: alpha, ...none, ...some })

/** A payment on a hosted page, as its payer's browser takes it. */
async function payOnPage(number: string) {
  const link = { amount: 1250, currency: 'GBP', description: 'A book', usage: 'multiple' }
  const { url } = (await postV1('/payment-links', link)).body
  const path = `/api/pay/${new URL(url).pathname.split('/').pop()}`
  const key = randomUUID()
  const send = async (to: string, payload: object, idempotencyKey: string = randomUUID()) =>
    (
      await testApi.app.inject({
        ...{ method: 'POST', url: `${path}${to}`, payload },
        headers: { 'idempotency-key': idempotencyKey },
      })
    ).json()
  const { work } = (await testApi.app.inject({ url: path })).json()
  const { type: _, ...fields } = card(number)
  const { id } = await send('/card-tokens', fields)
  let found = 0
  while (
    BigInt(`0x${hash('sha256', `${work.challenge}.${key}.${found}`)}`) >> BigInt(256 - work.bits)
  ) {
    found += 1
  }
  const body = {
    method: { type: 'token', token: id },
    ...{ email: 'reader@example.com', work: { challenge: work.challenge, number: found } },
  }
  const made = await send('/payments', body, key)
  const again = async () =>
    (await testApi.app.inject({ url: `${path}/payments/${made.id}` })).json()
  return { made, again }
}

test('a code that nothing maps is offered for mapping, and is then read by a payer in Turkish [setting error-mappings] [setting decline-texts]', async () => {
  const unmapped = () => call(operator, 'GET', `/api${errorMappings.path}/unmapped-codes`)
  const first = await payOnPage(notPermitted)
  expect(first.made).toMatchObject({ outcome: 'refused', reason: 'other', refusal: null })
  expect(await pay({ method: card(notPermitted) })).toMatchObject({ declineCode: '57' })
  expect(await unmapped()).toMatchObject([
    { provider: alpha, rawCode: '57', count: 2, text: 'TRANSACTION NOT PERMITTED TO CARDHOLDER' },
  ])

  const row = await make(
    errorMappings,
    mapping({
      ...{ rawCode: '57', unifiedCode: 'not_permitted', retry: 'corrected' },
      ...{ payerTextEn: 'Your bank does not allow this.', payerTextTr: 'Bankanız izin vermiyor.' },
      ...{ merchantTextEn: 'Ask for another card.', merchantTextTr: 'Başka kart isteyin.' },
    }),
  )
  expect(await unmapped()).toEqual([])
  // the payer of the earlier payment reads it too, on opening that page again
  expect((await first.again()).refusal.tr).toBe('Bankanız izin vermiyor.')
  const second = await payOnPage(notPermitted)
  expect(second.made.refusal).toEqual({
    ...{ en: 'Your bank does not allow this.', tr: 'Bankanız izin vermiyor.' },
  })
  const declined = await pay({ method: card(notPermitted) })
  expect(declined).toMatchObject({
    ...{ status: 'declined', declineCode: 'not_permitted' },
    declineReason: 'The card may not be used for this payment',
    declineAdvice: { retry: 'corrected', merchant: { tr: 'Başka kart isteyin.' } },
  })
  // the attempt keeps what the acquirer said
  const attempts = await call(operator, 'GET', `/api/crm/transactions/${declined.id}/cascading`)
  expect(attempts).toMatchObject([{ declineCode: '57', isSoftDecline: false }])
  const report = await call(
    operator,
    'GET',
    '/api/reporting/crm/reports/decline-reasons-statistics?mode=Test',
  )
  expect(JSON.stringify(report)).toContain('The card may not be used for this payment')

  // the merchant's own text takes precedence on its pages
  const merchant = await testApi.actor('merchant')
  const own = await make(
    declineTexts,
    {
      ...{ merchantId: merchantIdOf('harbour'), unifiedCode: 'not_permitted' },
      ...{ payerTextEn: 'Use another card.', payerTextTr: 'Başka bir kart kullanın.' },
    },
    merchant,
  )
  expect((await second.again()).refusal.tr).toBe('Başka bir kart kullanın.')
  await turn(declineTexts, own.id, false, merchant)
  expect((await second.again()).refusal.tr).toBe('Bankanız izin vermiyor.')

  // what was decided stays; what comes next goes by the change, and the audit trail has what was before
  await change(errorMappings, row, { retry: 'never' })
  expect(await call(operator, 'GET', `/api/crm/transactions/${declined.id}/details`)).toMatchObject(
    {
      declineAdvice: { retry: 'corrected' },
    },
  )
  await turn(errorMappings, row.id, false)
  expect(await pay({ method: card(notPermitted) })).toMatchObject({ declineCode: '57' })
})

test('the mapping says whether another acquirer is tried, whatever the acquirer calls its decline', async () => {
  // soft at the acquirer: sent on, and declined there too
  const before = await pay({ method: card(stopped) })
  const attemptsOf = async ({ id }: { id: string }) =>
    (await call(operator, 'GET', `/api/crm/transactions/${id}/cascading`)).length
  expect(await attemptsOf(before)).toBe(2)
  const never = await make(
    errorMappings,
    mapping({ rawCode: 'R0', unifiedCode: 'payments_stopped', retry: 'never' }),
  )
  expect(await attemptsOf(await pay({ method: card(stopped) }))).toBe(1)
  // hard at the acquirer, and sent on because the mapping says so
  expect(await attemptsOf(await pay({ method: card(needsAuthentication) }))).toBe(1)
  await make(
    errorMappings,
    mapping({ rawCode: '1A', unifiedCode: 'authentication_required', retry: 'elsewhere' }),
  )
  expect(await attemptsOf(await pay({ method: card(needsAuthentication) }))).toBe(2)
  await turn(errorMappings, never.id, false)
})

test.each([
  [{ payerTextEn: 'Only English' }, 'payerTextTr', 'error_mapping.one_language'],
  [{ merchantTextTr: 'Yalnızca Türkçe' }, 'merchantTextEn', 'error_mapping.one_language'],
  [{ unifiedCode: 'because' }, 'unifiedCode', 'request.invalid'],
  [{ retry: 'perhaps' }, 'retry', 'request.invalid'],
  [{ provider: 'no_such' }, 'provider', 'resource.'],
])('%j is refused at its field, and nothing is mapped', async (wrong, path, code) => {
  const values = { rawCode: 'X1', unifiedCode: 'do_not_honour', retry: 'later', ...wrong }
  const refused = await make(errorMappings, mapping(values)).catch(String)
  expect(refused).toContain(`"path":"${path}"`)
  expect(refused).toContain(code)
  const { data } = await call(operator, 'GET', `/api${errorMappings.path}?searchKey=X1`)
  expect(data).toEqual([])
})

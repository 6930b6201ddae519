import { countries } from '@counterfoil/features/settings/lists/countries.resource.ts'
import {
  currencies,
  platformCurrencies,
} from '@counterfoil/features/settings/lists/currencies.resource.ts'
import { languages } from '@counterfoil/features/settings/lists/languages.resource.ts'
import { paymentMethods } from '@counterfoil/features/settings/lists/payment-methods.resource.ts'
import { serviceProviders } from '@counterfoil/features/settings/lists/service-providers.resource.ts'
import { expect, test } from 'vitest'
import { openSettingsGround } from './testing/settings-ground.ts'

// The lists of the platform, as a tenant switches them: what is off is offered to nobody and declined by the engine.
const { pay, turn, call, operator, platform, postV1 } = await openSettingsGround()

/** The lists of the user's context, by the field that carries each. */
async function offered(field: string, actor = operator): Promise<string[]> {
  const context = await call(actor, 'GET', '/api/users')
  return context[field].map(({ id }: { id: string }) => id)
}

const declined = (declineReason: string) => ({ status: 'declined', declineReason })

test.each([
  [currencies, 'GBP', 'activeCurrencies', 'Payments in GBP are switched off'],
  [countries, 'GB', 'activeCountries', 'Payments of customers from GB are switched off'],
  [paymentMethods, 'card', 'activePaymentMethods', 'Payments by card are switched off'],
] as const)(
  '$id: $1 off leaves the lists and new payments are declined',
  async (of, code, field, reason) => {
    const order = { customer: { email: 'reader@example.com', country: 'GB' }, capture: false }
    const running = await pay(order)
    expect(running.status).toBe('reserved')
    await turn(of, code, false)
    expect(await offered(field)).not.toContain(code)
    expect(await pay(order)).toMatchObject(declined(reason))
    // what runs finishes
    const captured = await postV1(`/payments/${running.id}/captures`, {})
    expect([captured.status, captured.body.status]).toEqual([201, 'captured'])
    // another tenant has its own
    expect((await pay({ merchant: 'galata', currency: 'TRY' })).status).toBe('captured')
    await turn(of, code, true)
    expect(await offered(field)).toContain(code)
    expect((await pay(order)).status).toBe('reserved')
  },
)

test('a provider that is off gets no new payment: the next one does, and without any it is refused', async () => {
  await turn(serviceProviders, 'sandbox_alpha', false)
  expect(await offered('activeServiceProviders')).toEqual(['sandbox_beta'])
  const names = (await call(
    operator,
    'GET',
    '/api/crm/merchants/lookup/active-service-providers',
  )) as {
    id: string
  }[]
  expect(names.map(({ id }) => id)).toEqual(['sandbox_beta'])
  const next = await pay()
  expect(next.status).toBe('captured')
  const details = await call(operator, 'GET', `/api/crm/transactions/${next.id}`)
  expect(details.provider).toBe('sandbox_beta')
  await turn(serviceProviders, 'sandbox_beta', false)
  expect(await pay()).toMatchObject({
    status: 'failed',
    declineReason: 'No acquirer account takes this payment',
  })
  await turn(serviceProviders, 'sandbox_alpha', true)
  await turn(serviceProviders, 'sandbox_beta', true)
  expect((await pay()).status).toBe('captured')
})

test('a language that is off is offered to nobody of the tenant', async () => {
  await turn(languages, 'tr', false)
  expect(await offered('activeLanguages')).toEqual(['en'])
  expect(await offered('activeLanguages', platform)).toContain('tr')
  await turn(languages, 'tr', true)
})

test('what the platform switched off is off for every tenant, and no tenant can switch it on', async () => {
  await turn(platformCurrencies, 'GBP', false, platform)
  expect(await pay()).toMatchObject(declined('Payments in GBP are switched off'))
  await expect(turn(currencies, 'GBP', true)).rejects.toThrow('switched off for the whole platform')
  await turn(platformCurrencies, 'GBP', true, platform)
  expect((await pay()).status).toBe('captured')
})

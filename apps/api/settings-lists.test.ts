import { countries } from '@counterfoil/features/settings/lists/countries.resource.ts'
import {
  currencies,
  platformCurrencies,
} from '@counterfoil/features/settings/lists/currencies.resource.ts'
import { documentTypes } from '@counterfoil/features/settings/lists/document-types.resource.ts'
import { industryTypes } from '@counterfoil/features/settings/lists/industry-types.resource.ts'
import { languages } from '@counterfoil/features/settings/lists/languages.resource.ts'
import { leadStatuses } from '@counterfoil/features/settings/lists/lead-statuses.resource.ts'
import { paymentMethods } from '@counterfoil/features/settings/lists/payment-methods.resource.ts'
import { serviceProviders } from '@counterfoil/features/settings/lists/service-providers.resource.ts'
import { activitySets } from '@counterfoil/features/settings/pipelines/activity-sets.resource.ts'
import { pipelines } from '@counterfoil/features/settings/pipelines/pipelines.resource.ts'
import { setActivities } from '@counterfoil/features/settings/pipelines/set-activities.resource.ts'
import { pipelineStages } from '@counterfoil/features/settings/pipelines/stages.resource.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import { scanResources } from '@counterfoil/kit/server/scan.ts'
import { describe, expect, test } from 'vitest'
import { openSettingsFixture } from './testing/settings-fixture.ts'

// The lists of the platform, as a tenant switches them: what is off is offered to nobody and declined by the engine.
const { testApi, pay, make, change, turn, call, operator, platform, postV1 } =
  await openSettingsFixture()

/** The lists of the user's context, by the field that carries each. */
async function offered(field: string, actor = operator): Promise<string[]> {
  const context = await call(actor, 'GET', '/api/users')
  return context[field].map(({ id }: { id: string }) => id)
}

const declined = (declineReason: string) => ({ status: 'declined', declineReason })

test.each([
  [
    currencies,
    'GBP',
    'activeCurrencies',
    'Payments in GBP are switched off',
    '[setting currencies]',
  ],
  [
    countries,
    'GB',
    'activeCountries',
    'Payments of customers from GB are switched off',
    '[setting countries]',
  ],
  [
    paymentMethods,
    'card',
    'activePaymentMethods',
    'Payments by card are switched off',
    '[setting payment-methods]',
  ],
] as const)(
  '$id: $1 off leaves the lists and new payments are declined $4',
  async (of, code, field, reason, _tag) => {
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

test.each(['alman', 'germ'])('a country is found in both languages: %s', async (searchKey) => {
  const path = '/api/crm/settings/antifraud/antifraud/options/countries'
  expect(await call(operator, 'GET', `${path}?searchKey=${searchKey}`)).toEqual([
    { id: 'DE', name: 'Germany (DE)', nameTr: 'Almanya (DE)' },
  ])
  const listed = await call(operator, 'GET', `/api${countries.path}?searchKey=${searchKey}`)
  expect(listed.data).toMatchObject([{ id: 'DE', nameTr: 'Almanya' }])
})

test('countries stand in the order of their names in the reader’s language', async () => {
  const path = '/api/crm/settings/antifraud/antifraud/options/countries?searchKey=uni'
  const inOrder = async () => {
    const found = (await call(operator, 'GET', path)) as { id: string }[]
    return found.map(({ id }) => id).filter((id) => ['AE', 'GB', 'US'].includes(id))
  }
  expect(await inOrder()).toEqual(['AE', 'GB', 'US'])
  const { owner } = testApi.test
  await owner.query(`update app_user set locale = 'tr' where id = $1`, [operator.subject])
  // ABD, Birleşik Arap Emirlikleri, Birleşik Krallık
  await expect.poll(inOrder, { timeout: 20_000 }).toEqual(['US', 'AE', 'GB'])
})

test('a provider that is off gets no new payment: the next one does, and without any it is refused [setting service-providers]', async () => {
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

test('what the platform switched off is off for every tenant, and no tenant can switch it on [setting platform-currencies]', async () => {
  await turn(platformCurrencies, 'GBP', false, platform)
  expect(await pay()).toMatchObject(declined('Payments in GBP are switched off'))
  await expect(turn(currencies, 'GBP', true)).rejects.toThrow('switched off for the whole platform')
  await turn(platformCurrencies, 'GBP', true, platform)
  expect((await pay()).status).toBe('captured')
})

const switched = [
  currencies,
  countries,
  paymentMethods,
  serviceProviders,
  industryTypes,
  languages,
] as const

test('every list that tenants switch says what the platform’s own choice takes', async () => {
  const declared = (await scanResources()).filter(({ owner }) => owner === 'switch')
  expect(declared.map(({ id }) => id).toSorted()).toEqual(switched.map(({ id }) => id).toSorted())
  expect(declared.filter(({ forAll }) => !forAll?.startsWith('Platform.'))).toEqual([])
})

test.each(switched)(
  'platform staff who look after tenants’ $id do not switch them for everybody',
  async (of) => {
    const { data } = await call(platform, 'GET', `/api${of.path}?isActive=true`)
    const { id } = data[0]
    const staff = await testApi.actor('platform', [of.forAll ?? ''])
    await expect(turn(of, id, false, staff)).rejects.toThrow('resource.for_all')
    expect(await turn(of, id, false, platform)).toEqual({ changed: 1 })
    expect((await call(operator, 'GET', `/api${of.path}/${id}`)).isActive).toBe(false)
    // nor back on
    await expect(turn(of, id, true, staff)).rejects.toThrow('resource.for_all')
    expect(await turn(of, id, true, platform)).toEqual({ changed: 1 })
  },
)

describe('a pipeline', () => {
  const stageOf = (pipelineId: string, name: string, some: object = {}) =>
    make(pipelineStages, {
      pipelineId,
      name,
      nameTr: name,
      probability: 10,
      kind: null,
      colour: null,
      isDefault: false,
      activitySetId: null,
      leadStatusId: null,
      documentTypeIds: [],
      ...some,
    })
  const pipelineOf = (name: string) =>
    make(pipelines, { name, nameTr: name, isForOpportunities: true, isForProjects: false })
  const stagesOf = async (id: string): Promise<{ name: string; isDefault: boolean }[]> =>
    call(operator, 'GET', `/api/pipelines/${id}/stages`)
  const namesIn = async (id: string) => (await stagesOf(id)).map(({ name }) => name)

  test('has its stages in the order in which they were put, whole or not at all', async () => {
    const { id } = await pipelineOf('Sales')
    const made = [await stageOf(id, 'New'), await stageOf(id, 'Talks'), await stageOf(id, 'Won')]
    expect(await namesIn(id)).toEqual(['New', 'Talks', 'Won'])
    const [first, second, third] = made.map((one) => one.id)
    const order = (ids: unknown[]) => call(operator, 'PUT', '/api/pipelines/stages/order', { ids })
    expect(await order([third, first, second])).toEqual({ changed: 3 })
    expect(await namesIn(id)).toEqual(['Won', 'New', 'Talks'])
    const other = await stageOf((await pipelineOf('Boarding')).id, 'New')
    for (const wrong of [
      [first, second],
      [first, second, second],
      [first, second, third, other.id],
    ]) {
      await expect(order(wrong)).rejects.toThrow('resource.order_not_whole')
    }
    // the order is every merchant's: who sees some of them does not change it
    const limited = await testApi.actor('limited')
    await expect(
      call(limited, 'PUT', '/api/pipelines/stages/order', { ids: [first, second, third] }),
    ).rejects.toThrow('"status":403')
    expect(await namesIn(id)).toEqual(['Won', 'New', 'Talks'])
    await turn(pipelineStages, second ?? '', false)
    expect(await namesIn(id)).toEqual(['Won', 'New'])
  })

  test('knows what a stage means by the name that it was made with [colours.pipeline-last-stage]', async () => {
    const { id } = await pipelineOf('Leads')
    const testApi = await stageOf(id, 'Disqualified')
    expect(testApi).toMatchObject({ kind: 'lost', colour: 'negative' })
    const renamed = await change(pipelineStages, testApi, { name: 'Won', kind: null, colour: null })
    expect(renamed).toMatchObject({ name: 'Won', kind: 'lost', colour: 'negative' })
  })

  test('begins at one stage', async () => {
    const { id } = await pipelineOf('Projects')
    await stageOf(id, 'One', { isDefault: true })
    await stageOf(id, 'Two', { isDefault: true })
    expect((await stagesOf(id)).map(({ isDefault }) => isDefault)).toEqual([false, true])
  })

  test('keeps what its stages use from being deleted, and what it uses itself', async () => {
    const set = await make(activitySets, { name: 'First week', description: null })
    const status = await make(leadStatuses, { name: 'In talks', kind: 'open', sortOrder: 1 })
    const document = await make(documentTypes, {
      name: 'Extract of the register',
      purpose: 'company',
      isRequired: false,
    })
    const spare = await make(documentTypes, {
      name: 'Passport',
      purpose: 'identity',
      isRequired: false,
    })
    const activity = await make(setActivities, {
      activitySetId: set.id,
      name: 'Ask for a passport',
      kind: 'document',
      daysAfter: 2,
      roleId: null,
      documentTypeId: spare.id,
    })
    const { id } = await pipelineOf('With all')
    const testApi = await stageOf(id, 'Start', {
      activitySetId: set.id,
      leadStatusId: status.id,
      documentTypeIds: [document.id],
    })
    const remove = (of: Resource, key: string) => call(operator, 'DELETE', `/api${of.path}/${key}`)
    for (const [of, key, where] of [
      [activitySets, set.id, 'Stages of pipelines: 1'],
      [leadStatuses, status.id, 'Stages of pipelines: 1'],
      [documentTypes, document.id, 'Stages of pipelines: 1'],
      [documentTypes, spare.id, 'Activities: 1'],
    ] as const) {
      await expect(remove(of, key)).rejects.toThrow(where)
    }
    await remove(pipelines, id)
    await expect(call(operator, 'GET', `/api/pipelines/stages/${testApi.id}`)).rejects.toThrow(
      'not_found',
    )
    await remove(documentTypes, document.id)
    await remove(leadStatuses, status.id)
    await remove(activitySets, set.id)
    await expect(call(operator, 'GET', `/api${setActivities.path}/${activity.id}`)).rejects.toThrow(
      'not_found',
    )
  })
})

describe('names that nobody could tell apart', () => {
  const named = (name: string) => make(activitySets, { name, description: null })

  test.each([
    ['Follow-up', 'FOLLOW-UP'],
    ['İstanbul görüşmesi', 'istanbul görüşmesi'],
    ['IRMAK ziyareti', 'ırmak ziyareti'],
    ['Cafe\u0301', 'CAF\u00c9'],
  ])('%s is the same as %s', async (first, second) => {
    const made = await named(first)
    await expect(named(second)).rejects.toThrow('resource.duplicate')
    // its own name it may be called otherwise
    await change(activitySets, made, { name: second })
    await expect(named(first)).rejects.toThrow('resource.duplicate')
  })

  test('of joiners alone is none, and nothing else that is invisible is taken', async () => {
    await expect(named('\u200c\u200d')).rejects.toThrow('text.blank')
    await expect(named('Visa\u200b')).rejects.toThrow('request.invalid')
  })
})

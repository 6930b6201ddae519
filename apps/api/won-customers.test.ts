import { opportunities } from '@counterfoil/features/crm/items/items.resource.ts'
import { leads } from '@counterfoil/features/crm/leads/leads.resource.ts'
import { merchants } from '@counterfoil/features/crm/merchants/merchants.resource.ts'
import { documentTypes } from '@counterfoil/features/settings/lists/document-types.resource.ts'
import { pipelines } from '@counterfoil/features/settings/pipelines/pipelines.resource.ts'
import { pipelineStages } from '@counterfoil/features/settings/pipelines/stages.resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { merchantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { expect, test } from 'vitest'
import { openSettingsFixture } from './testing/settings-fixture.ts'

// What follows from an opportunity that is won, from a proposal that is sent, and from an agreement that is accepted.
const { make, call, operator, testApi } = await openSettingsFixture()

async function pipelineWith(
  name: string,
  names: readonly string[],
  documentTypeIds: string[] = [],
) {
  const { id } = await make(pipelines, {
    ...{ name, nameTr: name, isForOpportunities: true, isForProjects: false },
  })
  const stages: ResourceRow[] = []
  for (const stage of names) {
    const common = { pipelineId: id, name: stage, nameTr: stage, probability: 10, isDefault: false }
    stages.push(await make(pipelineStages, { ...common, documentTypeIds }))
  }
  return { id, stageId: (stage: string) => stages.find((one) => one.name === stage)?.id ?? '' }
}
const itemOf = (pipelineId: string, some: object = {}) =>
  make(opportunities, { name: 'Cards at the counter', pipelineId, description: '', ...some })
const read = (id: string): Promise<ResourceRow> =>
  call(operator, 'GET', `/api${opportunities.path}/${id}`)
const patch = (row: { id: string; version: number }, body: object) =>
  call(operator, 'PATCH', `/api/pipelines/${row.id}/patch`, { version: row.version, ...body })
const reached = async (id: string) =>
  (await call(operator, 'GET', `/api${opportunities.path}/${id}/reached-stages`)).reachedStageIds
const customer = (some: object = {}) => ({
  ...{ legalBusinessName: 'Won Ltd', merchantStatus: 'In boarding', merchantType: 'Shop' },
  ...{ processingStatus: 'SandboxEnabled', homeCurrency: 'GBP', country: 'GB' },
  ...{ description: '', notes: '', ...some },
})
const win = (row: ResourceRow, body: object, actor = operator) =>
  call(actor, 'POST', `/api${opportunities.path}/${row.id}/customer`, {
    ...{ version: row.version, ...body },
  })

test('one that is won makes its customer once, whoever presses at the same moment, and however often it is moved', async () => {
  const { id, stageId } = await pipelineWith('Winning', ['New', 'Talks', 'Won'])
  const lead = await make(leads, { company: 'Won Ltd', contactName: 'Ada', description: '' })
  const item = await itemOf(id, { leadId: lead.id })
  const twice = await Promise.allSettled([
    win(item, customer({ stageId: stageId('Won') })),
    win(item, customer({ legalBusinessName: 'Won Twice Ltd', stageId: stageId('Won') })),
  ])
  const made = twice.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(made).toHaveLength(1)
  const now = await read(item.id)
  expect(now).toMatchObject({ merchantId: made[0]?.id, stageId: stageId('Won') })
  expect(await reached(item.id)).toEqual([stageId('New'), stageId('Won')])

  const open = await patch(now, { isClosed: false })
  const again = await patch(open, { stateName: 'Won' })
  await expect(
    win({ ...now, ...again }, customer({ legalBusinessName: 'Third Ltd' })),
  ).rejects.toThrow('pipeline.customer_exists')
  const { data } = await call(operator, 'GET', `/api${merchants.path}?searchKey=Won`)
  expect(
    data.filter(({ legalBusinessName }: ResourceRow) => /Won/.test(String(legalBusinessName))),
  ).toHaveLength(1)
  // the customer leads back
  const back = await call(operator, 'GET', `/api${opportunities.path}?merchantId=${made[0]?.id}`)
  expect(back.data.map((one: ResourceRow) => one.id)).toEqual([item.id])
})

test('what is refused leaves neither a customer nor a move', async () => {
  const { id, stageId } = await pipelineWith('Refusing', ['New', 'Won'])
  const item = await itemOf(id)
  const existing = await call(operator, 'GET', `/api${merchants.path}/${merchantIdOf('harbour')}`)
  const taken = customer({ legalBusinessName: existing.legalBusinessName })
  await expect(win(item, { ...taken, stageId: stageId('Won') })).rejects.toThrow('duplicate')
  const fresh = customer({ legalBusinessName: 'Never Ltd' })
  await expect(win({ ...item, version: 7 }, fresh)).rejects.toThrow('resource.stale')
  const others = testApi
    .permissionsOf('operator')
    .filter((one) => one !== merchants.permission.edit)
  await expect(win(item, fresh, await testApi.actor('operator', others))).rejects.toThrow('403')
  expect(await read(item.id)).toMatchObject({ merchantId: null, stageId: stageId('New') })
  const { count } = await call(operator, 'GET', `/api${merchants.path}?searchKey=Never`)
  expect(count).toBe(0)
  // before it is won too, so that something can be proposed to it
  const { id: merchantId } = await win(item, fresh)
  expect(await read(item.id)).toMatchObject({ merchantId, stageId: stageId('New') })
})

/** Sends Harbour a proposal or an agreement. */
async function offerTo(kind: 'proposals' | 'agreements', goesBackTo: object) {
  const input = { merchantId: merchantIdOf('harbour'), language: 'en', templateId: null }
  const draft = await call(operator, 'POST', `/api/${kind}`, { ...input, ...goesBackTo })
  const terms = { subject: 'Cards', body: '<p>Dear Harbour</p>', currency: 'GBP', entries: [] }
  const fees = {
    ...{ boardingFee: 0, accountConfigurationFee: 0, bankAccountSetupFee: 0 },
    ...{ monthlyMinimumFee: 0, gatewayMonthlyAccess: 0, expiresAt: null },
  }
  const { revision } = await call(operator, 'PUT', `/api/${kind}/${draft.id}`, {
    ...{ ...terms, ...fees, revision: draft.revision },
  })
  return call(operator, 'POST', `/api/${kind}/${draft.id}/send`, { revision })
}

test('sending a proposal moves its opportunity on, and never back', async () => {
  const merchantId = merchantIdOf('harbour')
  const { id, stageId } = await pipelineWith('Proposing', ['New', 'Talks', 'Proposal sent', 'Won'])
  const item = await itemOf(id, { merchantId })
  const propose = (opportunityId: string) => offerTo('proposals', { opportunityId })
  expect(await propose(item.id)).toMatchObject({ opportunityId: item.id })
  expect(await read(item.id)).toMatchObject({ stageId: stageId('Proposal sent') })
  expect(await reached(item.id)).toEqual([stageId('New'), stageId('Proposal sent')])
  await patch(await read(item.id), { stateName: 'Won' })
  await propose(item.id)
  expect(await read(item.id)).toMatchObject({ stageId: stageId('Won') })
  const other = await itemOf(id, { merchantId: merchantIdOf('quayside') })
  await expect(propose(other.id)).rejects.toThrow('not_found')
  const asked = await make(documentTypes, {
    ...{ name: 'Deed', purpose: 'company', isRequired: false },
  })
  const asking = await pipelineWith('Asking', ['New', 'Proposal sent', 'Won'], [asked.id])
  const held = await itemOf(asking.id, { merchantId })
  await expect(propose(held.id)).rejects.toThrow(
    'Before the proposal can be sent, these documents must be there: Deed',
  )
})

test('the agreement that the merchant accepts moves the opportunity of its proposal on, and is accepted whatever that lacks', async () => {
  const merchantId = merchantIdOf('harbour')
  const names = ['New', 'Proposal sent', 'Agreement', 'Won']
  const merchant = await testApi.actor('merchant')
  const accept = (kind: 'proposals' | 'agreements', id: string) =>
    call(merchant, 'PUT', `/api/${kind}/${id}/respond`, { response: 'Accepted' })
  const sign = async (opportunityId: string) => {
    const proposal = await offerTo('proposals', { opportunityId })
    await accept('proposals', proposal.id)
    const agreement = await offerTo('agreements', { proposalId: proposal.id })
    return accept('agreements', agreement.id)
  }
  const { id, stageId } = await pipelineWith('Signing', names)
  const item = await itemOf(id, { merchantId })
  expect((await sign(item.id)).status).toBe('Accepted')
  const won = await read(item.id)
  expect(won.stageId).toBe(stageId('Won'))
  const { data } = await call(operator, 'GET', `/api${opportunities.path}/${item.id}/events`)
  expect(data[0]).toMatchObject({ kind: 'stage', after: ['Won', 'Won'] })
  const asked = await make(documentTypes, {
    ...{ name: 'Articles', purpose: 'company', isRequired: false },
  })
  const asking = await pipelineWith('Signing with papers', ['New', 'Won'], [asked.id])
  const held = await itemOf(asking.id, { merchantId })
  expect((await sign(held.id)).status).toBe('Accepted')
  expect(await read(held.id)).toMatchObject({ stageId: asking.stageId('New') })
})

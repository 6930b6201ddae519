import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { LanguageProvider } from '@counterfoil/kit/web/texts/i18n.tsx'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Board } from './board.tsx'
import { BoardPage } from './board-page.tsx'
import { opportunityKind } from './item-kinds.tsx'

const idOf = (last: number) => `0191f3a4-0000-7000-8000-${String(last).padStart(12, '0')}`

const stages = ['New', 'Qualified', 'Proposal sent'].map((name, place) => ({
  ...{ id: idOf(place + 1), name, nameTr: name, kind: 'open' as const, colour: 'grey' },
  ...{
    probability: 50,
    isDefault: place === 0,
    isActive: true,
    documentTypeIds: [],
    reachedBy: null,
  },
}))
const pipeline = {
  ...{ id: idOf(10), name: 'New merchants', nameTr: 'Yeni', stages },
  ...{ isForOpportunities: true, isForProjects: false, isActive: true },
}
const card = {
  ...{ id: idOf(20), version: 4, name: 'Copper Kettle', party: null, currency: null },
  ...{ amountMinor: null, expectedClose: null, ownerName: null, merchantId: null },
  reachedStageIds: [idOf(1)],
}
const columns = stages.map(({ id }, place) => ({
  ...{ stageId: id, count: 0, sums: [], cards: place === 0 ? [card] : [] },
}))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const standsAt = (name: string) =>
  within(screen.getByRole('region', { name })).queryByText('Copper Kettle') !== null

/** Opens the page of the board, which reads its cards itself. */
async function openPage() {
  renderInPortal(
    <BoardPage kind={opportunityKind} />,
    { permissions: ['CRM.Opportunity.Edit'] },
    `/start?pipelineId=${pipeline.id}`,
  )
  await screen.findByText('Copper Kettle')
}

/** Shows the board; each of its calls is answered once `answer` is called, with the next version or a refusal. */
function show(permissions: readonly string[] = ['CRM.Opportunity.Edit']) {
  const waiting: ((isTaken: boolean) => void)[] = []
  let version = card.version
  const asked = answerFetch(
    ({ body }) =>
      new Promise((resolve) => {
        waiting.push((isTaken) => {
          const { currentPipelineStageNumber } = Object(body)
          const stands = { currentPipelineStageNumber, isClosed: false, stateName: '' }
          version += 1
          resolve(
            isTaken
              ? { id: card.id, version, pipelineId: pipeline.id, ...stands }
              : Response.json({ title: 'Stale', status: 409, errors: [] }, { status: 409 }),
          )
        })
      }),
  )
  renderInPortal(<Board kind={opportunityKind} board={{ pipeline, columns }} />, { permissions })
  return {
    bodies: () => asked.map(({ body }) => body),
    answer: async (isTaken: boolean) => {
      await waitFor(() => expect(waiting).toHaveLength(1))
      await act(async () => waiting.shift()?.(isTaken))
    },
  }
}

test.each([
  ['en', /· 50%$/],
  ['tr', /· %50$/],
])('in %s a stage says its probability as the language writes it', (language, end) => {
  localStorage.setItem('Language', language)
  renderInPortal(
    <LanguageProvider>
      <Board kind={opportunityKind} board={{ pipeline, columns }} />
    </LanguageProvider>,
  )
  expect(screen.getAllByText(end)).toHaveLength(3)
})

test('a card that is moved on before the server has answered goes there with the version of the answer', async () => {
  const { bodies, answer } = show()
  press('Move Copper Kettle on to Qualified')
  press('Move Copper Kettle on to Proposal sent')
  expect(standsAt('Proposal sent')).toBe(true)
  await answer(true)
  await answer(true)
  expect(bodies()).toEqual([
    { version: 4, currentPipelineStageNumber: 2, stateName: 'Qualified', isClosed: false },
    { version: 5, currentPipelineStageNumber: 3, stateName: 'Proposal sent', isClosed: false },
  ])
})

test('a card whose new stage is read before its move ends stands there once', async () => {
  answerFetch(() => new Promise(() => {}))
  const at = (place: number) =>
    columns.map((column, each) => ({ ...column, cards: each === place ? [card] : [] }))
  let reread = () => {}
  function Rereading() {
    const [place, setPlace] = useState(0)
    reread = () => setPlace(1)
    return <Board kind={opportunityKind} board={{ pipeline, columns: at(place) }} />
  }
  renderInPortal(<Rereading />, { permissions: ['CRM.Opportunity.Edit'] })
  press('Move Copper Kettle on to Qualified')
  act(() => reread())
  expect(standsAt('Qualified')).toBe(true)
  expect(screen.getAllByText('Copper Kettle')).toHaveLength(1)
})

test('what is refused goes back, and what was to follow with it', async () => {
  const { bodies, answer } = show()
  press('Move Copper Kettle on to Qualified')
  press('Move Copper Kettle on to Proposal sent')
  await answer(false)
  await waitFor(() => expect(standsAt('New')).toBe(true))
  expect(bodies()).toHaveLength(1)
})

test('where a stage was changed meanwhile the card stays, the board is read again and says why', async () => {
  // Qualified was switched off by another, so that number 2 is the next stage there
  let isOff = false
  const asked = answerFetch(({ method, body }) => {
    if (method === 'GET') {
      const now = stages.map((one, place) => (place === 1 ? { ...one, isActive: !isOff } : one))
      const left = columns.filter(({ stageId }) => !isOff || stageId !== stages[1]?.id)
      return { pipeline: { ...pipeline, stages: now }, columns: left }
    }
    isOff = true
    const { stateName } = body as { stateName?: string }
    if (stateName !== 'Qualified') return { id: card.id, version: 5, stateName: 'Proposal sent' }
    const refusal = { code: 'pipeline.unknown_stage', errors: [{ message: 'No such stage' }] }
    return Response.json(refusal, { status: 422 })
  })
  await openPage()
  press('Move Copper Kettle on to Qualified')
  expect(await screen.findByText(/have been changed meanwhile, so nothing was moved/)).toBeTruthy()
  await screen.findByRole('button', { name: 'Move Copper Kettle on to Proposal sent' })
  expect(screen.queryByRole('region', { name: 'Qualified' })).toBeNull()
  expect(standsAt('New')).toBe(true)
  expect(asked.filter(({ method }) => method === 'PATCH')).toHaveLength(1)
})

test('a card that somebody else has moved meanwhile is read again, and it is said in words of the board', async () => {
  let isMoved = false
  answerFetch(({ method }) => {
    if (method === 'GET') {
      const now = columns.map((one, place) =>
        isMoved ? { ...one, cards: place === 2 ? [card] : [] } : one,
      )
      return { pipeline, columns: now }
    }
    isMoved = true
    const errors = [{ message: 'Compare both versions.' }]
    return Response.json({ code: 'resource.stale', errors }, { status: 409 })
  })
  await openPage()
  press('Move Copper Kettle on to Qualified')
  expect(await screen.findByText(/has changed this meanwhile, so nothing was moved/)).toBeTruthy()
  await waitFor(() => expect(standsAt('Proposal sent')).toBe(true))
})

test('the choice of pipelines has their names in the language of the page', async () => {
  localStorage.setItem('Language', 'tr')
  const { id, name, nameTr } = pipeline
  answerFetch(({ path }) =>
    path.includes('options') ? [{ id, name, nameTr }] : { pipeline, columns },
  )
  renderInPortal(
    <LanguageProvider>
      <BoardPage kind={opportunityKind} />
    </LanguageProvider>,
    { permissions: ['CRM.Opportunity.View'] },
  )
  expect((await screen.findByRole('option')).textContent).toBe('Yeni')
})

test('a card says which stages it skipped', () => {
  const last = stages[2]?.id
  const skipping = columns.map((column) => ({
    ...column,
    cards: column.stageId === last ? [card] : [],
  }))
  renderInPortal(<Board kind={opportunityKind} board={{ pipeline, columns: skipping }} />, {
    permissions: [],
  })
  expect(screen.getByText('Skipped: Qualified')).toBeTruthy()
})

test('a card that is won waits for its customer, which is filled in with what is known', async () => {
  const won = { ...stages[0], id: idOf(4), name: 'Won', nameTr: 'Won', kind: 'won' as const }
  const winning = { ...pipeline, stages: [...stages, won] as typeof stages }
  const ending = [...columns, { stageId: won.id, count: 0, sums: [], cards: [] }]
  const lead = { company: 'Copper Kettle Ltd', contactName: 'Owen', country: 'GB', phone: null }
  const row = { id: card.id, version: 5, name: 'Copper Kettle', currency: 'GBP', tenantId: idOf(9) }
  const asked = answerFetch(({ method, path }) => {
    if (method === 'POST') return { id: idOf(30), names: {} }
    if (path.includes('/options/')) return []
    return path.includes('/leads/')
      ? { ...lead, names: {} }
      : { ...row, leadId: idOf(8), names: {} }
  })
  renderInPortal(<Board kind={opportunityKind} board={{ pipeline: winning, columns: ending }} />, {
    permissions: ['CRM.Opportunity.Edit', 'CRM.Organization.Edit', 'CRM.Lead.View'],
  })
  for (const name of ['Qualified', 'Proposal sent']) {
    // moved back and forth without the end asks nothing
    expect(screen.queryByText(/Check the details/)).toBeNull()
    press(`Move Copper Kettle on to ${name}`)
  }
  press('Move Copper Kettle on to Won')
  const name = await screen.findByLabelText<HTMLInputElement>(/Legal name/)
  expect(name.value).toBe('Copper Kettle Ltd')
  expect(standsAt('Won')).toBe(false)
  fireEvent.change(screen.getByLabelText(/Kind of business/), { target: { value: 'Tours' } })
  const create = screen.getByRole('button', { name: 'Create customer and close as Won' })
  fireEvent.click(create)
  fireEvent.click(create)
  await waitFor(() => expect(screen.queryByText(/Check the details/)).toBeNull())
  const made = asked.filter(({ method }) => method === 'POST')
  expect(made.map(({ body }) => body)).toEqual([
    expect.objectContaining({
      ...{ legalBusinessName: 'Copper Kettle Ltd', contactName: 'Owen', homeCurrency: 'GBP' },
      ...{ version: 5, stageId: won.id },
    }),
  ])
})

test('who may only look at opportunities has nothing to move them by', () => {
  show(['CRM.Opportunity.View'])
  expect(standsAt('New')).toBe(true)
  expect(screen.queryByRole('button', { name: /^Move / })).toBeNull()
})

import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Board } from './board.tsx'
import { opportunities } from './items.resource.ts'

const idOf = (last: number) => `0191f3a4-0000-7000-8000-${String(last).padStart(12, '0')}`

const stages = ['New', 'Qualified', 'Proposal sent'].map((name, place) => ({
  ...{ id: idOf(place + 1), name, nameTr: name, kind: 'open' as const, colour: 'grey' },
  ...{ probability: 50, isDefault: place === 0, isActive: true, documentTypeIds: [] },
}))
const pipeline = {
  ...{ id: idOf(10), name: 'New merchants', nameTr: 'Yeni', stages },
  ...{ isForOpportunities: true, isForProjects: false, isActive: true },
}
const card = {
  ...{ id: idOf(20), version: 4, name: 'Copper Kettle', party: null, currency: null },
  ...{ amountMinor: null, expectedClose: null, ownerName: null },
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
  renderInPortal(<Board of={opportunities} board={{ pipeline, columns }} />, { permissions })
  return {
    bodies: () => asked.map(({ body }) => body),
    answer: async (isTaken: boolean) => {
      await waitFor(() => expect(waiting).toHaveLength(1))
      await act(async () => waiting.shift()?.(isTaken))
    },
  }
}

test('a card that is moved on before the server has answered goes there with the version of the answer', async () => {
  const { bodies, answer } = show()
  press('Move Copper Kettle on to Qualified')
  press('Move Copper Kettle on to Proposal sent')
  expect(standsAt('Proposal sent')).toBe(true)
  await answer(true)
  await answer(true)
  expect(bodies()).toEqual([
    { version: 4, currentPipelineStageNumber: 2 },
    { version: 5, currentPipelineStageNumber: 3 },
  ])
})

test('what is refused goes back, and what was to follow with it', async () => {
  const { bodies, answer } = show()
  press('Move Copper Kettle on to Qualified')
  press('Move Copper Kettle on to Proposal sent')
  await answer(false)
  await waitFor(() => expect(standsAt('New')).toBe(true))
  expect(bodies()).toHaveLength(1)
})

test('who may only look at opportunities has nothing to move them by', () => {
  show(['CRM.Opportunity.View'])
  expect(standsAt('New')).toBe(true)
  expect(screen.queryByRole('button', { name: /^Move / })).toBeNull()
})

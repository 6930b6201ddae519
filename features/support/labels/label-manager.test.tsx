import { type Asked, answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { pass, renderInPortal, snackbars, until } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import LabelManager from './label-manager.tsx'
import LabelPicker from './label-picker.tsx'
import type { SupportLabel } from './labels.contract.ts'

installPopovers()

let labels: SupportLabel[] = []
let asked: Asked[] = []
let isFailing = false

function label(value: string, isDefault = false): SupportLabel {
  return { labelId: `id-${value}`, value, description: '', color: '#DC143C', isDefault }
}

function answer({ method, path, body }: Asked): unknown {
  if (method === 'GET') return labels
  if (isFailing) return Response.json({ errors: [{ message: 'No' }] }, { status: 500 })
  if (path.endsWith('/rearrange')) {
    const { newLabelIdsList } = body as { newLabelIdsList: string[] }
    labels = newLabelIdsList.flatMap((id) => labels.find(({ labelId }) => labelId === id) ?? [])
    return labels
  }
  if (method === 'DELETE') {
    labels = labels.filter(({ labelId }) => !path.endsWith(labelId))
    return new Response(null, { status: 204 })
  }
  if (path.includes('/set-support-label')) return new Response(null, { status: 204 })
  const made = { ...label('x'), ...(body as object) }
  if (method === 'POST') labels = [...labels, made]
  return made
}

async function show(children: ReactNode) {
  renderInPortal(children)
  await pass(0)
}

async function press(name: string | RegExp) {
  fireEvent.click(screen.getByRole('button', { name, hidden: true }))
  await pass(0)
}
async function type(name: RegExp, value: string) {
  const field = screen.getByLabelText(name)
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
  await pass(0)
}
const sent = () => asked.filter(({ method }) => method !== 'GET')
const names = () =>
  [...screen.getByRole('list', { name: 'Labels' }).querySelectorAll('li')].map((entry) =>
    within(entry).getAllByRole('button')[0]?.getAttribute('aria-label'),
  )

beforeEach(() => {
  vi.useFakeTimers()
  labels = [label('Pending', true), label('Urgent'), label('Bank')]
  isFailing = false
  asked = answerFetch(answer)
})

afterEach(async () => {
  await pass(7000)
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the labels manager', () => {
  test('an operator limited to some merchants changes labels and deletes none', async () => {
    renderInPortal(<LabelManager onClose={() => {}} />, {
      audience: 'tenant',
      isLimitedToMerchants: true,
    })
    await pass(0)
    expect(screen.getByRole('button', { name: 'Edit Urgent', hidden: true })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Delete Urgent', hidden: true })).toBeNull()
  })

  test("is titled 'Add Label', and says what it made [labels.dialog.title] [labels.msg.created]", async () => {
    await show(<LabelManager onClose={() => {}} />)
    expect(screen.getByRole('dialog', { name: 'Add Label' })).toBeDefined()
    await type(/^Name/, 'Waiting 2')
    await press('Add')
    await until(() => expect(snackbars()).toContain('Label created'))
    expect(sent()[0]?.body).toEqual({ value: 'Waiting 2', description: '', color: '#6495ED' })
  })

  test.each(['', '   ', 'To-do', 'a/b', 'done', 'PENDING', 'In Progress'])(
    '%j is no name: the message says so, and nothing is sent [labels.name.rule] [labels.name.message]',
    async (name) => {
      await show(<LabelManager onClose={() => {}} />)
      await type(/^Name/, name)
      await press('Add')
      expect(screen.getByText('This field is required and must be alphanumeric.')).toBeDefined()
      expect(sent()).toEqual([])
    },
  )

  test('a colour is required, a description is not [labels.other-fields]', async () => {
    await show(<LabelManager onClose={() => {}} />)
    await type(/^Name/, 'Urgent 2')
    await type(/^Colour/, '')
    await press('Add')
    expect([screen.getByLabelText(/^Colour/).getAttribute('aria-invalid'), sent()]).toEqual([
      'true',
      [],
    ])
    await type(/^Colour/, '#112233')
    await press('Add')
    expect(sent()[0]?.body).toMatchObject({ value: 'Urgent 2', description: '', color: '#112233' })
  })

  test('a failure is logged, and no snackbar tells it; the form shows that it did not save [labels.failures]', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    isFailing = true
    await show(<LabelManager onClose={() => {}} />)
    await type(/^Name/, 'Waiting')
    await press('Add')
    await until(() => expect(screen.getByText('Not saved. Try again.')).toBeDefined())
    expect([snackbars(), screen.queryByRole('alert')]).toEqual([[], null])
    expect(logged).toHaveBeenCalled()
  })

  test('deletes after asking, and says so for 2 s [labels.msg.deleted] [snackbar.label-deleted]', async () => {
    await show(<LabelManager onClose={() => {}} />)
    await press('Delete Urgent')
    await press('Delete')
    await until(() => expect(snackbars()).toEqual(['Label deleted successfully']))
    await pass(1900)
    expect(snackbars()).toHaveLength(1)
    await pass(100)
    expect(snackbars()).toEqual([])
    expect(names()).toEqual(['Move Pending', 'Move Bank'])
  })

  test('a default label is neither changed nor deleted', async () => {
    await show(<LabelManager onClose={() => {}} />)
    expect(screen.queryByRole('button', { name: 'Edit Pending' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Delete Pending' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Edit Urgent' })).toBeDefined()
  })

  test('puts the list into another order, at once and on the server [labels.reorder]', async () => {
    await show(<LabelManager onClose={() => {}} />)
    await press('Move Bank up')
    expect(names()).toEqual(['Move Pending', 'Move Bank', 'Move Urgent'])
    expect(sent()[0]).toMatchObject({
      path: '/api/support/labels/rearrange',
      body: { newLabelIdsList: ['id-Pending', 'id-Bank', 'id-Urgent'] },
    })
  })

  test('an order that was refused goes back', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    isFailing = true
    await show(<LabelManager onClose={() => {}} />)
    await press('Move Bank up')
    await until(() => expect(names()).toEqual(['Move Pending', 'Move Urgent', 'Move Bank']))
  })
})

describe('the label of a ticket', () => {
  const ticket = { ticketId: 't', organisationId: 'o', label: null, name: 'T-1' }
  const choose = async (name: string) => {
    fireEvent.click(screen.getByRole('button', { name: /^Label of T-1/, hidden: true }))
    await pass(0)
    fireEvent.click(screen.getByRole('menuitemradio', { name, hidden: true }))
    await pass(0)
  }

  test('is given by choosing it [labels.assign]', async () => {
    await show(<LabelPicker ticket={ticket} />)
    await choose('Urgent')
    expect(sent()[0]).toMatchObject({
      method: 'POST',
      path: '/api/support/ticket/o/t/set-support-label/id-Urgent',
    })
  })

  test('is taken away again', async () => {
    await show(<LabelPicker ticket={{ ...ticket, label: label('Urgent') }} />)
    await choose('No label')
    expect(sent()[0]).toMatchObject({
      method: 'DELETE',
      path: '/api/support/ticket/o/t/set-support-label',
    })
  })
})

import type { SavedFilter } from '@counterfoil/features/payments/saved-filters/saved-filters.contract.ts'
import { type Asked, answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { pass, renderInPortal, snackbars, until } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SavedFiltersMenu } from './saved-filters-menu.tsx'

installPopovers()
const view = { filters: { status: 'captured' }, sort: '-created', columns: ['created'] }

/** The user's filters as the server has them. */
let stored: SavedFilter[] = []
/** Methods that fail. */
let failing: string[] = []
let asked: Asked[] = []
let opened: unknown[] = []

function kept(number: number, name: string): SavedFilter {
  const id = `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
  const at = '2026-11-20T12:00:00.000Z'
  return {
    id,
    externalId: id,
    name,
    ...view,
    isShared: false,
    isOwn: true,
    createdAt: at,
    updatedAt: at,
  }
}

function answer({ method, path, body }: Asked): unknown {
  if (failing.includes(method)) {
    return Response.json({ errors: [{ message: 'No' }] }, { status: 500 })
  }
  const id = path.slice(-36)
  if (method === 'GET') return { data: stored, count: stored.length }
  if (method === 'DELETE') {
    stored = stored.filter((one) => one.id !== id)
    return new Response(null, { status: 204 })
  }
  if (method === 'PUT') {
    stored = stored.map((one) => (one.id === id ? { ...one, ...(body as object) } : one))
    return stored.find((one) => one.id === id)
  }
  const filter = kept(9, (body as SavedFilter).name)
  stored = [...stored, filter]
  return filter
}

const lists = () => asked.filter(({ method }) => method === 'GET').length
const named = (name: string | RegExp) => screen.getByRole('button', { name, hidden: true })
const menu = () => named('Saved filters')

async function show() {
  renderInPortal(<SavedFiltersMenu view={view} onOpen={(one) => opened.push(one)} />)
  await pass(0)
  fireEvent.click(menu())
  await pass(0)
}

async function press(name: string | RegExp) {
  fireEvent.click(named(name))
  await pass(0)
}

async function save(name: string) {
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: name } })
  await press('Save as new')
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') })
  stored = [kept(1, 'Large'), kept(2, 'Small')]
  failing = []
  opened = []
  asked = answerFetch(answer)
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Said now, still there just before three seconds, and gone after them. */
async function expectSaid(text: string) {
  await until(() => expect(snackbars().join()).toContain(text))
  await pass(2_900)
  expect(snackbars().join()).toContain(text)
  await pass(600)
  expect(snackbars().join()).not.toContain(text)
}

describe('a saved filter', () => {
  test('is selected when it is made, and the list is read again [filters.after-create]', async () => {
    await show()
    const before = lists()
    await save('Mine')
    await until(() => expect(lists()).toBeGreaterThan(before))
    await until(() => expect(named('Mine').getAttribute('aria-pressed')).toBe('true'))
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ name: 'Mine', ...view })
  })

  test('stays selected when it is changed, and the list is read again [filters.after-update]', async () => {
    await show()
    await press('Small')
    expect(opened).toEqual([stored[1]])
    fireEvent.click(menu())
    await pass(0)
    const before = lists()
    await press('Update “Small”')
    await until(() => expect(lists()).toBeGreaterThan(before))
    expect(named('Small').getAttribute('aria-pressed')).toBe('true')
    expect(named('Large').getAttribute('aria-pressed')).toBe('false')
  })

  test('is no more selected when it is deleted, and the list is read again [filters.after-delete]', async () => {
    await show()
    await press('Small')
    fireEvent.click(menu())
    await pass(0)
    const before = lists()
    await press('Delete “Small”')
    await until(() => expect(lists()).toBeGreaterThan(before))
    await until(() =>
      expect(screen.queryByRole('button', { name: 'Small', hidden: true })).toBeNull(),
    )
    expect(screen.queryByRole('button', { name: /^Update/, hidden: true })).toBeNull()
  })
})

describe('for three seconds it is said', () => {
  test('that it was saved [filters.msg.saved]', async () => {
    await show()
    await save('Mine')
    await expectSaid('Filter saved successfully')
  })

  test('that it was changed [filters.msg.updated]', async () => {
    await show()
    await press('Large')
    fireEvent.click(menu())
    await pass(0)
    await press('Update “Large”')
    await expectSaid('Filter updated successfully')
  })

  test('that it was deleted [filters.msg.deleted]', async () => {
    await show()
    await press('Delete “Large”')
    await expectSaid('Filter deleted successfully')
  })

  test('that the list could not be read [filters.msg.load-failed]', async () => {
    failing = ['GET']
    await show()
    await expectSaid('Failed to load saved filters')
    failing = []
    await press('Try again')
    await until(() => expect(named('Large')).not.toBeNull())
  })

  test('that it could not be saved [filters.msg.save-failed]', async () => {
    failing = ['POST']
    await show()
    await save('Mine')
    await expectSaid('Failed to save filter')
  })

  test('that it could not be changed [filters.msg.update-failed]', async () => {
    failing = ['PUT']
    await show()
    await press('Large')
    fireEvent.click(menu())
    await pass(0)
    await press('Update “Large”')
    await expectSaid('Failed to update filter')
  })

  test('that it could not be deleted [filters.msg.delete-failed]', async () => {
    failing = ['DELETE']
    await show()
    await press('Delete “Large”')
    await expectSaid('Failed to delete filter')
  })
})

test('the menu shows how it stands: loading, there, saving, selected, deleting and failed [filters.state]', async () => {
  const held: (() => void)[] = []
  asked = answerFetch(async (one) => {
    await new Promise<void>((resolve) => held.push(resolve))
    return answer(one)
  })
  const letGo = async () => {
    for (const one of held.splice(0)) one()
    await pass(0)
  }
  // the menu names the filter that is selected
  const opener = (name: string) => fireEvent.click(named(name))
  const pressed = () =>
    screen
      .getAllByRole('button', { hidden: true })
      .filter((button) => button.getAttribute('aria-pressed') === 'true')
      .map((button) => button.textContent)
  await show()
  expect(screen.getByText('Loading…')).toBeTruthy()
  await letGo()
  await until(() => expect(named('Large')).toBeTruthy())
  expect(pressed()).toEqual([])

  await save('Mine')
  expect(named('Save as new').getAttribute('data-loading')).toBe('true')
  await letGo()
  // selected by its id before the list that holds it has come
  expect(screen.queryByRole('button', { name: 'Mine', hidden: true })).toBeNull()
  await letGo()
  await until(() => expect(pressed()).toEqual(['Mine']))
  expect(menu()).toBeTruthy()

  await press('Delete “Mine”')
  expect(named('Delete “Large”').hasAttribute('disabled')).toBe(true)
  await letGo()
  await letGo()
  await until(() => expect(pressed()).toEqual([]))
  expect(named('Delete “Large”').hasAttribute('disabled')).toBe(false)

  cleanup()
  failing = ['GET']
  await show()
  await letGo()
  await until(() => expect(named('Try again')).toBeTruthy())
  opener('Saved filters')
})

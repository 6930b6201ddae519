import { type Asked, answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { pass, renderInPortal, snackbars, until } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Notification } from './notifications.contract.ts'
import NotificationsBell from './notifications-bell.tsx'

installPopovers()
const start = new Date('2026-11-20T12:00:00.000Z')
const base = '/api/in-app-notifications'

let made = 0

/** One more, a minute older than the one before. */
function one(some: Partial<Notification> = {}): Notification {
  made += 1
  return {
    id: `00000000-0000-7000-8000-${String(made).padStart(12, '0')}`,
    title: `Notification ${made}`,
    description: '',
    image: null,
    icon: null,
    notificationType: 'Other',
    objectUrl: null,
    isRead: true,
    created: new Date(start.getTime() - made * 60_000).toISOString(),
    useRouter: true,
    ...some,
  }
}

const many = (count: number, some: Partial<Notification> = {}) =>
  Array.from({ length: count }, () => one(some))

/** The user's notifications as the server has them. */
let stored: Notification[] = []
/** Calls that fail: `GET latest`, `POST mark-as-read`, … */
let failing: string[] = []
let asked: Asked[] = []
let logged = vi.fn()

function answer({ method, path, query }: Asked): unknown {
  const rest = path.slice(base.length + 1)
  const name = `${method} ${rest.replace(/[0-9a-f-]{36}/, ':id')}`.trim()
  if (failing.includes(name)) return Response.json({ errors: [{ message: 'No' }] }, { status: 500 })
  const unreadNotificationCount = () => stored.filter((each) => !each.isRead).length
  const id = rest.slice(-36)
  switch (name) {
    case 'GET': {
      const [page, size] = [Number(query.get('pageIndex')), Number(query.get('pageSize'))]
      return {
        data: stored.slice(page * size, (page + 1) * size),
        unreadNotificationCount: unreadNotificationCount(),
      }
    }
    case 'GET latest': {
      const since = query.get('since') ?? ''
      return {
        data: stored.filter((each) => each.created >= since),
        unreadNotificationCount: unreadNotificationCount(),
      }
    }
    case 'POST mark-as-read':
      stored = stored.map((each) => ({ ...each, isRead: true }))
      return 'Success'
    case 'PUT mark-as-read/:id':
      stored = stored.map((each) => (each.id === id ? { ...each, isRead: true } : each))
      return 'success'
    case 'DELETE':
      stored = []
      return 'SUCCESS'
    case 'DELETE :id':
      stored = stored.filter((each) => each.id !== id)
      return 'success'
  }
  return undefined
}

const bell = () => screen.getByRole('button', { name: /^Notifications/ })
const panel = () => screen.queryByRole('dialog', { name: 'Notifications', hidden: true })
const list = () => document.querySelector('[data-notifications-list]') as HTMLElement
const calls = (method: string, path = '') =>
  asked.filter((each) => each.method === method && each.path === `${base}${path}`)

async function show(permissions: readonly string[] = []) {
  renderInPortal(<NotificationsBell />, { permissions })
  await pass(0)
}

async function open() {
  fireEvent.click(bell())
  // the panel's code is fetched with the first opening
  await until(() => expect(list()).not.toBeNull())
}

async function press(name: string | RegExp, menu?: string | RegExp) {
  if (menu !== undefined) fireEvent.click(screen.getByRole('button', { name: menu, hidden: true }))
  await pass(0)
  const role = menu === undefined ? 'button' : 'menuitem'
  fireEvent.click(screen.getByRole(role, { name, hidden: true }))
  await pass(0)
}

const menuOf = (each: Notification) => `Actions for ${each.title}`
const allMenu = 'Actions for all notifications'

beforeEach(() => {
  // the panel's own code is fetched by a real import, which is no timer
  vi.useFakeTimers({ now: start, shouldAdvanceTime: false })
  made = 0
  stored = []
  failing = []
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  asked = answerFetch(answer)
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the panel', () => {
  test('is 40rem wide and 50rem high, at most 70 % of the window, below the bell [notifications.panel.size]', async () => {
    await show()
    bell().getBoundingClientRect = () => new DOMRect(900, 10, 34, 40)
    vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1000)
    await open()
    expect(panel()?.style).toMatchObject({
      width: '40rem',
      height: '50rem',
      maxWidth: '70vw',
      maxHeight: '70vh',
      top: '56px',
      right: '66px',
    })
  })

  test('is closed, open after a click on the bell, closed after one on the backdrop [notifications.panel.states]', async () => {
    await show()
    expect(panel()).toBeNull()
    await open()
    expect(bell().getAttribute('aria-expanded')).toBe('true')
    fireEvent.click(panel() as HTMLElement)
    await pass(0)
    expect(panel()).toBeNull()
    expect(bell().getAttribute('aria-expanded')).toBe('false')
  })

  test('is modal: it has a backdrop, and only a click on that closes it [notifications.panel.backdrop]', async () => {
    const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
    await show()
    await open()
    expect(showModal).toHaveBeenCalledOnce()
    fireEvent.click(list())
    fireEvent.click(screen.getByRole('heading', { hidden: true }))
    expect(panel()).not.toBeNull()
    fireEvent.click(panel() as HTMLElement)
    expect(panel()).toBeNull()
  })

  test('is closed by Back, which leaves the page alone', async () => {
    window.history.replaceState({ idx: 4 }, '')
    const arrive = (idx: number) => {
      window.history.replaceState({ idx }, '')
      window.dispatchEvent(new PopStateEvent('popstate', { state: { idx } }))
    }
    vi.spyOn(window.history, 'go').mockImplementation((by = 0) => {
      arrive(window.history.state.idx + by)
    })
    await show()
    await open()
    arrive(3)
    await until(() => expect(panel()).toBeNull())
    expect(window.history.state).toEqual({ idx: 4 })
  })

  test("says 'Notifications' above, with a menu for all [notifications.panel.header]", async () => {
    await show()
    await open()
    expect(screen.getByRole('heading', { name: 'Notifications', hidden: true })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: allMenu, hidden: true }))
    const entries = screen.getAllByRole('menuitem', { hidden: true })
    expect(entries.map((each) => each.textContent)).toEqual(['Mark all as read', 'Delete all'])
  })

  test('shows its scrollbar until 1 s after scrolling stopped [notifications.scrollbar]', async () => {
    stored = many(3)
    await show()
    await open()
    expect(list().dataset.scrolling).toBe('false')
    fireEvent.scroll(list())
    await pass(600)
    fireEvent.scroll(list())
    await pass(999)
    expect(list().dataset.scrolling).toBe('true')
    await pass(1)
    expect(list().dataset.scrolling).toBe('false')
  })
})

describe('the menu for all', () => {
  const entry = (name: string) =>
    screen.getByRole('menuitem', { name, hidden: true }) as HTMLButtonElement

  test("'Mark all as read' is there only when something is unread [notifications.menu.mark-all]", async () => {
    stored = [one({ isRead: false }), one()]
    await show()
    await open()
    fireEvent.click(screen.getByRole('button', { name: allMenu, hidden: true }))
    expect(entry('Mark all as read').disabled).toBe(false)
    fireEvent.click(entry('Mark all as read'))
    await pass(0)
    expect(calls('POST', '/mark-as-read')).toHaveLength(1)
    fireEvent.click(screen.getByRole('button', { name: allMenu, hidden: true }))
    expect(entry('Mark all as read').disabled).toBe(true)
  })

  test("'Delete all' is there only when the list is not empty [notifications.menu.delete-all]", async () => {
    stored = many(2)
    await show()
    await open()
    fireEvent.click(screen.getByRole('button', { name: allMenu, hidden: true }))
    expect(entry('Delete all').disabled).toBe(false)
    fireEvent.click(entry('Delete all'))
    await pass(0)
    fireEvent.click(screen.getByRole('button', { name: allMenu, hidden: true }))
    expect(entry('Delete all').disabled).toBe(true)
  })

  test('deleting all empties the list and sets the count to 0 [notifications.delete-all]', async () => {
    stored = many(12, { isRead: false })
    await show()
    expect(bell().getAttribute('aria-label')).toBe('Notifications, 12 unread')
    await open()
    await press('Delete all', allMenu)
    expect(calls('DELETE')).toHaveLength(1)
    expect(within(list()).queryAllByRole('listitem', { hidden: true })).toHaveLength(0)
    expect(bell().getAttribute('aria-label')).toBe('Notifications')
  })
})

describe('an item', () => {
  test('shows highlight, title, HTML, icon or image, and how long ago [notifications.item.content]', async () => {
    const ago = (minutes: number) => new Date(start.getTime() - minutes * 60_000).toISOString()
    stored = [
      one({
        isRead: false,
        description: 'a <b>bold</b> word<script>alert(1)</script><img src="x" onerror="y">',
        created: ago(0),
      }),
      one({ image: '/logo.png', created: ago(1) }),
      one({ created: ago(59) }),
      one({ created: ago(60) }),
      one({ created: ago(1439) }),
      one({ created: ago(1440) }),
    ]
    await show()
    await open()
    const items = within(list()).getAllByRole('listitem', { hidden: true })
    expect(items.map((each) => each.dataset.unread)).toEqual(['true', ...Array(5).fill('false')])
    expect(items[0]?.textContent).toContain('Notification 1')
    expect(items[0]?.innerHTML).toContain('a <b>bold</b> word')
    expect(items[0]?.querySelectorAll('script, img')).toHaveLength(0)
    expect(items[0]?.querySelector('svg.tabler-icon-bell')).not.toBeNull()
    expect(items[1]?.querySelector('img')?.getAttribute('src')).toBe('/logo.png')
    expect(items.map((each) => each.querySelector('time')?.textContent)).toEqual([
      'just now',
      '1 minutes ago',
      '59 minutes ago',
      '1h ago',
      '23h ago',
      '19/11/2026 12:00',
    ])
  })

  test("has a menu with 'Mark as read' and 'Delete' [notifications.item.menu]", async () => {
    const unread = one({ isRead: false })
    stored = [unread]
    await show()
    await open()
    fireEvent.click(screen.getByRole('button', { name: menuOf(unread), hidden: true }))
    const entries = screen.getAllByRole('menuitem', { hidden: true })
    expect(entries.map((each) => each.textContent)).toEqual(['Mark as read', 'Delete'])
  })

  test('read takes one off the count, all read sets it to 0 [notifications.mark-read] [notifications.mark-all-read]', async () => {
    stored = many(3, { isRead: false })
    const [first] = stored
    await show()
    await open()
    await press('Mark as read', menuOf(first as Notification))
    expect(calls('PUT', `/mark-as-read/${first?.id}`)).toHaveLength(1)
    expect(bell().getAttribute('aria-label')).toBe('Notifications, 2 unread')
    await press('Mark all as read', allMenu)
    expect(bell().getAttribute('aria-label')).toBe('Notifications')
  })

  test('deleted is gone, and off the count where it was unread [notifications.delete]', async () => {
    const [read, unread] = [one(), one({ isRead: false })]
    stored = [read, unread, ...many(1, { isRead: false })]
    await show()
    await open()
    await press('Delete', menuOf(read))
    expect(bell().getAttribute('aria-label')).toBe('Notifications, 2 unread')
    await press('Delete', menuOf(unread))
    expect(bell().getAttribute('aria-label')).toBe('Notifications, 1 unread')
    expect(within(list()).getAllByRole('listitem', { hidden: true })).toHaveLength(1)
  })

  test('has an icon for each type, and a bell for any other [notifications.icons]', async () => {
    const types = [
      'PreCheckForm',
      'Proposal',
      'Agreement',
      'BoardingDocuments',
      'Task',
      'TransactionVelocityAlert',
      'ReportGenerated',
    ]
    stored = [...types, 'SomethingNew'].map((notificationType) => one({ notificationType }))
    await show()
    await open()
    const icons = within(list())
      .getAllByRole('listitem', { hidden: true })
      .map((each) => each.querySelector('svg')?.getAttribute('class'))
    expect(new Set(icons).size).toBe(8)
    expect(icons.filter((each) => each?.includes('icon-bell'))).toEqual([icons[7]])
  })

  test('whose change fails stays as it was and says so, without a snackbar [notifications.mutation.failure]', async () => {
    const unread = one({ isRead: false })
    stored = [unread]
    failing = ['PUT mark-as-read/:id']
    await show()
    await open()
    await press('Mark as read', menuOf(unread))
    expect(bell().getAttribute('aria-label')).toBe('Notifications, 1 unread')
    expect(within(list()).getByRole('status', { hidden: true }).textContent).toContain(
      'did not succeed',
    )
    expect(snackbars()).toEqual([])
    expect(logged).toHaveBeenCalledOnce()
    failing = []
    await press('Mark as read', menuOf(unread))
    expect(within(list()).queryByRole('status', { hidden: true })).toBeNull()
  })
})

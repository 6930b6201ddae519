import { readFileSync } from 'node:fs'
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

function made(number: number, some: Partial<Notification> = {}): Notification {
  return {
    id: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    title: `Notification ${number}`,
    description: '',
    image: null,
    icon: null,
    notificationType: 'Task',
    objectUrl: null,
    isRead: true,
    created: new Date(start.getTime() + number * 1000).toISOString(),
    useRouter: true,
    ...some,
  }
}

/** Newest first. */
const listed = (count: number, some: Partial<Notification> = {}) =>
  Array.from({ length: count }, (_, place) => made(count - place, some))

let stored: Notification[] = []
/** Paths below the base that fail. */
let failing: string[] = []
/** What the server says is unread, when it is not what it lists. */
let unreadSaid: number | undefined
let asked: Asked[] = []
let logged = vi.fn()

function answer({ method, path, query }: Asked): unknown {
  const rest = path.slice(base.length)
  if (failing.includes(`${method} ${rest}`)) return new Response('down', { status: 503 })
  const unread = () => unreadSaid ?? stored.filter((each) => !each.isRead).length
  if (method === 'DELETE') {
    stored = stored.filter((each) => !rest.endsWith(each.id))
    return 'success'
  }
  const since = query.get('since')
  const [page, size] = [Number(query.get('pageIndex')), Number(query.get('pageSize'))]
  const data =
    rest === '/latest'
      ? stored.filter((each) => each.created >= (since ?? ''))
      : stored.slice(page * size, (page + 1) * size)
  return { data, unreadNotificationCount: unread() }
}

const bell = () => screen.getByRole('button', { name: /^Notifications/ })
const list = () => document.querySelector('[data-notifications-list]') as HTMLElement
const titles = () =>
  within(list())
    .queryAllByRole('listitem', { hidden: true })
    .map((each) => each.textContent?.match(/Notification \d+/)?.[0])
const calls = (path: string) => asked.filter((each) => each.path === `${base}${path}`)
const polls = () => calls('/latest')
const pages = () => calls('').map((each) => each.query.toString())

async function show() {
  renderInPortal(<NotificationsBell />)
  await pass(0)
}

async function open() {
  fireEvent.click(bell())
  await until(() => expect(list()).not.toBeNull())
}

/** The list's measures: how much of it lies below what is seen. */
async function scrollTo(belowPx: number) {
  Object.defineProperties(list(), {
    scrollTop: { value: 1000 - belowPx, configurable: true },
    clientHeight: { value: 500, configurable: true },
    scrollHeight: { value: 1500, configurable: true },
  })
  fireEvent.scroll(list())
  await pass(0)
}

beforeEach(() => {
  vi.useFakeTimers({ now: start })
  stored = []
  failing = []
  unreadSaid = undefined
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  asked = answerFetch(answer)
})

afterEach(async () => {
  // what the snackbars still say belongs to this test
  await pass(20_000)
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the poll', () => {
  test('comes after 30 s, and then every 30 s [notifications.poll.interval]', async () => {
    await show()
    await pass(29_999)
    expect(polls()).toHaveLength(0)
    await pass(1)
    expect(polls()).toHaveLength(1)
    await pass(29_999)
    expect(polls()).toHaveLength(1)
    await pass(1)
    expect(polls()).toHaveLength(2)
  })

  test('that fails is logged, without a snackbar, and comes again after 60 s [notifications.poll.failure]', async () => {
    await show()
    failing = ['GET /latest']
    await pass(30_000)
    expect([polls().length, snackbars(), logged.mock.calls.length]).toEqual([1, [], 1])
    await pass(59_999)
    expect(polls()).toHaveLength(1)
    failing = []
    await pass(1)
    expect(polls()).toHaveLength(2)
    await pass(30_000)
    expect(polls()).toHaveLength(3)
  })

  test('gives the created time of the newest one, or nothing [notifications.poll.since]', async () => {
    await show()
    await pass(30_000)
    expect(polls()[0]?.query.get('since') ?? '').toBe('')
    stored = listed(2)
    await pass(30_000)
    await pass(30_000)
    expect(polls()[2]?.query.get('since')).toBe(made(2).created)
  })

  test('goes below the one address of notifications [notifications.api-prefix]', async () => {
    await show()
    await pass(30_000)
    expect(asked.map((each) => each.path)).toEqual([base, `${base}/latest`])
  })

  test('brings what is new once, newest first [notifications.poll.merge]', async () => {
    stored = [made(2), made(1)]
    await show()
    await open()
    stored = [made(4), made(3), ...stored]
    await pass(30_000)
    expect(titles()).toEqual([4, 3, 2, 1].map((number) => `Notification ${number}`))
    await pass(30_000)
    expect(titles()).toHaveLength(4)
  })

  test('stops with the toolbar', async () => {
    await show()
    cleanup()
    await pass(120_000)
    expect(polls()).toHaveLength(0)
  })
})

describe('the snackbar', () => {
  async function arrive(count: number) {
    await show()
    stored = listed(count, { isRead: false })
    await pass(30_000)
  }

  test("says 'New notification:' and the title of one [notifications.snackbar.one]", async () => {
    await arrive(1)
    expect(snackbars()[0]).toContain('New notification: Notification 1')
  })

  test("says 'You have N new notifications' of several [notifications.snackbar.many]", async () => {
    await arrive(3)
    expect(snackbars()).toHaveLength(1)
    expect(snackbars()[0]).toContain('You have 3 new notifications')
  })

  test('stands for 10 s [snackbar.new-notification]', async () => {
    await arrive(1)
    await pass(9999)
    expect(snackbars()).toHaveLength(1)
    await pass(1)
    expect(snackbars()).toHaveLength(0)
  })

  test("is at the bottom right, with a 'View' action [notifications.snackbar.position]", async () => {
    await arrive(1)
    expect(screen.getByRole('button', { name: 'View' })).toBeTruthy()
    const css = readFileSync('kit/web/overlays/snackbar.module.css', 'utf8')
    const region = /\.region \{([^}]*)\}/.exec(css)?.[1] ?? ''
    expect(region).toMatch(/position: fixed/)
    expect(region).toMatch(/align-items: flex-end/)
    expect(region).toMatch(/\bbottom: \d+px/)
  })

  test("opens the panel by 'View' [notifications.panel.open-from-snackbar]", async () => {
    await arrive(1)
    fireEvent.click(screen.getByRole('button', { name: 'View' }))
    await until(() => expect(titles()).toEqual(['Notification 1']))
    expect(bell().getAttribute('aria-expanded')).toBe('true')
  })

  test('does not come for what was there before', async () => {
    stored = listed(5, { isRead: false })
    await show()
    await pass(60_000)
    expect(snackbars()).toEqual([])
  })
})

describe('paging', () => {
  const end = "That's all your notifications from the last 30 days."

  test('asks for pages of 10 [notifications.page-size]', async () => {
    stored = listed(25)
    await show()
    await open()
    await scrollTo(0)
    expect(pages()).toEqual(['pageIndex=0&pageSize=10', 'pageIndex=1&pageSize=10'])
  })

  test('loads more at the bottom, not above it, and not twice at once [notifications.load-more]', async () => {
    stored = listed(25)
    await show()
    await open()
    await scrollTo(101)
    expect(titles()).toHaveLength(10)
    await scrollTo(100)
    expect(titles()).toHaveLength(20)
    await scrollTo(0)
    expect(titles()).toHaveLength(25)
    fireEvent.scroll(list())
    await pass(0)
    expect(pages()).toHaveLength(3)
  })

  test('a failure is logged and shown nowhere but at the list’s end [notifications.load-more.failure]', async () => {
    stored = listed(25)
    await show()
    await open()
    failing = ['GET ']
    await scrollTo(0)
    expect([titles().length, snackbars(), logged.mock.calls.length]).toEqual([10, [], 1])
    await pass(25_000)
    expect(pages()).toHaveLength(2)
    failing = []
    fireEvent.click(screen.getByRole('button', { name: 'Try again', hidden: true }))
    await pass(0)
    expect(titles()).toHaveLength(20)
  })

  test.each([
    ['within 100 px of the bottom', 100, 10],
    ['above that', 101, 9],
  ])(
    'after a delete %s (%s px) %s are here [notifications.delete.load-more]',
    async (_, belowPx, count) => {
      stored = listed(25)
      await show()
      await open()
      Object.defineProperties(list(), {
        scrollTop: { value: 1000 - belowPx, configurable: true },
        clientHeight: { value: 500, configurable: true },
        scrollHeight: { value: 1500, configurable: true },
      })
      fireEvent.click(
        screen.getByRole('button', { name: /^Actions for Notification 20$/, hidden: true }),
      )
      fireEvent.click(screen.getByRole('menuitem', { name: 'Delete', hidden: true }))
      await pass(0)
      // nine are left; the page that holds the tenth brings one, and those after it come by scrolling
      expect(titles().length).toBe(count)
      expect(new Set(titles()).size).toBe(titles().length)
      expect(titles()).not.toContain('Notification 20')
    },
  )

  test.each([1, 9])(
    '%s on the first page are the end [notifications.end-of-list]',
    async (count) => {
      stored = listed(count)
      await show()
      await open()
      expect(screen.getByText(end)).toBeTruthy()
      await scrollTo(0)
      expect(pages()).toHaveLength(1)
    },
  )

  test('the footer comes with the end, not before [notifications.footer]', async () => {
    stored = listed(13)
    await show()
    await open()
    expect(screen.queryByText(end)).toBeNull()
    await scrollTo(0)
    expect(screen.getByText(end)).toBeTruthy()
  })

  test('nothing at all says so, and has no footer [notifications.empty]', async () => {
    await show()
    await open()
    expect(screen.getByText('No notifications')).toBeTruthy()
    expect(screen.getByText('When you have notifications, they will appear here.')).toBeTruthy()
    expect(screen.queryByText(end)).toBeNull()
  })

  test('a first page that fails can be tried again', async () => {
    failing = ['GET ']
    await show()
    await open()
    expect(snackbars()).toEqual([])
    failing = []
    fireEvent.click(screen.getByRole('button', { name: 'Try again', hidden: true }))
    await pass(0)
    expect(screen.getByText('No notifications')).toBeTruthy()
  })
})

describe('the unread count', () => {
  const label = () => bell().getAttribute('aria-label')

  test("is the server's if not zero, otherwise counted here [notifications.unread-count]", async () => {
    stored = listed(3, { isRead: false })
    unreadSaid = 42
    await show()
    expect(label()).toBe('Notifications, 42 unread')
    unreadSaid = 0
    await pass(30_000)
    expect(label()).toBe('Notifications, 3 unread')
  })

  test('is right in two tabs: one tells the other', async () => {
    stored = listed(3, { isRead: false })
    await show()
    expect(label()).toBe('Notifications, 3 unread')
    stored = stored.slice(1)
    const elsewhere = new BroadcastChannel('notifications')
    elsewhere.postMessage('changed')
    await until(() => expect(label()).toBe('Notifications, 2 unread'))
    elsewhere.close()
  })

  test('is right on two devices with the next poll, and so is the list', async () => {
    stored = listed(3, { isRead: false })
    await show()
    await open()
    stored = listed(3).slice(1)
    await pass(30_000)
    expect(label()).toBe('Notifications')
    expect(titles()).toEqual(['Notification 2', 'Notification 1'])
  })
})

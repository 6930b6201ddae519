import { type Asked, answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { pass, place, renderInPortal, snackbars, until } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { unzipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type NotificationDialog, showNotificationsIn } from './notification-dialogs.screens.ts'
import type { Notification } from './notifications.contract.ts'
import NotificationsBell from './notifications-bell.tsx'

installPopovers()
showNotificationsIn('Proposal', async () => ({ default: RecordDialog('proposal') }))
showNotificationsIn('Agreement', async () => ({ default: RecordDialog('agreement') }))

function RecordDialog(name: string) {
  return ({ recordId }: NotificationDialog) => <p>{`${name} dialog of ${recordId}`}</p>
}

const record = '0191f3a4-0000-7000-8000-000000000001'
const second = '0191f3a4-0000-7000-8000-000000000002'
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

/** The user's notifications as the server has them, and the files of reports. */
let stored: Notification[] = []
let files: Record<string, Response> = {}
let asked: Asked[] = []
let logged = vi.fn()

function answer({ method, path }: Asked): unknown {
  if (path.startsWith('/api/fs/file/')) return files[path.slice('/api/fs/file/'.length)]
  if (method === 'PUT') return 'success'
  return { data: stored, unreadNotificationCount: stored.filter((each) => !each.isRead).length }
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

async function press(name: string) {
  fireEvent.click(screen.getByRole('button', { name, hidden: true }))
  await pass(0)
}

beforeEach(() => {
  // the panel's own code is fetched by a real import, which is no timer
  vi.useFakeTimers({ now: start, shouldAdvanceTime: false })
  made = 0
  stored = []
  files = {}
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  asked = answerFetch(answer)
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('a click on an item', () => {
  const clickOn = (each: Notification) => press(each.title)
  const noPermission =
    "You don't have permissions to take this action, please Logout/Login with different credentials"

  async function showOne(some: Partial<Notification>, permissions?: readonly string[]) {
    const each = one(some)
    stored = [each]
    await show(permissions)
    await open()
    return each
  }

  test('leads to its objectUrl and closes the panel [notifications.item.click]', async () => {
    const each = await showOne({ notificationType: 'Task', objectUrl: '/crm/tasks?open=1#top' })
    await clickOn(each)
    expect(place()).toBe('/crm/tasks?open=1#top')
    expect(panel()).toBeNull()
  })

  test('leads there for any type that has no way of its own [notifications.navigate.other]', async () => {
    const each = await showOne({ notificationType: 'Unheard', objectUrl: '/crm/leads' })
    await clickOn(each)
    expect(place()).toBe('/crm/leads')
  })

  test('cannot be made without an objectUrl [notifications.item.not-clickable]', async () => {
    const each = await showOne({ notificationType: 'Task', objectUrl: null })
    expect(screen.queryByRole('button', { name: each.title, hidden: true })).toBeNull()
    fireEvent.click(screen.getByText(each.title))
    expect([place(), panel() === null]).toEqual(['/start', false])
  })

  test('on a pre-check form leads to its own url, with the permission [notifications.navigate.precheckform] [permissions.notification.precheckform]', async () => {
    const form = { notificationType: 'PreCheckForm', objectUrl: '/boarding/precheckform' }
    const each = await showOne(form, ['viewMerchantPortalPrecheck'])
    await clickOn(each)
    expect(place()).toBe('/boarding/precheckform')
  })

  test.each([
    [
      'Proposal',
      'proposal',
      'viewMerchantPortalProposals',
      '[notifications.navigate.proposal] [permissions.notification.proposal]',
    ],
    [
      'Agreement',
      'agreement',
      'viewMerchantPortalAgreements',
      '[notifications.navigate.agreement] [permissions.notification.agreement]',
    ],
  ])('on a %s opens the %s dialog, with %s or CRM.Dashboard.View %s', async (type, name, own) => {
    for (const permission of [own, 'CRM.Dashboard.View']) {
      const some = { notificationType: type, objectUrl: `/x/${record}` }
      await clickOn(await showOne(some, [permission]))
      await until(() => {
        expect(screen.getByText(`${name} dialog of ${record}`)).toBeTruthy()
      })
      expect(place()).toBe('/start')
      cleanup()
    }
  })

  test.each(['Proposal', 'Agreement', 'PreCheckForm'])(
    'on a %s without the permission is refused in a snackbar for 5 s [errors.notification-permission]',
    async (notificationType) => {
      const each = await showOne({ notificationType, objectUrl: `/x/${record}` }, ['CRM.Lead.View'])
      await clickOn(each)
      expect(screen.getByText(noPermission)).toBeTruthy()
      expect(place()).toBe('/start')
      await pass(4999)
      expect(screen.queryByText(noPermission)).not.toBeNull()
      await pass(1)
      expect(screen.queryByText(noPermission)).toBeNull()
    },
  )

  test("with an invalid objectUrl logs 'Invalid URL' and shows nothing [errors.invalid-object-url]", async () => {
    const each = await showOne({ notificationType: 'Task', objectUrl: 'javascript:alert(1)' })
    await clickOn(each)
    expect(logged).toHaveBeenCalledWith('Invalid URL', 'javascript:alert(1)')
    expect(snackbars()).toEqual([])
    expect(place()).toBe('/start')
  })
})

describe('a finished report', () => {
  const saved: { name: string; blob: Blob }[] = []
  const csv = (name: string, text: string, type = 'text/csv; charset=utf-8') =>
    new Response(text, {
      headers: {
        'content-type': type,
        'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${name}`,
      },
    })

  beforeEach(() => {
    saved.length = 0
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push({ name: '', blob: blob as Blob })
      return 'blob:report'
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      const last = saved.at(-1)
      if (last !== undefined) last.name = this.download
    })
  })

  async function clickReport(objectUrl: string) {
    const each = one({ notificationType: 'ReportGenerated', objectUrl, isRead: false })
    stored = [each]
    await show()
    await open()
    await press(each.title)
    return each
  }

  test('is downloaded, its file found by the objectUrl, and marked as read [notifications.item.click.report] [notifications.report-download.read]', async () => {
    files = { [record]: csv('Daily report.csv', 'a,b') }
    const each = await clickReport(`/fs/file/${record}`)
    await until(() => expect(saved).toHaveLength(1))
    expect(saved[0]?.name).toBe('Daily report.csv')
    expect(await saved[0]?.blob.text()).toBe('a,b')
    await until(() => {
      expect(calls('PUT', `/mark-as-read/${each.id}`)).toHaveLength(1)
    })
    expect(place()).toBe('/start')
    expect(panel()).not.toBeNull()
  })

  test('of several files is one zip named after the first, each a .csv [reports.download.zip]', async () => {
    files = { [record]: csv('Daily.csv', 'one'), [second]: csv('Daily.txt', 'two') }
    await clickReport(`/fs/file/${record},${second}`)
    await until(() => {
      expect(saved).toHaveLength(1)
    })
    expect(saved[0]?.name).toBe('Daily.zip')
    const entries = unzipSync(new Uint8Array((await saved[0]?.blob.arrayBuffer()) as ArrayBuffer))
    const text = (name: string) => new TextDecoder().decode(entries[name])
    expect(Object.keys(entries)).toEqual(['Daily.csv', 'Daily (2).csv'])
    expect([text('Daily.csv'), text('Daily (2).csv')]).toEqual(['one', 'two'])
  })

  test.each([
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['pdf', 'application/pdf'],
  ])('that is no CSV keeps its ending: .%s', async (ending, type) => {
    files = { [record]: csv(`transactions-20261129-0730.${ending}`, 'PK', type) }
    await clickReport(`/api/fs/file/${record}`)
    await until(() => expect(saved).toHaveLength(1))
    expect(saved[0]?.name).toBe(`transactions-20261129-0730.${ending}`)
  })

  test('of several workbooks is one zip of workbooks', async () => {
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    files = { [record]: csv('Daily.xlsx', 'one', type), [second]: csv('Daily.xlsx', 'two', type) }
    await clickReport(`/api/fs/file/${record},${second}`)
    await until(() => expect(saved).toHaveLength(1))
    const entries = unzipSync(new Uint8Array((await saved[0]?.blob.arrayBuffer()) as ArrayBuffer))
    expect(Object.keys(entries)).toEqual(['Daily.xlsx', 'Daily (2).xlsx'])
  })

  test('that fails is logged only; the item says so and stays unread [upload.download-failure]', async () => {
    const each = await clickReport(`/fs/file/${record}`)
    await until(() => {
      expect(within(list()).queryByRole('status', { hidden: true })).not.toBeNull()
    })
    expect(snackbars()).toEqual([])
    expect(calls('PUT', `/mark-as-read/${each.id}`)).toHaveLength(0)
    expect(logged).toHaveBeenCalled()
  })
})

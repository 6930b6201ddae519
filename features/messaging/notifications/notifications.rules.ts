import type { z } from 'zod'
import {
  type Notification,
  type notificationList,
  notificationsPerPage,
} from './notifications.contract.ts'

/** Types that the portal knows; any other shows a bell and opens its address. */
const notificationTypes = [
  'PreCheckForm',
  'Proposal',
  'Agreement',
  'BoardingDocuments',
  'Task',
  'TransactionVelocityAlert',
  'ReportGenerated',
] as const
export type NotificationType = (typeof notificationTypes)[number]

/**
 * The HTML elements of a description: emphasis, lines and lists. No links, because the whole notification is one; no
 * attributes, so that there is no style, script or address.
 */
export const descriptionTags = [
  'b',
  'strong',
  'i',
  'em',
  'u',
  'code',
  'br',
  'p',
  'ul',
  'ol',
  'li',
] as const

/** The job that finds the recipients. */
export const fanOutJob = { name: 'notifications.fan-out', retries: 10 } as const

/** The interval of polls, also before the first; after a failure it is twice as long. */
export const pollEveryMs = 30_000
export const pollAfterFailureMs = 2 * pollEveryMs
/** The distance from the end of the list at which more is loaded. */
export const nearBottomPx = 100
/** The scrollbar hides this long after the last scrolling. */
export const scrollbarHidesAfterMs = 1000

/** The loaded beginning of the user's list. */
export interface Loaded {
  readonly items: readonly Notification[]
  readonly unread: number
  readonly isEnd: boolean
}

type Answer = z.infer<typeof notificationList>

const countUnread = (items: readonly Notification[]) => items.filter((one) => !one.isRead).length

/** The server's count if it is not zero, otherwise the count of the loaded items. */
const unreadOf = (answer: Answer, items: readonly Notification[]) =>
  answer.unreadNotificationCount || countUnread(items)

const newestFirst = (a: Notification, b: Notification) =>
  b.created.localeCompare(a.created) || b.id.localeCompare(a.id)

/** Both lists without duplicates, newest first; the newer answer wins. */
function merged(known: readonly Notification[], answered: readonly Notification[]) {
  return [...new Map([...known, ...answered].map((one) => [one.id, one])).values()].sort(
    newestFirst,
  )
}

/** A list shorter than a page is the whole list. */
export function firstPage(answer: Answer): Loaded {
  return {
    items: answer.data,
    unread: unreadOf(answer, answer.data),
    isEnd: answer.data.length < notificationsPerPage,
  }
}

/**
 * The next page to load. New and deleted items shift the pages, so the index follows from the number of loaded items; the
 * page may contain some of them again.
 */
export function nextPageIndex({ items }: Loaded): number {
  return Math.floor(items.length / notificationsPerPage)
}

export function withPage(loaded: Loaded, answer: Answer): Loaded {
  const items = merged(loaded.items, answer.data)
  return {
    items,
    unread: unreadOf(answer, items),
    isEnd: answer.data.length < notificationsPerPage,
  }
}

/** The list with the items of a poll, the new ones among them, and whether the list differs from the server's. */
export function withLatest(
  loaded: Loaded,
  answer: Answer,
): { loaded: Loaded; added: Notification[]; isStale: boolean } {
  const known = new Set(loaded.items.map((one) => one.id))
  const oldest = loaded.items.at(-1)
  // items older than the loaded list are reached by paging
  const inReach = answer.data.filter(
    (one) => loaded.isEnd || oldest === undefined || newestFirst(one, oldest) <= 0,
  )
  const added = inReach.filter((one) => !known.has(one.id))
  const items = merged(loaded.items, inReach)
  const expected = loaded.unread + countUnread(added)
  return {
    loaded: { ...loaded, items, unread: unreadOf(answer, items) },
    added,
    // read or deleted elsewhere: in another tab, on another device
    isStale: answer.unreadNotificationCount !== expected,
  }
}

export function withRead(loaded: Loaded, id: string): Loaded {
  const wasUnread = loaded.items.some((one) => one.id === id && !one.isRead)
  return {
    ...loaded,
    items: loaded.items.map((one) => (one.id === id ? { ...one, isRead: true } : one)),
    unread: Math.max(0, loaded.unread - (wasUnread ? 1 : 0)),
  }
}

export function withAllRead(loaded: Loaded): Loaded {
  return { ...loaded, items: loaded.items.map((one) => ({ ...one, isRead: true })), unread: 0 }
}

export function without(loaded: Loaded, id: string): Loaded {
  const wasUnread = loaded.items.some((one) => one.id === id && !one.isRead)
  return {
    ...loaded,
    items: loaded.items.filter((one) => one.id !== id),
    unread: Math.max(0, loaded.unread - (wasUnread ? 1 : 0)),
  }
}

export const withNone: Loaded = { items: [], unread: 0, isEnd: true }

/** Any other result, in any letter case, is a failure. */
export function isSuccess(result: unknown): boolean {
  return typeof result === 'string' && result.toLowerCase() === 'success'
}

import { describe, expect, test } from 'vitest'
import type { Notification } from './notifications.contract.ts'
import {
  firstPage,
  isSuccess,
  type Loaded,
  nextPageIndex,
  pollAfterFailureMs,
  pollEveryMs,
  withAllRead,
  withLatest,
  without,
  withPage,
  withRead,
} from './notifications.rules.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString()

function made(number: number, some: Partial<Notification> = {}): Notification {
  return {
    id: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    title: `Notification ${number}`,
    description: '',
    image: null,
    icon: null,
    notificationType: 'Task',
    objectUrl: '/crm/dashboard',
    isRead: true,
    created: at(number),
    useRouter: true,
    ...some,
  }
}

/** Newest first, as the server lists them. */
const listed = (from: number, to: number, some: Partial<Notification> = {}) =>
  Array.from({ length: from - to + 1 }, (_, place) => made(from - place, some))

const answer = (data: Notification[], unread = 0) => ({ data, unreadNotificationCount: unread })
const numbersOf = ({ items }: Loaded) => items.map((one) => Number(one.id.slice(-12)))

describe('the list', () => {
  test('a first page of 1 to 9 is the end, a full one is not [notifications.end-of-list]', () => {
    expect(firstPage(answer(listed(1, 1))).isEnd).toBe(true)
    expect(firstPage(answer(listed(9, 1))).isEnd).toBe(true)
    expect(firstPage(answer(listed(10, 1))).isEnd).toBe(false)
  })

  test('a later page that is not full ends the list too', () => {
    const first = firstPage(answer(listed(20, 11)))
    expect(withPage(first, answer(listed(10, 1))).isEnd).toBe(false)
    expect(withPage(first, answer(listed(10, 5))).isEnd).toBe(true)
  })

  test('no entry is skipped or doubled when entries came or went between two pages', () => {
    const first = firstPage(answer(listed(30, 21)))
    const afterDelete = without(first, made(25).id)
    expect(nextPageIndex(afterDelete)).toBe(0)
    const again = [...listed(30, 26), ...listed(24, 20)]
    expect(numbersOf(withPage(afterDelete, answer(again)))).toEqual([
      30, 29, 28, 27, 26, 24, 23, 22, 21, 20,
    ])
    const grown = withLatest(first, answer(listed(32, 31))).loaded
    expect(nextPageIndex(grown)).toBe(1)
    const shifted = listed(22, 13)
    expect(numbersOf(withPage(grown, answer(shifted)))).toEqual(
      Array.from({ length: 20 }, (_, place) => 32 - place),
    )
  })

  test('what a poll brings is shown once, newest first [notifications.poll.merge]', () => {
    const first = firstPage(answer([made(5), made(3)]))
    const polled = answer([made(4), made(6), made(5)])
    const { loaded, added } = withLatest(first, polled)
    expect(numbersOf(loaded)).toEqual([6, 5, 4, 3])
    expect(added.map((one) => one.title).sort()).toEqual(['Notification 4', 'Notification 6'])
  })

  test('a poll does not announce what paging has not reached yet', () => {
    const first = firstPage(answer(listed(30, 21)))
    const { loaded, added } = withLatest(first, answer(listed(31, 19)))
    expect(added.map((one) => one.title)).toEqual(['Notification 31'])
    expect(numbersOf(loaded).at(-1)).toBe(21)
  })

  test('a poll tells when the list was changed elsewhere', () => {
    const first = firstPage(answer(listed(3, 1, { isRead: false }), 3))
    const news = made(4, { isRead: false })
    expect(withLatest(first, answer([news], 4)).isStale).toBe(false)
    expect(withLatest(first, answer([news], 1)).isStale).toBe(true)
  })
})

describe('unread', () => {
  const items = listed(3, 1, { isRead: false })

  test("the server's count counts, and what is here when it is zero [notifications.unread-count]", () => {
    expect(firstPage(answer(items, 12)).unread).toBe(12)
    expect(firstPage(answer(items, 0)).unread).toBe(3)
    expect(withLatest(firstPage(answer(items, 12)), answer([], 7)).loaded.unread).toBe(7)
    expect(withLatest(firstPage(answer(items, 12)), answer([], 0)).loaded.unread).toBe(3)
  })

  test('reading one takes one off the count, once [notifications.mark-read]', () => {
    const once = withRead(firstPage(answer(items, 12)), made(2).id)
    expect(once.unread).toBe(11)
    expect(once.items.find((one) => one.id === made(2).id)?.isRead).toBe(true)
    expect(withRead(once, made(2).id).unread).toBe(11)
  })

  test('reading all sets the count to 0 [notifications.mark-all-read]', () => {
    const all = withAllRead(firstPage(answer(items, 12)))
    expect(all.unread).toBe(0)
    expect(all.items.every((one) => one.isRead)).toBe(true)
  })

  test('deleting takes one off the count where it was unread alone [notifications.delete]', () => {
    const loaded = firstPage(answer([made(4), ...items], 12))
    expect(without(loaded, made(2).id)).toMatchObject({ unread: 11, items: { length: 3 } })
    expect(without(loaded, made(4).id)).toMatchObject({ unread: 12, items: { length: 3 } })
  })
})

test("only 'success', in whatever letters, is a success [notifications.mutation.success]", () => {
  expect(['success', 'Success', 'SUCCESS'].every(isSuccess)).toBe(true)
  expect(['', 'ok', 'success!', true, undefined, { result: 'success' }].some(isSuccess)).toBe(false)
})

test('a poll every 30 s, and 60 s after a failure', () => {
  expect([pollEveryMs, pollAfterFailureMs]).toEqual([30_000, 60_000])
})

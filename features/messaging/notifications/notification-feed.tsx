import type { Client } from '@counterfoil/kit/web/calls/call.ts'
import { logFailure } from '@counterfoil/kit/web/calls/log.ts'
import { CallProblem } from '@counterfoil/kit/web/calls/problem.ts'
import {
  deleteAllNotifications,
  deleteNotification,
  listLatestNotifications,
  listNotifications,
  markAllAsRead,
  markAsRead,
  type Notification,
  notificationsPerPage,
} from './notifications.contract.ts'
import {
  firstPage,
  isSuccess,
  type Loaded,
  nextPageIndex,
  pollAfterFailureMs,
  pollEveryMs,
  withAllRead,
  withLatest,
  withNone,
  without,
  withPage,
  withRead,
} from './notifications.rules.ts'

export interface FeedState {
  /** Undefined until the first page is loaded. */
  readonly loaded: Loaded | undefined
  /** Why the first page could not be loaded. */
  readonly problem: CallProblem | undefined
  readonly more: 'idle' | 'loading' | 'failed'
  /** The item whose last change failed, or `all`. */
  readonly failed: ReadonlySet<string>
}

const channelName = 'notifications'

/**
 * A user's notifications in one tab: loads pages, polls for new ones, changes them, and notifies the user's other tabs.
 * Failures are logged and kept as state, never thrown.
 */
export class NotificationFeed {
  readonly #client: Client
  readonly #onNew: (added: readonly Notification[]) => void
  readonly #listeners = new Set<() => void>()
  #state: FeedState = { loaded: undefined, problem: undefined, more: 'idle', failed: new Set() }
  #timer: ReturnType<typeof setTimeout> | undefined
  #channel: BroadcastChannel | undefined
  /** Counts changes: an answer to a request from before a change may be outdated. */
  #changes = 0

  constructor(client: Client, onNew: (added: readonly Notification[]) => void) {
    this.#client = client
    this.#onNew = onNew
  }

  readonly state = (): FeedState => this.#state

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  start(): void {
    this.#channel = new BroadcastChannel(channelName)
    this.#channel.onmessage = () => void this.reload()
    void this.reload()
    this.#arm(pollEveryMs)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#channel?.close()
    this.#channel = undefined
  }

  /** Loads all pages again that are shown. */
  async reload(): Promise<boolean> {
    const changes = this.#changes
    const pages = Math.max(
      1,
      Math.ceil((this.#state.loaded?.items.length ?? 0) / notificationsPerPage),
    )
    try {
      let loaded = firstPage(await this.#page(0))
      for (let page = 1; page < pages && !loaded.isEnd; page += 1) {
        loaded = withPage(loaded, await this.#page(page))
      }
      if (changes !== this.#changes) return this.reload()
      const before = this.#state.loaded
      this.#set({ loaded, problem: undefined, more: 'idle' })
      if (before !== undefined) this.#announce(before, loaded.items)
      return true
    } catch (cause) {
      logFailure('The notifications could not be loaded', cause)
      this.#set({ problem: problemOf(cause) })
      return false
    }
  }

  /** Loads the next page, unless there is none or it is being loaded. */
  async loadMore(): Promise<void> {
    const { loaded, more } = this.#state
    if (loaded === undefined || loaded.isEnd || more === 'loading') return
    const changes = this.#changes
    this.#set({ more: 'loading' })
    try {
      const answer = await this.#page(nextPageIndex(loaded))
      this.#set({ more: 'idle' })
      if (changes !== this.#changes) return this.loadMore()
      this.#set({ loaded: withPage(this.#state.loaded ?? loaded, answer) })
    } catch (cause) {
      logFailure('More notifications could not be loaded', cause)
      this.#set({ more: 'failed' })
    }
  }

  /** These answer false when the change failed. */
  markRead(id: string): Promise<boolean> {
    return this.#change(
      id,
      () => this.#client.send(markAsRead, { params: { id } }),
      (loaded) => withRead(loaded, id),
    )
  }

  markAllRead(): Promise<boolean> {
    return this.#change('all', () => this.#client.send(markAllAsRead, {}), withAllRead)
  }

  remove(id: string): Promise<boolean> {
    return this.#change(
      id,
      () => this.#client.send(deleteNotification, { params: { id } }),
      (loaded) => without(loaded, id),
    )
  }

  removeAll(): Promise<boolean> {
    return this.#change(
      'all',
      () => this.#client.send(deleteAllNotifications, {}),
      () => withNone,
    )
  }

  /** The report of this notification could not be downloaded. */
  reportFailed(id: string): void {
    this.#setFailed(id, true)
  }

  async #change(
    what: string,
    send: () => Promise<unknown>,
    after: (loaded: Loaded) => Loaded,
  ): Promise<boolean> {
    try {
      const result = await send()
      if (!isSuccess(result)) throw new Error(`The answer was ${JSON.stringify(result)}`)
      this.#changes += 1
      const { loaded } = this.#state
      if (loaded !== undefined) this.#set({ loaded: after(loaded) })
      this.#setFailed(what, false)
      this.#channel?.postMessage('changed')
      return true
    } catch (cause) {
      logFailure('A notification could not be changed', cause)
      this.#setFailed(what, true)
      return false
    }
  }

  #arm(waitMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(async () => {
      const isDone = await this.#poll()
      // stopped meanwhile
      if (this.#timer !== undefined) this.#arm(isDone ? pollEveryMs : pollAfterFailureMs)
    }, waitMs)
  }

  async #poll(): Promise<boolean> {
    const { loaded } = this.#state
    if (loaded === undefined) return this.reload()
    const changes = this.#changes
    try {
      const since = loaded.items[0]?.created ?? ''
      const answer = await this.#client.send(listLatestNotifications, { query: { since } })
      const current = this.#state.loaded
      // a change came in between, so this answer is dropped; the next poll brings the news
      if (changes !== this.#changes || current === undefined) return true
      const latest = withLatest(current, answer)
      this.#set({ loaded: latest.loaded })
      if (latest.added.length > 0) this.#onNew(latest.added)
      if (latest.isStale) await this.reload()
      return true
    } catch (cause) {
      logFailure('New notifications could not be asked for', cause)
      return false
    }
  }

  /** Polls for notifications newer than the newest one known. */
  #announce(before: Loaded, items: readonly Notification[]): void {
    const newest = before.items[0]?.created ?? ''
    const known = new Set(before.items.map((one) => one.id))
    const added = items.filter((one) => one.created > newest && !known.has(one.id))
    if (added.length > 0) this.#onNew(added)
  }

  #page(pageIndex: number) {
    const query = { pageIndex, pageSize: notificationsPerPage }
    return this.#client.send(listNotifications, { query })
  }

  #set(some: Partial<FeedState>): void {
    this.#state = { ...this.#state, ...some }
    for (const listener of this.#listeners) listener()
  }

  #setFailed(what: string, isFailed: boolean): void {
    const failed = new Set(this.#state.failed)
    if (isFailed) failed.add(what)
    else failed.delete(what)
    this.#set({ failed })
  }
}

function problemOf(cause: unknown): CallProblem {
  return cause instanceof CallProblem
    ? cause
    : new CallProblem(cause instanceof Error ? cause.message : String(cause), { status: 0, cause })
}

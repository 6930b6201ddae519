import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keepRenewed, noticeExpiry } from './renewal.ts'
import type { RenewalResult, SignedIn } from './session.ts'

/** A session whose token ends in so many seconds, and whose renewals end as told. */
function makeSession(leftS: number, ...outcomes: RenewalResult[]) {
  const listeners = new Set<() => void>()
  const tokenFor = (leftS: number, accessToken: string): SignedIn => ({
    subject: 'user',
    accessToken,
    expiresAt: Date.now() / 1000 + leftS,
    defaultPath: '/dashboard',
  })
  const session = {
    current: tokenFor(leftS, 'first') as SignedIn | null,
    attempts: [] as number[],
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    set(current: SignedIn | null) {
      session.current = current
      for (const listener of listeners) listener()
    },
    renew: async () => {
      session.attempts.push(Date.now() - began)
      const outcome = outcomes.shift() ?? 'failed'
      if (outcome === 'renewed') session.set(tokenFor(600, `renewed ${session.attempts.length}`))
      return outcome
    },
  }
  return session
}

let began = 0
let stop = () => {}
let isServerThere = true

beforeEach(() => {
  vi.useFakeTimers()
  began = Date.now()
  isServerThere = true
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async () => {
    if (!isServerThere) throw new TypeError('Failed to fetch')
    return new Response('{}')
  })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function keep(session: ReturnType<typeof makeSession>) {
  const onLost = vi.fn()
  stop = keepRenewed(session, onLost)
  return onLost
}

describe('renewal of the session', () => {
  test('is looked at every 30 s and done when 30 s or less remain [session.renew.check] [session.renew.window]', async () => {
    const session = makeSession(95, 'renewed')
    const onLost = keep(session)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(session.attempts).toEqual([])
    await vi.advanceTimersByTimeAsync(30_000)
    expect(session.attempts).toEqual([90_000])
    await vi.advanceTimersByTimeAsync(500_000)
    expect(session.attempts).toHaveLength(1)
    expect(onLost).not.toHaveBeenCalled()
  })

  test('with exactly 30 s left is done, with a second more is not [session.renew.window]', async () => {
    const atOnce = makeSession(60, 'renewed')
    keep(atOnce)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(atOnce.attempts).toEqual([30_000])
    stop()
    began = Date.now()
    const later = makeSession(61, 'renewed')
    keep(later)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(later.attempts).toEqual([])
  })

  test('that fails with time left is tried again at the next look', async () => {
    const session = makeSession(85, 'failed', 'renewed')
    const onLost = keep(session)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(session.attempts).toEqual([60_000, 90_000])
    expect(onLost).not.toHaveBeenCalled()
  })

  test('of an expired token is tried at 0, 5 and 10 s, then the user must sign in [session.renew.retries] [session.renew.backoff] [session.renew.give-up] [errors.renewal]', async () => {
    const session = makeSession(10, 'failed', 'refused', 'failed')
    const onLost = keep(session)
    await vi.advanceTimersByTimeAsync(30_000 + 15_000 - 1)
    expect(session.attempts).toEqual([30_000, 35_000])
    expect(onLost).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(session.attempts).toEqual([30_000, 35_000, 45_000])
    expect(onLost).toHaveBeenCalledOnce()
  })

  test('that succeeds on a later attempt keeps the session', async () => {
    const session = makeSession(10, 'failed', 'renewed')
    const onLost = keep(session)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(session.attempts).toEqual([30_000, 35_000])
    expect(onLost).not.toHaveBeenCalled()
  })

  test('while nothing at all can be reached nobody is sent to sign in, and goes on when it is back', async () => {
    isServerThere = false
    const session = makeSession(10, 'failed', 'failed', 'failed', 'failed', 'renewed')
    const onLost = keep(session)
    await vi.advanceTimersByTimeAsync(50_000)
    expect(session.attempts).toHaveLength(3)
    expect(onLost).not.toHaveBeenCalled()
    isServerThere = true
    await vi.advanceTimersByTimeAsync(30_000)
    expect(session.attempts).toEqual([30_000, 35_000, 45_000, 60_000, 65_000])
    expect(onLost).not.toHaveBeenCalled()
  })

  test('ends with the page', async () => {
    const session = makeSession(10)
    const onLost = keep(session)
    stop()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(session.attempts).toEqual([])
    expect(onLost).not.toHaveBeenCalled()
  })
})

describe('the notice that a token expires', () => {
  test('is given 60 s ahead, once for each token [session.expiring.notice]', async () => {
    const session = makeSession(300)
    const onExpiring = vi.fn()
    const onOver = vi.fn()
    stop = noticeExpiry(session, onExpiring, onOver)
    await vi.advanceTimersByTimeAsync(240_000 - 1)
    expect(onExpiring).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(onExpiring).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(60_000 - 1)
    expect(onOver).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(onOver).toHaveBeenCalledOnce()
    expect(onExpiring).toHaveBeenCalledOnce()
  })

  test('begins anew with a new token, and is not given to nobody', async () => {
    const session = makeSession(90, 'renewed')
    const onExpiring = vi.fn()
    stop = noticeExpiry(session, onExpiring)
    await vi.advanceTimersByTimeAsync(20_000)
    await session.renew()
    await vi.advanceTimersByTimeAsync(540_000 - 1)
    expect(onExpiring).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(onExpiring).toHaveBeenCalledOnce()
    session.set(null)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(onExpiring).toHaveBeenCalledOnce()
  })
})

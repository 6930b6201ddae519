// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keepRenewed } from './renewal.ts'
import type { Session } from './session.ts'

/** A session whose token ends in so many seconds, and whose renewals succeed as told. */
function makeSession(leftS: number, ...outcomes: boolean[]) {
  const session = {
    current: { subject: 'user', accessToken: 'x', expiresAt: Date.now() / 1000 + leftS },
    attempts: [] as number[],
    renew: async () => {
      session.attempts.push(Date.now() - began)
      const isRenewed = outcomes.shift() ?? false
      if (isRenewed) session.current = { ...session.current, expiresAt: Date.now() / 1000 + 600 }
      return isRenewed
    },
  }
  return session
}

let began = 0
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  began = Date.now()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

function keep(session: ReturnType<typeof makeSession>) {
  const onLost = vi.fn()
  stop = keepRenewed(session as unknown as Session, onLost)
  return onLost
}

describe('renewal of the session', () => {
  test('is looked at every 30 s and done when 30 s or less remain [session.renew.check] [session.renew.window]', async () => {
    const session = makeSession(95, true)
    const onLost = keep(session)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(session.attempts).toEqual([])
    await vi.advanceTimersByTimeAsync(30_000)
    expect(session.attempts).toEqual([90_000])
    await vi.advanceTimersByTimeAsync(500_000)
    expect(session.attempts).toHaveLength(1)
    expect(onLost).not.toHaveBeenCalled()
  })

  test('that fails with time left is tried again at the next look', async () => {
    const session = makeSession(85, false, true)
    const onLost = keep(session)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(session.attempts).toEqual([60_000, 90_000])
    expect(onLost).not.toHaveBeenCalled()
  })

  test('of an expired token is tried at 0, 5 and 10 s, then the user must sign in [session.renew.retries] [session.renew.backoff] [session.renew.give-up]', async () => {
    const session = makeSession(10, false, false, false)
    const onLost = keep(session)
    await vi.advanceTimersByTimeAsync(30_000 + 15_000 - 1)
    expect(session.attempts).toEqual([30_000, 35_000])
    expect(onLost).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(session.attempts).toEqual([30_000, 35_000, 45_000])
    expect(onLost).toHaveBeenCalledOnce()
  })

  test('that succeeds on a later attempt keeps the session', async () => {
    const session = makeSession(10, false, true)
    const onLost = keep(session)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(session.attempts).toEqual([30_000, 35_000])
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

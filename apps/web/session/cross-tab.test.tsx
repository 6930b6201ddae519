import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { announceSignOut, followOtherTabs } from './cross-tab.ts'
import type { Session } from './session.ts'

/** Channels of one browser: what one says the others hear at once. */
class Channel {
  static readonly all = new Set<Channel>()
  onmessage: (() => void) | null = null
  readonly name: string
  constructor(name: string) {
    this.name = name
    Channel.all.add(this)
  }
  postMessage() {
    for (const other of Channel.all) {
      if (other !== this && other.name === this.name) other.onmessage?.()
    }
  }
  close() {
    Channel.all.delete(this)
  }
}

const session = (subject: string | null) =>
  ({ current: subject === null ? null : { subject } }) as Session
let stop = () => {}

function follow(subject: string | null) {
  const onSignedOut = vi.fn()
  stop = followOtherTabs(session(subject), onSignedOut)
  return onSignedOut
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('BroadcastChannel', Channel)
  localStorage.setItem('subject', 'ada')
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a sign-out in another tab', () => {
  test.each([
    [0, 500],
    [0.5, 1000],
    [0.999999, 1499.999],
  ])(
    'is followed after 0.5 to 1.5 s (random %d) [session.cross-tab.broadcast] [session.cross-tab.delay]',
    (random, delayMs) => {
      vi.spyOn(Math, 'random').mockReturnValue(random)
      const onSignedOut = follow('ada')
      announceSignOut()
      vi.advanceTimersByTime(Math.floor(delayMs) - 1)
      expect(onSignedOut).not.toHaveBeenCalled()
      vi.advanceTimersByTime(2)
      expect(onSignedOut).toHaveBeenCalledOnce()
    },
  )

  test('is not followed by a page that has left', () => {
    const onSignedOut = follow('ada')
    announceSignOut()
    stop()
    vi.advanceTimersByTime(2000)
    expect(onSignedOut).not.toHaveBeenCalled()
  })
})

describe('a tab that comes to sight', () => {
  const show = (state: 'visible' | 'hidden') => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
  }

  test('goes on when the session is still this user’s', () => {
    const onSignedOut = follow('ada')
    show('visible')
    expect(onSignedOut).not.toHaveBeenCalled()
  })

  test('signs out when somebody else is signed in [session.cross-tab.visible]', () => {
    const onSignedOut = follow('ada')
    localStorage.setItem('subject', 'grace')
    show('hidden')
    expect(onSignedOut).not.toHaveBeenCalled()
    show('visible')
    expect(onSignedOut).toHaveBeenCalledOnce()
  })

  test('signs out when nobody is [session.cross-tab.visible]', () => {
    const onSignedOut = follow('ada')
    localStorage.removeItem('subject')
    show('visible')
    expect(onSignedOut).toHaveBeenCalledOnce()
  })
})

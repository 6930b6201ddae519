import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'

// the page has no other script, so it runs as it is, in a window of its own
const script = readFileSync(
  join(import.meta.dirname, '../public/assets/silent-redirect.js'),
  'utf8',
)

afterEach(() => {
  vi.useRealTimers()
})

/** Runs the page in a frame, in a window that a page opened, or in the user's own window. */
function run(where: 'frame' | 'popup' | 'own', search = '?state=s&code=c') {
  vi.useFakeTimers()
  const postMessage = vi.fn()
  const replace = vi.fn()
  const page: Record<string, unknown> = {
    location: { href: `http://portal.example/${search}`, origin: 'o', search, replace },
    opener: where === 'popup' ? { postMessage } : null,
    close: vi.fn(),
  }
  page.parent = where === 'frame' ? { postMessage } : page
  class Channel {
    postMessage = postMessage
    close() {}
  }
  new Function('window', 'BroadcastChannel', script)(page, Channel)
  vi.advanceTimersByTime(2_000)
  return { postMessage, replace }
}

test.each(['frame', 'popup', 'own'] as const)('the sign-in’s answer is told from a %s', (where) => {
  expect(run(where).postMessage).toHaveBeenCalledOnce()
})

test('who ends there in their own window goes on to the portal', () => {
  for (const search of ['?state=s&code=c', '?error=login_required', '']) {
    expect(run('own', search).replace.mock.calls).toEqual([['/']])
  }
  expect(run('frame').replace).not.toHaveBeenCalled()
})

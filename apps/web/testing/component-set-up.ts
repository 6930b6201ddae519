import { cleanup, configure } from '@testing-library/react'
import { afterAll, vi } from 'vitest'

// on a busy machine awaited content takes longer than the default second
configure({ asyncUtilTimeout: 20_000, defaultHidden: false })

/** What the DOM of these tests has besides a browser's. */
declare const happyDOM: { setURL(url: string): void }

// the files of a worker share its libraries and its document: each leaves them as it found them, and has modules of its own
const address = location.href
afterAll(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
  happyDOM.setURL(address)
  document.body.replaceChildren()
  document.title = ''
  for (const { name } of [...document.documentElement.attributes]) {
    document.documentElement.removeAttribute(name)
  }
  vi.resetModules()
})

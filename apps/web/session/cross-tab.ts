import { Session } from './session.ts'

const channelName = 'session'
/** Each tab waits a random time before it follows, so that not all call the identity provider at once. */
const crossTabDelayMs = { least: 500, most: 1500 } as const

/** Tells the other tabs that the user has signed out. */
export function announceSignOut(): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage('signed-out')
  channel.close()
}

/**
 * Ends this tab's session when another tab signed out, and when the tab becomes visible and no user, or another user, is
 * signed in by then.
 */
export function followOtherTabs(session: Session, onSignedOut: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = () => {
    const { least, most } = crossTabDelayMs
    clearTimeout(timer)
    timer = setTimeout(onSignedOut, least + Math.random() * (most - least))
  }
  function compare() {
    if (document.visibilityState !== 'visible' || session.current === null) return
    if (Session.storedSubject() !== session.current.subject) onSignedOut()
  }
  document.addEventListener('visibilitychange', compare)
  return () => {
    clearTimeout(timer)
    channel.close()
    document.removeEventListener('visibilitychange', compare)
  }
}

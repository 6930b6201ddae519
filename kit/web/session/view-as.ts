// Whose portal a page shows is decided by the server, for all tabs of a sign-in: where that changes, pages are loaded anew.
import { keepDrafts } from '../form/draft-store.ts'

const channelName = 'view-as'
const returnKey = 'view-as-return'
let isLeaving = false

function leaveFor(address: string): void {
  if (isLeaving) return
  isLeaving = true
  keepDrafts()
  location.assign(address)
}

function notifyOtherTabs(): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage('changed')
  channel.close()
}

/** To the user's first page; the end leads back to this one. */
export function enterView(): void {
  sessionStorage.setItem(returnKey, location.pathname + location.search)
  notifyOtherTabs()
  leaveFor('/')
}

/** To the page where the view began in this tab, or to the first. */
export function leaveView(): void {
  const address = sessionStorage.getItem(returnKey) ?? '/'
  sessionStorage.removeItem(returnKey)
  notifyOtherTabs()
  leaveFor(address)
}

/** Follows what was begun or ended in another tab. */
export function followViews(): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = () => leaveFor('/')
  return () => channel.close()
}

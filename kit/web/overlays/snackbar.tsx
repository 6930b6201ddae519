import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { CloseButton } from '@mantine/core'
import { useEffect, useSyncExternalStore } from 'react'
import { useTexts } from '../texts/i18n.tsx'
import classes from './snackbar.module.css'

const msg = messagesOf(import.meta.url)

/** How long each kind of message stands, as the documents say. */
export const snackbarMs = {
  default: 5000,
  filter: 3000,
  labelDeleted: 2000,
  error: 7000,
  newNotification: 10_000,
} as const

export type SnackbarTone = 'info' | 'success' | 'error'

export interface Snackbar {
  readonly message: string
  readonly tone?: SnackbarTone
  readonly durationMs?: number
  readonly action?: { readonly label: string; run(): void }
}

interface Shown extends Snackbar {
  readonly key: number
}

const mostAtOnce = 4
let shown: readonly Shown[] = []
let lastKey = 0
const listeners = new Set<() => void>()

function publish(next: readonly Shown[]) {
  shown = next
  for (const listener of listeners) listener()
}

/** Shows a message at the foot of the page. The same message again starts its time anew instead of standing twice. */
export function showSnackbar(snackbar: Snackbar): void {
  lastKey += 1
  const others = shown.filter((each) => each.message !== snackbar.message)
  publish([...others, { ...snackbar, key: lastKey }].slice(-mostAtOnce))
}

export function hideSnackbar(key: number): void {
  publish(shown.filter((each) => each.key !== key))
}

/** An error's message with a close X, for 7 s. */
export function showError(message: string): void {
  showSnackbar({ message, tone: 'error', durationMs: snackbarMs.error })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const texts = msg({ close: 'Close', region: 'Messages' })

/** Where the messages stand; once, in the shell. */
export function Snackbars() {
  const all = useSyncExternalStore(subscribe, () => shown)
  const t = useTexts(texts)
  return (
    <section className={classes.region} aria-label={t.region} aria-live="polite">
      {all.map((each) => (
        <Message key={each.key} snackbar={each} closeLabel={t.close} />
      ))}
    </section>
  )
}

function Message({ snackbar, closeLabel }: { snackbar: Shown; closeLabel: string }) {
  const { key, durationMs = snackbarMs.default, action } = snackbar
  useEffect(() => {
    const timer = setTimeout(() => hideSnackbar(key), durationMs)
    return () => clearTimeout(timer)
  }, [key, durationMs])
  return (
    <div
      className={classes.message}
      data-tone={snackbar.tone ?? 'info'}
      role={snackbar.tone === 'error' ? 'alert' : 'status'}
    >
      <span className={classes.text}>{snackbar.message}</span>
      {action !== undefined && (
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            action.run()
            hideSnackbar(key)
          }}
        >
          {action.label}
        </button>
      )}
      <CloseButton
        size="sm"
        className={classes.close}
        aria-label={closeLabel}
        onClick={() => hideSnackbar(key)}
      />
    </div>
  )
}

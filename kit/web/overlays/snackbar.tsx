import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { CloseButton } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
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

const maxAtOnce = 4
let shown: readonly Shown[] = []
let lastKey = 0
const listeners = new Set<() => void>()

function publish(next: readonly Shown[]) {
  shown = next
  for (const listener of listeners) listener()
}

/** Shows a message. The same message again starts its time anew instead of being shown twice. */
export function showSnackbar(snackbar: Snackbar): void {
  lastKey += 1
  const others = shown.filter((each) => each.message !== snackbar.message)
  publish([...others, { ...snackbar, key: lastKey }].slice(-maxAtOnce))
}

function hideSnackbar(key: number): void {
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

/** What somebody works in now: the field that has the focus, or the whole dialog around it. */
function workedIn(): Element | null {
  const field = document.activeElement?.closest(
    'textarea, input:not([type=checkbox], [type=radio]), [contenteditable=true], [role=dialog] *',
  )
  return field?.closest('[role=dialog], [data-composer]') ?? field ?? null
}

type Edge = 'foot' | 'head' | 'beside'

const widestPx = 500

/**
 * Where messages of so many pixels cover nothing that somebody works in: at the foot of the window, else at its head, or
 * beside a drawer, which goes from the head to the foot.
 */
function freeEdge(heightPx: number): Edge {
  const box = workedIn()?.getBoundingClientRect()
  if (box === undefined || box.bottom <= window.innerHeight - heightPx) return 'foot'
  return box.top < heightPx && box.left > widestPx ? 'beside' : 'head'
}

const footPx = 32

/** The edge at which messages are shown, while something is worked on. */
function useFreeEdge(count: number) {
  const region = useRef<HTMLElement>(null)
  const [edge, setEdge] = useState<Edge>('foot')
  useLayoutEffect(() => {
    if (count === 0) return
    const place = () => {
      const heightPx = (region.current?.getBoundingClientRect().height ?? 0) + footPx
      setEdge(freeEdge(heightPx))
    }
    place()
    document.addEventListener('focusin', place)
    return () => document.removeEventListener('focusin', place)
  }, [count])
  return { region, edge }
}

/** Where the messages are shown; once, in the shell. */
export function Snackbars() {
  const all = useSyncExternalStore(subscribe, () => shown)
  const t = useTexts(texts)
  const { region, edge } = useFreeEdge(all.length)
  return (
    <section
      ref={region}
      className={classes.region}
      data-edge={edge}
      aria-label={t.region}
      aria-live="polite"
    >
      {all.map((each) => (
        <Message key={each.key} snackbar={each} closeLabel={t.close} />
      ))}
    </section>
  )
}

function Message({ snackbar, closeLabel }: { snackbar: Shown; closeLabel: string }) {
  const { key, durationMs = snackbarMs.default, action } = snackbar
  // who reads it, or has come to its button, is given the time: "Undo" stands nowhere else
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => hideSnackbar(key), durationMs)
    return () => clearTimeout(timer)
  }, [key, durationMs, isHeld])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it can do nothing; only its time stops
    <div
      className={classes.message}
      data-tone={snackbar.tone ?? 'info'}
      role={snackbar.tone === 'error' ? 'alert' : 'status'}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
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

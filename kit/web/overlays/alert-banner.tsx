import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { CloseButton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconInfoCircle,
} from '@tabler/icons-react'
import { useEffect, useSyncExternalStore } from 'react'
import { useTexts } from '../texts/i18n.tsx'
import classes from './alert-banner.module.css'

const msg = messagesOf(import.meta.url)

/** How long a banner stands unless it is persistent. */
const alertMs = 5000

export type AlertSeverity = 'success' | 'warning' | 'info' | 'failed'

export interface Alert {
  /** A severity that is none of the four shows no icon. */
  readonly severity: AlertSeverity | (string & {})
  readonly message: string
  readonly isPersistent?: boolean
}

const icons: Partial<Record<string, typeof IconInfoCircle>> = {
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  info: IconInfoCircle,
  failed: IconCircleX,
}

let current: (Alert & { readonly key: number }) | null = null
let lastKey = 0
const listeners = new Set<() => void>()

function publish(next: typeof current) {
  current = next
  for (const listener of listeners) listener()
}

/** Shows a banner above the page; a new one takes the place of the last. */
export function showAlert(alert: Alert): void {
  lastKey += 1
  publish({ ...alert, key: lastKey })
}

export function hideAlert(): void {
  publish(null)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const texts = msg({ close: 'Close' })

/** Where banners stand; once in each layout. */
export function AlertBanner() {
  const alert = useSyncExternalStore(subscribe, () => current)
  const t = useTexts(texts)
  const key = alert?.key
  const isPersistent = alert?.isPersistent === true
  useEffect(() => {
    if (key === undefined || isPersistent) return
    const timer = setTimeout(hideAlert, alertMs)
    return () => clearTimeout(timer)
  }, [key, isPersistent])
  const Icon = alert === null ? undefined : icons[alert.severity]
  return (
    <div aria-live="polite">
      {alert !== null && (
        <div className={classes.banner} data-severity={alert.severity}>
          {Icon !== undefined && <Icon size={18} stroke={1.75} aria-hidden />}
          <span className={classes.message}>{alert.message}</span>
          <CloseButton size="sm" c="inherit" aria-label={t.close} onClick={hideAlert} />
        </div>
      )}
    </div>
  )
}

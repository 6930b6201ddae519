import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { IconCloudOff } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { shellTexts } from './shell.messages.ts'
import classes from './shell.module.css'

function subscribe(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Says that the device has no network, for as long as it has none. */
export function OfflineNote() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  const t = useTexts(shellTexts)
  return (
    <div aria-live="polite">
      {!isOnline && (
        <div className={classes.offline}>
          <IconCloudOff size={18} stroke={1.75} aria-hidden />
          {t.offline}
        </div>
      )}
    </div>
  )
}

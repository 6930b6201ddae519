import { lazy, Suspense, useSyncExternalStore } from 'react'
import { confirmation } from './confirmation.ts'

const ConfirmationDialog = lazy(async () => {
  const { ConfirmationDialog: component } = await import('./confirmation-dialog.tsx')
  return { default: component }
})

/** The dialog that answers challenges, fetched with the first one. */
export function ConfirmationOutlet() {
  const question = useSyncExternalStore(confirmation.subscribe, confirmation.current)
  if (question === undefined) return null
  return (
    <Suspense>
      <ConfirmationDialog question={question} />
    </Suspense>
  )
}

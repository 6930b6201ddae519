import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { loadAgain } from '@counterfoil/kit/web/calls/missing-code.ts'
import { showSnackbar, snackbarMs } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { type ComponentProps, Suspense, useEffect, useSyncExternalStore } from 'react'
import { confirmation } from './confirmation.ts'
import type { ConfirmationDialog as Dialog } from './confirmation-dialog.tsx'

const msg = messagesOf(import.meta.url)

const texts = msg({
  missing: 'You cannot be asked for a code: a part of the portal could not be fetched.',
  reload: 'Reload',
})

/** Where the dialog cannot be shown, the action is declined. */
const ConfirmationDialog = lazyPart(
  () => import('./confirmation-dialog.tsx').then((file) => file.ConfirmationDialog),
  Refused,
)

function Refused({ question }: ComponentProps<typeof Dialog>) {
  const t = useTexts(texts)
  useEffect(() => {
    showSnackbar({
      message: t.missing,
      tone: 'error',
      durationMs: snackbarMs.error,
      action: { label: t.reload, run: loadAgain },
    })
    question.answer(undefined)
  }, [question])
  return null
}

/** The dialog that answers challenges, loaded with the first one. */
export function ConfirmationOutlet() {
  const question = useSyncExternalStore(confirmation.subscribe, confirmation.current)
  if (question === undefined) return null
  return (
    <Suspense>
      <ConfirmationDialog question={question} />
    </Suspense>
  )
}

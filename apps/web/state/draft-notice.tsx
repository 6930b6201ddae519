import { draftPlace, draftsOnlyOf } from '@counterfoil/kit/web/form/draft-store.ts'
import { showSnackbar, snackbarMs } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { sessionTexts } from '../session/session.messages.ts'

/** Shows, after signing in again, where the draft of an enforced sign-out is. */
export function DraftNotice() {
  const { id } = useUser()
  const navigate = useNavigate()
  const t = useTexts(sessionTexts)
  useEffect(() => {
    const latest = draftsOnlyOf(id).at(-1)
    if (latest === undefined) return
    const isHere = latest.path === draftPlace()
    showSnackbar({
      message: isHere ? t.draftHere : t.draftElsewhere,
      durationMs: snackbarMs.newNotification,
      ...(isHere ? {} : { action: { label: t.open, run: () => navigate(latest.path) } }),
    })
  }, [id])
  return null
}

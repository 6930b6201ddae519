import { keepDrafts } from '@counterfoil/kit/web/form/draft-store.ts'
import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import { Suspense, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { portalLogout } from '../authentication/logout.tsx'
import { IdleClock } from './idle.ts'
import { asOnlyTab } from './only-tab.ts'

const IdleDialog = lazyPart(() => import('./idle-dialog.tsx').then((file) => file.IdleDialog))

/** Warns an idle user, and signs out one who does not answer. */
export function IdleWatch() {
  const navigate = useNavigate()
  const clock = useMemo(() => new IdleClock(), [])
  const state = useSyncExternalStore(clock.subscribe, () => clock.current)
  useEffect(() => clock.start(), [clock])

  useEffect(() => {
    if (state.kind !== 'over') return
    keepDrafts()
    void asOnlyTab(() => navigate('/authentication/logout', { state: portalLogout }))
  }, [state, navigate])

  if (state.kind !== 'warning') return null
  return (
    <Suspense>
      <IdleDialog
        leftS={state.leftS}
        onContinue={clock.reset}
        onQuit={() => navigate('/authentication/logout', { state: portalLogout })}
      />
    </Suspense>
  )
}

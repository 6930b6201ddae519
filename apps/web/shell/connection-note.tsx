import { canReach, useOnline, useReach } from '@counterfoil/kit/web/calls/reachability.ts'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { IconCloudOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { shellTexts } from './shell.messages.ts'
import classes from './shell.module.css'

/** How often an unreachable server is probed. */
const probeMs = 5000

/**
 * Shows that the network, the server or its database is unavailable while it is, and afterwards repeats failed queries.
 */
export function ConnectionNote() {
  const isOnline = useOnline()
  const reachability = useReach()
  const t = useTexts(shellTexts)
  useProbe(isOnline && reachability !== 'fine')
  const gone = reachability === 'database gone' ? t.databaseGone : t.serverGone
  return (
    <div aria-live="polite">
      {!(isOnline && reachability === 'fine') && (
        <div className={classes.note}>
          <IconCloudOff size={18} stroke={1.75} aria-hidden />
          {isOnline ? gone : t.offline}
        </div>
      )}
    </div>
  )
}

function useProbe(isNeeded: boolean) {
  const queries = useQueryClient()
  useEffect(() => {
    if (!isNeeded) return
    const timer = setInterval(async () => {
      if (!(await canReach())) return
      queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null })
    }, probeMs)
    return () => clearInterval(timer)
  }, [isNeeded, queries])
}

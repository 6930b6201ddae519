import { useTexts, useTranslate } from '@counterfoil/kit/web/i18n.tsx'
import { StatusPill } from '@counterfoil/kit/web/status-pill.tsx'
import { schedulerTexts, workNames } from './scheduler.messages.ts'

export function WorkName({ name }: { name: string }) {
  const translate = useTranslate()
  const known = workNames[name]
  return <span title={name}>{known === undefined ? name : translate(known)}</span>
}

/** How a run ended. */
export function Outcome({ outcome }: { outcome: 'succeeded' | 'failed' | null }) {
  const t = useTexts(schedulerTexts)
  if (outcome === null) return '–'
  return <StatusPill status={outcome === 'failed' ? 'Failed' : 'Completed'} label={t[outcome]} />
}

import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { schedulerTexts, workNames } from './scheduler.messages.ts'

export function JobName({ name }: { name: string }) {
  return <span title={name}>{useJobName()(name)}</span>
}

/** The name of a job in the user's language. */
export function useJobName(): (name: string) => string {
  const translate = useTranslate()
  return (name) => (workNames[name] === undefined ? name : translate(workNames[name]))
}

/** The outcome of a run. */
export function Outcome({ outcome }: { outcome: 'succeeded' | 'failed' | null }) {
  const t = useTexts(schedulerTexts)
  if (outcome === null) return '–'
  return <StatusPill status={outcome === 'failed' ? 'Failed' : 'Completed'} label={t[outcome]} />
}

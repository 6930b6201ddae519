import type { Text } from '@counterfoil/kit/contract/texts.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { schedulerTexts } from './scheduler.messages.ts'

/** What the job is called; the name that the logs have shows where the pointer rests. */
export function JobName({ work }: { work: { readonly name: string; readonly label: Text } }) {
  const translate = useTranslate()
  return <span title={work.name}>{translate(work.label)}</span>
}

/** The outcome of a run. */
export function Outcome({ outcome }: { outcome: 'succeeded' | 'failed' | null }) {
  const t = useTexts(schedulerTexts)
  if (outcome === null) return '–'
  return <StatusPill status={outcome === 'failed' ? 'Failed' : 'Completed'} label={t[outcome]} />
}

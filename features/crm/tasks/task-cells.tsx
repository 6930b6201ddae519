import { activityKinds } from '@counterfoil/features/settings/pipelines/kinds.schema.ts'
import { DateTime, formatDay } from '@counterfoil/kit/web/formats/dates.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { useMay } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { Task } from './tasks.contract.ts'
import { taskTexts } from './tasks.messages.ts'

const dueMap = { overdue: 'negative', today: 'pending' } as const

/** The due day, and whether it is today or overdue. */
export function Due({ task }: { task: Task }) {
  const t = useTexts(taskTexts)
  const day = formatDay(task.dueOn)
  if (task.doneAt !== null) {
    return (
      <>
        {t.done} <DateTime value={task.doneAt} />
      </>
    )
  }
  const state = task.isOverdue ? 'overdue' : task.isDueToday ? 'today' : undefined
  return (
    <>
      {day} {state !== undefined && <StatusPill status={state} map={dueMap} label={t[state]} />}
    </>
  )
}

/** The kind of task; for a document also its type. */
export function Kind({ task }: { task: Task }) {
  const t = useTexts(taskTexts)
  const translate = useTranslate()
  return task.documentTypeName === null
    ? translate(activityKinds[task.kind])
    : t.document({ type: task.documentTypeName })
}

/** The record of the task, as a link where the user may open it. */
export function About({ task }: { task: Task }) {
  const may = {
    opportunity: useMay('CRM.Opportunity.View'),
    project: useMay('CRM.Project.View'),
    lead: useMay('CRM.Lead.View'),
  }
  const paths = { opportunity: '/crm/opportunities', project: '/crm/projects', lead: '/crm/leads' }
  const kind = task.itemKind ?? (task.leadId === null ? undefined : 'lead')
  const name = task.itemName ?? task.leadName
  if (kind === undefined || name === null) return '–'
  if (!may[kind]) return name
  return (
    <Anchor component={Link} to={`${paths[kind]}/${task.itemId ?? task.leadId}`} size="sm">
      {name}
    </Anchor>
  )
}

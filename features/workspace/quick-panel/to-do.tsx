import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import {
  IconBuildingBank,
  IconChecklist,
  IconChecks,
  IconChevronRight,
  IconFileSearch,
  IconFileText,
  IconFileUpload,
  IconGavel,
  IconHourglass,
  IconSend,
  IconSignature,
  IconTicket,
  IconUserCheck,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { usePaymentsPath } from './payment-paths.tsx'
import { toDoTexts } from './quick-panel.messages.ts'
import classes from './quick-panel.module.css'
import { listToDo, type ToDo as ToDoItem, type ToDoKind } from './to-do.contract.ts'
import { toDoPath } from './to-do-paths.rules.ts'

const icons: Record<ToDoKind, typeof IconTicket> = {
  tasks: IconChecklist,
  documentsToReview: IconFileSearch,
  documentsToSubmit: IconFileUpload,
  proposals: IconFileText,
  agreements: IconSignature,
  payments: IconHourglass,
  confirmations: IconUserCheck,
  payouts: IconSend,
  beneficiaryPayouts: IconBuildingBank,
  tickets: IconTicket,
  disputes: IconGavel,
}

const isPast = (time: string) => new Date(time) < new Date()

/** What waits for the user, each kind with the way to it. */
export function ToDo({ onLeave }: { onLeave(): void }) {
  const t = useTexts(toDoTexts)
  const pathOf = usePaths()
  const { audience } = useUser()
  const toDo = useCall(listToDo, {}, { quiet: true })
  if (toDo.data === undefined) {
    if (toDo.error === null) return <LoadingLines lines={3} />
    return <ErrorState problem={toDo.error} onRetry={() => toDo.refetch()} />
  }
  if (toDo.data.data.length === 0) {
    return (
      <p className={classes.allDone}>
        <IconChecks size={17} stroke={1.75} aria-hidden /> {t.nothing}
      </p>
    )
  }
  return (
    <ul className={classes.rows}>
      {toDo.data.data.map((item) => {
        const { kind, count, dueAt, recordId, recordName } = item
        const Icon = icons[kind]
        const text = kind === 'tickets' && audience === 'merchant' ? t.askedTickets : t[kind]
        return (
          <li key={`${kind} ${recordId}`}>
            <Link className={classes.row} to={pathOf(item)} onClick={onLeave}>
              <Icon size={17} stroke={1.6} aria-hidden />
              <span>
                {[text({ count }), recordName].filter(Boolean).join(' · ')}
                {dueAt !== null && (
                  <small className={classes.due} data-overdue={isPast(dueAt) || undefined}>
                    {isPast(dueAt) ? t.overdueSince : t.dueAt} <DateTime value={dueAt} />
                  </small>
                )}
              </span>
              <IconChevronRight size={15} stroke={1.75} aria-hidden />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/** Where one acts on each kind. */
function usePaths(): (item: ToDoItem) => string {
  const { audience, permissions } = useUser()
  const payments = usePaymentsPath() ?? '/'
  return (item) => toDoPath(item, { audience, permissions, payments })
}

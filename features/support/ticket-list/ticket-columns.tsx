import { LabelPicker } from '@counterfoil/features/support/labels/label-manager.screens.ts'
import { nearBreachMs } from '@counterfoil/features/support/service-levels/clock.rules.ts'
import type { TicketRole } from '@counterfoil/features/support/tickets/terms.schema.ts'
import { ticketLabel } from '@counterfoil/features/support/tickets/ticket-labels.rules.ts'
import type { TicketRow } from '@counterfoil/features/support/tickets/tickets.contract.ts'
import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { supportCategoryMap } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { IconArrowUpRight, IconFlag3Filled } from '@tabler/icons-react'
import { Suspense, useMemo } from 'react'
import { listTexts } from './ticket-list.messages.ts'
import classes from './ticket-list.module.css'

type Column = GridColumn<TicketRow>

/** The organisation that names a ticket in the calls of labels: its customer, or the tenant of a ticket to the platform. */
const organisationOf = (row: TicketRow) => row.customerId ?? row.tenantId

export function useTicketColumns(channel: string | undefined, onManage: () => void) {
  const t = useTexts(listTexts)
  const { language } = useLanguage()
  const { audience } = useUser()
  return useMemo((): Column[] => {
    const isAgent = roleIn(audience, channel) !== 'requester'
    const label = (group: Parameters<typeof ticketLabel>[0], name: string) =>
      ticketLabel(group, name, language)
    return [
      {
        id: 'subject',
        title: t.subject,
        narrow: '1',
        isFixed: true,
        width: 260,
        cell: (row) => <Subject row={row} />,
      },
      {
        id: 'state',
        title: t.state,
        narrow: '2',
        cell: (row) => (
          <StatusPill
            status={row.state}
            label={label('state', row.state)}
            isQuiet={row.state === 'Closed'}
          />
        ),
      },
      {
        id: 'category',
        title: t.category,
        narrow: '2',
        cell: (row) => (
          <StatusPill
            status={row.category}
            map={supportCategoryMap}
            isQuiet
            label={label('category', row.category)}
          />
        ),
      },
      {
        id: 'priority',
        title: t.priority,
        narrow: '2',
        cell: (row) => (
          <span className={classes.priority} data-priority={row.priority}>
            <IconFlag3Filled size={12} aria-hidden /> {label('priority', row.priority)}
          </span>
        ),
      },
      {
        id: 'label',
        title: t.label,
        narrow: '2',
        cell: (row) => (
          <Suspense>
            <LabelPicker
              ticket={{
                ticketId: row.ticketId,
                organisationId: organisationOf(row),
                label: row.label,
                name: row.code,
              }}
              onManage={onManage}
            />
          </Suspense>
        ),
      },
      ...organisationColumns(audience, isAgent, t),
      {
        id: 'waitingOn',
        title: t.waitingOn,
        isOptional: !isAgent,
        cell: (row) => (row.waitingOn === null ? '–' : label('turn', row.waitingOn)),
      },
      ...(isAgent ? [dueColumn(t)] : []),
      {
        id: 'updated',
        title: t.updated,
        narrow: '3 end',
        sort: true,
        cell: (row) => <DateTime value={row.updatedAt} />,
      },
      {
        id: 'created',
        title: t.created,
        sort: true,
        cell: (row) => <DateTime value={row.createdAt} />,
      },
      {
        id: 'closed',
        title: t.closed,
        isOptional: true,
        cell: (row) => <DateTime value={row.closedAt} />,
      },
    ]
  }, [audience, channel, language, onManage, t])
}

/** The part that the reader has in all tickets of a list. */
export function roleIn(audience: Audience, channel: string | undefined): TicketRole {
  if (audience === 'platform') return 'platformAgent'
  return audience === 'tenant' && channel !== 'TenantToPlatform' ? 'tenantAgent' : 'requester'
}

type Texts = ReturnType<typeof useTexts<typeof listTexts>>

/** The columns of the organisation, the requester and the assignee, as far as the reader may see them. */
function organisationColumns(audience: Audience, isAgent: boolean, t: Texts): Column[] {
  const organisation: Column[] =
    audience === 'platform'
      ? [{ id: 'tenant', title: t.tenant, narrow: '3', cell: (row) => row.tenantName }]
      : isAgent
        ? [
            {
              id: 'customer',
              title: t.customer,
              narrow: '3',
              cell: (row) => row.customerName ?? '–',
            },
          ]
        : []
  const assignee: Column = {
    id: 'assignee',
    title: t.assignee,
    narrow: '3',
    cell: (row) => row.assignee?.name ?? '–',
  }
  return [
    ...organisation,
    { id: 'requester', title: t.requester, isOptional: isAgent, cell: (row) => row.requester },
    ...(isAgent ? [assignee] : []),
  ]
}

function dueColumn(t: Texts): Column {
  return {
    id: 'due',
    title: t.due,
    narrow: '2 end',
    sort: true,
    cell: ({ dueAt, waitingOn }) => {
      if (dueAt === null) return '–'
      const left = Date.parse(dueAt) - Date.now()
      const isNear = waitingOn !== 'requester' && left < nearBreachMs
      const state = isNear ? (left < 0 ? 'overdue' : 'near') : undefined
      return (
        <span className={classes.due} data-due={state}>
          {state === undefined ? (
            // without columns this time stands near that of the last change
            <span className={classes.dueName}>{t.due}</span>
          ) : (
            <span className={classes.dueState}>{state === 'near' ? t.dueSoon : t.overdue}</span>
          )}{' '}
          <DateTime value={dueAt} />
        </span>
      )
    },
  }
}

function Subject({ row }: { row: TicketRow }) {
  const t = useTexts(listTexts)
  return (
    <span className={classes.subject} data-unread={row.isUnread || undefined}>
      {row.isUnread && (
        <span className={classes.dot} role="img" aria-label={t.unread} title={t.unread} />
      )}
      <span className={classes.subjectText}>{row.subject}</span>
      <span className={classes.code}>{row.code}</span>
      {row.isEscalated && (
        <span role="img" aria-label={t.escalated} title={t.escalated} className={classes.mark}>
          <IconArrowUpRight size={14} stroke={2} aria-hidden />
        </span>
      )}
    </span>
  )
}

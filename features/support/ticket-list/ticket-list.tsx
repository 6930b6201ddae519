import { LabelManager } from '@counterfoil/features/support/labels/label-manager.screens.ts'
import { ChosenTickets } from '@counterfoil/features/support/ticket-steps/ticket-steps.screens.ts'
import { ticketPath } from '@counterfoil/features/support/tickets/ticket-paths.rules.ts'
import {
  listMyTickets,
  listTickets,
  type TicketRow,
} from '@counterfoil/features/support/tickets/tickets.contract.ts'
import { instantOf } from '@counterfoil/kit/contract/calendar-days.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { useEmptyList } from '@counterfoil/kit/web/filters/list-filters.tsx'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { gridState } from '@counterfoil/kit/web/grid/grid-state.ts'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { requestSupport } from '@counterfoil/kit/web/session/support-request.tsx'
import { useTimeZone, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { IconPlus, IconTags } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { ExportButton } from './export-button.tsx'
import { roleIn, useTicketColumns } from './ticket-columns.tsx'
import { TicketFilterBar } from './ticket-filters.tsx'
import { listTexts } from './ticket-list.messages.ts'
import { ticketFilterNames, toListOrder, toTicketQuery } from './ticket-query.rules.ts'

const none: never[] = []

/** How often the page reads the list again. */
const refreshMs = 30_000

/** The tickets that the user may see. Filters, order and page are part of the address. */
export default function TicketListPage() {
  const t = useTexts(listTexts)
  const { audience } = useUser()
  const timeZone = useTimeZone()
  const [isManaging, setManaging] = useState(false)
  const list = useListState({ filters: ticketFilterNames, sort: '-created', pageSize: 10 })
  const query = {
    ...toTicketQuery(list.filters, (day, time) => instantOf(day, time, timeZone).toISOString()),
    ...toListOrder(list.sort),
  }
  const columns = useTicketColumns(list.filters.ticketChannelType, () => setManaging(true))
  const tickets = useCall(
    audience === 'platform' ? listTickets : listMyTickets,
    { query: { ...query, search: query.search ?? '', page: list.pageIndex, size: list.pageSize } },
    { keepPrevious: true, refetchEveryMs: refreshMs },
  )
  const empty = useEmptyList(list, t)
  const rows = tickets.data?.data
  const { chosen, setChosen } = useChosenTickets([query, list.pageIndex, list.pageSize], rows)
  return (
    <Page
      title={t.title}
      description={t.description}
      actions={
        <>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconTags size={15} stroke={1.75} />}
            onClick={() => setManaging(true)}
          >
            {t.labels}
          </Button>
          <Button
            size="xs"
            leftSection={<IconPlus size={15} stroke={1.75} />}
            onClick={() => requestSupport()}
          >
            {t.newTicket}
          </Button>
        </>
      }
    >
      <DataGrid<TicketRow>
        id="support-tickets"
        label={t.title}
        columns={columns}
        {...gridState(tickets, list)}
        rows={rows}
        selection={{ ids: chosen, onChange: setChosen }}
        rowId={(row) => row.ticketId}
        rowLink={(row) => ticketPath(audience, row)}
        sort={list.sort}
        onSort={list.setSort}
        toolbar={<TicketFilterBar list={list} />}
        actions={
          <>
            <Suspense>
              <ChosenTickets
                role={roleIn(audience, list.filters.ticketChannelType)}
                rows={rows ?? none}
                chosen={chosen}
                onChoose={setChosen}
              />
            </Suspense>
            <ExportButton query={query} />
          </>
        }
        empty={empty}
      />
      <Suspense>{isManaging && <LabelManager onClose={() => setManaging(false)} />}</Suspense>
    </Page>
  )
}

/** The chosen ones of the tickets that are shown: another page, filter or order begins with none. */
function useChosenTickets(view: readonly unknown[], rows: readonly TicketRow[] = none) {
  const shown = JSON.stringify(view)
  const [choice, setChoice] = useState({ shown, ids: new Set<string>() as ReadonlySet<string> })
  const ids = choice.shown === shown ? rows.map(({ ticketId }) => ticketId) : none
  return {
    chosen: new Set(ids.filter((id) => choice.ids.has(id))) as ReadonlySet<string>,
    setChosen: (next: ReadonlySet<string>) => setChoice({ shown, ids: next }),
  }
}

import '@mantine/core/styles/Pill.layer.css'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import {
  DaysFilter,
  ListFilters,
  OneFilter,
  useEmptyList,
} from '@counterfoil/kit/web/filters/list-filters.tsx'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { gridState } from '@counterfoil/kit/web/grid/grid-state.ts'
import { type ListState, useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { SideDrawer } from '@counterfoil/kit/web/overlays/side-drawer.tsx'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Pill } from '@mantine/core'
import { useState } from 'react'
import { EmailText, emailStateMap } from './email-text.tsx'
import { type Email, type EmailState, emailStates, listEmails } from './emails.contract.ts'
import { emailTexts } from './emails.messages.ts'
import classes from './emails.module.css'

const filterNames = ['searchKey', 'state', 'dateFrom', 'dateTo', 'threadId'] as const
type List = ListState<(typeof filterNames)[number]>

/** The outbox of the caller's organisation; the text of a mail opens beside the list. */
export default function Emails() {
  const t = useTexts(emailTexts)
  const list = useListState({ filters: filterNames })
  const [opened, setOpened] = useState<Email>()
  const columns = useEmailColumns(setOpened)
  const { state, ...filters } = list.filters
  const query = { ...filters, ...(state === undefined ? {} : { state: state as EmailState }) }
  const emails = useCall(
    listEmails,
    { query: { ...query, pageIndex: list.pageIndex, pageSize: list.pageSize } },
    { keepPrevious: true },
  )
  const empty = useEmptyList(list, t)
  return (
    <Page title={t.title} description={t.description}>
      <DataGrid<Email>
        id="emails"
        label={t.title}
        columns={columns}
        {...gridState(emails, list)}
        rowId={(row) => row.emailId}
        toolbar={<EmailFilters list={list} />}
        empty={empty}
      />
      <SideDrawer
        isOpen={opened !== undefined}
        onClose={() => setOpened(undefined)}
        title={t.email}
      >
        {opened && (
          <EmailText
            email={opened}
            onThread={(threadId) => {
              list.setFilters({ searchKey: '', state: '', dateFrom: '', dateTo: '', threadId })
              setOpened(undefined)
            }}
          />
        )}
      </SideDrawer>
    </Page>
  )
}

function useEmailColumns(onOpen: (email: Email) => void): GridColumn<Email>[] {
  const t = useTexts(emailTexts)
  const hasCustomers = useUser().audience === 'tenant'
  const customer: GridColumn<Email> = {
    id: 'customer',
    title: t.customer,
    cell: (row) => row.customerName ?? '–',
    width: 160,
  }
  return [
    {
      id: 'time',
      title: t.time,
      cell: (row) => <DateTime value={row.createdAt} seconds />,
      isFixed: true,
      width: 160,
    },
    { id: 'recipient', title: t.recipient, cell: (row) => row.recipient, width: 240 },
    {
      id: 'subject',
      title: t.subject,
      cell: (row) => (
        <button type="button" className={classes.subject} onClick={() => onOpen(row)}>
          {row.subject}
        </button>
      ),
      isFixed: true,
      width: 380,
    },
    ...(hasCustomers ? [customer] : []),
    {
      id: 'state',
      title: t.state,
      cell: (row) => <StatusPill status={row.state} map={emailStateMap} label={t[row.state]} />,
      width: 190,
    },
  ]
}

function EmailFilters({ list }: { list: List }) {
  const t = useTexts(emailTexts)
  return (
    <ListFilters list={list} search={t.search}>
      <DaysFilter list={list} label={t.date} from="dateFrom" to="dateTo" />
      <OneFilter
        list={list}
        name="state"
        label={t.state}
        choices={emailStates.map((value) => ({ value, label: t[value] }))}
      />
      {list.filters.threadId !== undefined && (
        <Pill withRemoveButton onRemove={() => list.setFilters({ threadId: undefined })}>
          {t.oneConversation}
        </Pill>
      )}
    </ListFilters>
  )
}

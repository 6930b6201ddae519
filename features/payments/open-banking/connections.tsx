import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { OneFilter } from '@counterfoil/kit/web/filters/list-filters.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { SelectField } from '@counterfoil/kit/web/form/select-fields.tsx'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { gridState } from '@counterfoil/kit/web/grid/grid-state.ts'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { useOpenedRecord } from '@counterfoil/kit/web/grid/opened-record.ts'
import { Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { useMayCall } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { ConnectionDrawer } from './connection-drawer.tsx'
import { ConnectionPill, Ends } from './connection-parts.tsx'
import {
  completeConnection,
  createConnection,
  listBanks,
  listConnections,
} from './connections.contract.ts'
import { connectionStateTexts, connectionTexts } from './connections.messages.ts'
import { type Connection, connectionStates } from './open-banking.schema.ts'

/** The job reads meanwhile, and time goes on. */
const watchMs = 15_000

/** The merchant's connections to banks; each opens beside the list. */
export default function ConnectionsPage() {
  const t = useTexts(connectionTexts)
  const states = useTexts(connectionStateTexts)
  const mayConnect = useMayCall(createConnection)
  const [isConnecting, setConnecting] = useState(false)
  const opened = useOpenedRecord('connection')
  const list = useListState({ filters: ['state'] })
  const { pageIndex, pageSize } = list
  const state = connectionStates.find((one) => one === list.filters.state)
  const found = useCall(
    listConnections,
    { query: { pageIndex, pageSize, ...(state === undefined ? {} : { state }) } },
    { keepPrevious: true, refetchEveryMs: watchMs },
  )
  const columns = useColumns()
  const isCompleting = useReturn()
  return (
    <Page
      title={t.title}
      description={isCompleting ? t.completing : t.description}
      actions={
        mayConnect && (
          <Button size="xs" onClick={() => setConnecting(true)}>
            {t.connect}
          </Button>
        )
      }
    >
      <DataGrid<Connection>
        id="bank-connections"
        label={t.list}
        columns={columns}
        {...gridState(found, list)}
        rowId={(row) => row.id}
        rowLink={(row) => opened.linkTo(row.id)}
        toolbar={
          <OneFilter
            list={list}
            name="state"
            label={t.state}
            choices={connectionStates.map((value) => ({ value, label: states[value] }))}
          />
        }
        empty={{ title: t.nothing, text: t.nothingText }}
      />
      {opened.id !== null && <ConnectionDrawer id={opened.id} onClose={opened.close} />}
      {isConnecting && <ConnectDialog onClose={() => setConnecting(false)} />}
    </Page>
  )
}

function useColumns(): GridColumn<Connection>[] {
  const t = useTexts(connectionTexts)
  return useMemo(
    () => [
      { id: 'bank', title: t.bank, width: 190, isFixed: true, cell: (row) => row.bankName },
      {
        id: 'state',
        title: t.state,
        width: 180,
        cell: (row) => <ConnectionPill state={row.state} />,
      },
      { id: 'expires', title: t.expires, width: 220, cell: (row) => <Ends connection={row} /> },
      {
        id: 'read',
        title: t.read,
        cell: (row) => (row.readAt === null ? t.never : <DateTime value={row.readAt} />),
      },
      { id: 'by', title: t.by, cell: (row) => row.createdBy },
      { id: 'created', title: t.created, cell: (row) => <DateTime value={row.createdAt} /> },
    ],
    [t],
  )
}

const form = z.object({ bank: z.string().min(1) })
const formId = 'connect-bank'

function ConnectDialog({ onClose }: { onClose(): void }) {
  const t = useTexts(connectionTexts)
  const banks = useCall(listBanks, {})
  const fields = useSchemaForm(form, { bank: '' })
  const connect = useAction(createConnection, {
    quiet: true,
    onDone: ({ url }) => window.location.assign(url),
  })
  const choices = (banks.data?.data ?? []).map(({ id, name, isSandbox }) => ({
    value: id,
    label: isSandbox ? `${name} (${t.sandbox})` : name,
  }))
  const isNone = banks.data !== undefined && choices.length === 0
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.connect}
      action={{ label: t.go, form: formId, isRunning: connect.isRunning, isDisabled: isNone }}
    >
      <Form
        id={formId}
        form={fields}
        problem={connect.problem ?? banks.error}
        onSubmit={(body) => connect.run({ body })}
      >
        <p>{isNone ? t.noBanks : t.goText}</p>
        <SelectField name="bank" label={t.bank} isRequired choices={choices} />
      </Form>
    </Dialog>
  )
}

/** What the bank sent its customer back with is given to the server once, and leaves the address at once. */
function useReturn(): boolean {
  const t = useTexts(connectionTexts)
  const [params, setParams] = useSearchParams()
  const [state, code, error] = ['state', 'code', 'error'].map((name) => params.get(name))
  const sent = useRef<string>(undefined)
  const complete = useAction(completeConnection, {
    onDone: (connection) => {
      const text = connection.state === 'Authorised' ? t.completed : t.rejected
      showSnackbar({
        message: text({ bank: connection.bankName }),
        tone: connection.state === 'Authorised' ? 'success' : 'info',
      })
      setParams({ connection: connection.id }, { replace: true })
    },
  })
  const isReturn =
    typeof state === 'string' && (typeof code === 'string' || typeof error === 'string')
  useEffect(() => {
    if (!isReturn || sent.current === state) return
    sent.current = state ?? undefined
    setParams({}, { replace: true })
    void complete.run({
      body: {
        state: state ?? '',
        ...(typeof code === 'string' ? { code } : {}),
        ...(typeof error === 'string' ? { error } : {}),
      },
    })
  }, [isReturn, state, code, error, complete.run, setParams])
  return complete.isRunning
}

import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { Box, Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useAction, useCall } from '../calls/use-call.ts'
import { SortableList } from '../lists/sortable-list.tsx'
import { Dialog } from '../overlays/dialog.tsx'
import { EmptyState, ErrorState, LoadingLines } from '../page/states.tsx'
import { useTexts, useTranslate } from '../texts/i18n.tsx'
import { useMayEdit } from './may-edit.ts'
import { RecordPart } from './record-part.tsx'
import classes from './resource.module.css'
import { nameOfRow } from './resource-cells.tsx'
import { ResourceForm } from './resource-form.tsx'

const msg = messagesOf(import.meta.url)

const texts = msg({
  add: 'Add: {one}',
  edit: 'Edit',
  editOne: 'Edit {name}',
  none: 'None yet',
})

const newPart = 'new'

/** The parts of a record in their order: moved by pointer, keyboard or button, and each opened in a form of its own. */
export function OrderedParts(props: {
  of: Resource
  /** The record that they are parts of. */
  whole: ResourceRow
  render(part: ResourceRow): ReactNode
}) {
  const t = useTexts(texts)
  const translate = useTranslate()
  const { of, whole } = props
  const [opened, setOpened] = useState<string>()
  const mayEdit = useMayEdit(of)
  const parts = useCall(
    of.calls.list,
    { query: { [of.orderedIn ?? '']: whole.id, sort: 'sortOrder', pageSize: 100, pageIndex: 0 } },
    { quiet: true },
  )
  if (of.calls.order === undefined) throw new Error(`${of.id} has no order`)
  const order = useAction(of.calls.order)
  const rows = parts.data?.data ?? []
  const part = rows.find(({ id }) => id === opened)
  const one = translate(of.one)
  const render = (row: ResourceRow) => (
    <div className={classes.orderedPart}>
      {props.render(row)}
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={t.editOne({ name: nameOfRow(of, row, translate) })}
        onClick={() => setOpened(row.id)}
      >
        {mayEdit ? t.edit : one}
      </Button>
    </div>
  )
  return (
    <Box mt="md">
      <RecordPart
        title={translate(of.many)}
        action={
          mayEdit && (
            <Button size="compact-xs" variant="default" onClick={() => setOpened(newPart)}>
              {t.add({ one })}
            </Button>
          )
        }
      >
        {parts.data === undefined && parts.error === null && <LoadingLines lines={3} />}
        {parts.error !== null && (
          <ErrorState problem={parts.error} onRetry={() => parts.refetch()} />
        )}
        {parts.data !== undefined && rows.length === 0 && <EmptyState title={t.none} />}
        {rows.length > 0 && (
          <SortableList
            label={translate(of.many)}
            items={rows.map((row) => ({ id: row.id, name: nameOfRow(of, row, translate), row }))}
            onMove={(ids) => order.run({ body: { ids } })}
            render={({ row }) => render(row)}
          />
        )}
        {opened !== undefined && (opened === newPart || part !== undefined) && (
          <Dialog
            isOpen
            keepsOpenOutside
            onClose={() => setOpened(undefined)}
            title={part === undefined ? one : nameOfRow(of, part, translate)}
          >
            <ResourceForm
              of={of}
              row={part}
              partOf={{ id: whole.id, tenantId: whole.tenantId }}
              onDone={() => setOpened(undefined)}
            />
          </Dialog>
        )}
      </RecordPart>
    </Box>
  )
}

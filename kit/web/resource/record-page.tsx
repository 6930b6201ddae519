import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useCall } from '../calls/use-call.ts'
import { SideDrawer } from '../overlays/side-drawer.tsx'
import { AuditLink } from '../page/audit-link.tsx'
import { useCrumb } from '../page/breadcrumbs.ts'
import { Page } from '../page/page.tsx'
import { ErrorState, LoadingLines } from '../page/states.tsx'
import { useTexts, useTranslate } from '../texts/i18n.tsx'
import { useMayEdit } from './may-edit.ts'
import { resourceTexts } from './resource.messages.ts'
import { ResourceForm } from './resource-form.tsx'

/** The page of one record, at an address with its `:id`: what it is called, its changes, its form, and what the page shows. */
export function RecordPage(props: {
  of: Resource
  /** The field that it is called by. */
  named: string
  badge(row: ResourceRow): ReactNode
  /** What can be done with it besides changing it. */
  actions?(row: ResourceRow): ReactNode
  children(row: ResourceRow): ReactNode
}) {
  const { of, named } = props
  const translate = useTranslate()
  const { id = '' } = useParams()
  const { data, error, refetch } = useCall(of.calls.read, { params: { id } }, { quiet: true })
  const title = data === undefined ? undefined : String(data[named])
  useCrumb(title)
  if (data === undefined) {
    return (
      <Page title={translate(of.one)}>
        {error === null ? (
          <LoadingLines lines={8} />
        ) : (
          <ErrorState problem={error} onRetry={() => refetch()} />
        )}
      </Page>
    )
  }
  const { description = '' } = data
  return (
    <Page
      title={title ?? ''}
      badge={props.badge(data)}
      {...(description === '' ? {} : { description: String(description) })}
      actions={
        <>
          <AuditLink recordType={of.id} recordId={data.id} />
          {props.actions?.(data)}
          <Editing of={of} row={data} title={title ?? ''} />
        </>
      }
    >
      {props.children(data)}
    </Page>
  )
}

function Editing({ of, row, title }: { of: Resource; row: ResourceRow; title: string }) {
  const t = useTexts(resourceTexts)
  const navigate = useNavigate()
  const mayEdit = useMayEdit(of, row)
  const [isOpen, setOpen] = useState(false)
  if (!mayEdit) return null
  return (
    <>
      <Button size="xs" onClick={() => setOpen(true)}>
        {t.edit}
      </Button>
      <SideDrawer isOpen={isOpen} onClose={() => setOpen(false)} title={title}>
        <ResourceForm
          of={of}
          row={row}
          onDone={(saved) =>
            // of what was deleted there is no page any more
            saved === undefined ? navigate(of.screen?.path ?? '/') : setOpen(false)
          }
        />
      </SideDrawer>
    </>
  )
}

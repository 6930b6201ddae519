import { readFile, readTenantFile } from '@counterfoil/features/messaging/files/files.contract.ts'
import type { ShowReference } from '@counterfoil/features/support/feed/ticket-feed.screens.ts'
import { useDownload } from '@counterfoil/kit/web/calls/use-download.ts'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useCallback } from 'react'
import { Link } from 'react-router'
import type { Reference } from './references.schema.ts'
import type { TicketApi } from './ticket-api.rules.ts'
import { ticketTexts } from './ticket-page.messages.ts'
import classes from './ticket-page.module.css'

const transactions = {
  merchant: '/merchant/transaction-management/transaction-lookup',
  tenant: '/transaction-management/transaction-lookup',
  platform: '/platform/transaction-management/transaction-lookup',
} as const

/** Renders a record's name, as a link where the reader may open the record. */
export function useShowReference(api: TicketApi): ShowReference {
  return useCallback((reference) => <ShownReference reference={reference} api={api} />, [api])
}

type ReferenceToShow = Parameters<ShowReference>[0]

function ShownReference({ reference, api }: { reference: ReferenceToShow; api: TicketApi }) {
  const t = useTexts(ticketTexts)
  const { audience } = useUser()
  const { kind, key, name, canOpen, isInternal } = reference
  if (key === null) return <span className={classes.hidden}>{t.hidden}</span>
  const text = name ?? key
  if (!canOpen) return <span>{text}</span>
  if (kind === 'transaction') return <Link to={`${transactions[audience]}/${key}`}>{text}</Link>
  if (kind === 'attachment') {
    const tenantId = isInternal === true ? undefined : api.params.tenantId
    return <FileLink fileId={key} name={text} tenantId={tenantId} />
  }
  // an address of this portal: its page checks whether the reader may open it
  if (kind === 'createdOn' && /^\/(?!\/)/.test(key)) return <Link to={key}>{text}</Link>
  return <span>{text}</span>
}

/** Downloads a file; a failed download is only logged. */
function FileLink(props: { fileId: string; name: string; tenantId: string | undefined }) {
  const { tenantId } = props
  const download = useDownload(readFile, { quiet: true })
  const downloadFromTenant = useDownload(readTenantFile, { quiet: true })
  const id = props.fileId
  return (
    <button
      type="button"
      className={classes.file}
      onClick={() =>
        tenantId === undefined
          ? download.start({ params: { id } }, props.name)
          : downloadFromTenant.start({ params: { tenantId, id } }, props.name)
      }
    >
      {props.name}
    </button>
  )
}

export function ReferenceList(props: { references: readonly Reference[]; api: TicketApi }) {
  const t = useTexts(ticketTexts)
  const show = useShowReference(props.api)
  const kinds = {
    transaction: t.transaction,
    customer: t.customerKind,
    attachment: t.attachment,
    createdOn: t.createdOn,
  }
  if (props.references.length === 0) return <p className={classes.hint}>{t.noReferences}</p>
  return (
    <ul className={classes.references}>
      {props.references.map((reference) => (
        <li key={reference.referenceId}>
          <span className={classes.kind}>{kinds[reference.kind]}</span> {show(reference)}
        </li>
      ))}
    </ul>
  )
}

import { readFile, readTenantFile } from '@counterfoil/features/messaging/files/files.contract.ts'
import type { ShowReference } from '@counterfoil/features/support/feed/ticket-feed.screens.ts'
import { useDownload } from '@counterfoil/kit/web/calls/use-call.ts'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useCallback } from 'react'
import { Link } from 'react-router'
import type { Reference } from './references.contract.ts'
import type { TicketCallsByRole } from './ticket-calls.rules.ts'
import { ticketTexts } from './ticket-page.messages.ts'
import classes from './ticket-page.module.css'

const transactions = {
  merchant: '/merchant/transaction-management/transaction-lookup',
  tenant: '/transaction-management/transaction-lookup',
  platform: '/platform/transaction-management/transaction-lookup',
} as const

/** A record's name, as a way to it where the reader may go there. */
export function useShowReference(seat: TicketCallsByRole): ShowReference {
  return useCallback((reference) => <ShownReference reference={reference} seat={seat} />, [seat])
}

type Named = Parameters<ShowReference>[0]

function ShownReference({ reference, seat }: { reference: Named; seat: TicketCallsByRole }) {
  const t = useTexts(ticketTexts)
  const { audience } = useUser()
  const { kind, key, name, canOpen } = reference
  if (key === null) return <span className={classes.hidden}>{t.hidden}</span>
  const text = name ?? key
  if (!canOpen) return <span>{text}</span>
  if (kind === 'transaction') return <Link to={`${transactions[audience]}/${key}`}>{text}</Link>
  if (kind === 'attachment') return <FileLink fileId={key} name={text} seat={seat} />
  // an address of this portal, which the reader's own guards judge
  if (kind === 'createdOn' && /^\/(?!\/)/.test(key)) return <Link to={key}>{text}</Link>
  return <span>{text}</span>
}

/** A failure is logged and no more, as the documents have it for downloads. */
function FileLink(props: { fileId: string; name: string; seat: TicketCallsByRole }) {
  const { tenantId } = props.seat.params
  const own = useDownload(readFile, { quiet: true })
  const theirs = useDownload(readTenantFile, { quiet: true })
  const id = props.fileId
  return (
    <button
      type="button"
      className={classes.file}
      onClick={() =>
        tenantId === undefined
          ? own.start({ params: { id } }, props.name)
          : theirs.start({ params: { tenantId, id } }, props.name)
      }
    >
      {props.name}
    </button>
  )
}

export function ReferenceList(props: {
  references: readonly Reference[]
  seat: TicketCallsByRole
}) {
  const t = useTexts(ticketTexts)
  const show = useShowReference(props.seat)
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

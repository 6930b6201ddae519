import { readFile } from '@counterfoil/features/messaging/files/files.contract.ts'
import { documentTypes } from '@counterfoil/features/settings/lists/document-types.resource.ts'
import { DateTime, formatDay } from '@counterfoil/kit/web/formats/dates.tsx'
import type { StatusMap } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { Facts } from '@counterfoil/kit/web/page/page.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { StoredFiles } from '@counterfoil/kit/web/upload/stored-files.tsx'
import type { ReactNode } from 'react'
import classes from './document-list.module.css'
import type { DocumentEntry, MerchantDocument } from './documents.contract.ts'
import { documentTexts } from './documents.messages.ts'

const standingMap: StatusMap = {
  missing: 'pending',
  notthere: 'neutral',
  asked: 'pending',
  waiting: 'ongoing',
  accepted: 'positive',
  rejected: 'negative',
  expired: 'negative',
}

/** Each type of document with the merchant's status; the parent provides the actions. */
export function DocumentList(props: {
  entries: readonly DocumentEntry[]
  label: string
  actionsOf(entry: DocumentEntry): ReactNode
}) {
  return (
    <ul className={classes.list} aria-label={props.label}>
      {props.entries.map((entry) => (
        <li key={entry.documentTypeId} className={classes.entry}>
          <Entry entry={entry} actions={props.actionsOf(entry)} />
        </li>
      ))}
    </ul>
  )
}

function Entry({ entry, actions }: { entry: DocumentEntry; actions: ReactNode }) {
  const t = useTexts(documentTexts)
  const { document, earlier } = entry
  return (
    <>
      <div className={classes.head}>
        <div className={classes.words}>
          <h3 className={classes.name}>{entry.name}</h3>
          <p className={classes.about}>
            {entry.isRequired ? t.required : t.optional} · <Purpose value={entry.purpose} />
            {!entry.isActive && ` · ${t.off}`}
          </p>
        </div>
        <DocumentStatusPill entry={entry} />
        <div className={classes.actions}>{actions}</div>
      </div>
      {document !== null && <DocumentFacts document={document} />}
      {entry.isAccepted && entry.standing !== 'accepted' && (
        <p className={classes.about}>{t.stillHolds}</p>
      )}
      {earlier.length > 0 && (
        <details className={classes.earlier}>
          <summary>{t.earlier({ count: earlier.length })}</summary>
          {earlier.map((one) => (
            <div key={one.id} className={classes.earlierOne}>
              <StatusPill status={one.state} map={standingMap} label={t[one.state]} />
              <DocumentFacts document={one} />
            </div>
          ))}
        </details>
      )}
    </>
  )
}

/** A missing document that is not required is shown neutrally. */
function DocumentStatusPill({ entry: { standing, isRequired } }: { entry: DocumentEntry }) {
  const t = useTexts(documentTexts)
  const shown = standing === 'missing' && !isRequired ? 'notThere' : standing
  return <StatusPill status={shown} map={standingMap} label={t[shown]} />
}

function Purpose({ value }: { value: string }) {
  const translate = useTranslate()
  const choice = documentTypes.fields.purpose?.choices?.find((one) => one.value === value)
  return choice === undefined ? value : translate(choice.label)
}

function DocumentFacts({ document }: { document: MerchantDocument }) {
  const t = useTexts(documentTexts)
  const { remark, rejectReason, expiresOn, handedInAt, handedInBy, reviewedAt, files } = document
  const day = expiresOn === null ? undefined : formatDay(expiresOn)
  const facts: (readonly [string, ReactNode])[] = [
    ...(day === undefined ? [] : [[t.until, day] as const]),
    ...(handedInAt === null
      ? []
      : [[t.handedIn, <DateTime key="handed" value={handedInAt} />] as const]),
    ...(handedInBy === null ? [] : [[t.handedInBy, handedInBy] as const]),
    ...(reviewedAt === null
      ? []
      : [[t.reviewed, <DateTime key="reviewed" value={reviewedAt} />] as const]),
    ...(files.length === 0
      ? []
      : [[t.files, <StoredFiles key="files" files={files} read={readFile} />] as const]),
  ]
  return (
    <>
      {remark !== null && <Remark label={t.remark} text={remark} />}
      {rejectReason !== null && <Remark label={t.reason} text={rejectReason} />}
      {facts.length > 0 && <Facts facts={facts} />}
    </>
  )
}

/** A remark of one side to the other. */
function Remark({ label, text }: { label: string; text: string }) {
  return (
    <p className={classes.said}>
      <span className={classes.about}>{label}: </span>
      {text}
    </p>
  )
}

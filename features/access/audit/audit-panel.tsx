import { DateTime } from '@counterfoil/kit/web/dates.tsx'
import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { SidePanel } from '@counterfoil/kit/web/side-panel.tsx'
import { EmptyState, ErrorState, LoadingLines } from '@counterfoil/kit/web/states.tsx'
import { readableStatus } from '@counterfoil/kit/web/status.ts'
import { useCall } from '@counterfoil/kit/web/use-call.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { type AuditEntry, type AuditedRecord, listRecordAudit } from './audit.contract.ts'
import { actionWords, auditTexts, fieldWords } from './audit.messages.ts'
import { type Change, changesOf } from './audit.rules.ts'
import classes from './audit-panel.module.css'
import { AuditValue } from './audit-value.tsx'

const pageSize = 20
/** The longest page that the API gives. */
const mostShown = 1000

interface AuditPanelProps {
  readonly recordType: AuditedRecord
  readonly recordId: string
  onClose(): void
}

/** Who changed one record, when, how it was before and is after; newest first. */
export default function AuditPanel({ recordType, recordId, onClose }: AuditPanelProps) {
  const t = useTexts(auditTexts)
  const [shown, setShown] = useState(pageSize)
  const { data, error, refetch, isFetching } = useCall(
    listRecordAudit,
    { params: { recordType, recordId }, query: { pageSize: shown } },
    // the panel itself says what went wrong
    { keepPrevious: true, quiet: true },
  )
  const entries = data?.data ?? []
  return (
    <SidePanel onClose={onClose} title={t.title}>
      {data === undefined && error === null && <LoadingLines lines={8} />}
      {data === undefined && error !== null && (
        <ErrorState problem={error} onRetry={() => refetch()} />
      )}
      {data !== undefined && entries.length === 0 && (
        <EmptyState title={t.nothing} text={t.nothingHint} />
      )}
      <ol className={classes.entries} aria-label={t.title}>
        {entries.map((entry) => (
          <li key={entry.id} className={classes.entry}>
            <Entry entry={entry} />
          </li>
        ))}
      </ol>
      {(data?.count ?? 0) > entries.length && shown < mostShown && (
        <Button
          variant="default"
          size="xs"
          fullWidth
          loading={isFetching}
          onClick={() => setShown(Math.min(mostShown, shown + pageSize))}
        >
          {t.older}
        </Button>
      )}
    </SidePanel>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const t = useTexts(auditTexts)
  const words = useTexts(actionWords)
  const changes = changesOf(entry.before, entry.after)
  // merchants' own calls are the same deeds under another id
  const action = entry.action.slice(entry.action.indexOf('.') + 1).replace(/-merchant$/, '')
  return (
    <>
      <h3 className={classes.action}>{wordFor(action, words)}</h3>
      <p className={classes.who}>
        {entry.actorName} · <DateTime value={entry.createdAt} seconds />
      </p>
      {changes.length === 0 ? (
        <p className={classes.who}>{t.noDifference}</p>
      ) : (
        <Changes entry={entry} changes={changes} />
      )}
      <p className={classes.request}>
        {t.request} <code>{entry.requestId}</code>
      </p>
    </>
  )
}

function Changes({ entry, changes }: { entry: AuditEntry; changes: readonly Change[] }) {
  const t = useTexts(auditTexts)
  const words = useTexts(fieldWords)
  const currency = [entry.after?.currency, entry.before?.currency].find(
    (one) => typeof one === 'string',
  )
  return (
    <table className={classes.changes}>
      <thead>
        <tr>
          <th scope="col">{t.field}</th>
          <th scope="col">{t.before}</th>
          <th scope="col">{t.after}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ path, before, after }) => (
          <tr key={path.join('.')}>
            <th scope="row">{path.map((name) => wordFor(name, words)).join(' · ')}</th>
            <td>
              <AuditValue field={path.at(-1) ?? ''} value={before} currency={currency} />
            </td>
            <td>
              <AuditValue field={path.at(-1) ?? ''} value={after} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The text of a name, or the name itself with its words apart. */
function wordFor(name: string, words: Readonly<Record<string, string>>): string {
  if (Object.hasOwn(words, name)) return words[name] ?? name
  return readableStatus(name.replaceAll('.', ' '))
}

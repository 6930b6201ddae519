import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { SidePanel } from '@counterfoil/kit/web/overlays/side-panel.tsx'
import { EmptyState, ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { auditTexts } from './audit.messages.ts'
import { AuditEntryText } from './audit-entry.tsx'
import classes from './audit-panel.module.css'
import { listRecordAudit } from './record-audit.contract.ts'

const pageSize = 20
/** The longest page that the API gives. */
const maxShown = 1000

interface AuditPanelProps {
  readonly recordType: string
  readonly recordId: string
  onClose(): void
}

/** The changes of one record: actor, time, values before and after; newest first. */
export default function AuditPanel({ recordType, recordId, onClose }: AuditPanelProps) {
  const t = useTexts(auditTexts)
  const [shown, setShown] = useState(pageSize)
  const { data, error, refetch, isFetching } = useCall(
    listRecordAudit,
    { params: { recordType, recordId }, query: { pageSize: shown } },
    // the panel itself shows the error
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
            <AuditEntryText entry={entry} />
          </li>
        ))}
      </ol>
      {(data?.count ?? 0) > entries.length && shown < maxShown && (
        <Button
          variant="default"
          size="xs"
          fullWidth
          loading={isFetching}
          onClick={() => setShown(Math.min(maxShown, shown + pageSize))}
        >
          {t.older}
        </Button>
      )}
    </SidePanel>
  )
}

import { DateTime } from '@counterfoil/kit/web/dates.tsx'
import { Dialog } from '@counterfoil/kit/web/dialog.tsx'
import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { LoadingLines } from '@counterfoil/kit/web/states.tsx'
import { useCall } from '@counterfoil/kit/web/use-call.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { PaymentCalls } from './payment-calls.tsx'
import { pageTexts } from './payment-page.messages.ts'
import classes from './payment-page.module.css'
import type { TabProps } from './payment-tabs.tsx'
import { RecordTable } from './record-table.tsx'

export function ApiLogTab({ payment, calls }: TabProps) {
  const t = useTexts(pageTexts)
  const [open, setOpen] = useState<string>()
  const logs = useCall(calls.details.apiLogs, { params: { id: payment.id } })
  return (
    <>
      <RecordTable
        label={t.apiLog}
        answer={logs}
        rowId={(log) => log.id}
        columns={[
          { title: t.time, cell: (log) => <DateTime value={log.createdAt} seconds /> },
          {
            title: t.direction,
            cell: (log) => (log.direction === 'inbound' ? t.inbound : t.outbound),
          },
          { title: t.call, cell: (log) => <code>{`${log.method} ${log.url}`}</code> },
          { title: t.status, isAmount: true, cell: (log) => log.status ?? '–' },
          { title: t.duration, isAmount: true, cell: (log) => `${log.durationMs} ms` },
          {
            title: '',
            cell: (log) => (
              <Button variant="subtle" size="compact-xs" onClick={() => setOpen(log.id)}>
                {t.show}
              </Button>
            ),
          },
        ]}
      />
      {open !== undefined && <OneCall id={open} calls={calls} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function OneCall(props: { id: string; calls: PaymentCalls; onClose(): void }) {
  const t = useTexts(pageTexts)
  const { data } = useCall(props.calls.details.apiLog, { params: { logId: props.id } })
  return (
    <Dialog isOpen onClose={props.onClose} title={t.apiLog} size="lg" isMaximizable>
      {data === undefined ? (
        <LoadingLines />
      ) : (
        <>
          <h3 className={classes.codeTitle}>{t.request}</h3>
          <pre className={classes.code}>{pretty(data.request)}</pre>
          <h3 className={classes.codeTitle}>{t.response}</h3>
          <pre className={classes.code}>{pretty(data.response)}</pre>
        </>
      )}
    </Dialog>
  )
}

/** JSON with its lines broken; what is none is shown as it is. */
export function pretty(text: string | null): string {
  if (text === null) return '–'
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

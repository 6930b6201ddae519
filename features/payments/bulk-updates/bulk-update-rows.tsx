import '@mantine/core/styles/Pagination.layer.css'
import { translatedProblem } from '@counterfoil/kit/web/calls/problem-translations.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { useMoney } from '@counterfoil/kit/web/formats/money.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import table from '@counterfoil/kit/web/lists/plain-table.module.css'
import { ErrorState, LoadingLines, Older } from '@counterfoil/kit/web/page/states.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor, NativeSelect, Pagination } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import {
  type BulkRow,
  type BulkUpdateDetails,
  listBulkRows,
  type RowState,
  rowStates,
} from './bulk-updates.contract.ts'
import { rowMap, updateTexts } from './bulk-updates.messages.ts'
import classes from './bulk-updates.module.css'

const pageSize = 25
const watchMs = 3_000
const lookup = '/platform/transaction-management/transaction-lookup'

/** The payments one by one, with why one was refused. */
export function BulkUpdateRows({ update }: { update: BulkUpdateDetails }) {
  const t = useTexts(updateTexts)
  const [state, setState] = useState<RowState>()
  const [page, setPage] = useState(1)
  const rows = useCall(
    listBulkRows,
    {
      params: { id: update.id },
      query: { pageIndex: page - 1, pageSize, ...(state === undefined ? {} : { state }) },
    },
    { keepPrevious: true, ...(update.state === 'running' ? { refetchEveryMs: watchMs } : {}) },
  )
  const { refetch } = rows
  // the last of them changed as the update ended
  useEffect(() => {
    if (update.state !== 'running') void refetch()
  }, [update.state, refetch])
  const pages = Math.ceil((rows.data?.count ?? 0) / pageSize)
  return (
    <>
      <h3 className={classes.title}>{t.rows}</h3>
      <NativeSelect
        size="xs"
        label={t.result}
        className={classes.filter}
        value={state ?? ''}
        data={[
          { value: '', label: t.all },
          ...rowStates.map((value) => ({ value, label: t[value] })),
        ]}
        onChange={(event) => {
          const { value } = event.currentTarget
          setState(rowStates.find((one) => one === value))
          setPage(1)
        }}
      />
      {rows.error !== null && <ErrorState problem={rows.error} onRetry={() => rows.refetch()} />}
      {rows.data === undefined && rows.error === null && <LoadingLines lines={4} />}
      {rows.data?.data.length === 0 && <p className={classes.note}>{t.noRows}</p>}
      {rows.data !== undefined && rows.data.data.length > 0 && (
        <Older isOld={rows.isPlaceholderData}>
          <Rows rows={rows.data.data} />
        </Older>
      )}
      {pages > 1 && <Pagination size="sm" total={pages} value={page} onChange={setPage} />}
    </>
  )
}

function Rows({ rows }: { rows: readonly BulkRow[] }) {
  const t = useTexts(updateTexts)
  const money = useMoney()
  return (
    <table className={table.table} aria-label={t.rows}>
      <thead>
        <tr>
          <th scope="col" className={classes.whole}>
            {t.line}
          </th>
          <th scope="col">{t.reference}</th>
          <th scope="col" className={classes.whole}>
            {t.amount}
          </th>
          <th scope="col">{t.result}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.line}>
            <td>{row.line}</td>
            <td className={classes.reference}>
              {row.paymentId === null ? (
                row.reference
              ) : (
                <Anchor component={Link} to={`${lookup}/${row.paymentId}`} size="sm">
                  {row.reference}
                </Anchor>
              )}
            </td>
            <td className={classes.whole}>
              {row.amount === null || row.currency === null ? '–' : money(row.amount, row.currency)}
            </td>
            <td>
              <StatusPill status={row.state} map={rowMap} label={t[row.state]} />
              {row.state === 'waiting' && row.statusNow !== null && (
                <div className={classes.why}>
                  {t.now} <StatusPill status={row.statusNow} />
                </div>
              )}
              {row.message !== null && (
                <div className={classes.why}>
                  {(row.code && translatedProblem(row.code)) ?? row.message}
                </div>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

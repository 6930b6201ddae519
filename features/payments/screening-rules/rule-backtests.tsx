import '@counterfoil/kit/web/theme/input-styles.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { useMoney } from '@counterfoil/kit/web/formats/money.tsx'
import table from '@counterfoil/kit/web/lists/plain-table.module.css'
import { ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { useMayEdit } from '@counterfoil/kit/web/resource/may-edit.ts'
import { RecordPart } from '@counterfoil/kit/web/resource/record-part.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { antifraudRules } from './antifraud-rules.resource.ts'
import {
  listRuleBacktests,
  type RuleBacktest,
  startRuleBacktest,
} from './screening-rules.contract.ts'
import { backtestTexts } from './screening-rules.messages.ts'
import classes from './screening-rules.module.css'

const watchMs = 1_500
const periods = [1, 7, 14, 30, 60, 90]

/** What a rule would have found among the payments of the last days, and what became of them. */
export function RuleBacktests({ row }: { row: ResourceRow }) {
  const t = useTexts(backtestTexts)
  const mayEdit = useMayEdit(antifraudRules)
  const params = { id: row.id }
  const [days, setDays] = useState(30)
  const [mode, setMode] = useState<'Test' | 'Live'>(row.mode === '1' ? 'Test' : 'Live')
  const [isWatching, setWatching] = useState(true)
  const found = useCall(
    listRuleBacktests,
    { params },
    { quiet: true, ...(isWatching ? { refetchEveryMs: watchMs } : {}) },
  )
  const [last] = found.data ?? []
  const isRunning = last?.state === 'waiting' || last?.state === 'running'
  if (found.data !== undefined && isWatching !== isRunning) setWatching(isRunning)
  const start = useAction(startRuleBacktest, { quiet: true })
  return (
    <RecordPart title={t.title} about={t.about}>
      {mayEdit && (
        <div className={classes.row}>
          <NativeSelect
            label={t.period}
            size="xs"
            value={String(days)}
            data={periods.map((value) => ({
              value: String(value),
              label: t.days({ days: value }),
            }))}
            onChange={(event) => setDays(Number(event.currentTarget.value))}
          />
          <NativeSelect
            label={t.mode}
            size="xs"
            value={mode}
            data={[
              { value: 'Live', label: t.live },
              { value: 'Test', label: t.test },
            ]}
            onChange={(event) => setMode(event.currentTarget.value === 'Test' ? 'Test' : 'Live')}
          />
          <Button
            size="xs"
            loading={start.isRunning || isRunning}
            onClick={() => void start.run({ params, body: { days, mode } })}
          >
            {t.start}
          </Button>
        </div>
      )}
      <ProblemNote problem={start.problem} />
      {last !== undefined && <Backtest of={last} />}
    </RecordPart>
  )
}

function Backtest({ of }: { of: RuleBacktest }) {
  const t = useTexts(backtestTexts)
  const { language } = useLanguage()
  const number = new Intl.NumberFormat(language)
  return (
    <>
      <p>
        {t.by({ name: of.by })} · <DateTime value={of.createdAt} /> · {t.days({ days: of.days })} ·{' '}
        {of.mode === 'Test' ? t.test : t.live}
      </p>
      {of.state === 'failed' && <p role="alert">{t.failed}</p>}
      {(of.state === 'waiting' || of.state === 'running') && (
        <p role="status">
          {t.progress({
            done: number.format(of.lookedAt),
            total: of.total === null ? '…' : number.format(of.total),
          })}
        </p>
      )}
      {of.result !== null && <Result of={of} result={of.result} />}
    </>
  )
}

function Result({ of, result }: { of: RuleBacktest; result: NonNullable<RuleBacktest['result']> }) {
  const t = useTexts(backtestTexts)
  const money = useMoney()
  const { language } = useLanguage()
  const number = new Intl.NumberFormat(language)
  const said = (
    currency: string,
    { payments, amount }: { readonly payments: number; readonly amount: number },
  ) =>
    payments === 0 ? number.format(0) : `${number.format(payments)} · ${money(amount, currency)}`
  return (
    <>
      <p>
        {t.looked({ count: number.format(result.looked) })}{' '}
        {result.currencies.length === 0 && t.nothing}
      </p>
      {result.currencies.map((one) => (
        <table key={one.currency} className={table.table}>
          <caption>{one.currency}</caption>
          <tbody>
            {(
              [
                [t[of.outcome], one.matched],
                [t.disputed, one.disputed],
                [t.good, one.good],
                [t.stopped, one.stopped],
                [t.notCaptured, one.notCaptured],
              ] as const
            ).map(([label, sum]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{said(one.currency, sum)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </>
  )
}

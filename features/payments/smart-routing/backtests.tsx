import '@counterfoil/kit/web/theme/input-styles.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { useMoney } from '@counterfoil/kit/web/formats/money.tsx'
import table from '@counterfoil/kit/web/lists/plain-table.module.css'
import { ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { Facts, Section } from '@counterfoil/kit/web/page/page.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import {
  type BacktestResult,
  type BacktestView,
  listBacktests,
  startBacktest,
  type VersionDetails,
} from './smart-routing.contract.ts'
import { backtestTexts } from './smart-routing.messages.ts'
import classes from './smart-routing.module.css'

const watchMs = 1_500
const periods = [1, 7, 14, 30, 60, 90]

/** Past payments, routed by a version that was not in force then. */
export function Backtests(props: {
  version: VersionDetails
  mayChange: boolean
  isChanged: boolean
}) {
  const { version, mayChange } = props
  const t = useTexts(backtestTexts)
  const [days, setDays] = useState(7)
  const [isWatching, setWatching] = useState(true)
  const params = { id: version.id }
  const found = useCall(
    listBacktests,
    { params },
    { quiet: true, ...(isWatching ? { refetchEveryMs: watchMs } : {}) },
  )
  const [last] = found.data ?? []
  const isRunning = last?.state === 'waiting' || last?.state === 'running'
  if (found.data !== undefined && isWatching !== isRunning) setWatching(isRunning)
  const start = useAction(startBacktest, { quiet: true })
  return (
    <Section title={t.title}>
      <p className={classes.about}>{t.about}</p>
      {mayChange && (
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
          <Button
            size="xs"
            loading={start.isRunning || isRunning}
            disabled={props.isChanged}
            onClick={() => void start.run({ params, body: { days } })}
          >
            {t.start}
          </Button>
        </div>
      )}
      <ProblemNote problem={start.problem} />
      {last !== undefined && <Backtest of={last} />}
    </Section>
  )
}

function Backtest({ of }: { of: BacktestView }) {
  const t = useTexts(backtestTexts)
  const { language } = useLanguage()
  const number = new Intl.NumberFormat(language)
  const [result] = of.result
  return (
    <>
      <p className={classes.about}>
        {t.by({ name: of.by })} · <DateTime value={of.createdAt} /> · {t.days({ days: of.days })}
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
      {result !== undefined && <Result of={result} />}
    </>
  )
}

function Result({ of }: { of: BacktestResult }) {
  const t = useTexts(backtestTexts)
  const { language } = useLanguage()
  const money = useMoney()
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const unknown = Object.values(of.unknown).reduce((all, one) => all + one, 0)
  const share = (part: number) =>
    of.payments === 0
      ? number.format(0)
      : t.ofAll({
          count: number.format(part),
          share: number.format((part / of.payments) * 100),
        })
  const amounts = (all: Record<string, number>) =>
    Object.entries(all)
      .map(([currency, minor]) => money(minor, currency))
      .join(' · ')
  const { estimate } = of
  return (
    <>
      <Facts
        facts={[
          [t.unknown, share(unknown)],
          [t.payments, number.format(of.payments)],
          [t.same, share(of.same)],
          [t.moved, `${share(of.moved.payments)} ${amounts(of.moved.amounts)}`],
          [t.refused, `${share(of.refused.payments)} ${amounts(of.refused.amounts)}`],
          [t.taken, `${share(of.taken.payments)} ${amounts(of.taken.amounts)}`],
        ]}
      />
      {unknown > 0 && (
        <ul>
          {of.unknown.notRecorded > 0 && (
            <li>{t.notRecorded({ count: number.format(of.unknown.notRecorded) })}</li>
          )}
          {of.unknown.factsMissing > 0 && (
            <li>{t.factsMissing({ count: number.format(of.unknown.factsMissing) })}</li>
          )}
          {of.unknown.newMid > 0 && (
            <li>{t.newMid({ count: number.format(of.unknown.newMid) })}</li>
          )}
        </ul>
      )}
      {of.moved.payments > 0 && (
        <p>
          {estimate.approvals === null
            ? t.noEstimate({
                least: String(estimate.minInCell),
                count: number.format(estimate.notEstimable),
              })
            : t.estimate({
                count: number.format(estimate.estimable),
                approvals: number.format(estimate.approvals),
                low: number.format(estimate.low ?? 0),
                high: number.format(estimate.high ?? 0),
                rest: number.format(estimate.notEstimable),
              })}
        </p>
      )}
      {of.costs.map(({ currency, difference, payments }) => (
        <p key={currency}>
          {t.costs({ amount: money(difference, currency), count: number.format(payments) })}
        </p>
      ))}
      {of.flows.length > 0 && (
        <div className={classes.scroll}>
          <table className={table.table}>
            <thead>
              <tr>
                <th scope="col">{t.from}</th>
                <th scope="col">{t.to}</th>
                <th scope="col">{t.payments}</th>
                <th scope="col">{t.amount}</th>
              </tr>
            </thead>
            <tbody>
              {of.flows.map((flow) => (
                <tr key={`${flow.from} ${flow.to}`}>
                  <td>{flow.from || t.nowhere}</td>
                  <td>{flow.to || t.nowhere}</td>
                  <td>{number.format(flow.payments)}</td>
                  <td>{amounts(flow.amounts)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

import '@counterfoil/kit/web/theme/input-styles.ts'
import { otherwiseId } from '@counterfoil/features/routing/rule-sets/rule-sets.schema.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { Money, useMoney } from '@counterfoil/kit/web/formats/money.tsx'
import table from '@counterfoil/kit/web/lists/plain-table.module.css'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { EmptyState, ErrorState, LoadingLines, Older } from '@counterfoil/kit/web/page/states.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor, NativeSelect } from '@mantine/core'
import { useCallback, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { readTraffic, type TrafficEdge } from './smart-routing.contract.ts'
import { trafficTexts } from './smart-routing.messages.ts'
import classes from './smart-routing.module.css'

const periods = [1, 6, 24, 72, 168]
const watchMs = 15_000

interface Place {
  readonly merchantId: string
  readonly mode: 'Test' | 'Live'
}

/** The rules in force as a graph with what went over each of its edges, and the same as a table. */
export function Traffic({ of }: { of?: Place }) {
  const t = useTexts(trafficTexts)
  const [hours, setHours] = useState(24)
  const found = useCall(
    readTraffic,
    { query: { ...of, hours } },
    { keepPrevious: true, refetchEveryMs: watchMs, quiet: true },
  )
  const { data } = found
  return (
    <>
      <div className={classes.place}>
        <NativeSelect
          label={t.period}
          value={String(hours)}
          data={periods.map((value) => ({
            value: String(value),
            label: t.hours({ hours: value }),
          }))}
          onChange={(event) => setHours(Number(event.currentTarget.value))}
        />
        {data !== undefined && data.number !== null && (
          <span>{t.version({ number: String(data.number) })}</span>
        )}
      </div>
      {found.error !== null && <ErrorState problem={found.error} onRetry={() => found.refetch()} />}
      {data === undefined && found.error === null && <LoadingLines lines={6} />}
      {data?.edges.length === 0 && <EmptyState title={t.nothing} text={t.nothingText} />}
      {data !== undefined && data.edges.length > 0 && (
        <Older isOld={found.isPlaceholderData}>
          <Section title={t.graph}>
            <Graph data={data} />
          </Section>
          <Section title={t.table}>
            <EdgeTable data={data} />
          </Section>
        </Older>
      )}
    </>
  )
}

type Data = NonNullable<ReturnType<typeof useCall<typeof readTraffic>>['data']>

/** Exactly the payments of an edge: of one currency, or without it of all. */
type EdgePlace = Pick<TrafficEdge, 'midId' | 'ruleId'> & { readonly currency?: string }

function usePaymentsOf(data: Data): (edge: EdgePlace) => string {
  const { audience } = useUser()
  const lookups = {
    platform: '/platform/transaction-management/transaction-lookup',
    tenant: '/transaction-management/transaction-lookup',
    merchant: '/merchant/transaction-management/transaction-lookup',
  }
  return ({ midId, ruleId, currency }) => {
    const search = new URLSearchParams({
      ...{ midId, mode: data.mode, routingRule: ruleId === '' ? '-' : ruleId },
      ...(currency === undefined ? {} : { currency }),
      dateFrom: data.from,
      // the last instant of the filter is included
      dateTo: new Date(Date.parse(data.to) - 1).toISOString(),
      ...(audience === 'merchant' ? {} : { merchantId: data.merchantId }),
    })
    return `${lookups[audience]}?${search}`
  }
}

function useNames(data: Data) {
  const t = useTexts(trafficTexts)
  const { language } = useLanguage()
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  return {
    ruleOf(edge: Pick<TrafficEdge, 'ruleId' | 'rule'>): string {
      if (edge.ruleId === '') return t.noRules
      if (edge.ruleId === otherwiseId) return t.other
      return data.rules.find(({ id }) => id === edge.ruleId)?.name ?? edge.rule
    },
    shareOf: ({ approved, decided }: Pick<TrafficEdge, 'approved' | 'decided'>): string =>
      decided === 0 ? '–' : percent.format(approved / decided),
  }
}

const rowHeight = 56
const nodeHeight = 34
const widest = 18

/** Where things lie in a drawing of a width. */
interface Layout {
  readonly width: number
  readonly leftEnd: number
  readonly rightStart: number
  /** Whether there is room for costs; the table has them anyway. */
  readonly hasCosts: boolean
}
const [fullWidth, leastWidth, leastWithCosts] = [840, 300, 700]

/** As wide as the page, so that on a telephone both ends of an edge are seen. Zero: not measured. */
function layoutOf(available: number): Layout {
  const width = available === 0 ? fullWidth : Math.min(fullWidth, Math.max(leastWidth, available))
  const isNarrow = width < leastWithCosts
  return {
    width,
    leftEnd: Math.round(width * (isNarrow ? 0.36 : 0.3)),
    rightStart: Math.round(width * 0.7),
    hasCosts: !isNarrow,
  }
}

/** How wide an element is, with what it is given to; zero before it is measured. */
function useWidth() {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width] as const
}

interface Curve {
  readonly from: number
  readonly to: number
}
interface Spot {
  readonly x: number
  readonly y: number
}

// how far along its curve a label stands: where the edges of one rule lie apart already, else where there is room
const places = [0.34, 0.24, 0.44, 0.54, 0.64, 0.39, 0.49, 0.59, 0.16, 0.74]
const [labelWidth, widthWithCosts, labelHeight] = [58, 74, 15]

/** A place for the label of each curve, on its line and off the others' labels while there is one. */
function labelSpots(curves: readonly Curve[], { leftEnd, rightStart, hasCosts }: Layout): Spot[] {
  const width = hasCosts ? widthWithCosts : labelWidth
  const taken: Spot[] = []
  for (const { from, to } of curves) {
    const spots = places
      .map((t) => ({
        x: leftEnd + (rightStart - leftEnd) * (1.5 * t * (1 - t) + t ** 3),
        y: from + (to - from) * (3 * t ** 2 - 2 * t ** 3) + 4,
      }))
      // the names at both ends are drawn over what lies below them
      .filter(({ x }) => x - leftEnd >= width / 2 && rightStart - x >= width / 2)
    const room = ({ x, y }: Spot) =>
      Math.min(
        labelHeight,
        ...taken.map((one) => (Math.abs(one.x - x) >= width ? labelHeight : Math.abs(one.y - y))),
      )
    // the first with enough room, else the one with the most
    const [best] = spots.toSorted((a, b) => room(b) - room(a))
    taken.push(best ?? { x: (leftEnd + rightStart) / 2, y: (from + to) / 2 + 4 })
  }
  return taken
}

interface Bundle {
  readonly ruleId: string
  readonly midId: string
  readonly edges: readonly TrafficEdge[]
}

function Graph({ data }: { data: Data }) {
  const t = useTexts(trafficTexts)
  const money = useMoney()
  const navigate = useNavigate()
  const paymentsOf = usePaymentsOf(data)
  const { ruleOf, shareOf } = useNames(data)
  const { edges } = data
  const [ref, available] = useWidth()
  const layout = layoutOf(available)
  const { width, leftEnd, rightStart, hasCosts } = layout
  const rules = [
    ...data.rules.map(({ id, name }) => ({ ruleId: id, rule: name })),
    ...edges.filter(
      ({ ruleId }, at) =>
        !data.rules.some(({ id }) => id === ruleId) &&
        edges.findIndex((one) => one.ruleId === ruleId) === at,
    ),
  ]
  const mids = edges.filter(({ midId }, at) => edges.findIndex((one) => one.midId === midId) === at)
  const bundles: Bundle[] = rules.flatMap(({ ruleId }) =>
    mids.flatMap(({ midId }) => {
      const own = edges.filter((one) => one.ruleId === ruleId && one.midId === midId)
      return own.length === 0 ? [] : [{ ruleId, midId, edges: own }]
    }),
  )
  const count = (some: readonly TrafficEdge[]) =>
    some.reduce((all, { payments }) => all + payments, 0)
  const most = Math.max(...bundles.map((one) => count(one.edges)))
  const rows = Math.max(rules.length, mids.length)
  const middleOf = (at: number, of: number) => ((at + 0.5) * rows * rowHeight) / of
  const curves = bundles.map((bundle) => ({
    from: middleOf(
      rules.findIndex(({ ruleId }) => ruleId === bundle.ruleId),
      rules.length,
    ),
    to: middleOf(
      mids.findIndex(({ midId }) => midId === bundle.midId),
      mids.length,
    ),
  }))
  const spots = labelSpots(curves, layout)
  return (
    <div ref={ref} className={classes.scroll}>
      <svg
        className={classes.graph}
        viewBox={`0 0 ${width} ${rows * rowHeight}`}
        width={width}
        height={rows * rowHeight}
        aria-label={t.graph}
      >
        {bundles.map((bundle, at) => {
          const [first] = bundle.edges
          const [curve, spot] = [curves[at], spots[at]]
          if (first === undefined || curve === undefined) return null
          const { from, to } = curve
          const payments = count(bundle.edges)
          const decided = bundle.edges.reduce((all, one) => all + one.decided, 0)
          const approved = bundle.edges.reduce((all, one) => all + one.approved, 0)
          const share = shareOf({ decided, approved })
          const costs = bundle.edges.filter(({ cost }) => cost !== null)
          const values = { rule: ruleOf(first), mid: first.midCode, payments: String(payments) }
          const href = paymentsOf({ midId: bundle.midId, ruleId: bundle.ruleId })
          const middle = (leftEnd + rightStart) / 2
          return (
            <a
              key={`${bundle.ruleId} ${bundle.midId}`}
              href={href}
              aria-label={t.edge({ ...values, share })}
              className={classes.edge}
              onClick={(event) => {
                event.preventDefault()
                navigate(href)
              }}
            >
              <path
                d={`M ${leftEnd} ${from} C ${middle} ${from} ${middle} ${to} ${rightStart} ${to}`}
                strokeWidth={Math.max(3, (payments / most) * widest)}
              />
              <text {...spot}>
                {payments} · {share}
                {hasCosts &&
                  costs.length > 0 &&
                  ` · ${costs.map(({ cost, currency }) => money(cost ?? 0, currency)).join(' ')}`}
              </text>
            </a>
          )
        })}
        {rules.map((rule, at) => (
          <Node
            key={rule.ruleId}
            x={0}
            y={middleOf(at, rules.length)}
            width={leftEnd}
            label={ruleOf(rule)}
          />
        ))}
        {mids.map((mid, at) => (
          <Node
            key={mid.midId}
            x={rightStart}
            y={middleOf(at, mids.length)}
            width={width - rightStart}
            label={mid.midCode}
          />
        ))}
      </svg>
    </div>
  )
}

/** Of a capital letter: MIDs are written in them. */
const letterWidth = 8.4

/** Names that begin alike differ at their ends: the middle is left out. */
function shortened(label: string, most: number): string {
  if (label.length <= most) return label
  const end = Math.floor(most / 2)
  return `${label.slice(0, most - end - 1)}…${label.slice(-end)}`
}

function Node(props: { x: number; y: number; width: number; label: string }) {
  const { label } = props
  const mostShown = Math.max(5, Math.floor((props.width - 16) / letterWidth))
  return (
    <g className={classes.node}>
      <rect
        x={props.x + 1}
        y={props.y - nodeHeight / 2}
        width={props.width - 2}
        height={nodeHeight}
        rx={6}
      />
      <text x={props.x + 8} y={props.y + 5}>
        {shortened(label, mostShown)}
        <title>{label}</title>
      </text>
    </g>
  )
}

function EdgeTable({ data }: { data: Data }) {
  const t = useTexts(trafficTexts)
  const { audience } = useUser()
  const hasCosts = data.edges.some(({ cost }) => cost !== null)
  const paymentsOf = usePaymentsOf(data)
  const { ruleOf, shareOf } = useNames(data)
  return (
    <div className={classes.scroll}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t.rule}</th>
            <th scope="col">{t.mid}</th>
            <th scope="col">{t.payments}</th>
            <th scope="col">{t.approved}</th>
            <th scope="col">{t.amount}</th>
            {hasCosts && <th scope="col">{t.cost}</th>}
          </tr>
        </thead>
        <tbody>
          {data.edges.map((edge) => (
            <tr key={`${edge.ruleId} ${edge.midId} ${edge.currency}`}>
              <td>{ruleOf(edge)}</td>
              <td>{edge.midCode}</td>
              <td>
                <Anchor
                  component={Link}
                  to={paymentsOf(edge)}
                  aria-label={`${t.open}: ${edge.payments}`}
                >
                  {edge.payments}
                </Anchor>
              </td>
              <td>{shareOf(edge)}</td>
              <td>
                <Money amount={edge.amount} currency={edge.currency} />
              </td>
              {hasCosts && (
                <td>
                  <Money amount={edge.cost} currency={edge.currency} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {!hasCosts && audience !== 'merchant' && <p className={classes.about}>{t.noCosts}</p>}
    </div>
  )
}

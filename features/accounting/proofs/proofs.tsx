import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime, formatDateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { useTimeZone, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor } from '@mantine/core'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { type CheckResult, type Difference, listProofs, type Proof } from './proofs.contract.ts'
import { checkTexts, proofTexts } from './proofs.messages.ts'

const paymentPaths = {
  platform: '/platform/transaction-management/transaction-lookup',
  tenant: '/transaction-management/transaction-lookup',
  merchant: '/merchant/transaction-management/transaction-lookup',
} as const

/** The last proof: what was compared, and what differs; below it the earlier ones. */
export default function ProofsPage() {
  const t = useTexts(proofTexts)
  const proofs = useCall(listProofs, { query: { pageIndex: 0, pageSize: 30 } })
  const rows = proofs.data?.data
  const [last] = rows ?? []
  const timeZone = useTimeZone()
  const description = last?.isUnderWay
    ? t.underWayText({ at: formatDateTime(new Date(last.toAt), timeZone) })
    : t.about
  return (
    <Page title={t.title} description={description}>
      {last !== undefined && <Checks proof={last} />}
      {last !== undefined && last.differences.length > 0 && <Differences proof={last} />}
      <History rows={rows} proofs={proofs} />
    </Page>
  )
}

function Checks({ proof }: { proof: Proof }) {
  const t = useTexts(proofTexts)
  const names = useTexts(checkTexts)
  const columns = useMemo(
    (): GridColumn<CheckResult>[] => [
      { id: 'check', title: t.check, isFixed: true, cell: ({ name }) => names[name] },
      { id: 'looked', title: t.looked, align: 'right', cell: ({ looked }) => looked },
      { id: 'differing', title: t.differing, align: 'right', cell: ({ differing }) => differing },
      { id: 'result', title: t.result, cell: ({ differing }) => <Result count={differing} /> },
    ],
    [t, names],
  )
  return (
    <DataGrid<CheckResult>
      id="proof-checks"
      label={t.checks}
      columns={columns}
      rows={proof.checks}
      rowId={({ name }) => name}
    />
  )
}

function Result({ count }: { count: number }) {
  const t = useTexts(proofTexts)
  return (
    <StatusPill
      status={count === 0 ? 'agrees' : 'differs'}
      map={{ agrees: 'positive', differs: 'negative' }}
      label={count === 0 ? t.agrees : t.differs({ count })}
    />
  )
}

function UnderWay() {
  const t = useTexts(proofTexts)
  return <StatusPill status="underWay" map={{ underWay: 'ongoing' }} label={t.underWay} />
}

function Differences({ proof }: { proof: Proof }) {
  const t = useTexts(proofTexts)
  const names = useTexts(checkTexts)
  const { audience } = useUser()
  const columns = useMemo(
    (): GridColumn<Difference>[] => [
      { id: 'check', title: t.check, isFixed: true, cell: ({ check }) => names[check] },
      {
        id: 'subject',
        title: t.subject,
        cell: ({ subject, paymentId }) =>
          paymentId === null ? (
            subject
          ) : (
            <Anchor component={Link} to={`${paymentPaths[audience]}/${paymentId}`}>
              {subject.slice(-12)}
            </Anchor>
          ),
      },
      { id: 'expected', title: t.expected, align: 'right', cell: ({ expected }) => expected },
      { id: 'found', title: t.found, align: 'right', cell: ({ found }) => found },
    ],
    [t, names, audience],
  )
  return (
    <DataGrid<Difference>
      id="proof-differences"
      label={t.differences}
      columns={columns}
      rows={proof.differences}
      rowId={({ check, subject }) => `${check} ${subject}`}
    />
  )
}

function History({
  rows,
  proofs,
}: {
  rows: readonly Proof[] | undefined
  proofs: Pick<ReturnType<typeof useCall>, 'isFetching' | 'error' | 'refetch'>
}) {
  const t = useTexts(proofTexts)
  const { audience } = useUser()
  const columns = useMemo(
    (): GridColumn<Proof>[] => [
      {
        ...{ id: 'proved', title: t.proved, isFixed: true },
        cell: ({ createdAt }) => <DateTime value={createdAt} />,
      },
      ...(audience === 'platform'
        ? [{ id: 'tenant', title: t.tenant, cell: ({ tenantName }: Proof) => tenantName }]
        : []),
      { id: 'payments', title: t.payments, align: 'right', cell: ({ payments }) => payments },
      {
        id: 'result',
        title: t.result,
        cell: ({ checks, isUnderWay }) => {
          const count = checks.reduce((sum, { differing }) => sum + differing, 0)
          return isUnderWay && count === 0 ? <UnderWay /> : <Result count={count} />
        },
      },
    ],
    [t, audience],
  )
  return (
    <DataGrid<Proof>
      id="proofs"
      label={t.history}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      isRefreshing={proofs.isFetching}
      problem={proofs.error}
      onRetry={() => proofs.refetch()}
      empty={{ title: t.none, text: t.noneText }}
    />
  )
}

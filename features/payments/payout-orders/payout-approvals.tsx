import { useTranslatedProblem } from '@counterfoil/kit/web/calls/problem-translations.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { TextAreaField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money, useMoneySums } from '@counterfoil/kit/web/formats/money.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { gridState } from '@counterfoil/kit/web/grid/grid-state.ts'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { SystemModeFilter } from '@counterfoil/kit/web/session/system-mode.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { z } from 'zod'
import {
  type ApprovalCalls,
  merchantApprovals,
  operatorApprovals,
  type PayoutDecision,
} from './payout-orders.contract.ts'
import { approvalTexts, payoutTexts } from './payout-orders.messages.ts'
import classes from './payout-orders.module.css'
import type { WaitingPayoutOrder } from './payout-orders.schema.ts'
import { PayeeCheck } from './payout-parts.tsx'

/** Other people decide at the same time. */
const watchMs = 10_000
const formId = 'decide-payouts'

type Kind = 'approve' | 'decline'

/** Payouts to beneficiaries that wait for approval, to be decided on one by one or together. */
export function PayoutApprovals() {
  const t = useTexts(approvalTexts)
  const { audience } = useUser()
  const calls = audience === 'merchant' ? merchantApprovals : operatorApprovals
  const list = useListState({ filters: [] })
  const columns = useColumns()
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const [deciding, decide] = useState<Kind>()
  const payouts = useCall(
    calls.list,
    { query: { pageIndex: list.pageIndex, pageSize: list.pageSize } },
    { keepPrevious: true, refetchEveryMs: watchMs },
  )
  const rows = payouts.data?.data
  const selected = (rows ?? []).filter(({ id }) => chosen.has(id))
  return (
    <>
      <DataGrid<WaitingPayoutOrder>
        id="waiting-payout-orders"
        label={t.list}
        columns={columns}
        {...gridState(payouts, list)}
        rows={rows}
        rowId={(row) => row.id}
        selection={{ ids: chosen, onChange: choose }}
        toolbar={<SystemModeFilter />}
        actions={
          <>
            {selected.length > 0 && (
              <span className={classes.count} role="status">
                {t.selected({ count: selected.length })}
              </span>
            )}
            <Button size="xs" disabled={selected.length === 0} onClick={() => decide('approve')}>
              {t.approve}
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={selected.length === 0}
              onClick={() => decide('decline')}
            >
              {t.decline}
            </Button>
          </>
        }
        empty={{ title: t.nothing, text: t.nothingText }}
      />
      {deciding !== undefined && (
        <DecisionDialog
          calls={calls}
          kind={deciding}
          payouts={selected}
          onClose={() => {
            decide(undefined)
            choose(new Set())
          }}
          onCancel={() => decide(undefined)}
        />
      )}
    </>
  )
}

function DecisionDialog(props: {
  calls: ApprovalCalls
  kind: Kind
  payouts: readonly WaitingPayoutOrder[]
  onClose(): void
  onCancel(): void
}) {
  const t = useTexts(approvalTexts)
  const { calls, kind } = props
  // as they were when the dialog was opened: the list behind it goes on
  const [payouts] = useState(props.payouts)
  const [results, setResults] = useState<readonly PayoutDecision[]>()
  const isApproval = kind === 'approve'
  const label = useDecisionLabel(kind, payouts)
  const form = useSchemaForm(
    z.object({
      reason: z
        .string()
        .trim()
        .min(isApproval ? 0 : 1)
        .max(500),
    }),
    { reason: '' },
  )
  const act = useAction(calls[kind], {
    quiet: true,
    onDone: ({ data }) => {
      if (data.some(({ code }) => code !== null)) return setResults(data)
      showSnackbar({ message: t.done({ count: data.length }), tone: 'success' })
      props.onClose()
    },
  })
  if (results !== undefined) {
    return (
      <Dialog
        isOpen
        onClose={props.onClose}
        title={t.results}
        footer={<Button onClick={props.onClose}>{t.close}</Button>}
      >
        <Lines payouts={payouts} results={results} />
      </Dialog>
    )
  }
  const count = payouts.length
  return (
    <Dialog
      isOpen
      onClose={props.onCancel}
      title={isApproval ? t.approveTitle({ count }) : t.declineTitle({ count })}
      size="sm"
      keepsOpenOutside
      action={{
        ...{ label, form: formId, isRunning: act.isRunning, isDangerous: !isApproval },
      }}
    >
      <Form
        id={formId}
        form={form}
        problem={act.problem}
        onSubmit={({ reason }) =>
          act.run({ body: { payouts: payouts.map(({ id }) => id), reason } })
        }
      >
        <Lines payouts={payouts} results={[]} />
        <p className={classes.note}>{isApproval ? t.approveText : t.declineText}</p>
        <TextAreaField name="reason" label={t.reason} isRequired={!isApproval} maxLength={500} />
      </Form>
    </Dialog>
  )
}

/** What the button does, whole: how much, and to whom or how many. */
function useDecisionLabel(kind: Kind, payouts: readonly WaitingPayoutOrder[]): string {
  const t = useTexts(approvalTexts)
  const amount = useMoneySums()(payouts)
  const count = payouts.length
  const [only] = payouts
  if (only !== undefined && count === 1) {
    const one = { amount, payee: only.payeeName }
    return kind === 'approve' ? t.approveOne(one) : t.declineOne(one)
  }
  return kind === 'approve' ? t.approveAll({ count, amount }) : t.declineAll({ count, amount })
}

/** Who gets how much, and what was recorded or refused. */
function Lines(props: {
  payouts: readonly WaitingPayoutOrder[]
  results: readonly PayoutDecision[]
}) {
  const t = useTexts(approvalTexts)
  const refusalOf = useRefusal()
  const sayingOf = (result: PayoutDecision | undefined) =>
    result?.code === null ? t.recorded : refusalOf(result)
  return (
    <ul className={classes.steps}>
      {props.payouts.map((one) => (
        <li key={one.id}>
          <strong>{one.payeeName}</strong>
          <span>{one.payeeAccount}</span>
          <Money amount={one.amount} currency={one.currency} />
          <span className={classes.count}>
            {sayingOf(props.results.find(({ id }) => id === one.id))}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Why it cannot be decided on, in the language of the page. */
function useRefusal() {
  const translated = useTranslatedProblem()
  return useCallback(
    (refusal: { code: string | null; message: string | null } | null | undefined) =>
      refusal && (translated(refusal.code ?? '') ?? refusal.message),
    [translated],
  )
}

function useColumns(): GridColumn<WaitingPayoutOrder>[] {
  const t = useTexts(approvalTexts)
  const refusalOf = useRefusal()
  const p = useTexts(payoutTexts)
  const { audience } = useUser()
  return useMemo(
    () => [
      {
        ...{ id: 'requested', title: t.requested, width: 150, isFixed: true },
        cell: (row) => <DateTime value={row.createdAt} seconds />,
      },
      {
        ...{ id: 'amount', title: p.amount, align: 'right', width: 120, isFixed: true },
        cell: (row) => <Money amount={row.amount} currency={row.currency} />,
      },
      { id: 'payee', title: p.payee, cell: (row) => row.payeeName },
      { id: 'account', title: p.account, width: 170, cell: (row) => row.accountHint },
      {
        ...{ id: 'check', title: p.check, width: 160 },
        cell: (row) => <PayeeCheck word={row.payeeResult ?? 'not_needed'} />,
      },
      { id: 'reference', title: p.reference, cell: (row) => row.reference },
      { id: 'by', title: p.by, cell: (row) => (row.isOwn ? t.you : row.requestedBy) },
      ...(audience === 'platform'
        ? [{ id: 'tenant', title: t.tenant, cell: (row: WaitingPayoutOrder) => row.tenantName }]
        : []),
      ...(audience === 'merchant'
        ? []
        : [
            {
              ...{ id: 'merchant', title: t.merchant },
              cell: (row: WaitingPayoutOrder) => row.merchantName,
            },
          ]),
      { id: 'missing', title: t.missing, align: 'right', cell: (row) => row.missing },
      { id: 'refusal', title: t.cannot, cell: (row) => refusalOf(row.refusal) ?? '–' },
    ],
    [t, p, audience, refusalOf],
  )
}

import { paymentLabel } from '@counterfoil/features/payments/processing/labels.rules.ts'
import { ruleNames } from '@counterfoil/features/routing/antifraud/antifraud-rules.schema.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { gridState } from '@counterfoil/kit/web/grid/grid-state.ts'
import { useListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { useOpenedRecord } from '@counterfoil/kit/web/grid/opened-record.ts'
import { SystemModeFilter } from '@counterfoil/kit/web/session/system-mode.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useMemo } from 'react'
import { HeldCase } from './held-case.tsx'
import {
  type HeldPayment,
  listHeldPayments,
  listMerchantHeldPayments,
} from './held-payments.contract.ts'
import { heldListTexts } from './held-payments.messages.ts'

/** Others decide at the same time. */
const watchMs = 10_000

/** The payment whose case is open, in the address. */
const addressName = 'case'

/** Held payments, the oldest first; each opens beside the list with what is known of it, and is decided on there. */
export function HeldPayments({ lookup }: { lookup: string }) {
  const t = useTexts(heldListTexts)
  const isMerchant = useUser().audience === 'merchant'
  const list = useListState({ filters: [] })
  const { pageIndex, pageSize } = list
  const payments = useCall(
    isMerchant ? listMerchantHeldPayments : listHeldPayments,
    { query: { pageIndex, pageSize } },
    { keepPrevious: true, refetchEveryMs: watchMs },
  )
  const opened = useOpenedRecord(addressName)
  return (
    <>
      <DataGrid<HeldPayment>
        id="held-payments"
        label={t.list}
        columns={useColumns()}
        {...gridState(payments, list)}
        rowId={(row) => row.id}
        rowLink={(row) => opened.linkTo(row.id)}
        toolbar={<SystemModeFilter />}
        empty={{ title: t.nothing, text: t.nothingText }}
      />
      {opened.id !== null && (
        <HeldCase key={opened.id} id={opened.id} lookup={lookup} onClose={opened.close} />
      )}
    </>
  )
}

function useColumns(): GridColumn<HeldPayment>[] {
  const t = useTexts(heldListTexts)
  const { audience } = useUser()
  const { language } = useLanguage()
  const translate = useTranslate()
  return useMemo(() => {
    const paidWith = (row: HeldPayment) =>
      row.cardBrand === null
        ? paymentLabel('method', row.method, language)
        : `${paymentLabel('brand', row.cardBrand, language)} ···· ${row.cardLast4}`
    const nameOf = (rule: string) =>
      rule in ruleNames ? translate(ruleNames[rule as keyof typeof ruleNames]) : rule
    return [
      {
        ...{ id: 'held', title: t.held, width: 150, isFixed: true },
        cell: (row) => <DateTime value={row.createdAt} />,
      },
      {
        ...{ id: 'amount', title: t.amount, align: 'right', width: 110, isFixed: true },
        cell: (row) => <Money amount={row.amount} currency={row.currency} />,
      },
      ...(audience === 'platform'
        ? [{ id: 'tenant', title: t.tenant, cell: (row: HeldPayment) => row.tenantName }]
        : []),
      ...(audience === 'merchant'
        ? []
        : [
            { id: 'merchant', title: t.merchant, cell: (row: HeldPayment) => row.merchantName },
            {
              ...{ id: 'rules', title: t.rules, width: 220 },
              cell: (row: HeldPayment) => row.rules.map(nameOf).join(', ') || '–',
            },
          ]),
      { id: 'paidWith', title: t.paidWith, width: 150, cell: paidWith },
      { id: 'email', title: t.email, cell: (row) => row.customerEmail ?? '–' },
      { id: 'payment', title: t.payment, cell: (row) => row.externalId ?? row.id.slice(-12) },
      {
        ...{ id: 'expires', title: t.expires, width: 150 },
        cell: (row) => (row.expiresAt === null ? '–' : <DateTime value={row.expiresAt} />),
      },
    ]
  }, [t, audience, language, translate])
}

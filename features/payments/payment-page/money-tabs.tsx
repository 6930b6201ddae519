import {
  type Fee,
  listAccountingEntries,
} from '@counterfoil/features/payments/details/details.contract.ts'
import { DateTime } from '@counterfoil/kit/web/dates.tsx'
import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { Money, useMoney } from '@counterfoil/kit/web/money.tsx'
import { useCall } from '@counterfoil/kit/web/use-call.ts'
import { pageTexts } from './payment-page.messages.ts'
import type { TabProps } from './payment-tabs.tsx'
import { RecordTable } from './record-table.tsx'

const words = (text: string) => text.replaceAll('_', ' ')

export function FeesTab({ payment, calls }: TabProps) {
  const t = useTexts(pageTexts)
  const money = useMoney()
  const fees = useCall(calls.details.fees, { params: { id: payment.id }, query: { pageSize: 100 } })
  const rate = (fee: Fee) =>
    [
      fee.basisPoints === 0 ? '' : `${fee.basisPoints / 100} %`,
      fee.fixedAmount === 0 ? '' : money(fee.fixedAmount, fee.currency),
    ]
      .filter(Boolean)
      .join(' + ')
  return (
    <RecordTable
      label={t.fees}
      answer={{ ...fees, data: fees.data?.data }}
      rowId={(fee) => fee.id}
      columns={[
        { title: t.time, cell: (fee) => <DateTime value={fee.createdAt} seconds /> },
        { title: t.feeType, cell: (fee) => words(fee.feeType) },
        { title: t.rate, cell: rate },
        {
          title: t.amount,
          isAmount: true,
          cell: (fee) => <Money amount={fee.amount} currency={fee.currency} />,
        },
      ]}
    />
  )
}

/** Debits and credits in columns of their own, as bookkeepers read them. */
export function EntriesTab({ payment }: TabProps) {
  const t = useTexts(pageTexts)
  const entries = useCall(listAccountingEntries, {
    params: { id: payment.id, customerId: payment.merchantId },
  })
  return (
    <RecordTable
      label={t.entries}
      answer={entries}
      rowId={(entry) => entry.id}
      columns={[
        { title: t.time, cell: (entry) => <DateTime value={entry.createdAt} seconds /> },
        { title: t.account, cell: (entry) => words(entry.account) },
        {
          title: t.debit,
          isAmount: true,
          cell: (entry) =>
            entry.amount > 0 ? <Money amount={entry.amount} currency={entry.currency} /> : '',
        },
        {
          title: t.credit,
          isAmount: true,
          cell: (entry) =>
            entry.amount < 0 ? <Money amount={-entry.amount} currency={entry.currency} /> : '',
        },
        { title: t.reference, cell: (entry) => <code>{entry.postingId.slice(-8)}</code> },
      ]}
    />
  )
}

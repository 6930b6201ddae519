import {
  listMerchantPayments,
  listPayments,
  type PaymentRow,
} from '@counterfoil/features/payments/lookup/lookup.contract.ts'
import { paymentLabel } from '@counterfoil/features/payments/processing/labels.rules.ts'
import { searchableText } from '@counterfoil/kit/contract/searchable-text.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { Money, useMoney } from '@counterfoil/kit/web/formats/money.tsx'
import { Dialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { Facts } from '@counterfoil/kit/web/page/page.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { MerchantBalance } from './balances.contract.ts'
import { balanceTexts } from './balances.messages.ts'

const searchDelayMs = 300
const maxPayees = 20

/** Where payments are found. */
export const lookups = {
  platform: '/platform/transaction-management/transaction-lookup',
  tenant: '/transaction-management/transaction-lookup',
  merchant: '/merchant/transaction-management/transaction-lookup',
} as const

/**
 * Begins a payout from a balance: what is payable and why not more, and who is paid. It goes to the card or account of a
 * payment, whose own dialog asks for the amount and the reason.
 */
export function PayOutDialog(props: {
  balance: MerchantBalance
  merchantId: string
  onClose(): void
}) {
  const t = useTexts(balanceTexts)
  const { audience } = useUser()
  const navigate = useNavigate()
  const { currency } = props.balance
  const payees = usePayees(props.merchantId, currency)
  const [chosen, choose] = useState<{ readonly value: string; readonly label: string }>()
  const options =
    chosen === undefined || payees.options.some(({ value }) => value === chosen.value)
      ? payees.options
      : [chosen, ...payees.options]
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      title={t.dialogTitle({ currency })}
      size="sm"
      keepsOpenOutside
      action={{
        label: chosen === undefined ? t.proceedNone : t.proceed({ payee: chosen.label }),
        isDisabled: chosen === undefined,
        hint: chosen === undefined ? t.payeeMissing : undefined,
        onClick: () => navigate(`${lookups[audience]}/${chosen?.value}?action=payout`),
      }}
    >
      <Amounts balance={props.balance} />
      <Select
        mt="md"
        label={t.payee}
        description={t.payeeHint}
        searchable
        data={options}
        // the server has searched already
        filter={({ options: found }) => found}
        nothingFoundMessage={payees.isSearching ? undefined : t.noPayee}
        value={chosen?.value ?? null}
        onSearchChange={payees.search}
        onChange={(value) => choose(options.find((one) => one.value === value))}
      />
      <p role="status">
        {payees.searched !== '' && t.searched({ key: payees.searched, currency })}
      </p>
    </Dialog>
  )
}

function Amounts({ balance }: { balance: MerchantBalance }) {
  const t = useTexts(balanceTexts)
  const { merchantName, currency, total, payable } = balance
  const money = (amount: number) => <Money amount={amount} currency={currency} />
  const kept = [
    [t.pendingMoney, balance.pending],
    [t.reserve, balance.reserve],
    [t.disputed, balance.disputed],
    [t.pending, balance.payoutsPending],
  ] as const
  return (
    <>
      <Facts
        facts={[
          [t.takenFrom, t.balanceOf({ merchant: merchantName })],
          [t.total, money(total)],
          ...kept.flatMap(([label, amount]) =>
            amount === 0 ? [] : [[label, money(-amount)] as const],
          ),
          [t.payable, money(payable)],
        ]}
      />
      {payable < total && <p>{t.whyLess}</p>}
    </>
  )
}

/** The payments to whose card or account a payout can go, newest first, as they are searched. */
function usePayees(merchantId: string, currency: string) {
  const { audience } = useUser()
  const { language } = useLanguage()
  const money = useMoney()
  const [typed, search] = useState('')
  const [settled] = useDebouncedValue(typed.trim(), searchDelayMs)
  const found = useCall(
    audience === 'merchant' ? listMerchantPayments : listPayments,
    {
      query: {
        ...(audience === 'merchant' ? {} : { merchantId: [merchantId] }),
        currency: [currency],
        method: ['card', 'bank_transfer'],
        status: ['partially_captured', 'captured', 'partially_refunded', 'refunded'],
        pageSize: maxPayees,
        ...(settled === '' ? {} : { searchKey: searchableText(settled) }),
      },
    },
    { keepPrevious: true, quiet: true },
  )
  const labelOf = (row: PaymentRow) =>
    [
      row.cardLast4 === null
        ? paymentLabel('method', row.method, language)
        : `${paymentLabel('brand', row.cardBrand ?? '', language)} ${row.cardLast4}`,
      row.customerEmail,
      row.externalId ?? row.id.slice(-12),
      money(row.amount, row.currency),
    ]
      .filter(Boolean)
      .join(' · ')
  const options = (found.data?.data ?? []).map((row) => ({ value: row.id, label: labelOf(row) }))
  // the field shows the chosen name, which is no search text
  const isName = options.some(({ label }) => label === typed)
  return {
    options,
    isSearching: found.isFetching,
    searched: isName ? '' : searchableText(settled),
    search: (text: string) => search(options.some(({ label }) => label === text) ? '' : text),
  }
}

import { MerchantSelect } from '@counterfoil/features/access/merchant-picker/merchant-picker.screens.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { formatDate } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money, useMoney } from '@counterfoil/kit/web/formats/money.tsx'
import type { GridColumn } from '@counterfoil/kit/web/grid/columns.ts'
import { DataGrid } from '@counterfoil/kit/web/grid/grid.tsx'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { EmptyState } from '@counterfoil/kit/web/page/states.tsx'
import { SystemModeFilter } from '@counterfoil/kit/web/session/system-mode.tsx'
import { useMay, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import {
  type BalancePart,
  balancePart,
  type MerchantBalance,
  readBalances,
  readOwnBalances,
} from './balances.contract.ts'
import { balanceTexts } from './balances.messages.ts'
import { PayOutDialog } from './pay-out-dialog.tsx'

const BalanceRows = lazy(() => import('./balance-rows.tsx'))

/** Who may ask for a payout. */
const payers = [
  'CRM.Transaction.Actions.Payout',
  'Platform.Transaction.Actions.Payout',
  'Merchant.Transaction.Actions.Payout',
]

/** The balances of a merchant, one for each currency. An operator chooses the merchant, which is in the address. */
export default function BalancesPage() {
  const t = useTexts(balanceTexts)
  const { audience, merchantId } = useUser()
  const [search, setSearch] = useSearchParams()
  const chosen = audience === 'merchant' ? merchantId : search.get('merchantId')
  return (
    <Page title={t.title} description={audience === 'merchant' ? t.ownDescription : t.description}>
      {audience !== 'merchant' && (
        <Suspense>
          <MerchantSelect
            label={t.merchant}
            placeholder={t.choose}
            value={chosen}
            onChange={(id) => setSearch(id === null ? {} : { merchantId: id }, { replace: true })}
          />
        </Suspense>
      )}
      {chosen === null ? (
        <EmptyState title={t.chooseMerchant} />
      ) : (
        <BalanceList key={chosen} merchantId={chosen} />
      )}
    </Page>
  )
}

function BalanceList({ merchantId }: { merchantId: string }) {
  const t = useTexts(balanceTexts)
  const { audience } = useUser()
  const mayPay = useMay(...payers)
  const money = useMoney()
  const [paying, pay] = useState<string>()
  const [search, setSearch] = useSearchParams()
  const part = balancePart.safeParse(search.get('part')).data
  const currency = search.get('currency')
  const isMerchant = audience === 'merchant'
  const own = useCall(readOwnBalances, {}, { enabled: isMerchant })
  const ofMerchant = useCall(readBalances, { params: { merchantId } }, { enabled: !isMerchant })
  const balances = isMerchant ? own : ofMerchant
  const rows = balances.data?.data
  const columns = useMemo((): GridColumn<MerchantBalance>[] => {
    const pathOf = (of: BalancePart, row: MerchantBalance) =>
      `?${new URLSearchParams({ ...(isMerchant ? {} : { merchantId }), part: of, currency: row.currency })}`
    return [
      { id: 'currency', title: t.currency, isFixed: true, cell: (row) => row.currency },
      ...(['payable', 'pending', 'reserve', 'disputed', 'payoutsPending', 'total'] as const).map(
        (name) => ({
          id: name,
          title: { ...t, pending: t.pendingMoney, payoutsPending: t.pending }[name],
          align: 'right' as const,
          cell: (row: MerchantBalance) =>
            name === 'payoutsPending' && row[name] !== 0 ? (
              <Link to={pathOf('payoutsPending', row)}>
                <Money amount={row[name]} currency={row.currency} />
              </Link>
            ) : (
              <Money amount={row[name]} currency={row.currency} />
            ),
        }),
      ),
      {
        id: 'next',
        title: t.next,
        cell: (row) =>
          row.next === null ? (
            '–'
          ) : (
            <Link to={pathOf('next', row)}>
              {t.nextOn({
                amount: money(row.next.amount, row.currency),
                day: formatDate(new Date(row.next.on), 'UTC'),
              })}
            </Link>
          ),
      },
      ...(mayPay
        ? [
            {
              id: 'pay',
              title: '',
              isKept: true,
              cell: (row: MerchantBalance) => (
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={row.payable <= 0}
                  aria-label={`${t.payOut} ${row.currency}`}
                  onClick={() => pay(row.currency)}
                >
                  {t.payOut}
                </Button>
              ),
            },
          ]
        : []),
    ]
  }, [t, mayPay, money, isMerchant, merchantId])
  // as it is now, not as it was when the dialog was opened
  const open = rows?.find(({ currency }) => currency === paying)
  return (
    <>
      <DataGrid<MerchantBalance>
        id="balances"
        label={t.list}
        columns={columns}
        rows={rows}
        rowId={(row) => row.currency}
        isRefreshing={balances.isFetching}
        problem={balances.error}
        onRetry={() => balances.refetch()}
        toolbar={<SystemModeFilter />}
        empty={{ title: t.nothing, text: t.nothingText }}
      />
      {rows?.some(({ payable }) => payable < 0) && <p>{t.owed}</p>}
      {open !== undefined && (
        <PayOutDialog balance={open} merchantId={merchantId} onClose={() => pay(undefined)} />
      )}
      {part !== undefined && currency !== null && (
        <Suspense fallback={null}>
          <BalanceRows
            merchantId={merchantId}
            part={part}
            currency={currency}
            onClose={() => setSearch(isMerchant ? {} : { merchantId }, { replace: true })}
          />
        </Suspense>
      )}
    </>
  )
}

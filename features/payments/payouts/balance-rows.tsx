import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { formatDay } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import { SideDrawer } from '@counterfoil/kit/web/overlays/side-drawer.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Link } from 'react-router'
import {
  type BalancePart,
  type BalanceRow,
  readBalanceRows,
  readOwnBalanceRows,
} from './balances.contract.ts'
import { balanceTexts } from './balances.messages.ts'
import classes from './decision-bar.module.css'
import { lookups } from './pay-out-dialog.tsx'

const payoutPages = {
  platform: '/transaction-management/payouts',
  tenant: '/transaction-management/payouts',
  merchant: '/merchant/payments/single-payment',
} as const

interface BalanceRowsProps {
  readonly merchantId: string
  readonly part: BalancePart
  readonly currency: string
  onClose(): void
}

/** What a part of a balance is the sum of, each with the way to its payment or payout. */
export default function BalanceRows({ merchantId, part, currency, onClose }: BalanceRowsProps) {
  const t = useTexts(balanceTexts)
  const { audience } = useUser()
  const isMerchant = audience === 'merchant'
  const query = { part, currency }
  const own = useCall(readOwnBalanceRows, { query }, { enabled: isMerchant, quiet: true })
  const ofMerchant = useCall(
    readBalanceRows,
    { params: { merchantId }, query },
    { enabled: !isMerchant, quiet: true },
  )
  const rows = isMerchant ? own : ofMerchant
  const { data } = rows
  const kinds = { payoutOrder: t.payoutOrder, payout: t.payout, settlement: t.settlement }
  const pathOf = ({ id, paymentId }: BalanceRow) =>
    paymentId === null
      ? `${payoutPages[audience]}?payout=${id}`
      : `${lookups[audience]}/${paymentId}`
  return (
    <SideDrawer
      isOpen
      onClose={onClose}
      title={`${part === 'next' ? t.next : t.pending}, ${currency}`}
    >
      {rows.error !== null && <ErrorState problem={rows.error} onRetry={() => rows.refetch()} />}
      {data === undefined && rows.error === null && <LoadingLines lines={4} />}
      {data !== undefined && (
        <>
          <p className={classes.text}>
            {t.together({ count: data.count ?? data.data.length })}{' '}
            <Money amount={data.amount} currency={currency} />
            {data.on !== null && ` · ${formatDay(data.on)}`}
            {data.data.length < (data.count ?? 0) && ` · ${t.biggest({ count: data.data.length })}`}
          </p>
          <ul className={classes.results}>
            {data.data.map((row) => (
              <li key={row.id}>
                <Link className={classes.name} to={pathOf(row)}>
                  {row.name}
                </Link>
                <span className={classes.message}>
                  {row.kind === 'reserve' ? t.ofReserve : kinds[row.kind]}
                </span>
                <Money amount={row.amount} currency={currency} />
              </li>
            ))}
          </ul>
        </>
      )}
    </SideDrawer>
  )
}

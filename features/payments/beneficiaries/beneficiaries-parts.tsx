import { PayoutStatus } from '@counterfoil/features/payments/payout-orders/payout-orders.screens.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money } from '@counterfoil/kit/web/formats/money.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { RecordPart } from '@counterfoil/kit/web/resource/record-part.tsx'
import type { ResourceParts } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { useMay } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { Suspense } from 'react'
import { checkPayeeAgain, listPayoutsOf } from './beneficiaries.contract.ts'
import { beneficiaryTexts } from './beneficiaries.messages.ts'
import classes from './beneficiaries.module.css'
import { beneficiaries } from './beneficiaries.resource.ts'

export const parts: ResourceParts = {
  below: (row) => <PayeeCheck row={row} />,
  after: (row) => <Payouts row={row} />,
}

/** What the bank said of the name, and that it is the sandbox's. */
function PayeeCheck({ row }: { row: ResourceRow | undefined }) {
  const t = useTexts(beneficiaryTexts)
  const mayEdit = useMay(...beneficiaries.permissions.edit)
  const check = useAction(checkPayeeAgain, {
    onDone: () => showSnackbar({ message: t.asked, tone: 'success' }),
  })
  const [payeeCheck, payeeResult, bankName] = [row?.payeeCheck, row?.payeeResult, row?.bankName]
  const said =
    payeeResult === 'match'
      ? t.success
      : payeeResult === 'close_match'
        ? t.close
        : payeeResult === 'no_match'
          ? t.noMatch
          : payeeResult === 'unavailable'
            ? t.unavailable
            : payeeCheck === 'pending'
              ? t.pending
              : row?.paidTo === 'card'
                ? t.ofCard
                : t.notNeeded
  return (
    <RecordPart
      title={t.check}
      about={t.sandbox}
      action={
        row !== undefined &&
        mayEdit &&
        payeeCheck !== 'not_needed' && (
          <Button
            size="xs"
            variant="default"
            loading={check.isRunning}
            onClick={() => void check.run({ params: { id: row.id } })}
          >
            {t.again}
          </Button>
        )
      }
    >
      {row !== undefined && <p role="status">{said}</p>}
      {typeof bankName === 'string' && <p>{t.bankName({ name: bankName })}</p>}
    </RecordPart>
  )
}

/** What was paid to the account lately. */
function Payouts({ row }: { row: ResourceRow }) {
  const t = useTexts(beneficiaryTexts)
  const found = useCall(listPayoutsOf, { params: { id: row.id } })
  const payouts = found.data?.data ?? []
  return (
    <RecordPart title={t.payouts}>
      {found.data !== undefined && payouts.length === 0 && <p>{t.none}</p>}
      <ul className={classes.payouts}>
        {payouts.map((one) => (
          <li key={one.id}>
            <DateTime value={one.createdAt} />
            <Money amount={one.amount} currency={one.currency} />
            <Suspense fallback={null}>
              <PayoutStatus state={one.state} />
            </Suspense>
          </li>
        ))}
      </ul>
    </RecordPart>
  )
}

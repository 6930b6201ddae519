import '@counterfoil/kit/web/theme/input-styles.ts'
import '@mantine/core/styles/Tabs.layer.css'
import { WaitingActions } from '@counterfoil/features/payments/confirmations/confirmations.screens.ts'
import { HeldPayments } from '@counterfoil/features/payments/held-payments/held-payments.screens.ts'
import { BatchApprovals } from '@counterfoil/features/payments/payout-batches/payout-batches.screens.ts'
import { PayoutApprovals } from '@counterfoil/features/payments/payout-orders/payout-orders.screens.ts'
import { RecurringApprovals } from '@counterfoil/features/payments/recurring-payouts/recurring-payouts.screens.ts'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Tabs } from '@mantine/core'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { decisionTexts } from './payout-decisions.messages.ts'
import type { PayoutCalls } from './payouts.contract.ts'
import { WaitingPayouts } from './waiting-payouts.tsx'

/** The open tab, in the address. */
const addressName = 'show'

/** What others have to decide on: actions that wait for confirmation, payouts for approval, and what was decided. */
export function PendingPayments({ calls, lookup }: { calls: PayoutCalls; lookup: string }) {
  const t = useTexts(decisionTexts)
  const [search, setSearch] = useSearchParams()
  const tabs = {
    actions: t.actions,
    held: t.held,
    payouts: t.payouts,
    beneficiaries: t.beneficiaries,
    decided: t.decided,
  }
  const shown = search.get(addressName)
  const open = shown !== null && shown in tabs ? shown : 'actions'
  return (
    <Page title={t.title} description={t.description}>
      <Tabs
        value={open}
        // each list has its own pages
        onChange={(tab) => setSearch({ [addressName]: tab ?? 'actions' }, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List mb="sm">
          {Object.entries(tabs).map(([value, title]) => (
            <Tabs.Tab key={value} value={value}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={open}>
          <Suspense fallback={<LoadingLines lines={6} />}>
            {open === 'held' ? (
              <HeldPayments lookup={lookup} />
            ) : open === 'payouts' ? (
              <WaitingPayouts calls={calls} lookup={lookup} />
            ) : open === 'beneficiaries' ? (
              <>
                <BatchApprovals />
                <RecurringApprovals />
                <PayoutApprovals />
              </>
            ) : (
              <WaitingActions key={open} which={open === 'decided' ? 'ended' : 'open'} />
            )}
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}

import { MerchantUsers } from '@counterfoil/features/access/users/users.screens.ts'
import { opportunities } from '@counterfoil/features/crm/items/items.resource.ts'
import { ItemsOf } from '@counterfoil/features/crm/items/items.screens.ts'
import { MerchantDocuments } from '@counterfoil/features/onboarding/documents/documents.screens.ts'
import { MerchantOffers } from '@counterfoil/features/pricing/offers/offers.screens.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { RecordFacts } from '@counterfoil/kit/web/resource/record-facts.tsx'
import { RecordPage } from '@counterfoil/kit/web/resource/record-page.tsx'
import { useMay } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { MerchantMids } from './merchant-mids.tsx'
import { AccountStatus, Industry } from './merchant-status.tsx'
import { merchantTexts } from './merchants.messages.ts'
import { merchants } from './merchants.resource.ts'

/** One merchant: details, account status, users and mids. */
export default function MerchantPage() {
  const seesPeople = useMay('manageMerchantRoles')
  const seesMids = useMay('Settings.Mid.Management.View')
  return (
    <RecordPage
      of={merchants}
      named="legalBusinessName"
      badge={(merchant) => <AccountStatus row={merchant} />}
      actions={(merchant) => <PaymentsLink merchantId={merchant.id} />}
    >
      {(merchant) => (
        <>
          <Details merchant={merchant} />
          <Suspense fallback={<LoadingLines lines={4} />}>
            <ItemsOf subject={{ merchantId: merchant.id }} />
            <MerchantDocuments merchantId={merchant.id} />
          </Suspense>
          {seesPeople && (
            <Suspense fallback={<LoadingLines lines={4} />}>
              <MerchantUsers merchantId={merchant.id} />
            </Suspense>
          )}
          {seesMids && <MerchantMids merchantId={merchant.id} />}
          <Suspense fallback={<LoadingLines lines={4} />}>
            <Offers merchantId={merchant.id} />
          </Suspense>
        </>
      )}
    </RecordPage>
  )
}

function Offers({ merchantId }: { merchantId: string }) {
  const { data } = useCall(
    opportunities.calls.list,
    { query: { merchantId, standing: 'open', pageIndex: 0, pageSize: 100 } },
    { quiet: true, enabled: useMay(...opportunities.permissions.view) },
  )
  const open = data?.data.map(({ id, name }) => ({ id, name: String(name) }))
  return <MerchantOffers merchantId={merchantId} opportunities={open} />
}

/** The sections of the page, by the names of the resource's fields. */
const account = [
  'tradingName',
  'processingStatus',
  'merchantType',
  'industryType',
  'riskLevelId',
  'homeCurrency',
  'approvalThresholdMinor',
  'boardingStage',
  'reviewStatus',
  'activationDate',
]
const registration = [
  'registrationNumber',
  'taxNumber',
  'addressLine',
  'city',
  'region',
  'postalCode',
  'country',
]
const contact = ['contactName', 'email', 'phone', 'website']

function Details({ merchant }: { merchant: ResourceRow }) {
  const t = useTexts(merchantTexts)
  const facts = (names: readonly string[]) => (
    <RecordFacts
      of={merchants}
      row={merchant}
      names={names}
      own={{ industryType: <Industry row={merchant} /> }}
    />
  )
  return (
    <>
      <Section title={t.account}>{facts(account)}</Section>
      <Section title={t.registration}>{facts(registration)}</Section>
      <Section title={t.contact}>
        {facts(merchant.notes === '' ? contact : [...contact, 'notes'])}
      </Section>
    </>
  )
}

function PaymentsLink({ merchantId }: { merchantId: string }) {
  const t = useTexts(merchantTexts)
  if (!useMay('CRM.Transaction.View')) return null
  return (
    <Button
      component={Link}
      to={`/transaction-management/transaction-lookup?merchantId=${merchantId}`}
      size="xs"
      variant="default"
    >
      {t.payments}
    </Button>
  )
}

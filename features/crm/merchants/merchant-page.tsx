import { MerchantPeople } from '@counterfoil/features/access/user-screens/users.screens.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource.ts'
import { AuditLink } from '@counterfoil/kit/web/audit-link.tsx'
import { useCrumb } from '@counterfoil/kit/web/breadcrumbs.ts'
import { useTexts, useTranslate } from '@counterfoil/kit/web/i18n.tsx'
import { Facts, Page, Section } from '@counterfoil/kit/web/page.tsx'
import { FieldValue } from '@counterfoil/kit/web/resource/resource-cells.tsx'
import { ResourceForm } from '@counterfoil/kit/web/resource/resource-form.tsx'
import { SideDrawer } from '@counterfoil/kit/web/side-drawer.tsx'
import { ErrorState, LoadingLines } from '@counterfoil/kit/web/states.tsx'
import { useCall } from '@counterfoil/kit/web/use-call.ts'
import { useMay } from '@counterfoil/kit/web/user.tsx'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { MerchantMids } from './merchant-mids.tsx'
import { AccountStatus, industryOf } from './merchant-status.tsx'
import { merchantTexts } from './merchants.messages.ts'
import { merchants } from './merchants.resource.ts'

/** One merchant: who it is, how its account stands, who works for it, and where its payments go. */
export default function MerchantPage() {
  const translate = useTranslate()
  const { id = '' } = useParams()
  const { data, error, refetch } = useCall(
    merchants.calls.read,
    { params: { id } },
    { quiet: true },
  )
  const seesPeople = useMay('manageMerchantRoles')
  const seesMids = useMay('Settings.Mid.Management.View')
  const name = data === undefined ? undefined : String(data.legalBusinessName)
  useCrumb(name)
  if (data === undefined) {
    return (
      <Page title={translate(merchants.one)}>
        {error === null ? (
          <LoadingLines lines={8} />
        ) : (
          <ErrorState problem={error} onRetry={() => refetch()} />
        )}
      </Page>
    )
  }
  return (
    <Page
      title={name ?? ''}
      badge={<AccountStatus row={data} />}
      {...(data.description === '' ? {} : { description: String(data.description) })}
      actions={<Actions merchant={data} />}
    >
      <Details merchant={data} />
      {seesPeople && (
        <Suspense fallback={<LoadingLines lines={4} />}>
          <MerchantPeople merchantId={data.id} />
        </Suspense>
      )}
      {seesMids && <MerchantMids merchantId={data.id} />}
    </Page>
  )
}

/** The parts of the page in the words of the declaration. */
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
  const translate = useTranslate()
  const fields = { ...merchants.fields, ...merchants.facts }
  const factsOf = (names: readonly string[]) =>
    names.flatMap((name) => {
      const field = fields[name]
      if (field === undefined) return []
      const value =
        name === 'industryType' ? (
          industryOf(merchant)
        ) : (
          <FieldValue key={name} field={field} value={merchant[name]} row={merchant} />
        )
      return [[translate(field.label), value] as const]
    })
  return (
    <>
      <Section title={t.account}>
        <Facts facts={factsOf(account)} />
      </Section>
      <Section title={t.registration}>
        <Facts facts={factsOf(registration)} />
      </Section>
      <Section title={t.contact}>
        <Facts facts={factsOf(merchant.notes === '' ? contact : [...contact, 'notes'])} />
      </Section>
    </>
  )
}

function Actions({ merchant }: { merchant: ResourceRow }) {
  const t = useTexts(merchantTexts)
  const navigate = useNavigate()
  const seesPayments = useMay('CRM.Transaction.View')
  const mayEdit = useMay(...merchants.permissions.edit)
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      <AuditLink recordType={merchants.id} recordId={merchant.id} />
      {seesPayments && (
        <Button
          component={Link}
          to={`/transaction-management/transaction-lookup?merchantId=${merchant.id}`}
          size="xs"
          variant="default"
        >
          {t.payments}
        </Button>
      )}
      {mayEdit && (
        <Button size="xs" onClick={() => setEditing(true)}>
          {t.edit}
        </Button>
      )}
      <SideDrawer
        isOpen={isEditing}
        onClose={() => setEditing(false)}
        title={String(merchant.legalBusinessName)}
      >
        <ResourceForm
          of={merchants}
          row={merchant}
          onDone={(saved) =>
            saved === undefined ? navigate('/crm/organizations') : setEditing(false)
          }
        />
      </SideDrawer>
    </>
  )
}

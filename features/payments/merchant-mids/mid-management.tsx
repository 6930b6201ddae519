import { paymentLabel } from '@counterfoil/features/payments/processing/labels.rules.ts'
import { useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { useMoney } from '@counterfoil/kit/web/formats/money.tsx'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { Facts, Page, Section } from '@counterfoil/kit/web/page/page.tsx'
import { EmptyState, ErrorState, LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useUserContext } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { listMerchantMids, type MerchantMid, requestsPath } from './merchant-mids.contract.ts'
import { midTexts } from './merchant-mids.messages.ts'

const tones = {
  open: 'positive',
  scheduled: 'pending',
  off: 'neutral',
  over: 'neutral',
  not_connected: 'negative',
  provider_off: 'neutral',
} as const

/** The merchant's MIDs: what each takes, when it is open, its limits, and what payers read on their statements. */
export default function MidManagement() {
  const t = useTexts(midTexts)
  const found = useCall(listMerchantMids, {})
  return (
    <Page title={t.title} description={t.description}>
      {found.error !== null && <ErrorState problem={found.error} onRetry={() => found.refetch()} />}
      {found.isLoading && <LoadingLines lines={6} />}
      {found.data?.mids.length === 0 && <EmptyState title={t.nothing} text={t.nothingText} />}
      {found.data?.mids.map((mid) => (
        <Mid key={mid.id} mid={mid} />
      ))}
    </Page>
  )
}

function Mid({ mid }: { mid: MerchantMid }) {
  const t = useTexts(midTexts)
  const { language } = useLanguage()
  const { serviceProviders } = useUserContext()
  const named = (group: 'method' | 'brand', values: readonly string[]) =>
    values.length === 0
      ? t.all
      : values.map((value) => paymentLabel(group, value, language)).join(', ')
  return (
    <Section
      title={mid.midCode}
      actions={<StatusPill status={mid.state} map={tones} label={t[mid.state]} />}
    >
      <Facts
        facts={[
          [
            t.provider,
            serviceProviders.find(({ id }) => id === mid.provider)?.name ?? mid.provider,
          ],
          [t.priority, String(mid.priority)],
          [t.methods, named('method', mid.methods)],
          [t.brands, named('brand', mid.brands)],
          [t.currencies, mid.currencies.length === 0 ? t.all : mid.currencies.join(', ')],
          [
            t.from,
            mid.activeFrom === null ? t.always : <DateTime key="from" value={mid.activeFrom} />,
          ],
          [
            t.until,
            mid.activeUntil === null ? t.always : <DateTime key="until" value={mid.activeUntil} />,
          ],
          [t.statement, <code key="statement">{mid.descriptor || t.noDescriptor}</code>],
          [t.limits, <Limits key="limits" mid={mid} />],
        ]}
      />
      <Anchor
        component={Link}
        display="block"
        w="fit-content"
        mt="md"
        to={`${requestsPath}?new=limit&midId=${mid.id}`}
        aria-label={t.askOf({ mid: mid.midCode })}
      >
        {t.ask}
      </Anchor>
    </Section>
  )
}

function Limits({ mid }: { mid: MerchantMid }) {
  const t = useTexts(midTexts)
  const money = useMoney()
  const { limitCurrency: currency, largest, day, month } = mid
  if (currency === null || (largest === null && day === null && month === null)) return t.noLimits
  const used = (of: { most: number; used: number | null }) => ({
    most: money(of.most, currency),
    used: money(of.used ?? 0, currency),
  })
  return (
    <>
      {largest !== null && <div>{t.largest({ most: money(largest.most, currency) })}</div>}
      {day !== null && <div>{t.day(used(day))}</div>}
      {month !== null && <div>{t.month(used(month))}</div>}
      <div>{t.otherCurrencies}</div>
    </>
  )
}

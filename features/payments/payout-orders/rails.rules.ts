import { sepaCountries } from '@counterfoil/features/payments/beneficiaries/account.rules.ts'
import { addDays, instantOf, localDay, localTime } from '@counterfoil/kit/contract/calendar-days.ts'
import { isBusinessDay } from './calendar.rules.ts'
import type { PayoutSpeed, Rail } from './payout-orders.schema.ts'

// Which rail a payout goes over, and when.

interface RailTerms {
  readonly zone: string
  readonly speed: PayoutSpeed
  /** HH:mm; undefined: at any time of any day. */
  readonly hours?: { readonly opens: string; readonly cutOff: string }
  /** The most that one transfer carries, in minor units; undefined: the rail has no limit. */
  readonly maxMinor?: bigint
}

export const railTerms: Readonly<Record<Rail, RailTerms>> = {
  sepa_instant: { zone: 'Europe/Berlin', speed: 'instant', maxMinor: 99_999_999_999n },
  sepa_credit_transfer: {
    ...{ zone: 'Europe/Berlin', speed: 'standard', maxMinor: 99_999_999_999n },
    // customers' orders of the day, before the settlement system closes at 18:00
    hours: { opens: '07:00', cutOff: '17:00' },
  },
  faster_payments: { zone: 'Europe/London', speed: 'instant', maxMinor: 100_000_000n },
  tr_fast: { zone: 'Europe/Istanbul', speed: 'instant', maxMinor: 10_000_000n },
  tr_eft: {
    ...{ zone: 'Europe/Istanbul', speed: 'standard' },
    hours: { opens: '08:30', cutOff: '16:30' },
  },
  card_credit: { zone: 'UTC', speed: 'instant' },
}

/** The rails by which this can be paid, the fastest first; none: it cannot. */
export function railsFor(payment: {
  readonly currency: string
  readonly country: string
  readonly isCard: boolean
  readonly amountMinor: bigint
}): Rail[] {
  return railsOf(payment).filter((one) => {
    const { maxMinor } = railTerms[one]
    return maxMinor === undefined || payment.amountMinor <= maxMinor
  })
}

/** The same, whatever the amount. */
export function railsOf(payee: {
  readonly currency: string
  readonly country: string
  readonly isCard: boolean
}): Rail[] {
  const { currency, country, isCard } = payee
  if (isCard) return ['card_credit']
  if (currency === 'EUR' && sepaCountries.has(country)) {
    return ['sepa_instant', 'sepa_credit_transfer']
  }
  if (currency === 'GBP' && country === 'GB') return ['faster_payments']
  if (currency === 'TRY' && country === 'TR') return ['tr_fast', 'tr_eft']
  return []
}

export interface Execution {
  /** The earliest moment. */
  readonly sendAt: Date
  /** On the rail's calendar. */
  readonly day: string
  /** It goes on a later day than was asked for: after the cut-off, or no business day. */
  readonly isLater: boolean
}

/** When a payout goes. `on`: a day that was asked for; undefined: as soon as it can. */
export function executionOf(railCode: Rail, now: Date, on: string | undefined): Execution {
  const { zone, hours } = railTerms[railCode]
  const today = localDay(now, zone)
  const asked = on === undefined || on < today ? today : on
  if (hours === undefined) {
    const sendAt = asked === today ? now : instantOf(asked, '08:00', zone)
    return { sendAt, day: asked, isLater: false }
  }
  const time = localTime(now, zone)
  let day = asked
  if (day === today && time >= hours.cutOff) day = addDays(day, 1)
  while (!isBusinessDay(railCode, day)) day = addDays(day, 1)
  const isNow = day === today && time >= hours.opens
  return { sendAt: isNow ? now : instantOf(day, hours.opens, zone), day, isLater: day !== asked }
}

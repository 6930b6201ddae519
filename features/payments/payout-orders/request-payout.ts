import {
  claimPayable,
  findFee,
  postTransfers,
} from '@counterfoil/features/accounting/ledger/ledger.public.ts'
import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import {
  accountIdentityOf,
  type PayeeCard,
} from '@counterfoil/features/payments/beneficiaries/account.rules.ts'
import {
  confirmationOfPayout,
  type Maker,
  type PayoutMaker,
} from '@counterfoil/features/payments/confirmations/payout-levels.public.ts'
import { readSmallestPayout } from '@counterfoil/features/payments/payouts/smallest-payout.public.ts'
import { checkPayout } from '@counterfoil/features/payments/processing/payment.rules.ts'
import { addDays, localDay } from '@counterfoil/kit/contract/calendar-days.ts'
import { countryName } from '@counterfoil/kit/contract/country-name.ts'
import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { moneyText } from '@counterfoil/kit/contract/money.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { inEachLanguage, type Text, textWith } from '@counterfoil/kit/contract/texts.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import { escaped } from '@counterfoil/kit/server/codecs/html.ts'
import { announcePayout } from './merchant-payout.ts'
import {
  findPayoutRule,
  insertOrder,
  insertOrderStep,
  isKnownAccount,
  listSumsToAccounts,
  type NewOrder,
  sumOfLastDay,
} from './payout-orders.queries.ts'
import {
  carryOutJob,
  type PayeeResult,
  type PayoutSpeed,
  type Rail,
} from './payout-orders.schema.ts'
import { executionOf, railsFor, railsOf, railTerms } from './rails.rules.ts'
import { prepareReference } from './reference.rules.ts'

const msg = messagesOf(import.meta.url)

/** Who is paid, as it is kept with the payout: what changes of a beneficiary later does not change it. */
export interface Payee {
  readonly beneficiaryId: string | null
  readonly name: string
  readonly kind: 'person' | 'company'
  readonly country: string
  readonly iban: string | null
  readonly bic: string | null
  readonly sortCode: string | null
  readonly accountNumber: string | null
  /** Null: an account is paid. */
  readonly card: PayeeCard | null
  readonly town: string | null
  /** Null where no bank is asked. */
  readonly result: PayeeResult | null
  readonly bankName: string | null
  /** Since when the merchant knows this account; cooling-off counts from here. */
  readonly knownSince: Date
}

export interface PayoutRequest {
  readonly merchantId: string
  readonly mode: Mode
  readonly amountMinor: bigint
  readonly currency: string
  readonly payee: Payee
  readonly reference: string
  readonly externalId: string | null
  readonly on: string | undefined
  readonly speed: PayoutSpeed | undefined
}

/** What a request needs besides its transaction. */
export interface Requesting {
  readonly jobs: Jobs
  readonly maker: PayoutMaker
  readonly now: Date
  /** It is of a recurring payout that was approved with this amount and payee. */
  readonly isApproved?: boolean
}

const maxDaysAhead = 366

/** The rail that takes it, or the Problem that none does. */
export function chosenRail(
  { currency, amountMinor, speed }: Pick<PayoutRequest, 'currency' | 'amountMinor' | 'speed'>,
  { country, isCard }: { readonly country: string; readonly isCard: boolean },
): Rail {
  const payee = { currency, country, isCard }
  const [first, ...others] = railsFor({ ...payee, amountMinor })
  if (first === undefined) {
    const [fastest] = railsOf(payee)
    if (fastest !== undefined) {
      const most = moneyText(railTerms[fastest].maxMinor ?? 0n, currency)
      const message = `At most ${most.en} can be sent at once`
      throw new Problem('payout.too_large', 422, message, {
        path: 'amount',
        params: { most },
      })
    }
    const there = inEachLanguage((language) => countryName(country, language))
    const message = `${currency} cannot be sent to ${there.en}`
    throw new Problem('payout.no_rail', 422, message, {
      path: 'currency',
      params: { currency, country: there },
    })
  }
  if (speed === undefined) return first
  return [first, ...others].find((one) => railTerms[one].speed === speed) ?? first
}

/** The reference as its scheme takes it, or the Problem that it does not. */
export function referenceFor(rail: Rail, typed: string): string {
  const prepared = prepareReference(rail, typed)
  if ('text' in prepared) return prepared.text
  const problem = (code: string, message: string, options = {}) =>
    new Problem(code, 422, message, { path: 'reference', ...options })
  switch (prepared.fault) {
    case 'characters': {
      const { wrong } = prepared
      const message = `Banks do not take these characters: ${wrong}`
      throw problem('payout.reference_characters', message, { params: { wrong } })
    }
    case 'length': {
      const { max } = prepared
      const message = `At most ${max} characters reach the payee`
      throw problem('payout.reference_length', message, { params: { max } })
    }
    case 'slashes': {
      const message = 'A reference neither begins nor ends with a slash, nor has two together'
      throw problem('payout.reference_slashes', message)
    }
  }
}

/** A day that has passed or is too far away is refused. */
export function executionFor(rail: Rail, now: Date, on: string | undefined, path = 'on') {
  const day = localDay(now, railTerms[rail].zone)
  const last = addDays(day, maxDaysAhead)
  if (on !== undefined && (on < day || on > last)) {
    const message = on < day ? 'This day has passed' : 'At most a year ahead'
    const code = on < day ? 'payout.day_past' : 'payout.day_far'
    throw new Problem(code, 422, message, { path })
  }
  return executionOf(rail, now, on)
}

/**
 * Stores a payout and sets its amount and fee aside, in one transaction that holds the merchant's balance. It goes on by
 * itself unless somebody has to approve it. Answers its id.
 */
export async function requestPayoutOrder(
  db: Db,
  { jobs, maker: by, now, isApproved = false }: Requesting,
  request: PayoutRequest,
): Promise<string> {
  const { merchantId, mode, amountMinor, currency, payee } = request
  const tenantId = tenantOf(db)
  const rail = chosenRail(request, { country: payee.country, isCard: payee.card !== null })
  const reference = referenceFor(rail, request.reference)
  const { sendAt } = executionFor(rail, now, request.on)
  const key = { merchantId, mode, number: accountIdentityOf(payee) }
  const { maker } = by
  // the balance is held from here on: of two requests the second sees what the first took
  const payable = await claimPayable(db, { tenantId, merchantId, mode }, currency)
  const fee = await findFee(db, { merchantId, currency }, 'payout', amountMinor)
  checkPayout({ amountMinor, fee }, payable, currency)
  const checkSmallest = await readSmallestPayout(db, merchantId)
  checkSmallest({ amountMinor, currency })
  const rule = await findPayoutRule(db, merchantId, currency)
  await refuseInCoolingOff(db, [request], rule, now)
  const { side, requirements, hours } = confirmationOfPayout(by, {
    ...{ mode, currency, isNewPayee: !(await isKnownAccount(db, key)) },
    amountMinor: amountMinor + (await sumOfLastDay(db, request, [key.number], now)),
  })
  const needsApproval =
    !isApproved && (requirements.length > 0 || isApprovedByAnother(rule, payee.result))
  const id = newId(now)
  const order = orderOf(request, {
    ...{ id, rail, sendAt, reference, feeMinor: fee?.amountMinor ?? 0n, maker, side, now },
    state: needsApproval ? 'waiting_for_approval' : 'approved',
    requirements: JSON.stringify(isApproved ? [] : requirements),
    expiresAt: hours === null || isApproved ? null : new Date(now.getTime() + hours * hourMs),
    batch: null,
  })
  await insertOrder(db, order)
  const step = { actorId: maker.id, actorName: maker.name, actorKeys: maker.keys, reason: null }
  await insertOrderStep(db, order, { ...step, kind: 'requested', at: now })
  await announcePayout(db, jobs, id, now)
  const held = amountMinor + (fee?.amountMinor ?? 0n)
  await postTransfers(db, { merchantId, mode, currency, at: now }, [
    { kind: 'payout_hold', amountMinor: held },
  ])
  if (!needsApproval) await enqueueCarryOut(db, jobs, sendAt, now)
  else await notifyApprovers(db, jobs, { ...request, id, maker, side, now })
  return id
}

/** Whether a second person approves though no level asks for it. */
export const isApprovedByAnother = (
  rule: { readonly approval: string } | undefined,
  result: PayeeResult | null,
): boolean => (result !== null && result !== 'match') || (rule?.approval ?? 'always') === 'always'

/** What a payout is besides what was asked for. */
export interface Prepared {
  readonly id: string
  readonly rail: Rail
  readonly sendAt: Date
  readonly reference: string
  readonly feeMinor: bigint
  readonly state: 'waiting_for_approval' | 'approved'
  readonly maker: Maker
  readonly side: 'operator' | 'merchant'
  /** JSON. */
  readonly requirements: string
  readonly expiresAt: Date | null
  readonly batch: { readonly id: string; readonly line: number } | null
  readonly now: Date
}

/** A payout as it is stored. */
export function orderOf(request: PayoutRequest, prepared: Prepared): NewOrder {
  const { merchantId, mode, amountMinor, currency, payee, externalId } = request
  const { id, rail, maker, now } = prepared
  return {
    ...{ id, merchant_id: merchantId, mode, beneficiary_id: payee.beneficiaryId },
    ...{ batch_id: prepared.batch?.id ?? null, batch_line: prepared.batch?.line ?? null },
    ...{ payee_name: payee.name, payee_kind: payee.kind, payee_country: payee.country },
    ...{ payee_iban: payee.iban, payee_bic: payee.bic, payee_sort_code: payee.sortCode },
    ...{ payee_account_number: payee.accountNumber, payee_town: payee.town },
    ...{ payee_card_id: payee.card?.id ?? null, payee_card_hint: payee.card?.hint ?? null },
    payee_card_fingerprint: payee.card?.fingerprint ?? null,
    ...{ payee_result: payee.result, payee_bank_name: payee.bankName },
    ...{ amount_minor: amountMinor, fee_minor: prepared.feeMinor, currency, rail },
    ...{ reference: prepared.reference, external_id: externalId, state: prepared.state },
    ...{ end_to_end_id: endToEndIdOf(id), send_at: prepared.sendAt },
    ...{ maker_type: maker.type, maker_id: maker.id, maker_name: maker.name },
    ...{ maker_keys: [...maker.keys], side: prepared.side, requirements: prepared.requirements },
    expires_at: prepared.expiresAt,
    ...{ next_check_at: null, code: null, message: null, ended_at: null, created_at: now },
  }
}

/** Has a worker carry out what is due. */
export async function enqueueCarryOut(db: Db, jobs: Jobs, sendAt: Date, now: Date): Promise<void> {
  // what goes later is found by the schedule
  if (sendAt > now) return
  const tenantId = tenantOf(db)
  await jobs.enqueue(db, carryOutJob, { tenantId }, { singletonKey: tenantId })
}

/** The schemes take 35 characters, Faster Payments 31 of them. */
const endToEndIdOf = (id: string) => `CF${id.replaceAll('-', '').slice(3).toUpperCase()}`

interface CoolingRule {
  readonly cooling_hours: number
  readonly cooling_limit_minor: bigint
}

/**
 * A new or changed account is paid so much at first and no more, by all that is stored of it: who enters it once more is not
 * paid as much again. An account that is no beneficiary is known since the first payout to it. The requests are of one
 * merchant and currency, one for each account.
 */
export async function refuseInCoolingOff(
  db: Db,
  requests: readonly Pick<
    PayoutRequest,
    'payee' | 'amountMinor' | 'currency' | 'merchantId' | 'mode'
  >[],
  rule: CoolingRule | undefined,
  now: Date,
): Promise<void> {
  const [first] = requests
  if (first === undefined || rule === undefined || rule.cooling_hours === 0) return
  const coolingMs = rule.cooling_hours * hourMs
  const isNew = ({ payee }: (typeof requests)[number]) =>
    payee.beneficiaryId === null || payee.knownSince.getTime() + coolingMs > now.getTime()
  const asked = new Map(requests.filter(isNew).map((one) => [accountIdentityOf(one.payee), one]))
  if (asked.size === 0) return
  const lately = new Date(now.getTime() - coolingMs)
  const found = await listSumsToAccounts(db, first, [...asked.keys()], lately)
  const sums = new Map(found.map((one) => [one.number, one]))
  for (const [number, { payee, amountMinor, currency }] of asked) {
    const { firstAt = payee.knownSince, sumMinor = 0n } = sums.get(number) ?? {}
    const since = payee.beneficiaryId === null ? firstAt : payee.knownSince
    const endsAt = new Date(since.getTime() + coolingMs)
    if (endsAt <= now || sumMinor + amountMinor <= rule.cooling_limit_minor) continue
    const limit = moneyText(rule.cooling_limit_minor, currency)
    const message = `This account is new or was changed: it is paid ${limit.en} at most until ${endsAt.toISOString()}`
    throw new Problem('payout.cooling_off', 409, message, {
      path: 'amount',
      params: { limit, until: endsAt.toISOString() },
    })
  }
}

const texts = msg({
  waits: 'A payout waits for your approval',
  what: '{amount} to {payee}. Requested by {maker}.',
})

/** Notifies those who decide that a payout waits for them. */
export function notifyApprovers(
  db: Db,
  jobs: Jobs,
  about: Pick<PayoutRequest, 'merchantId' | 'amountMinor' | 'currency'> & {
    readonly payee: Pick<Payee, 'name'>
    readonly id: string
    readonly maker: { readonly id: string; readonly name: string }
    readonly side: 'operator' | 'merchant'
    readonly now: Date
    readonly title?: Text
  },
): Promise<void> {
  const { id, merchantId, amountMinor, currency, payee, maker, side, now } = about
  return notifyDeciders(db, jobs, {
    ...{ merchantId, side, title: about.title ?? texts.waits, now },
    description: textWith(texts.what, {
      ...{ amount: moneyText(amountMinor, currency), payee: escaped(payee.name) },
      maker: escaped(maker.name),
    }),
    exceptUserId: maker.id,
    onceFor: `payout order ${id}`,
  })
}

/** The merchant's people who decide on pending payments; where no level says whose it is, the tenant's too. */
export async function notifyDeciders(
  db: Db,
  jobs: Jobs,
  about: {
    readonly merchantId: string
    readonly side: 'operator' | 'merchant'
    readonly title: Text
    readonly description: Text
    /** Nobody decides on their own request. */
    readonly exceptUserId: string
    readonly onceFor: string
    readonly now: Date
  },
): Promise<void> {
  const { merchantId, side, title, description, exceptUserId, onceFor, now } = about
  const path = side === 'merchant' ? '/merchant/payments' : '/transaction-management'
  await notify(db, jobs, {
    to:
      side === 'merchant'
        ? {
            ...{ audience: 'merchant', merchantId },
            permission: 'Merchant.Payments.PendingTransactions',
          }
        : { audience: 'tenant', merchantId, permission: 'Crm.Payments.PendingTransactions' },
    type: 'ActionWaits',
    isImportant: true,
    ...{ title, description, exceptUserId, onceFor, now },
    objectUrl: `${path}/pending-payments?show=beneficiaries`,
  })
}

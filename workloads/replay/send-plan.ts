import { mapAtOnce } from '@counterfoil/kit/jobs/at-once.ts'
import countries from 'i18n-iso-countries'
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import { type MerchantApi, RefusedError } from './merchant-api.ts'
import type { PlannedPayment, PlannedRefund, ReplayPlan } from './replay-plan.ts'

countries.registerLocale(english)

export interface SentPayment {
  readonly planned: PlannedPayment
  readonly id: string
  readonly status: string
}

export interface SentRefund {
  readonly planned: PlannedRefund
  readonly id: string
  readonly status: string
}

export interface Failure {
  readonly invoice: string
  readonly message: string
}

/** What came of a plan. */
export interface Replayed {
  readonly payments: readonly SentPayment[]
  readonly refunds: readonly SentRefund[]
  readonly failures: readonly Failure[]
}

export interface SendOptions {
  readonly api: MerchantApi
  readonly currency: string
  /** Requests under way at once. */
  readonly concurrency: number
  readonly progress: (what: string, done: number, of: number) => void
}

/** First all payments, then the refunds of those that were taken. A failure ends nothing but its own invoice. */
export async function sendPlan(plan: ReplayPlan, options: SendOptions): Promise<Replayed> {
  const { api, currency, concurrency, progress } = options
  const failures: Failure[] = []
  const taken = new Map<string, SentPayment>()
  const guarded = async <T>(invoice: string, send: () => Promise<T>): Promise<T[]> => {
    try {
      return [await send()]
    } catch (error) {
      // a key that is refused from the start is refused for all
      const isRefused = error instanceof RefusedError && [401, 403].includes(error.status)
      if (isRefused && taken.size === 0) throw error
      failures.push({ invoice, message: (error as Error).message })
      return []
    }
  }
  const done = { payments: 0, refunds: 0 }
  const payments = await mapAtOnce(plan.payments, concurrency, async (planned) => {
    const sent = await guarded(planned.invoice, () => sendPayment(api, planned, currency))
    for (const one of sent) taken.set(one.planned.invoice, one)
    done.payments += 1
    progress('payments', done.payments, plan.payments.length)
    return sent
  })
  // one after the other: two refunds of one payment must not race for what is left
  const refunds = await mapAtOnce(plan.refunds, 1, async (planned) => {
    const original = taken.get(planned.original)
    const sent = await guarded(planned.invoice, () => sendRefund(api, planned, original))
    done.refunds += 1
    progress('refunds', done.refunds, plan.refunds.length)
    return sent
  })
  return { payments: payments.flat(), refunds: refunds.flat(), failures }
}

async function sendPayment(
  api: MerchantApi,
  planned: PlannedPayment,
  currency: string,
): Promise<SentPayment> {
  const answer = await api.post('/v1/payments', planned.idempotencyKey, {
    amount: Number(planned.amountMinor),
    currency,
    externalId: planned.invoice,
    capture: true,
    method: {
      type: 'card',
      number: '4242424242424242',
      expiryMonth: 12,
      expiryYear: 2035,
      securityCode: '123',
    },
    customer: customerOf(planned),
    description: `Invoice ${planned.invoice} of ${planned.invoicedAt.toISOString().slice(0, 16).replace('T', ' ')}, ${planned.lines} line${planned.lines === 1 ? '' : 's'}`,
  })
  return { planned, id: String(answer.id), status: String(answer.status) }
}

function customerOf({ customer, country }: PlannedPayment) {
  const code = countries.getAlpha2Code(country, 'en')
  return {
    ...(customer === '' ? {} : { email: `customer-${customer}@example.com` }),
    ...(code === undefined ? {} : { country: code }),
  }
}

async function sendRefund(
  api: MerchantApi,
  planned: PlannedRefund,
  original: SentPayment | undefined,
): Promise<SentRefund> {
  if (original === undefined) throw new Error(`invoice ${planned.original} was not paid`)
  const answer = await api.post(`/v1/payments/${original.id}/refunds`, planned.idempotencyKey, {
    amount: Number(planned.amountMinor),
  })
  return { planned, id: String(answer.id), status: String(answer.status) }
}

// Compares what clients were answered with what is stored.
import type { ClientBase } from 'pg'
import type { AnswerBody, Intent } from './load.ts'

interface StoredPayment {
  readonly id: string
  readonly external_id: string
  readonly status: string
  readonly amount_minor: string
  readonly currency: string
}

interface StoredOperation {
  readonly id: string
  readonly payment_id: string
  readonly kind: string
  readonly state: string
  readonly amount_minor: string
}

/** The statuses that may follow a status which a client was answered. */
const laterThan: Readonly<Record<string, readonly string[]>> = {
  pending: [
    ...['reserved', 'partially_captured', 'captured', 'partially_refunded', 'refunded', 'voided'],
    ...['declined', 'failed'],
  ],
  reserved: ['partially_captured', 'captured', 'partially_refunded', 'refunded', 'voided'],
  partially_captured: ['captured', 'partially_refunded', 'refunded'],
  captured: ['partially_refunded', 'refunded'],
  partially_refunded: ['refunded'],
}

const kinds: Readonly<Record<string, string>> = {
  captures: 'capture',
  voids: 'void',
  refunds: 'refund',
}

/** Intents, or rows, by what is wrong with them. */
export async function findAnswerFaults(
  client: ClientBase,
  intents: readonly Intent[],
  prefix: string,
): Promise<Map<string, readonly unknown[]>> {
  const payments = await client.query<StoredPayment>(
    'select id, external_id, status, amount_minor, currency from app.payment where external_id like $1',
    [`${prefix}-%`],
  )
  const operations = await client.query<StoredOperation>(
    `select o.id, o.payment_id, o.kind, o.state, o.amount_minor from app.payment_operation o
     join app.payment p on p.tenant_id = o.tenant_id and p.id = o.payment_id
     where p.external_id like $1 and o.kind in ('capture', 'void', 'refund')`,
    [`${prefix}-%`],
  )
  return compareAnswers(intents, payments.rows, operations.rows)
}

export function compareAnswers(
  intents: readonly Intent[],
  payments: readonly StoredPayment[],
  operations: readonly StoredOperation[],
): Map<string, readonly unknown[]> {
  const done = intents.filter((one) => one.answer?.status === 201)
  const taken = done.filter((one) => one.path === '/v1/payments')
  const operated = done.filter((one) => one.path !== '/v1/payments')
  const asked = new Set(operated.map((one) => operationIn(one).id))
  const answered = new Set(taken.map(({ key }) => key))
  return new Map<string, readonly unknown[]>([
    ['intents without an answer', intents.filter((one) => one.answer === undefined)],
    ['intents refused for no good reason', intents.filter(isRefusedUnfairly)],
    ['payments that are not as they were acknowledged', wrongPayments(taken, payments)],
    [
      'payments that no client was answered',
      payments.filter((one) => !answered.has(one.external_id)),
    ],
    ['operations that are not as they were acknowledged', wrongOperations(operated, operations)],
    ['operations that no client was answered', operations.filter(({ id }) => !asked.has(id))],
    ['operations that answer two intents', asked.size < operated.length ? operated : []],
  ])
}

function wrongPayments(taken: readonly Intent[], stored: readonly StoredPayment[]) {
  const byId = new Map(stored.map((one) => [one.id, one]))
  return taken.flatMap((intent) => {
    const answered = bodyOf(intent)
    const found = byId.get(answered.id)
    const isAsAnswered =
      found?.external_id === intent.key &&
      Number(found.amount_minor) === answered.amount &&
      found.currency === answered.currency &&
      (found.status === answered.status || laterThan[answered.status]?.includes(found.status))
    return isAsAnswered ? [] : [{ intent, found }]
  })
}

function wrongOperations(operated: readonly Intent[], stored: readonly StoredOperation[]) {
  const byId = new Map(stored.map((one) => [one.id, one]))
  return operated.flatMap((intent) => {
    const answered = operationIn(intent)
    const found = byId.get(answered.id)
    const [, paymentId, call = ''] = /payments\/([^/]+)\/(\w+)$/.exec(intent.path) ?? []
    const isAsAnswered =
      found?.payment_id === paymentId &&
      found?.kind === kinds[call] &&
      Number(found?.amount_minor) === answered.amount &&
      (answered.status === 'pending' || answered.status === found?.state)
    return isAsAnswered ? [] : [{ intent, found }]
  })
}

function bodyOf({ answer }: Intent): AnswerBody {
  if (answer === undefined) throw new Error('There is no answer')
  return answer.body
}

/** Captures and voids are answered with their payment, a refund by itself. */
function operationIn(intent: Intent) {
  const body = bodyOf(intent)
  return body.operation ?? body
}

/** More than is left, or a payment that meanwhile is not where the client thought: the machine says no. */
function isRefusedUnfairly({ answer }: Intent): boolean {
  return answer !== undefined && answer.status >= 400 && answer.status !== 409
}

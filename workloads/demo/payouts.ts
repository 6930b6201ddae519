// Whom the demo's merchants pay, and what became of it: each call of the product answered at a time of its own in the past.

import { beneficiaries } from '@counterfoil/features/payments/beneficiaries/beneficiaries.resource.ts'
import { routes as beneficiaryRoutes } from '@counterfoil/features/payments/beneficiaries/beneficiaries.routes.ts'
import {
  operatorBatchApprovals,
  submitBatch,
  uploadBatch,
} from '@counterfoil/features/payments/payout-batches/payout-batches.contract.ts'
import { routes as batchRoutes } from '@counterfoil/features/payments/payout-batches/payout-batches.routes.ts'
import { routes as approvalRoutes } from '@counterfoil/features/payments/payout-orders/approvals.routes.ts'
import {
  createPayoutOrder,
  operatorApprovals,
} from '@counterfoil/features/payments/payout-orders/payout-orders.contract.ts'
import { routes as orderRoutes } from '@counterfoil/features/payments/payout-orders/payout-orders.routes.ts'
import { carryOutJob } from '@counterfoil/features/payments/payout-orders/payout-orders.schema.ts'
import { daysBetween } from '@counterfoil/features/payments/recurring-payouts/recurrence.rules.ts'
import {
  createRecurringPayout,
  operatorRecurringApprovals,
} from '@counterfoil/features/payments/recurring-payouts/recurring-payouts.contract.ts'
import { routes as recurringRoutes } from '@counterfoil/features/payments/recurring-payouts/recurring-payouts.routes.ts'
import { addDays, utcDayOf } from '@counterfoil/kit/contract/calendar-days.ts'
import { dayMs, hourMs } from '@counterfoil/kit/contract/durations.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Database } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { JobContext } from '@counterfoil/kit/jobs/job.ts'
import { scanWork, type Work } from '@counterfoil/kit/jobs/scan.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import type { Route } from '@counterfoil/kit/server/request/route.ts'
import { openProviders, type Providers } from '@counterfoil/providers/providers.ts'
import { runStep } from '../run-step.ts'
import { callerOf } from './demo-caller.ts'
import type { HistoryServices } from './history.ts'
import { historyJobs, historyNow, inTimeline, moveTo, runWaiting } from './history-time.ts'
import { historyOutbound } from './history-webhooks.ts'
import {
  type PayingMerchant,
  type PlannedPayee,
  type PlannedPayout,
  payingMerchants,
} from './payout-plan.ts'
import { merchantIdOf, tenantIdOf } from './store-organisations.ts'

/** Before the first payout. */
const payeesDaysAgo = 70
/** So long after it was asked for, or less where that is not over yet. */
const decidedAfterMs = 2 * hourMs
/** A rail says within this many questions, so far apart, what it says for good. */
const questions = 5
const betweenQuestionsMs = 12_000

interface History extends Work {
  readonly database: Database
  readonly routes: readonly Route[]
  readonly context: JobContext
  /** The history ends here. */
  readonly now: Date
}

/** Makes the payouts of the months before `now`, once; answers whether they were still to make. */
export const growPayouts = (services: PayoutServices, now: Date): Promise<boolean> =>
  runStep(services.database, 'payouts', now, (began) => makePayouts(services, began))

export interface PayoutServices extends HistoryServices {
  /** With which the tenants' keys are wrapped once the product has started. */
  readonly masterKey?: Buffer
  readonly signal?: AbortSignal
}

/**
 * Makes beneficiaries and payouts until `now`. Each request has a key of its own: repeating it changes nothing. A worker that
 * runs meanwhile may send one of them, which is then paid today.
 */
export async function makePayouts(services: PayoutServices, now: Date): Promise<void> {
  const { database, appUrl, publicUrl, log, signal = new AbortController().signal } = services
  const opened = openProviders({
    ...{ sandboxDatabaseUrl: appUrl, publicUrl, mayReachPrivate: true, now: historyNow },
    ...(services.masterKey === undefined ? {} : { masterKey: services.masterKey }),
  })
  const providers: Providers = {
    ...opened,
    outbound: { ...opened.outbound, ...historyOutbound(database, now) },
  }
  try {
    const context: JobContext = { database, jobs: historyJobs, log, now: historyNow, signal }
    const made = [beneficiaryRoutes, orderRoutes, approvalRoutes, batchRoutes, recurringRoutes]
    const routes = made.flatMap((of) => of(providers))
    const history = { ...(await scanWork(providers)), database, routes, context, now }
    for (const merchant of payingMerchants) await playMerchant(history, merchant)
  } finally {
    await opened.close()
  }
}

async function playMerchant(history: History, merchant: PayingMerchant): Promise<void> {
  const { now } = history
  await inTimeline(new Date(now.getTime() - payeesDaysAgo * dayMs), async () => {
    const idOf = new Map<string, string>()
    for (const payee of merchant.payees) {
      idOf.set(payee.key, await storePayee(history, merchant, payee))
    }
    await settle(history)
    for (const { at, make } of stepsOf(history, merchant, idOf)) {
      history.context.signal.throwIfAborted()
      moveTo(at)
      await runSchedule(history, 'ledger.mature')
      await make()
      await carryOut(history, merchant)
    }
  })
}

interface Step {
  readonly at: Date
  readonly make: () => Promise<void>
}

/** What happens, the earliest first. */
function stepsOf(
  history: History,
  merchant: PayingMerchant,
  idOf: ReadonlyMap<string, string>,
): Step[] {
  const { now } = history
  const steps = merchant.payouts.flatMap((planned, index): Step[] => {
    const at = instantOf(planned, now)
    const make = () => playPayout(history, merchant, { planned, idOf, index, at })
    if (planned.kind !== 'recurring' || planned.decision !== 'approve') return [{ at, make }]
    const { frequency, startsAfter } = planned
    const recurrence = { frequency, firstDay: dayAfter(at, startsAfter), lastDay: null }
    // each of its dates is made in the morning
    const mornings = daysBetween(recurrence, recurrence.firstDay, dayAfter(now, 1)).map((day) => ({
      at: new Date(Date.parse(day) + 9 * hourMs),
      make: () => runSchedule(history, 'recurring-payouts.run'),
    }))
    return [{ at, make }, ...mornings.filter((morning) => morning.at < now)]
  })
  return steps.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

const dayAfter = (at: Date, days: number) => addDays(utcDayOf(at), days)

const dayOf = (at: Date) => Math.floor(at.getTime() / dayMs) * dayMs

function instantOf({ daysAgo, hour }: PlannedPayout, now: Date): Date {
  if (hour === undefined) return new Date(now.getTime() - daysAgo * dayMs - hourMs)
  return new Date(dayOf(now) - daysAgo * dayMs + hour * hourMs)
}

interface Playing {
  readonly planned: PlannedPayout
  readonly idOf: ReadonlyMap<string, string>
  readonly index: number
  readonly at: Date
}

async function playPayout(history: History, merchant: PayingMerchant, playing: Playing) {
  const { planned, at, index, idOf } = playing
  const mode = planned.mode ?? 2
  const ask = (email: string, call: { readonly id: string }, body: unknown, id?: string) =>
    request(history, email, {
      ...{ call, body, mode, id },
      key: `demo-payout-${merchant.slug}-${index}-${call.id}`,
    })
  const later = () =>
    moveTo(new Date(Math.min(at.getTime() + decidedAfterMs, history.now.getTime() - hourMs / 2)))
  if (planned.kind === 'file') {
    const { fileName, content, submits: count } = planned
    const { id } = await ask(merchant.by, uploadBatch, { fileName, content })
    if (count === undefined) return
    await ask(merchant.by, submitBatch, { count, despiteCheck: true }, id)
    await settle(history)
    later()
    await ask(merchant.approver, operatorBatchApprovals.approve, {}, id)
    return
  }
  const { to, inDays, decision, kind, amount, reference, despiteCheck, externalId } = planned
  const payee = merchant.payees.find(({ key }) => key === to)
  const order = {
    ...{ beneficiaryId: idOf.get(to), currency: payee?.currency, amount, reference },
    ...(despiteCheck === undefined ? {} : { despiteCheck }),
    ...(externalId === undefined ? {} : { externalId }),
  }
  if (kind === 'recurring') {
    const { frequency, startsAfter } = planned
    const firstDay = dayAfter(at, startsAfter)
    const asked = await ask(merchant.by, createRecurringPayout, { ...order, frequency, firstDay })
    if (decision === undefined) return
    later()
    await ask(merchant.approver, operatorRecurringApprovals.approve, {}, asked.id)
    return
  }
  const on = inDays === undefined ? {} : { on: dayAfter(at, inDays) }
  const { id } = await ask(merchant.by, createPayoutOrder, { ...order, ...on })
  await settle(history)
  if (decision === undefined) return
  later()
  const reason = decision === 'decline' ? { reason: merchant.because } : {}
  await ask(merchant.approver, operatorApprovals[decision], { payouts: [id], ...reason })
}

/** Sends what was approved, and asks until the rail says no more. */
async function carryOut(history: History, { tenant }: PayingMerchant): Promise<void> {
  await settle(history)
  const job = history.jobs.find(({ name }) => name === carryOutJob.name)
  for (let asked = 0; asked < questions; asked += 1) {
    moveTo(new Date(historyNow().getTime() + betweenQuestionsMs))
    await job?.run({ tenantId: tenantIdOf(tenant) } as never, history.context)
  }
  await settle(history)
}

const settle = ({ jobs, context, now }: History) => runWaiting(jobs, context, now)

async function runSchedule({ schedules, context }: History, name: string): Promise<void> {
  await schedules.find((one) => one.name === name)?.run(context)
}

async function storePayee(
  history: History,
  { slug, tenant, by }: PayingMerchant,
  { name, kind, country, currency, ...account }: PlannedPayee,
): Promise<string> {
  const merchantId = merchantIdOf(slug)
  const known = await history.database
    .reader(tenantScope(tenantIdOf(tenant), [merchantId]))
    .selectFrom('beneficiary')
    .select('id')
    .where('tenant_id', '=', tenantIdOf(tenant))
    .where('merchant_id', '=', merchantId)
    .where('name', '=', name)
    .executeTakeFirst()
  if (known !== undefined) return known.id
  const { iban = null, sortCode = null, accountNumber = null, town = null } = account
  const made = await request(history, by, {
    call: { id: `${beneficiaries.id}.create` },
    body: {
      ...{ merchantId, name, country, currency, iban, sortCode, accountNumber, town },
      ...{ kind: kind ?? 'company', bic: null, street: null, postCode: null },
      ...{ paidTo: 'account', storedCardId: null },
    },
  })
  return made.id
}

interface Asking {
  readonly call: { readonly id: string }
  readonly body: unknown
  readonly mode?: Mode
  readonly id?: string | undefined
  readonly key?: string
}

/** Has a call answered as if this person had sent it. */
async function request(
  { routes, database, context: { log } }: History,
  email: string,
  { call, body, mode = 2, id, key }: Asking,
): Promise<{ readonly id: string }> {
  const found = routes.find(({ endpoint }) => endpoint.id === call.id)
  if (found === undefined) throw new Error(`There is no call ${call.id}`)
  const caller = await callerWithRole(database, email)
  const scope = tenantScope(caller.tenantId, caller.merchantIds)
  const context: Partial<Context<UserCaller>> = {
    ...{ caller, scope, mode, database, log, db: database.reader(scope), jobs: historyJobs },
    ...{ now: historyNow(), idempotencyKey: key, audit: async () => undefined },
    transaction: (work) => database.transaction(scope, work),
    writeScope: async () => scope,
  }
  const input = { params: { id }, query: {}, body }
  return (await found.handle(input, context as Context<UserCaller>)) as { readonly id: string }
}

/** Steps of payouts name the role of whoever took them. */
async function callerWithRole(database: Database, email: string): Promise<UserCaller> {
  const caller = callerOf(email)
  const { role_id: roleId } = await database
    .reader(tenantScope(caller.tenantId))
    .selectFrom('app_user')
    .select('role_id')
    .where('tenant_id', '=', caller.tenantId)
    .where('id', '=', caller.id)
    .executeTakeFirstOrThrow()
  return { ...caller, roleId: roleId ?? '' }
}

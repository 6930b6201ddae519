// What the demo's tenants offered their merchants, made and answered by the product itself.

import type { OfferKind } from '@counterfoil/features/pricing/offers/offer-kinds.schema.ts'
import type { TypedEntry } from '@counterfoil/features/pricing/offers/offers.contract.ts'
import {
  answerOffer,
  changeDraft,
  createOffer,
  sendOffer,
  type UserContext,
} from '@counterfoil/features/pricing/offers/offers.public.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { Database } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { JobContext } from '@counterfoil/kit/jobs/job.ts'
import { scanWork } from '@counterfoil/kit/jobs/scan.ts'
import { openProviders } from '@counterfoil/providers/providers.ts'
import { callerOf } from './demo-caller.ts'
import { demoId } from './demo-id.ts'
import type { HistoryServices } from './history.ts'
import { historyJobs, historyNow, inTimeline, moveTo, runWaiting } from './history-time.ts'
import { merchantIdOf, tenantIdOf } from './store-organisations.ts'

interface PlannedOffer {
  readonly kind: OfferKind
  readonly tenant: string
  readonly merchant: string
  readonly by: string
  readonly language: 'en' | 'tr'
  readonly daysAgo: number
  readonly terms: Terms
  /** Who accepts it a day later; undefined: it waits. */
  readonly acceptedBy?: string
}

interface Terms {
  readonly boardingFee: number
  readonly bankAccountSetupFee: number
  readonly monthlyMinimumFee: number
  readonly gatewayMonthlyAccess: number
  readonly entries: readonly TypedEntry[]
}

const share = (feeTypeName: string, value: number) =>
  ({ feeTypeName, unit: 'percentage', value }) as const
const fixed = (feeTypeName: string, value: number) =>
  ({ feeTypeName, unit: 'amount', value }) as const

const english: Terms = {
  boardingFee: 15_000,
  bankAccountSetupFee: 2_500,
  monthlyMinimumFee: 2_000,
  gatewayMonthlyAccess: 1_500,
  entries: [
    {
      productName: 'Visa and Mastercard',
      items: [share('Sale', 140), fixed('Sale, each', 20), fixed('Refund', 20)],
    },
    { productName: 'American Express', items: [share('Sale', 240), fixed('Refund', 20)] },
    { productName: 'Bank transfer', items: [fixed('Sale, each', 35)] },
  ],
}

const turkish: Terms = {
  boardingFee: 250_000,
  bankAccountSetupFee: 0,
  monthlyMinimumFee: 75_000,
  gatewayMonthlyAccess: 49_900,
  entries: [
    {
      productName: 'Banka ve kredi kartı',
      items: [share('Satış', 249), fixed('İşlem başına', 100), fixed('İade', 100)],
    },
    { productName: 'Havale', items: [fixed('İşlem başına', 250)] },
  ],
}

const northwind = {
  tenant: 'northwind',
  by: 'operator@northwind.example',
  language: 'en',
  terms: english,
} as const
const bosphorus = {
  tenant: 'bosphorus',
  by: 'operator@bosphorus.example',
  language: 'tr',
  terms: turkish,
} as const

const plan: readonly PlannedOffer[] = [
  {
    ...northwind,
    kind: 'agreement',
    merchant: 'harbour',
    daysAgo: 80,
    acceptedBy: 'merchant@harbour.example',
  },
  { ...northwind, kind: 'proposal', merchant: 'quayside', daysAgo: 2 },
  {
    ...bosphorus,
    kind: 'agreement',
    merchant: 'galata',
    daysAgo: 75,
    acceptedBy: 'merchant@galata.example',
  },
  { ...bosphorus, kind: 'proposal', merchant: 'galata', daysAgo: 1 },
]

/** Makes what is missing; a merchant that has one of the kind keeps it. */
export async function makeOffers(services: HistoryServices, now: Date): Promise<void> {
  const { database, appUrl, publicUrl, log } = services
  const providers = openProviders({ sandboxDatabaseUrl: appUrl, publicUrl, mayReachPrivate: true })
  try {
    const { jobs } = await scanWork(providers)
    const { signal } = new AbortController()
    const context: JobContext = { database, jobs: historyJobs, log, now: historyNow, signal }
    for (const planned of plan) {
      const at = new Date(now.getTime() - planned.daysAgo * dayMs)
      const settle = () => runWaiting(jobs, context, now)
      await inTimeline(at, () => playOffer(database, planned, at, settle))
    }
  } finally {
    await providers.close()
  }
}

async function playOffer(
  database: Database,
  planned: PlannedOffer,
  at: Date,
  settle: () => Promise<void>,
): Promise<void> {
  const { kind, tenant, language, terms } = planned
  const merchantId = merchantIdOf(planned.merchant)
  const known = await database
    .reader(tenantScope(tenantIdOf(tenant)))
    .selectFrom('offer')
    .select('id')
    .where('tenant_id', '=', tenantIdOf(tenant))
    .where('merchant_id', '=', merchantId)
    .where('kind', '=', kind)
    .where('status', 'in', ['pending', 'accepted'])
    .executeTakeFirst()
  if (known !== undefined) return
  const operator = () => contextOf(database, planned.by)
  const input = { merchantId, language, templateId: demoId(`text ${kind} ${tenant}`) }
  const draft = await createOffer(kind, input, operator())
  const body = kind === 'proposal' ? draft.proposalBody : draft.agreementBody
  const { subject, currency, revision } = draft
  const written = await changeDraft(
    kind,
    draft.id,
    {
      ...{ ...terms, entries: [...terms.entries], accountConfigurationFee: 0 },
      ...{ subject, currency, body, revision, expiresAt: null },
    },
    operator(),
  )
  await sendOffer(kind, draft.id, written.revision, operator())
  await settle()
  if (planned.acceptedBy === undefined) return
  moveTo(new Date(at.getTime() + dayMs))
  await answerOffer(kind, draft.id, { isAccepted: true }, contextOf(database, planned.acceptedBy))
  await settle()
}

/** What a request of this person has at hand. */
function contextOf(database: Database, email: string): UserContext {
  const caller = callerOf(email)
  const scope = tenantScope(caller.tenantId, caller.merchantIds)
  const context: Partial<UserContext> = {
    ...{ caller, database, jobs: historyJobs, now: historyNow(), db: database.reader(scope) },
    transaction: (work) => database.transaction(scope, work),
    audit: async () => undefined,
  }
  return context as UserContext
}

// What the demo's merchants handed in while they were boarded, and what became of it.

import { createGeneratedFile } from '@counterfoil/features/messaging/files/files.public.ts'
import {
  createDocumentRequest,
  type Document,
  type DocumentContext,
  reviewDocument,
  submitDocument,
} from '@counterfoil/features/onboarding/documents/documents.public.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { JobContext } from '@counterfoil/kit/jobs/job.ts'
import { scanWork } from '@counterfoil/kit/jobs/scan.ts'
import type { Settings } from '@counterfoil/kit/server/settings.ts'
import { openProviders, type Providers } from '@counterfoil/providers/providers.ts'
import type { Logger } from 'pino'
import { callerOf } from './demo-caller.ts'
import { demoId } from './demo-id.ts'
import { historyJobs, historyNow, inTimeline, runWaiting } from './history-time.ts'
import { merchantIdOf, tenantIdOf } from './store-organisations.ts'

export interface DocumentServices {
  readonly database: Database
  readonly settings: Settings
  readonly appUrl: string
  readonly log: Logger
}

type Kind = 'company' | 'identity' | 'bank' | 'address'

const typeNames: Readonly<Record<string, Readonly<Record<Kind, string>>>> = {
  northwind: {
    company: 'Certificate of incorporation',
    identity: 'Identity document of a director',
    bank: 'Bank statement',
    address: 'Proof of address',
  },
  bosphorus: {
    company: 'Ticaret sicil gazetesi',
    identity: 'Yetkilinin kimlik belgesi',
    bank: 'Banka hesap dökümü',
    address: 'Adres belgesi',
  },
}

/** Undefined: it waits. */
type Decision = { readonly until: string | null } | { readonly because: string } | undefined
type Step =
  | { readonly kind: Kind; readonly decision: Decision }
  | { readonly kind: Kind; readonly remark: string }

const accepted = (kind: Kind, until: string | null = null): Step => ({ kind, decision: { until } })
const all = [accepted('company'), accepted('identity', '2031-05-31'), accepted('bank')]

interface Merchant {
  readonly tenant: string
  readonly slug: string
  readonly by: string
  readonly operator: string
  readonly daysAgo: number
  readonly steps: readonly Step[]
}

const northwind = { tenant: 'northwind', operator: 'operator@northwind.example' }
const merchants: readonly Merchant[] = [
  { ...northwind, slug: 'harbour', by: 'merchant@harbour.example', daysAgo: 95, steps: all },
  {
    ...{ ...northwind, slug: 'quayside', by: 'merchant@quayside.example', daysAgo: 12 },
    steps: [
      accepted('company'),
      accepted('identity', '2029-02-28'),
      { kind: 'bank', decision: undefined },
    ],
  },
  {
    ...{ ...northwind, slug: 'piernine', by: 'merchant@piernine.example', daysAgo: 4 },
    steps: [
      { kind: 'company', decision: { because: 'The second page is missing.' } },
      { kind: 'bank', remark: 'Of the last three months, with the name of the company on it.' },
    ],
  },
  {
    ...{ tenant: 'bosphorus', slug: 'galata', by: 'merchant@galata.example', daysAgo: 95 },
    ...{ operator: 'operator@bosphorus.example', steps: all },
  },
]

/** Makes the types of each tenant and its merchants' documents; what is there already is not made again. */
export async function makeDocuments(services: DocumentServices, now: Date): Promise<void> {
  const { database, appUrl, settings, log } = services
  for (const [tenant, names] of Object.entries(typeNames)) {
    await database.transaction(tenantScope(tenantIdOf(tenant)), (db) =>
      storeTypes(db, tenant, names, now),
    )
  }
  const providers = openProviders({
    ...{ sandboxDatabaseUrl: appUrl, publicUrl: settings.publicUrl, mayReachPrivate: true },
    storage: { url: settings.storageUrl, dataDir: settings.dataDir },
  })
  try {
    const { jobs } = await scanWork(providers)
    const signal = new AbortController().signal
    const context: JobContext = { database, jobs: historyJobs, log, now: historyNow, signal }
    for (const merchant of merchants) {
      const at = new Date(now.getTime() - merchant.daysAgo * dayMs)
      await inTimeline(at, async () => {
        for (const step of merchant.steps) await live(database, providers, merchant, step)
        await runWaiting(jobs, context, now)
      })
    }
  } finally {
    await providers.close()
  }
}

const typeIdOf = (tenant: string, kind: Kind) => demoId(`document type ${tenant} ${kind}`)

async function storeTypes(
  db: Db,
  tenant: string,
  names: Readonly<Record<Kind, string>>,
  now: Date,
): Promise<void> {
  const rows = Object.entries(names).map(([purpose, name]) => ({
    tenant_id: tenantIdOf(tenant),
    id: typeIdOf(tenant, purpose as Kind),
    ...{ name, purpose, is_required: purpose !== 'address', created_at: now, updated_at: now },
  }))
  await db
    .insertInto('document_type')
    .values(rows)
    .onConflict((on) => on.doNothing())
    .execute()
}

async function live(
  database: Database,
  { storage }: Providers,
  merchant: Merchant,
  step: Step,
): Promise<void> {
  const { tenant, slug, by, operator } = merchant
  const [tenantId, merchantId] = [tenantIdOf(tenant), merchantIdOf(slug)]
  const documentTypeId = typeIdOf(tenant, step.kind)
  const theirs = tenantScope(tenantId, [merchantId])
  if (await isThere(database.reader(theirs), documentTypeId)) return
  if ('remark' in step) {
    const input = { merchantId, documentTypeId, remark: step.remark }
    await database.transaction(tenantScope(tenantId), (db) =>
      createDocumentRequest(db, working(operator), input),
    )
    return
  }
  const context = working(by)
  const name = typeNames[tenant]?.[step.kind] ?? ''
  const fileId = await createGeneratedFile(storage, database, {
    ...{ tenantId, merchantId, userId: context.caller.id, at: context.now },
    ...{ name: `${name}.pdf`, contentType: 'application/pdf' },
    content: { bytes: pdfOf(name, slug) },
  })
  const input = { merchantId, documentTypeId, fileIds: [fileId] }
  const made = await database.transaction(theirs, (db) => submitDocument(db, context, input))
  if (step.decision !== undefined) await decide(database, merchant, made, step.decision)
}

function decide(
  database: Database,
  { tenant, operator }: Merchant,
  { id: documentId, merchantId }: Document,
  decision: NonNullable<Decision>,
): Promise<Document> {
  return database.transaction(tenantScope(tenantIdOf(tenant)), (db) =>
    reviewDocument(db, working(operator), {
      ...{ merchantId, documentId, version: 1 },
      decision:
        'because' in decision
          ? { state: 'rejected', rejectReason: decision.because }
          : { state: 'accepted', expiresOn: decision.until },
    }),
  )
}

async function isThere(db: Db, documentTypeId: string): Promise<boolean> {
  const found = await db
    .selectFrom('merchant_document')
    .select('id')
    .where('merchant_id', 'in', [
      ...(db.scope.kind === 'tenant' ? (db.scope.merchantIds ?? []) : []),
    ])
    .where('document_type_id', '=', documentTypeId)
    .executeTakeFirst()
  return found !== undefined
}

/** What a request of this person has at hand. */
const working = (email: string): DocumentContext => ({
  caller: callerOf(email),
  jobs: historyJobs,
  now: historyNow(),
  idempotencyKey: undefined,
  audit: async () => undefined,
})

/** One page with two lines. */
function pdfOf(title: string, of: string): Uint8Array {
  const plain = (text: string) => text.normalize('NFD').replace(/[^\x20-\x7e]|[()\\]/g, '')
  const drawn = `BT /F1 20 Tf 72 760 Td (${plain(title)}) Tj 0 -32 Td (${plain(of)}) Tj ET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${drawn.length}>>\nstream\n${drawn}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = text.length
    text += `${at + 1} 0 obj${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const start = text.length
  text += `xref\n0 6\n0000000000 65535 f \n${places.join('')}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`
  return new TextEncoder().encode(text)
}

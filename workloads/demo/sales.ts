// The demo's sales, made by the product itself: leads that are talked to, opportunities and projects on their way, and what
// is to be done for them.

import { createActivity } from '@counterfoil/features/crm/activity/activity.public.ts'
import { createItem, moveTo } from '@counterfoil/features/crm/items/items.public.ts'
import { type ItemKind, itemKinds } from '@counterfoil/features/crm/items/items.resource.ts'
import { convert, createLead } from '@counterfoil/features/crm/leads/leads.public.ts'
import { dayMs, hourMs } from '@counterfoil/kit/contract/durations.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { findResourceRow } from '@counterfoil/kit/database/resource-rows.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import type { Changing, Values } from '@counterfoil/kit/server/resources/resource-changes.ts'
import { fieldsOf } from '@counterfoil/kit/server/resources/resource-views.ts'
import { callerOf } from './demo-caller.ts'
import { demoId } from './demo-id.ts'
import { merchantIdOf, tenantIdOf } from './store-organisations.ts'

/** In both tenants' words; what each means is the same. */
const statuses = [
  ['open', 'New', 'Yeni'],
  ['open', 'In talks', 'Görüşülüyor'],
  ['won', 'Converted', 'Dönüştürüldü'],
  ['lost', 'Not interested', 'İlgilenmiyor'],
] as const

interface DemoLead {
  readonly company: string
  readonly contactName: string
  readonly email: string
  readonly source: string
  readonly volume: number
  readonly daysAgo: number
  /** By its place above, when it is not the first. */
  readonly status?: number
  readonly note?: string
  /** It has become an opportunity, which has come so far. */
  readonly stage?: string
}

interface DemoSales {
  readonly tenant: string
  readonly operator: string
  readonly isTurkish: boolean
  readonly country: string
  readonly currency: string
  readonly leads: readonly DemoLead[]
  /** Of a merchant that it has. */
  readonly more: { readonly merchant: string; readonly name: string; readonly amount: number }
  readonly project: { readonly merchant: string; readonly name: string }
}

const sales: readonly DemoSales[] = [
  {
    ...{ tenant: 'northwind', operator: 'operator@northwind.example', isTurkish: false },
    ...{ country: 'GB', currency: 'GBP' },
    leads: [
      {
        ...{ company: 'Larch & Lime Interiors', contactName: 'Imogen Platt', source: 'referral' },
        ...{ email: 'imogen@larchandlime.example', volume: 4_200_000, daysAgo: 21 },
        ...{ note: 'Two showrooms and a web shop; pays 1.9 % today.', stage: 'Proposal sent' },
      },
      {
        ...{ company: 'Pennine Cycle Works', contactName: 'Dev Rahman', source: 'event' },
        ...{ email: 'dev@penninecycles.example', volume: 1_850_000, daysAgo: 12 },
        stage: 'Qualified',
      },
      {
        ...{ company: 'Saltmarsh Bakery', contactName: 'Ruth Ames', source: 'website' },
        ...{ email: 'ruth@saltmarsh.example', volume: 640_000, daysAgo: 4, status: 1 },
        note: 'Wants terminals for three market stalls before Christmas.',
      },
      {
        ...{ company: 'Copper Kettle Tours', contactName: 'Owen Pryce', source: 'partner' },
        ...{ email: 'owen@copperkettle.example', volume: 2_300_000, daysAgo: 1 },
      },
      {
        ...{ company: 'Fenwick Timber', contactName: 'Alan Fenwick', source: 'call' },
        ...{ email: 'alan@fenwicktimber.example', volume: 900_000, daysAgo: 40, status: 3 },
        note: 'Signed with their bank for two years.',
      },
    ],
    more: { merchant: 'harbour', name: 'Euro payments for Harbour Books', amount: 1_200_000 },
    project: { merchant: 'quayside', name: 'Move Quayside to the hosted page' },
  },
  {
    ...{ tenant: 'bosphorus', operator: 'operator@bosphorus.example', isTurkish: true },
    ...{ country: 'TR', currency: 'TRY' },
    leads: [
      {
        ...{ company: 'Çınar Mobilya', contactName: 'Elif Çınar', source: 'referral' },
        ...{ email: 'elif@cinarmobilya.example', volume: 85_000_000, daysAgo: 15 },
        ...{ note: 'İki mağaza, bir internet sitesi.', stage: 'Proposal sent' },
      },
      {
        ...{ company: 'Işık Kırtasiye', contactName: 'Şükrü Işık', source: 'website' },
        ...{ email: 'sukru@isikkirtasiye.example', volume: 12_000_000, daysAgo: 3 },
      },
      {
        ...{ company: 'Boğaz Tur', contactName: 'İpek Öztürk', source: 'event' },
        ...{ email: 'ipek@bogaztur.example', volume: 40_000_000, daysAgo: 6, status: 1 },
      },
    ],
    more: { merchant: 'galata', name: 'Galata için avro ile ödeme', amount: 9_000_000 },
    project: { merchant: 'galata', name: 'Yeni ödeme sayfasına geçiş' },
  },
]

const projectStages = [
  ['Preparation', 'Hazırlık', 'open', 'ongoing'],
  ['Test', 'Test', 'open', 'pending'],
  ['Go live', 'Canlıya geçiş', 'won', 'positive'],
  ['Suspended', 'Askıya alındı', 'neutral', 'neutral'],
] as const

/** All of a tenant's at once, or nothing: safe to repeat. */
export async function makeSales(database: Database, now: Date): Promise<void> {
  for (const one of sales) {
    await database.transaction(tenantScope(tenantIdOf(one.tenant)), async (db) => {
      if (!(await storeStatuses(db, one, now))) return
      await storeProjectPipeline(db, one, now)
      for (const lead of one.leads) await playLead(db, database, one, lead, now)
      await playItems(db, database, one, now)
    })
  }
}

/** What a request of the tenant's operator has at hand, so many days ago. */
function contextOf(database: Database, { operator }: DemoSales, at: Date): Changing {
  return {
    caller: callerOf(operator),
    database,
    // no notifications of tasks that are months old
    jobs: {
      wake: () => undefined,
      announce: () => undefined,
      enqueue: async () => undefined,
    },
    now: at,
    audit: async () => undefined,
  }
}

const statusIdOf = (slug: string, place: number) => demoId(`lead status ${place} ${slug}`)
const common = ({ tenant }: DemoSales, at: Date) => ({
  tenant_id: tenantIdOf(tenant),
  created_at: at,
  updated_at: at,
})

/** Answers false when they are there: so is everything else. */
async function storeStatuses(db: Db, one: DemoSales, at: Date): Promise<boolean> {
  const made = await db
    .insertInto('lead_status')
    .values(
      statuses.map(([kind, english, turkish], place) => ({
        ...common(one, at),
        id: statusIdOf(one.tenant, place),
        name: one.isTurkish ? turkish : english,
        kind,
        sort_order: place + 1,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return made.length > 0
}

async function storeProjectPipeline(db: Db, one: DemoSales, at: Date): Promise<void> {
  const pipeline_id = demoId(`project pipeline ${one.tenant}`)
  await db
    .insertInto('pipeline')
    .values({
      ...common(one, at),
      ...{ id: pipeline_id, name: 'Integrations', name_tr: 'Entegrasyonlar' },
      ...{ is_for_opportunities: false, is_for_projects: true },
    })
    .execute()
  await db
    .insertInto('pipeline_stage')
    .values(
      projectStages.map(([name, name_tr, kind, colour], place) => ({
        ...common(one, at),
        ...{ id: demoId(`project stage ${place} ${one.tenant}`), pipeline_id },
        ...{ name, name_tr, kind, colour, probability: kind === 'neutral' ? 0 : 100 },
        ...{ is_default: place === 0, sort_order: place + 1 },
      })),
    )
    .execute()
}

async function playLead(
  db: Db,
  database: Database,
  one: DemoSales,
  lead: DemoLead,
  now: Date,
): Promise<void> {
  const { company, contactName, email, source, volume, daysAgo, status = 0, note, stage } = lead
  const began = now.getTime() - daysAgo * dayMs
  const context = (hours: number) =>
    contextOf(database, one, new Date(Math.min(began + hours * hourMs, now.getTime())))
  const { key } = await createLead(db, context(0), {
    ...{ company, contactName, email, source, phone: null, website: null, industryType: null },
    ...{ country: one.country, currency: one.currency, monthlyVolumeMinor: volume },
    ...{ leadStatusId: statusIdOf(one.tenant, status), ownerId: null, description: '' },
  })
  if (note !== undefined) {
    await createActivity(db, context(2), { leadId: key }, { kind: 'note', text: note })
  }
  if (stage === undefined) return
  const pipelineId = demoId(`pipeline ${one.tenant}`)
  const itemId = await convert(db, context(26), key, { name: company, pipelineId })
  await move(db, context(50), one, 'opportunity', itemId, demoId(`stage ${stage} ${one.tenant}`))
}

/** What was to be done for it is done. */
async function finishTasks(db: Db, itemId: string, at: Date): Promise<void> {
  await db
    .updateTable('sales_task')
    .set({ done_at: at, updated_at: at })
    .where(within(db, 'sales_task'))
    .where('item_id', '=', itemId)
    .execute()
}

async function move(
  db: Db,
  context: Changing,
  one: DemoSales,
  kind: ItemKind,
  key: string,
  stageId: string,
): Promise<void> {
  const of = itemKinds[kind]
  const row = await findResourceRow(db, of, key)
  if (row === undefined) throw new Error(`${one.tenant} has no such ${kind}`)
  const values = { ...fieldsOf(of, row), stageId }
  await moveTo(db, context, kind, { key, values, version: 'differing' })
}

async function playItems(db: Db, database: Database, one: DemoSales, now: Date): Promise<void> {
  const at = (daysAgo: number) =>
    contextOf(database, one, new Date(now.getTime() - daysAgo * dayMs))
  const item = (name: string, some: Values): Values => ({
    ...{ name, leadId: null, stageId: null, currency: one.currency, amountMinor: null },
    ...{ expectedClose: null, ownerId: null, description: '' },
    ...some,
  })
  const { more, project } = one
  const { key } = await createItem(
    db,
    at(30),
    'opportunity',
    item(more.name, {
      merchantId: merchantIdOf(more.merchant),
      pipelineId: demoId(`pipeline ${one.tenant}`),
      amountMinor: more.amount,
    }),
  )
  await finishTasks(db, key, at(12).now)
  await move(db, at(9), one, 'opportunity', key, demoId(`stage Won ${one.tenant}`))
  await createItem(
    db,
    at(8),
    'project',
    item(project.name, {
      merchantId: merchantIdOf(project.merchant),
      pipelineId: demoId(`project pipeline ${one.tenant}`),
      currency: null,
    }),
  )
}

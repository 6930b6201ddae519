// What the demo's operators wrote and set up for their sales: templates, signatures, and a pipeline of each tenant.

import { reachedByOfName } from '@counterfoil/features/settings/pipelines/stages.rules.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { demoId } from './demo-id.ts'
import { tenantIdOf } from './store-organisations.ts'

interface Text {
  readonly kind: string
  readonly name: string
  readonly purpose?: string
  readonly subject?: string
  readonly body: string
}

interface Texts {
  readonly language: 'en' | 'tr'
  readonly author: string
  readonly texts: readonly Text[]
}

const english: Texts = {
  language: 'en',
  author: 'Nora Whitfield',
  texts: [
    {
      kind: 'email',
      name: 'Ticket closed, with a word of thanks',
      purpose: 'ticketClosed',
      subject: '[{{ticketCode}}] {{ticketSubject}}',
      body: '<p>Hello,</p><p>we have closed your ticket {{ticketCode}}. Thank you for telling us.</p><p>If something is missing, <a href="{{link}}">open it again</a>.</p>',
    },
    {
      kind: 'email_signature',
      name: 'The support team',
      body: '<p>With kind regards<br />The support team of <strong>{{tenantName}}</strong></p>',
    },
    {
      kind: 'proposal',
      name: 'Card payments for a shop',
      body: '<h2>Card payments for {{merchantName}}</h2><p>Dear {{merchantName}},</p><p>thank you for your interest. {{tenantName}} offers you:</p><ul><li><p>card payments in {{merchantCurrency}}, online and at the counter</p></li><li><p>payouts on each working day</p></li><li><p>one contact: {{operatorName}}, {{operatorEmail}}</p></li></ul><p>{{date}}</p><p>{{signature}}</p>',
    },
    {
      kind: 'proposal_signature',
      name: 'Sales',
      body: '<p><strong>{{operatorName}}</strong><br />{{tenantName}}</p>',
    },
    {
      kind: 'agreement',
      name: 'Merchant agreement',
      body: '<h2>Merchant agreement</h2><p>between {{tenantName}} and {{merchantName}}, {{merchantCountry}}</p><ol><li><p>{{tenantName}} takes payments for {{merchantName}} and pays them out less the agreed fees.</p></li><li><p>{{merchantName}} delivers what it sells and answers its customers.</p></li></ol><p>{{date}}</p><p>{{signature}}</p>',
    },
    {
      kind: 'agreement_signature',
      name: 'Management',
      body: '<p>For {{tenantName}}<br /><strong>{{operatorName}}</strong></p>',
    },
  ],
}

const turkish: Texts = {
  language: 'tr',
  author: 'Çağla Yıldırım',
  texts: [
    {
      kind: 'email',
      name: 'Talep kapatıldı',
      purpose: 'ticketClosed',
      subject: '[{{ticketCode}}] {{ticketSubject}}',
      body: '<p>Merhaba,</p><p>{{ticketCode}} numaralı talebinizi kapattık. Bize yazdığınız için teşekkür ederiz.</p><p>Eksik kalan bir şey varsa talebi <a href="{{link}}">yeniden açabilirsiniz</a>.</p>',
    },
    {
      kind: 'email_signature',
      name: 'Destek ekibi',
      body: '<p>Saygılarımızla<br /><strong>{{tenantName}}</strong> destek ekibi</p>',
    },
    {
      kind: 'proposal',
      name: 'Mağaza için kartlı ödeme',
      body: '<h2>{{merchantName}} için kartlı ödeme</h2><p>İlginiz için teşekkür ederiz. {{tenantName}} size {{merchantCurrency}} ile kartlı ödeme ve her iş günü ödeme aktarımı sunar.</p><p>Sorularınız için: {{operatorName}}, {{operatorEmail}}</p><p>{{date}}</p><p>{{signature}}</p>',
    },
    {
      kind: 'agreement',
      name: 'Üye iş yeri sözleşmesi',
      body: '<h2>Üye iş yeri sözleşmesi</h2><p>{{tenantName}} ile {{merchantName}} ({{merchantCountry}}) arasında</p><ol><li><p>{{tenantName}}, {{merchantName}} adına ödeme alır ve ücretleri düşerek aktarır.</p></li></ol><p>{{date}}</p><p>{{signature}}</p>',
    },
  ],
}

/** By name in both languages, what the stage means, its colour and how likely it is to end well. */
const stages = [
  ['New', 'Yeni', 'open', 'ongoing', 10],
  ['Qualified', 'Uygun', 'open', 'ongoing', 30],
  ['Proposal sent', 'Teklif gönderildi', 'open', 'pending', 60],
  ['Agreement', 'Sözleşme', 'open', 'pending', 85],
  ['Won', 'Kazanıldı', 'won', 'positive', 100],
  ['Lost', 'Kaybedildi', 'lost', 'negative', 0],
] as const

const activities = [
  ['call', 'Call the owner', 'Sahibini ara', 0],
  ['document', 'Collect the extract of the register', 'Sicil kaydını al', 2],
  ['task', 'Check the website', 'Siteyi incele', 3],
] as const

/** Safe to repeat: what is there already is left as it is. */
export async function makeTexts(database: Database, began: Date): Promise<void> {
  for (const [slug, texts] of [
    ['northwind', english],
    ['bosphorus', turkish],
  ] as const) {
    await database.transaction(tenantScope(tenantIdOf(slug)), async (db) => {
      for (const text of texts.texts) await storeText(db, slug, texts, text, began)
      await storePipeline(db, slug, texts.language, began)
    })
  }
}

const common = (slug: string, what: string, at: Date) => ({
  tenant_id: tenantIdOf(slug),
  id: demoId(`${what} ${slug}`),
  created_at: at,
  updated_at: at,
})

async function storeText(
  db: Db,
  slug: string,
  { language, author }: Texts,
  text: Text,
  at: Date,
): Promise<void> {
  const { kind, name, body, purpose = null, subject = null } = text
  const row = { ...common(slug, `text ${kind}`, at), kind, name, language, purpose, subject, body }
  const made = await db
    .insertInto('template')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made === undefined) return
  const values = { name, language, body }
  const own = purpose === null ? {} : { purpose, subject }
  const signer = kind.endsWith('signature') ? { userId: null } : {}
  await db
    .insertInto('template_version')
    .values({
      tenant_id: row.tenant_id,
      template_id: row.id,
      number: 1,
      saved_values: JSON.stringify({ ...values, ...own, ...signer }),
      saved_by: author,
      saved_at: at,
    })
    .execute()
}

async function storePipeline(db: Db, slug: string, language: string, at: Date): Promise<void> {
  const isTurkish = language === 'tr'
  const set = common(slug, 'activity set', at)
  const pipeline = common(slug, 'pipeline', at)
  const made = await db
    .insertInto('activity_set')
    .values({ ...set, name: isTurkish ? 'İlk görüşme' : 'First contact', description: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made === undefined) return
  for (const [place, [kind, name, nameTr, days]] of activities.entries()) {
    await db
      .insertInto('set_activity')
      .values({
        ...common(slug, `activity ${name}`, at),
        id: newId(at),
        activity_set_id: set.id,
        name: isTurkish ? nameTr : name,
        kind,
        days_after: days,
        sort_order: place + 1,
      })
      .execute()
  }
  await db
    .insertInto('pipeline')
    .values({
      ...pipeline,
      name: 'New merchants',
      name_tr: 'Yeni üye iş yerleri',
      is_for_opportunities: true,
      is_for_projects: false,
    })
    .execute()
  for (const [place, [name, nameTr, kind, colour, probability]] of stages.entries()) {
    await db
      .insertInto('pipeline_stage')
      .values({
        ...common(slug, `stage ${name}`, at),
        reached_by: reachedByOfName(name),
        pipeline_id: pipeline.id,
        name,
        name_tr: nameTr,
        kind,
        colour,
        probability,
        is_default: place === 0,
        activity_set_id: place === 0 ? set.id : null,
        sort_order: place + 1,
      })
      .execute()
  }
}

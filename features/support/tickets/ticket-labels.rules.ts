import type { categories, priorities, states, turns } from './terms.schema.ts'

// Support's own words as people read them, in English and Turkish. Lists, pages and the external party's page name
// things alike.

type Words = Readonly<Record<string, readonly [english: string, turkish: string]>>

const supportWords = {
  category: {
    Integration: ['Integration', 'Entegrasyon'],
    Processing: ['Processing', 'İşlem'],
    Operational: ['Operational', 'Operasyon'],
    Clarification: ['Clarification', 'Açıklama talebi'],
    Other: ['Other', 'Diğer'],
  } satisfies Record<(typeof categories)[number], readonly [string, string]>,
  priority: {
    Low: ['Low', 'Düşük'],
    Medium: ['Medium', 'Orta'],
    High: ['High', 'Yüksek'],
  } satisfies Record<(typeof priorities)[number], readonly [string, string]>,
  state: {
    Opened: ['Opened', 'Açık'],
    Closed: ['Closed', 'Kapalı'],
  } satisfies Record<(typeof states)[number], readonly [string, string]>,
  turn: {
    desk: ['Support', 'Destek'],
    requester: ['Requester', 'Talep sahibi'],
  } satisfies Record<(typeof turns)[number], readonly [string, string]>,
  channel: {
    CustomerToTenant: ['From customers', 'Müşterilerden'],
    TenantToPlatform: ['To the platform', 'Platforma'],
  },
} as const satisfies Record<string, Words>

type SupportWordGroup = keyof typeof supportWords

/** A word in a language; one without a text is shown as it is. */
export function ticketLabel(group: SupportWordGroup, word: string, language: 'en' | 'tr'): string {
  const known = (supportWords[group] as Words)[word]
  return known === undefined ? word : known[language === 'tr' ? 1 : 0]
}

import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Text, textIn } from '@counterfoil/kit/contract/texts.ts'
import type { categories, priorities, states, turns } from './terms.schema.ts'

const msg = messagesOf(import.meta.url)

// Support's own words as people read them. Lists, pages and the external party's page name
// things alike.

type Words = Readonly<Record<string, Text>>

const supportWords = {
  category: msg({
    Integration: 'Integration',
    Processing: 'Processing',
    Operational: 'Operational',
    Clarification: 'Clarification',
    Other: 'Other',
  }) satisfies Record<(typeof categories)[number], Text>,
  priority: msg({
    Low: 'Low',
    Medium: 'Medium',
    High: 'High',
  }) satisfies Record<(typeof priorities)[number], Text>,
  state: msg({
    Opened: 'Opened',
    Closed: 'Closed',
  }) satisfies Record<(typeof states)[number], Text>,
  turn: msg({
    agent: 'Support',
    requester: 'Requester',
  }) satisfies Record<(typeof turns)[number], Text>,
  channel: msg({
    CustomerToTenant: 'From customers',
    TenantToPlatform: 'To the platform',
  }),
} as const satisfies Record<string, Words>

type SupportWordGroup = keyof typeof supportWords

/** A word in a language; one without a text is shown as it is. */
export function ticketLabel(group: SupportWordGroup, word: string, language: string): string {
  const known = (supportWords[group] as Words)[word]
  return known === undefined ? word : textIn(known, language)
}

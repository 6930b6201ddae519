import type { FeatureName } from '@counterfoil/kit/contract/features.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'

const msg = messagesOf(import.meta.url)

export const featureTexts = msg({
  turnOff: 'Switch off',
  turnOffTitle: 'Switch off “{name}”?',
  find: 'Find a feature, page or permission',
  none: 'No feature has this name',
  goes: 'What goes with it',
  screens: '{count, plural, one {# page} other {# pages}}',
  permissions: '{count, plural, one {# permission} other {# permissions}}',
  background: 'Background work',
  payments: 'Payments',
  customers: 'Customers and support',
  operation: 'Operation',
})

/** Features that belong together, in the order of the page. */
export const featureGroups: readonly {
  readonly title: 'payments' | 'customers' | 'operation'
  readonly names: readonly FeatureName[]
}[] = [
  { title: 'payments', names: ['virtualTerminal', 'payouts', 'disputes', 'antifraud'] },
  { title: 'customers', names: ['crm', 'support', 'aiScoping'] },
  { title: 'operation', names: ['reports', 'developer', 'scheduler', 'branding'] },
]

/** Jobs that no longer work for the tenant. */
export const backgroundWork: Partial<
  Readonly<Record<FeatureName, { readonly title: Text; readonly job: string }>>
> = {
  developer: { title: msg('Sending of webhooks'), job: 'webhooks.deliver' },
  aiScoping: { title: msg('Drafting of tickets’ scopes'), job: 'support.draft-scope' },
}

/** What stops within seconds for the tenant and its merchants. */
export const whatStops: Readonly<Record<FeatureName, Text>> = msg({
  virtualTerminal:
    'No user of the tenant or its merchants can take payments at the virtual terminal.',
  disputes: 'Disputes are neither seen nor answered, by API keys neither. Their deadlines run on.',
  payouts:
    'No user and no API key of the tenant or its merchants can request payouts, and recurring payouts rest.',
  support: 'Support tickets are neither raised nor answered by the tenant and its merchants.',
  reports: 'The tenant and its merchants can open no reports.',
  antifraud: 'Payments are no longer screened: rules, blacklists and whitelists stop nothing.',
  developer:
    'Calls with API keys of the tenant and its merchants are refused, so their shops take no payments, and webhooks are not sent.',
  crm: 'Tasks, leads, contacts, opportunities, products, projects, e-mails and price books are closed. Nothing of them is lost.',
  scheduler: 'The tenant no longer sees or changes its scheduled tasks.',
  branding: 'The tenant can no longer change its colours, layout and logo.',
  aiScoping: 'No language model is asked: scopes of tickets are written by hand.',
})

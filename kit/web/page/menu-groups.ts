import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'

const msg = messagesOf(import.meta.url)

export interface MenuGroup {
  readonly id: string
  readonly title: Text
  /** The menu's own order; entries have theirs within the group. */
  readonly order: number
  /** A long group has headings, each above the entries from this place on. */
  readonly parts?: readonly MenuPart[]
}

export interface MenuPart {
  readonly from: number
  readonly title: Text
}

const group = (id: string, order: number, title: Text): MenuGroup => ({ id, order, title })

const settingsParts: readonly MenuPart[] = [
  { from: 0, title: msg('Jobs') },
  { from: 30, title: msg('Payments') },
  { from: 145, title: msg('General') },
  { from: 210, title: msg('CRM') },
  { from: 290, title: msg('Protection and access') },
  { from: 320, title: msg('Reports and alerts') },
  { from: 380, title: msg('Working days') },
  { from: 410, title: msg('Classification') },
]

/** Operators (platform and tenant) share one menu; merchants have their own. Order as the specification lists it. */
export const menuGroups = {
  operator: {
    overview: group('overview', 0, msg('Overview')),
    crm: group('crm', 10, msg('CRM')),
    transactions: group('transactions', 20, msg('Transaction management')),
    reports: group('reports', 30, msg('Reports')),
    settings: { ...group('settings', 40, msg('Settings')), parts: settingsParts },
    support: group('support', 50, msg('Support')),
    platform: group('platform', 60, msg('Platform transactions')),
    tenants: group('tenants', 70, msg('Tenant management')),
    users: group('users', 80, msg('Users')),
    documentation: group('documentation', 90, msg('Documentation')),
    leave: group('leave', 100, msg('Leave management')),
    assistant: group('assistant', 110, msg('AI chat')),
  },
  merchant: {
    onboarding: group('onboarding', 0, msg('Onboarding')),
    overview: group('overview', 10, msg('Overview')),
    transactions: group('transactions', 20, msg('Transaction management')),
    payments: group('payments', 30, msg('Payments')),
    'payment-settings': group('payment-settings', 40, msg('Payment settings')),
    reports: group('reports', 50, msg('Reports')),
    developer: group('developer', 60, msg('Developer settings')),
    support: group('support', 70, msg('Support')),
    users: group('users', 80, msg('Users')),
    documentation: group('documentation', 90, msg('Documentation')),
  },
} as const satisfies Record<string, Record<string, MenuGroup>>

export type MenuGroupId = keyof typeof menuGroups.operator | keyof typeof menuGroups.merchant

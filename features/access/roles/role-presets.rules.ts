// What a new role can begin with, so that nobody ticks sixty boxes for a colleague who only reads.

import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import { permissionsOf } from './permissions.rules.ts'

export type PresetName = 'readOnly' | 'support' | 'finance' | 'sales' | 'cashier'

/** Permissions that only show something, though their names do not end in `View`. */
const alsoLooking = new Set(['Platform.Transaction.Lookup', 'CRM.Transaction.Event.Details'])

const isLooking = (name: string) => name.endsWith('.View') || alsoLooking.has(name)

const sales = ['Task', 'Lead', 'Opportunity', 'Project', 'Organization'].flatMap((kind) => [
  `CRM.${kind}.View`,
  `CRM.${kind}.Edit`,
])
const accounts = [
  'CRM.Organization.Accounting.CustomerLedgerAccounts.View',
  'Settings.GeneralSettings.Fee.View',
]

const presets: Readonly<Record<Audience, Partial<Record<PresetName, readonly string[]>>>> = {
  platform: {
    readOnly: permissionsOf('platform').filter(isLooking),
    support: ['Platform.Support.Lookup', 'Platform.Transaction.Lookup', 'Platform.Tenants.View'],
  },
  tenant: {
    readOnly: permissionsOf('tenant').filter(isLooking),
    support: [
      ...['CRM.Dashboard.View', 'CRM.Support.Lookup', 'CRM.Transaction.View'],
      ...['CRM.Organization.View', 'CRM.Email.View', 'CRM.Transaction.Actions.CheckStatus'],
    ],
    finance: [
      ...['CRM.Dashboard.View', 'CRM.Transaction.View', 'CRM.Organization.View', ...accounts],
      ...['Crm.Payments.PendingTransactions', 'CRM.Transaction.Actions.Refund'],
      ...['CRM.Transaction.Actions.Approve', 'CRM.Transaction.Actions.Decline'],
    ],
    sales: ['CRM.Dashboard.View', ...sales, 'CRM.Email.View'],
  },
  merchant: {
    readOnly: permissionsOf('merchant').filter(isLooking),
    cashier: [
      ...['Merchant.Transaction.View', 'Merchant.Transaction.Actions.Capture'],
      ...['Merchant.Transaction.Actions.Void', 'Merchant.Support.Lookup'],
    ],
    finance: [
      ...['Merchant.Transaction.View', 'Merchant.Transaction.Actions.Refund'],
      ...['Merchant.Transaction.Actions.Dispute', 'Merchant.Transaction.Actions.AcceptDispute'],
      ...['Merchant.Payments.PendingTransactions', 'Merchant.Support.Lookup'],
    ],
  },
}

export const presetsOf = (audience: Audience) =>
  Object.entries(presets[audience]) as [PresetName, readonly string[]][]

/** What one role holds and the other does not, both ways. */
export function compareRoles(one: readonly string[], other: readonly string[]) {
  return {
    onlyInOne: one.filter((name) => !other.includes(name)),
    onlyInOther: other.filter((name) => !one.includes(name)),
  }
}

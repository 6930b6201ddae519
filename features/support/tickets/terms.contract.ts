/** Who a ticket goes from and to. */
export const channels = ['CustomerToTenant', 'TenantToPlatform'] as const
export type Channel = (typeof channels)[number]

export const categories = [
  'Integration',
  'Processing',
  'Operational',
  'Clarification',
  'Other',
] as const
export type Category = (typeof categories)[number]

export const priorities = ['Low', 'Medium', 'High'] as const
export type Priority = (typeof priorities)[number]

export const states = ['Opened', 'Closed'] as const
export type State = (typeof states)[number]

/** Whose turn it is: the clock of the service level stands still while it is the requester's. */
export const turns = ['desk', 'requester'] as const
export type Turn = (typeof turns)[number]

/** The short name, from either that the documents have (READINGS 61). */
export function channelOf(name: string): Channel | undefined {
  const short = name.replace(/TicketChannel$/, '').toLowerCase()
  return channels.find((one) => one.toLowerCase() === short)
}

/** From where somebody looks at a ticket: as who asked, or as who answers. */
export type TicketRole = 'requester' | 'tenantDesk' | 'platformDesk'

export const supportPermissions = {
  merchant: 'Merchant.Support.Lookup',
  tenant: 'CRM.Support.Lookup',
  platform: 'Platform.Support.Lookup',
} as const

export const anySupport = Object.values(supportPermissions)

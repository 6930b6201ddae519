/** From whom a ticket goes to whom. */
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

/** Who has to answer next; the clock of the service level is paused while it is the requester. */
export const turns = ['agent', 'requester'] as const

/** The channel by its name, with or without the suffix `TicketChannel`, in any case. */
export function channelOf(name: string): Channel | undefined {
  const short = name.replace(/TicketChannel$/, '').toLowerCase()
  return channels.find((one) => one.toLowerCase() === short)
}

/** How a caller takes part in a ticket: as the requester, or as an agent of the organisation that answers. */
export type TicketRole = 'requester' | 'tenantAgent' | 'platformAgent'

export const supportPermissions = {
  merchant: 'Merchant.Support.Lookup',
  tenant: 'CRM.Support.Lookup',
  platform: 'Platform.Support.Lookup',
} as const

export const allSupportPermissions = Object.values(supportPermissions)

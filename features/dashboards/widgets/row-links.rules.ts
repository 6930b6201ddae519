import { viewPermissions } from '@counterfoil/features/payments/lookup/lookup-options.contract.ts'
import {
  listFilterOf,
  type ReportLink,
} from '@counterfoil/features/payments/summary-reports/report-link.rules.ts'
import {
  merchantWebhookPages,
  operatorWebhookPages,
} from '@counterfoil/features/payments/webhook-reports/webhook-pages.schema.ts'
import type { deliveryStates } from '@counterfoil/features/payments/webhook-reports/webhook-reports.schema.ts'
import type { Audience } from '@counterfoil/kit/contract/audience.ts'

interface Reader {
  readonly userType: Audience
  readonly permissions: ReadonlySet<string>
}

const lookup = '/transaction-management/transaction-lookup'
const lookupPaths: Readonly<Record<Audience, string>> = {
  merchant: `/merchant${lookup}`,
  tenant: lookup,
  platform: `/platform${lookup}`,
}

/** Where the reader finds payments; undefined for whoever may not. */
export function paymentsPath({ userType, permissions }: Reader): string | undefined {
  const anyOf = viewPermissions[userType === 'merchant' ? 'merchant' : 'operator']
  return anyOf.some((one) => permissions.has(one)) ? lookupPaths[userType] : undefined
}

/** The payments behind a figure, as an address; undefined where the lookup cannot ask for them. */
export function paymentsLink(reader: Reader, link: ReportLink): string | undefined {
  const path = paymentsPath(reader)
  const filter = path === undefined ? undefined : listFilterOf(link)
  return filter && `${path}?${new URLSearchParams(filter)}`
}

const tickets: Readonly<Record<Audience, string>> = {
  merchant: '/merchant/support-tickets',
  tenant: '/tenant/support-tickets',
  platform: '/platform/support-tickets',
}
export const ticketsPath = ({ userType }: Reader): string => tickets[userType]

const endpoints = {
  merchant: '/merchant/payment-settings/webhook-endpoints',
  tenant: '/crm/settings/webhook-endpoints',
  platform: '/crm/settings/webhook-endpoints',
} as const
export const webhooksPath = ({ userType }: Reader): string => endpoints[userType]

interface MessagesLink {
  readonly endpointId: string
  /** Since the beginning of this day. */
  readonly dateFrom: string
  readonly states: readonly (typeof deliveryStates)[number][]
}

/** The messages of an endpoint behind a figure, in the newest report that the reader has; undefined for whoever has none. */
export function messagesLink(
  { userType, permissions }: Reader,
  { endpointId, dateFrom, states }: MessagesLink,
): string | undefined {
  const { v1, v2 } = userType === 'merchant' ? merchantWebhookPages : operatorWebhookPages
  const page = [v2, v1].find(({ permission }) => permission.some((one) => permissions.has(one)))
  const filter = { endpointId, dateFrom, state: states.join(',') }
  return page && `${page.path}?${new URLSearchParams(filter)}`
}

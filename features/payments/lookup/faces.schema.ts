import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'

const msg = messagesOf(import.meta.url)

/** One face of the payment list: the same list under a name, an address and a permission of its own. */
export interface Face {
  readonly id: string
  readonly path: string
  readonly title: Text
  /** Beside the title in the menu, where faces are named alike. */
  readonly annotation?: Text
  readonly audience: readonly ('platform' | 'tenant' | 'merchant')[]
  readonly permission: readonly string[]
  /**
   * Under which name the face's views are kept; faces of one name share them. Without one the user has private filters,
   * and the columns stay on the device.
   */
  readonly views?: string
  /** Filters that hold whatever else is asked. */
  readonly preset?: { readonly method: readonly ['alternative'] }
  /** Columns in their order, until the user chooses; without them each column says so itself. */
  readonly columns?: readonly string[]
}

const titles = msg({
  lookup: 'Transaction lookup',
  alternative: 'Transaction lookup APM',
})
const annotations = msg({
  columns: 'V2',
  reporting: 'reporting service',
  bdt: 'BDT',
})

const operators = ['platform', 'tenant'] as const
const alternative = { method: ['alternative'] } as const
const ofOperators = '/transaction-management'

/** Every face; each shows the same payments to the same caller, but for its preset filter. */
export const faces = {
  operator: {
    id: 'transaction-management-transaction-lookup',
    path: `${ofOperators}/transaction-lookup`,
    title: titles.lookup,
    audience: operators,
    permission: ['CRM.Transaction.View'],
  },
  platform: {
    id: 'platform-transaction-lookup',
    path: '/platform/transaction-management/transaction-lookup',
    title: titles.lookup,
    audience: ['platform'],
    permission: ['Platform.Transaction.Lookup'],
  },
  merchant: {
    id: 'merchant-transaction-management-transaction-lookup',
    path: '/merchant/transaction-management/transaction-lookup',
    title: titles.lookup,
    audience: ['merchant'],
    permission: ['Merchant.Transaction.View'],
  },
  operatorColumns: {
    id: 'transaction-management-transaction-lookup-columns',
    path: `${ofOperators}/transaction-lookup-columns`,
    title: titles.lookup,
    annotation: annotations.columns,
    audience: operators,
    permission: ['CRM.Transaction.LookupColumns'],
    views: 'lookup-columns',
  },
  platformColumns: {
    id: 'platform-transaction-lookup-columns',
    path: '/platform/transaction-management/transaction-lookup-columns',
    title: titles.lookup,
    annotation: annotations.columns,
    audience: ['platform'],
    permission: ['Platform.Transaction.LookupColumns'],
    views: 'lookup-columns',
  },
  merchantColumns: {
    id: 'merchant-transaction-management-transaction-lookup-columns',
    path: '/merchant/transaction-management/transaction-lookup-columns',
    title: titles.lookup,
    annotation: annotations.columns,
    audience: ['merchant'],
    permission: ['Merchant.Transaction.LookupColumns'],
    views: 'lookup-columns',
  },
  reporting: {
    id: 'transaction-management-transaction-lookup-v2',
    path: `${ofOperators}/transaction-lookup-v2`,
    title: titles.lookup,
    annotation: annotations.reporting,
    audience: operators,
    permission: ['CRM.TransactionReportingService.View'],
    views: 'lookup-v2',
  },
  alternative: {
    id: 'transaction-management-transaction-lookup-apm',
    path: `${ofOperators}/transaction-lookup-apm`,
    title: titles.alternative,
    audience: operators,
    permission: ['CRM.TransactionV2.View'],
    views: 'lookup-apm',
    preset: alternative,
    columns: [
      ...['created', 'status', 'amount', 'externalId', 'email', 'tenant', 'merchant', 'provider'],
      ...['acquirerReference', 'declineReason'],
    ],
  },
  bdt: {
    id: 'transaction-management-transaction-lookup-v3',
    path: `${ofOperators}/transaction-lookup-v3`,
    title: titles.lookup,
    annotation: annotations.bdt,
    audience: operators,
    permission: ['CRM.TransactionBDT.View'],
    views: 'lookup-v3',
  },
} as const satisfies Record<string, Face>

export type FaceName = keyof typeof faces
/** The faces by their names, where their differences do not matter. */
export const everyFace: Readonly<Record<FaceName, Face>> = faces

/** The permissions of which one suffices to see the views of this name. */
export const viewers = (views: string): readonly string[] => [
  ...new Set(
    Object.values(everyFace)
      .filter((face) => face.views === views)
      .flatMap((face) => face.permission),
  ),
]

/** The names under which views are kept. */
export const viewNames = [
  ...new Set(Object.values(everyFace).flatMap(({ views }) => (views === undefined ? [] : [views]))),
]

/** Those who see any face, operators or merchants. */
const viewersOf = (isMerchant: boolean) => [
  ...new Set(
    Object.values(everyFace)
      .filter(({ audience }) => audience.includes('merchant') === isMerchant)
      .flatMap(({ permission }) => permission),
  ),
]
export const faceViewers = { operator: viewersOf(false), merchant: viewersOf(true) }

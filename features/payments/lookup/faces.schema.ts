import type { Audience } from '@counterfoil/kit/contract/audience.ts'
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
  readonly audience: readonly Audience[]
  readonly permission: readonly string[]
  /**
   * Under which name the face's views are kept; faces of one name share them. Without one the user has private filters,
   * and the columns stay on the device.
   */
  readonly views?: string
  /** Filters that hold whatever else is asked. */
  readonly preset?: { readonly method: readonly ['alternative'] }
}

const titles = msg({
  lookup: 'Transaction lookup',
  alternative: 'Transaction lookup APM',
  requests: 'VR transaction lookup',
})
const annotations = msg({
  columns: 'V2',
  reporting: 'reporting service',
  bdt: 'BDT',
  requests: 'APM requests lookup',
})

/** What holds on each face of alternative payments, and for their export. */
export const alternativePreset = { method: ['alternative'] } as const

/** Where the screens of an audience stand. */
const places = {
  operator: ['transaction-management-', '/transaction-management/', ['platform', 'tenant']],
  platform: ['platform-', '/platform/transaction-management/', ['platform']],
  merchant: ['merchant-transaction-management-', '/merchant/transaction-management/', ['merchant']],
} as const

function face(
  of: keyof typeof places,
  name: string,
  permission: string,
  more: Pick<Face, 'annotation' | 'views' | 'preset'> & { readonly title?: Text } = {},
): Face {
  const [id, path, audience] = places[of]
  const place = { id: id + name, path: path + name, audience }
  return { ...place, title: titles.lookup, permission: [permission], ...more }
}

const lookup = 'transaction-lookup'
const columns = { annotation: annotations.columns, views: 'lookup-columns' }

/** Every face; each shows the same payments to the same caller, but for its preset filter. */
export const faces = {
  operator: face('operator', lookup, 'CRM.Transaction.View'),
  platform: face('platform', lookup, 'Platform.Transaction.Lookup'),
  merchant: face('merchant', lookup, 'Merchant.Transaction.View'),
  operatorColumns: face('operator', `${lookup}-columns`, 'CRM.Transaction.LookupColumns', columns),
  platformColumns: face(
    'platform',
    `${lookup}-columns`,
    'Platform.Transaction.LookupColumns',
    columns,
  ),
  merchantColumns: face(
    'merchant',
    `${lookup}-columns`,
    'Merchant.Transaction.LookupColumns',
    columns,
  ),
  reporting: face('operator', `${lookup}-v2`, 'CRM.TransactionReportingService.View', {
    ...{ annotation: annotations.reporting, views: 'lookup-v2' },
  }),
  alternative: face('operator', `${lookup}-apm`, 'CRM.TransactionV2.View', {
    ...{ title: titles.alternative, views: 'lookup-apm', preset: alternativePreset },
  }),
  bdt: face('operator', `${lookup}-v3`, 'CRM.TransactionBDT.View', {
    ...{ annotation: annotations.bdt, views: 'lookup-v3' },
  }),
  requests: face('operator', 'vrtransaction-lookup', 'CRM.VRPaymentsTransaction.View', {
    ...{ title: titles.requests, annotation: annotations.requests },
    ...{ views: 'lookup-requests', preset: alternativePreset },
  }),
}

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

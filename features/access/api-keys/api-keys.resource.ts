import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  choice,
  choices,
  instant,
  optional,
  reference,
  text,
} from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

/** A user may give a key only those scopes of payments that the user's own permissions cover. */
const readPermissions = [
  'CRM.Transaction.View',
  'Platform.Transaction.Lookup',
  'Merchant.Transaction.View',
]
const actionPermissions = (action: string) =>
  ['CRM', 'Platform', 'Merchant'].map((side) => `${side}.Transaction.Actions.${action}`)
/** Accepting weighs more than contesting. */
const acceptDisputePermissions = [
  'CRM.Transaction.Actions.Dispute',
  'Platform.Transaction.Actions.Dispute',
  'Merchant.Transaction.Actions.AcceptDispute',
]

export const apiKeys = resource({
  id: 'api-keys',
  one: msg('API key'),
  many: msg('API keys'),
  about: msg(
    'What servers call /v1 with. A key works for one merchant and mode, or for every merchant of the tenant. /v1/openapi.json describes the calls.',
  ),
  path: '/crm/settings/api-keys',
  screen: { path: '/crm/settings/developer-settings/api-keys', order: 310, icon: 'IconKey' },
  permission: 'Settings.DeveloperSettings.tenantApiKeys.View',
  merchants: {
    about: msg(
      'What your servers call /v1 with. A key works in one mode, Test or Live. /v1/openapi.json describes the calls.',
    ),
    path: '/developer-settings/merchant-api-keys',
    group: 'developer',
    order: 10,
    permission: ['Merchant.Settings.APIKeys', 'Organization.Tpp.Credentials'],
  },
  table: 'api_key',
  owner: 'tenant',
  merchantField: 'merchantId',
  credential: msg('API key'),
  fields: {
    name: text(msg('Name'), { max: 120 }),
    merchantId: optional(
      reference(msg('Merchant'), targets.merchant, {
        isFixed: true,
        hint: msg('If empty: for all; each call then names one in its Merchant-Id header'),
      }),
    ),
    mode: choice(msg('Mode'), msg({ 1: 'Test', 2: 'Live' }), { isFixed: true }),
    scopes: choices(
      msg('May'),
      msg({
        'payments:read': 'Read payments',
        'payments:write': 'Take, capture and void payments',
        'refunds:write': 'Refund',
        'payouts:write': 'Pay out to beneficiaries',
        'disputes:write': 'Answer disputes',
        'tokens:write': 'Publishable: make tokens of cards in a browser',
      }),
      {
        min: 1,
        anyOf: {
          'payments:read': readPermissions,
          'payments:write': actionPermissions('Capture'),
          'refunds:write': actionPermissions('Refund'),
          'payouts:write': actionPermissions('Payout'),
          'disputes:write': acceptDisputePermissions,
          'tokens:write': actionPermissions('Capture'),
        },
      },
    ),
    expiresAt: optional(instant(msg('Expires'))),
  },
  computedFields: {
    prefix: text(msg('Begins with')),
    lastUsedAt: instant(msg('Last used')),
    previousUntil: instant(msg('Previous key works until')),
  },
  columns: ['name', 'prefix', 'merchantId', 'mode', 'scopes', 'lastUsedAt', 'expiresAt'],
  sort: 'name',
  search: ['name', 'prefix'],
  filters: ['merchantId', 'mode'],
})

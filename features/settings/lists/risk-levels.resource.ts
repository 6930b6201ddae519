import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  amount,
  optional,
  reference,
  text,
  wholeNumber,
} from '@counterfoil/kit/contract/resource-fields.ts'

const msg = messagesOf(import.meta.url)

export const riskLevels = resource({
  id: 'risk-levels',
  one: msg('Risk level'),
  many: msg('Risk levels'),
  about: msg(
    'The rules for payments of all merchants of a level. A merchant’s own approval limit takes precedence.',
  ),
  path: '/crm/settings/risk-levels',
  screen: { path: '/crm/settings/risk-levels', order: 430, icon: 'IconShieldHalf' },
  permission: 'manageRiskLevels',
  table: 'risk_level',
  owner: 'tenant',
  fields: {
    name: text(msg('Name'), { max: 80 }),
    score: wholeNumber(msg('Score'), {
      min: 1,
      max: 100,
      hint: msg('1 is the lowest risk'),
    }),
    currency: optional(
      reference(msg('Currency of the limits'), targets.currency, {
        hint: msg('What is in another counts as above them'),
      }),
    ),
    approvalAboveMinor: optional(
      amount(msg('Approval above'), {
        currencyField: 'currency',
        hint: msg('Payments above this wait for approval'),
      }),
    ),
    blockAboveMinor: optional(
      amount(msg('Largest payment'), {
        currencyField: 'currency',
        hint: msg('Payments above this are declined'),
      }),
    ),
  },
  columns: ['name', 'score', 'approvalAboveMinor', 'blockAboveMinor', 'updatedAt'],
  sort: 'score',
  search: ['name'],
  unique: [['name']],
})

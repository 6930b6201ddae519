import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  amount,
  optional,
  reference,
  text,
  wholeNumber,
} from '@counterfoil/kit/contract/resource-fields.ts'

export const riskLevels = resource({
  id: 'risk-levels',
  one: ['Risk level', 'Risk düzeyi'],
  many: ['Risk levels', 'Risk düzeyleri'],
  about: [
    'What holds for the payments of all merchants of a level. A merchant’s own approval limit goes before its level’s.',
    'Bir düzeydeki tüm üye iş yerlerinin ödemeleri için geçerli olanlar. İş yerinin kendi onay sınırı, düzeyinkinden önce gelir.',
  ],
  path: '/crm/settings/risk-levels',
  screen: { path: '/crm/settings/risk-levels', order: 430, icon: 'IconShieldHalf' },
  permission: 'manageRiskLevels',
  table: 'risk_level',
  owner: 'tenant',
  fields: {
    name: text(['Name', 'Ad'], { max: 80 }),
    score: wholeNumber(['Score', 'Puan'], {
      min: 1,
      max: 100,
      hint: ['1 is the lowest risk', '1 en düşük risktir'],
    }),
    currency: optional(
      reference(['Currency of the limits', 'Sınırların para birimi'], targets.currency, {
        hint: [
          'What is in another counts as above them',
          'Başka para birimindekiler sınırların üstünde sayılır',
        ],
      }),
    ),
    approvalAboveMinor: optional(
      amount(['Approval above', 'Onay sınırı'], {
        currencyField: 'currency',
        hint: ['Payments above this wait for approval', 'Bunun üstündeki ödemeler onay bekler'],
      }),
    ),
    blockAboveMinor: optional(
      amount(['Largest payment', 'En yüksek ödeme'], {
        currencyField: 'currency',
        hint: ['Payments above this are declined', 'Bunun üstündeki ödemeler reddedilir'],
      }),
    ),
  },
  columns: ['name', 'score', 'approvalAboveMinor', 'blockAboveMinor', 'updatedAt'],
  sort: 'score',
  search: ['name'],
  unique: [['name']],
  usedBy: [{ table: 'merchant', column: 'risk_level_id', what: ['Merchants', 'Üye iş yerleri'] }],
})

import { resource } from '@counterfoil/kit/contract/resource.ts'
import { optional, text, wholeNumber } from '@counterfoil/kit/contract/resource-fields.ts'

const most = 999_999_999_999

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
    approvalAboveMinor: optional(
      wholeNumber(['Approval above', 'Onay sınırı'], {
        max: most,
        hint: [
          'Payments above this wait for approval; in minor units',
          'Bunun üstündeki ödemeler onay bekler; alt birim olarak',
        ],
      }),
    ),
    blockAboveMinor: optional(
      wholeNumber(['Largest payment', 'En yüksek ödeme'], {
        max: most,
        hint: [
          'Payments above this are declined; in minor units',
          'Bunun üstündeki ödemeler reddedilir; alt birim olarak',
        ],
      }),
    ),
  },
  columns: ['name', 'score', 'approvalAboveMinor', 'blockAboveMinor', 'updatedAt'],
  sort: 'score',
  search: ['name'],
  unique: [['name']],
  usedBy: [{ table: 'merchant', column: 'risk_level_id', what: ['Merchants', 'Üye iş yerleri'] }],
})

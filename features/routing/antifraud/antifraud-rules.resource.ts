import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  choice,
  optional,
  reference,
  references,
  targets,
  wholeNumber,
} from '@counterfoil/kit/contract/resource-fields.ts'

export const antifraudRules = resource({
  id: 'antifraud-rules',
  one: ['Antifraud rule', 'Dolandırıcılık kuralı'],
  many: ['Antifraud', 'Dolandırıcılık önleme'],
  about: [
    'What is looked for on every new payment, and what follows when it is found.',
    'Her yeni ödemede aranan durumlar ve bulunduğunda yapılacaklar.',
  ],
  path: '/crm/settings/antifraud/antifraud',
  screen: { path: '/crm/settings/antifraud/antifraud', order: 290, icon: 'IconListCheck' },
  permission: 'Settings.AntifraudSettings.Antifraud.View',
  table: 'antifraud_rule',
  owner: 'tenant',
  merchantField: 'merchantId',
  fields: {
    rule: choice(['Rule', 'Kural'], {
      card_velocity: ['A card pays too often', 'Kart çok sık ödeme yapıyor'],
      amount_ceiling: ['Amount above a ceiling', 'Tutar üst sınırın üzerinde'],
      blocked_country: ['Customer from a country', 'Müşteri belirli bir ülkeden'],
    }),
    outcome: choice(['What follows', 'Sonuç'], {
      flag: ['Flag', 'İşaretle'],
      review: ['Ask for a review', 'İncelemeye gönder'],
      block: ['Block', 'Engelle'],
    }),
    merchantId: optional(
      reference(['Merchant', 'Üye iş yeri'], targets.merchant, {
        hint: ['Empty: for all merchants', 'Boş: tüm üye iş yerleri için'],
      }),
    ),
    mode: optional(choice(['Mode', 'Mod'], { 1: ['Test', 'Test'], 2: ['Live', 'Canlı'] })),
    threshold: optional(
      wholeNumber(['Limit', 'Sınır'], {
        min: 1,
        max: 999_999_999_999,
        hint: [
          'Payments of one card in a minute, or an amount in minor units',
          'Bir kartın bir dakikadaki ödemeleri veya alt birim olarak tutar',
        ],
      }),
    ),
    currency: optional(
      reference(['Currency', 'Para birimi'], targets.currency, {
        hint: ['Of an amount. Empty: every one', 'Tutarın para birimi. Boş: hepsi'],
      }),
    ),
    countries: references(['Countries', 'Ülkeler'], targets.country),
  },
  columns: ['rule', 'outcome', 'merchantId', 'threshold', 'currency', 'updatedAt'],
  sort: 'rule',
  search: ['rule'],
  filters: ['rule', 'outcome', 'merchantId'],
  example: { rule: 'card_velocity', threshold: 3 },
})

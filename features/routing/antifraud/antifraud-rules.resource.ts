import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  amount,
  choice,
  optional,
  reference,
  references,
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
    threshold: optional(
      wholeNumber(['Most payments', 'En çok ödeme'], {
        min: 1,
        onlyFor: { field: 'rule', is: 'card_velocity' },
        hint: [
          'Of one card, within the system variable “Card velocity: window”',
          'Bir kartın, “Kart sıklığı: süre” sistem değişkenindeki süre içinde',
        ],
      }),
    ),
    currency: optional(
      reference(['Currency of the ceiling', 'Üst sınırın para birimi'], targets.currency, {
        onlyFor: { field: 'rule', is: 'amount_ceiling' },
        hint: [
          'Payments in others are not looked at: give each currency a rule',
          'Diğerlerindeki ödemelere bakılmaz: her para birimi için bir kural ekleyin',
        ],
      }),
    ),
    amountMinor: optional(
      amount(['Ceiling', 'Üst sınır'], {
        currencyField: 'currency',
        min: 1,
        onlyFor: { field: 'rule', is: 'amount_ceiling' },
      }),
    ),
    countries: references(['Countries', 'Ülkeler'], targets.country, {
      onlyFor: { field: 'rule', is: 'blocked_country' },
    }),
    outcome: choice(['What follows', 'Sonuç'], {
      flag: ['Flag', 'İşaretle'],
      review: ['Ask for a review', 'İncelemeye gönder'],
      block: ['Block', 'Engelle'],
    }),
    merchantId: optional(
      reference(['Merchant', 'Üye iş yeri'], targets.merchant, {
        emptyMeansAll: true,
        hint: ['Empty: for all merchants', 'Boş: tüm üye iş yerleri için'],
      }),
    ),
    mode: optional(
      choice(
        ['Mode', 'Mod'],
        { 1: ['Test', 'Test'], 2: ['Live', 'Canlı'] },
        { hint: ['Empty: both', 'Boş: ikisi de'], emptyMeansAll: true },
      ),
    ),
  },
  columns: ['rule', 'outcome', 'merchantId', 'threshold', 'amountMinor', 'countries', 'updatedAt'],
  sort: 'rule',
  search: ['rule'],
  filters: ['rule', 'outcome', 'merchantId'],
  example: { rule: 'card_velocity', threshold: 3 },
})

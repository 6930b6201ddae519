import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import {
  amount,
  choice,
  choices,
  optional,
  reference,
  references,
  text,
  wholeNumber,
} from '@counterfoil/kit/contract/resource-fields.ts'
import { cardBrands } from './card-brands.schema.ts'

const all = {
  hint: ['None chosen: every one', 'Seçilmezse: hepsi'],
  emptyMeansAll: true,
} as const

export const mpiProviders = resource({
  id: 'mpi',
  one: ['MPI', 'MPI'],
  many: ['MPI', 'MPI'],
  about: [
    '3-D Secure: how card holders are asked to confirm. The first that fits, by priority, holds; without any the acquirer decides.',
    '3-D Secure: kart sahibinden nasıl onay isteneceği. Önceliğe göre uyan ilk kayıt geçerlidir; hiçbiri uymazsa banka karar verir.',
  ],
  path: '/crm/settings/mpi',
  screen: { path: '/crm/settings/mpi', order: 70, icon: 'IconShieldLock' },
  permission: 'CRM.ThreeDsMpiProvider.View',
  table: 'mpi_provider',
  owner: 'tenant',
  merchantField: 'merchantId',
  fields: {
    name: text(['Name', 'Ad'], { max: 80 }),
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
    priority: wholeNumber(['Priority', 'Öncelik'], {
      max: 1000,
      hint: ['The lowest number is tried first', 'En küçük sayı önce denenir'],
    }),
    brands: choices(['Card schemes', 'Kart şemaları'], cardBrands, all),
    currencies: references(['Currencies', 'Para birimleri'], targets.currency, all),
    protocolVersion: choice(['EMV 3-D Secure', 'EMV 3-D Secure'], {
      '2.1.0': ['2.1.0', 'Sürüm 2.1.0'],
      '2.2.0': ['2.2.0', 'Sürüm 2.2.0'],
      '2.3.1': ['2.3.1', 'Sürüm 2.3.1'],
    }),
    requestorId: text(['Requestor id', 'Talep eden kimliği'], { max: 35 }),
    requestorName: text(['Requestor name', 'Talep eden adı'], { max: 40 }),
    acquirerBin: optional(
      text(['Acquirer BIN', 'Banka BIN’i'], {
        max: 11,
        pattern: /^\d{6,11}$/,
        example: '400000',
        hint: ['Six to eleven digits', 'Altı ila on bir hane'],
      }),
    ),
    challenge: choice(['Challenge', 'Doğrulama'], {
      no_preference: ['As the issuer decides', 'Kartı veren karar versin'],
      no_challenge: ['None, if it can be', 'Mümkünse istenmesin'],
      requested: ['Asked for', 'İstensin'],
      mandated: ['Always', 'Her zaman'],
    }),
    exemptCurrency: optional(
      reference(['Currency of the limit', 'Sınırın para birimi'], targets.currency),
    ),
    exemptUpToMinor: optional(
      amount(['No challenge up to', 'Doğrulamasız sınır'], {
        currencyField: 'exemptCurrency',
        hint: [
          'Payments in other currencies are asked as above',
          'Başka para birimlerindeki ödemelerde yukarıdaki geçerlidir',
        ],
      }),
    ),
  },
  columns: ['name', 'priority', 'merchantId', 'mode', 'challenge', 'updatedAt'],
  sort: 'priority',
  search: ['name', 'requestorName'],
  filters: ['merchantId', 'mode', 'challenge'],
  unique: [['name']],
})

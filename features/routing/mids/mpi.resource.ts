import { cardBrands } from '@counterfoil/kit/contract/card-brands.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
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

const msg = messagesOf(import.meta.url)

const all = {
  hint: msg('None chosen: all'),
  emptyMeansAll: true,
} as const

export const mpiProviders = resource({
  id: 'mpi',
  one: msg('MPI'),
  many: msg('MPI'),
  about: msg(
    '3-D Secure: how card holders are asked to confirm. The first that fits, by priority, holds; without any the acquirer decides.',
  ),
  path: '/crm/settings/mpi',
  screen: { path: '/crm/settings/mpi', order: 70, icon: 'IconShieldLock' },
  permission: 'CRM.ThreeDsMpiProvider.View',
  table: 'mpi_provider',
  owner: 'tenant',
  merchantField: 'merchantId',
  fields: {
    name: text(msg('Name'), { max: 80 }),
    merchantId: optional(
      reference(msg('Merchant'), targets.merchant, {
        emptyMeansAll: true,
        hint: msg('If empty: for all merchants'),
      }),
    ),
    mode: optional(
      choice(msg('Mode'), msg({ 1: 'Test', 2: 'Live' }), {
        hint: msg('If empty: both'),
        emptyMeansAll: true,
      }),
    ),
    priority: wholeNumber(msg('Priority'), {
      max: 1000,
      hint: msg('The lowest number is tried first'),
    }),
    brands: choices(msg('Card schemes'), cardBrands, all),
    currencies: references(msg('Currencies'), targets.currency, all),
    protocolVersion: choice(
      msg('EMV 3-D Secure'),
      msg({ '2.1.0': '2.1.0', '2.2.0': '2.2.0', '2.3.1': '2.3.1' }),
    ),
    requestorId: text(msg('Requestor id'), { max: 35 }),
    requestorName: text(msg('Requestor name'), { max: 40 }),
    acquirerBin: optional(
      text(msg('Acquirer BIN'), {
        max: 11,
        pattern: /^\d{6,11}$/,
        example: '400000',
        hint: msg('Six to eleven digits'),
      }),
    ),
    challenge: choice(
      msg('Challenge'),
      msg({
        no_preference: 'As the issuer decides',
        no_challenge: 'None, if it can be',
        requested: 'Requested',
        mandated: 'Always',
      }),
    ),
    exemptCurrency: optional(reference(msg('Currency of the limit'), targets.currency)),
    exemptUpToMinor: optional(
      amount(msg('No challenge up to'), {
        currencyField: 'exemptCurrency',
        hint: msg('Payments in other currencies are asked as above'),
      }),
    ),
  },
  columns: ['name', 'priority', 'merchantId', 'mode', 'challenge', 'updatedAt'],
  sort: 'priority',
  search: ['name', 'requestorName'],
  filters: ['merchantId', 'mode', 'challenge'],
  unique: [['name']],
})

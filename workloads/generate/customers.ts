import { type Random, randomOf, seedOf, Weighted } from '../random.ts'
import type { GeneratedMerchant } from './organisations.ts'

/** A customer returns with the same card. */
export interface Customer {
  readonly email: string
  readonly country: string
  readonly brand: string
  readonly first6: string
  readonly last4: string
  readonly token: string
  readonly expiryMonth: number
}

const firstNames =
  'ada ben cara dan eva finn gina hugo ida jack kate leo mia nils olga paul rosa sam tess umut vera will xenia yann zoe'.split(
    ' ',
  )
const lastNames =
  'abbott baker carter dunn ellis fisher grant hughes irving jansen kaplan lopez moreau nielsen osman parker quinn rossi singh turner ueda varga weber young zhang'.split(
    ' ',
  )
const brands = new Weighted([
  [{ brand: 'visa', first6: ['424242', '400005', '411111', '453201'] }, 56],
  [{ brand: 'mastercard', first6: ['555555', '510510', '222300', '542418'] }, 34],
  [{ brand: 'american_express', first6: ['378282', '371449'] }, 7],
  [{ brand: 'maestro', first6: ['675964'] }, 3],
])
const neighbours = ['DE', 'FR', 'NL', 'IE', 'US', 'ES', 'IT', 'SE']

/** Some customers come often, most of them once or twice. */
export function pickCustomer(
  merchant: GeneratedMerchant,
  merchantSeed: number,
  customers: number,
  random: Random,
): Customer {
  const number = Math.floor(customers * random.fraction() ** 2.2)
  return customerOf(merchant, merchantSeed, number)
}

function customerOf(merchant: GeneratedMerchant, merchantSeed: number, number: number): Customer {
  const own = randomOf(seedOf(merchantSeed, number))
  const { brand, first6 } = brands.pick(own)
  const name = `${own.pick(firstNames)}.${own.pick(lastNames)}`
  return {
    email: `${name}${number}@example.com`,
    country: own.below(10) < 8 ? merchant.country : own.pick(neighbours),
    brand,
    first6: own.pick(first6),
    last4: String(own.below(10_000)).padStart(4, '0'),
    token: `card_${hex(own.bits())}${hex(own.bits())}${hex(own.bits())}`,
    expiryMonth: 1 + own.below(12),
  }
}

const hex = (bits: number) => bits.toString(16).padStart(8, '0')

import { demoId } from '../demo/demo-id.ts'
import { demoMerchants, demoTenants } from '../demo/organisations.ts'
import { merchantIdOf, tenantIdOf } from '../demo/store-organisations.ts'
import { type Random, randomOf, seedOf } from '../random.ts'

/** A tenant that history is generated for. The list follows from the number of tenants alone: every run makes the same. */
export interface GeneratedTenant {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly timeZone: string
  readonly locale: string
  readonly currency: string
  /** Its part of all payments. */
  readonly share: number
  /** Made with the demo; only its history is generated. */
  readonly isDemo: boolean
  readonly merchants: readonly GeneratedMerchant[]
}

export interface GeneratedMerchant {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly country: string
  readonly currencies: readonly string[]
  readonly trade: Trade
  /** Its part of the tenant's payments. */
  readonly share: number
  readonly hasLive: boolean
  readonly isDemo: boolean
}

/** What a merchant sells decides how much a payment usually comes to, in units of about a euro. */
export interface Trade {
  readonly word: string
  readonly typical: number
}

export interface Place {
  readonly country: string
  readonly timeZone: string
  readonly locale: string
  readonly currency: string
}

const britain = { country: 'GB', timeZone: 'Europe/London', locale: 'en', currency: 'GBP' }
const turkey = { country: 'TR', timeZone: 'Europe/Istanbul', locale: 'tr', currency: 'TRY' }
const places: readonly Place[] = [
  { country: 'DE', timeZone: 'Europe/Berlin', locale: 'en', currency: 'EUR' },
  { country: 'US', timeZone: 'America/New_York', locale: 'en', currency: 'USD' },
  { country: 'SE', timeZone: 'Europe/Stockholm', locale: 'en', currency: 'SEK' },
  { country: 'PL', timeZone: 'Europe/Warsaw', locale: 'en', currency: 'PLN' },
  { country: 'JP', timeZone: 'Asia/Tokyo', locale: 'en', currency: 'JPY' },
  { country: 'KW', timeZone: 'Asia/Kuwait', locale: 'en', currency: 'KWD' },
  britain,
  turkey,
  { country: 'FR', timeZone: 'Europe/Paris', locale: 'en', currency: 'EUR' },
]

const tenantNames =
  'Alder Lantern Castellan Meridian Ostrava Juniper Sable Kestrel Amber Fjord Halcyon Larkspur Onyx Pelican Quarry Rowan Saffron Tamarind'.split(
    ' ',
  )
const tenantKinds = ['Acquiring', 'Pay', 'Merchant Services', 'Payments'] as const

const firstWords =
  'Amber Bright Cedar Copper Coral Dapper Elm Fern Golden Green Hazel Iron Ivory Jade Linden Little Lunar Maple Marble Misty North Oak Old Olive Opal Pearl Pine Quiet Red River Rose Royal Silver South Stone Sunny Swift Velvet West White Wild Willow'.split(
    ' ',
  )
const trades: readonly Trade[] = [
  { word: 'Books', typical: 22 },
  { word: 'Coffee', typical: 11 },
  { word: 'Bakery', typical: 9 },
  { word: 'Cycles', typical: 140 },
  { word: 'Garden', typical: 38 },
  { word: 'Outdoor', typical: 64 },
  { word: 'Furniture', typical: 420 },
  { word: 'Pharmacy', typical: 19 },
  { word: 'Toys', typical: 29 },
  { word: 'Electronics', typical: 210 },
  { word: 'Travel', typical: 540 },
  { word: 'Fashion', typical: 58 },
  { word: 'Records', typical: 26 },
  { word: 'Pets', typical: 34 },
]
/** What the demo's own merchants sell. */
const demoTrades: Readonly<Record<string, Trade>> = {
  harbour: { word: 'Books', typical: 24 },
  quayside: { word: 'Crafts', typical: 47 },
  galata: { word: 'Coffee', typical: 12 },
}

/** Falls off so that the largest of twenty has over a third of all, the smallest less than a hundredth. */
const tenantSkew = 1.25
const merchantSkew = 1.05
const maxMerchants = 48

export function organisationsOf(count: number): GeneratedTenant[] {
  const weights = Array.from({ length: count }, (_, at) => 1 / (at + 1) ** tenantSkew)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const demo = demoTenants.filter((tenant) => !tenant.isPlatform)
  return weights.map((weight, at) => {
    const tenant = demo[at]
    const merchants = Math.max(2, Math.round(maxMerchants * (weight / (weights[0] ?? 1))))
    if (tenant !== undefined) {
      const place = tenant.homeCurrency === 'TRY' ? turkey : britain
      const ready = demoMerchants.filter(
        (one) => one.tenant === tenant.slug && one.modes.length > 0,
      )
      return {
        id: tenantIdOf(tenant.slug),
        slug: tenant.slug,
        name: tenant.name,
        timeZone: tenant.timeZone,
        locale: tenant.locale,
        currency: tenant.homeCurrency,
        share: weight / sum,
        isDemo: true,
        merchants: merchantsOf(at, merchants, place, ready),
      }
    }
    return generatedTenant(at - demo.length, weight / sum, merchants)
  })
}

function generatedTenant(at: number, share: number, merchants: number): GeneratedTenant {
  const place = places[at % places.length] as Place
  const round = Math.floor(at / tenantNames.length)
  const word = tenantNames[at % tenantNames.length] as string
  const name = `${word} ${tenantKinds[at % tenantKinds.length]}${round === 0 ? '' : ` ${round + 1}`}`
  const slug = name.toLowerCase().replaceAll(' ', '-')
  return {
    id: demoId(`generated tenant ${slug}`),
    slug,
    name,
    timeZone: place.timeZone,
    locale: place.locale,
    currency: place.currency,
    share,
    isDemo: false,
    merchants: merchantsOf(at + demoTenants.length, merchants, place, []),
  }
}

function merchantsOf(
  tenantAt: number,
  count: number,
  place: Place,
  ready: readonly (typeof demoMerchants)[number][],
): GeneratedMerchant[] {
  const random = randomOf(seedOf(7, tenantAt))
  const weights = Array.from({ length: count }, (_, at) => 1 / (at + 1) ** merchantSkew)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const names = new Set<string>()
  return weights.map((weight, at) => {
    const share = weight / sum
    const known = ready[at]
    if (known !== undefined) {
      return {
        id: merchantIdOf(known.slug),
        slug: known.slug,
        name: known.name,
        country: known.country,
        currencies: known.currencies,
        trade: demoTrades[known.slug] ?? (trades[0] as Trade),
        share,
        hasLive: known.modes.includes(2),
        isDemo: true,
      }
    }
    const { name, trade } = newName(random, names)
    const slug = name.toLowerCase().replaceAll(' ', '-')
    return {
      id: demoId(`generated merchant ${tenantAt} ${slug}`),
      slug,
      name,
      country: place.country,
      currencies: place.currency === 'EUR' ? ['EUR'] : [place.currency, 'EUR'],
      trade,
      share,
      hasLive: true,
      isDemo: false,
    }
  })
}

function newName(random: Random, taken: Set<string>): { name: string; trade: Trade } {
  for (;;) {
    const trade = random.pick(trades)
    const name = `${random.pick(firstWords)} ${trade.word}`
    if (taken.has(name)) continue
    taken.add(name)
    return { name, trade }
  }
}

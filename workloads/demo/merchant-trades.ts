import type { Mode } from '@counterfoil/kit/contract/fields.ts'

/** What a demo merchant sells and to whom: the material that its history is made of. */
export interface MerchantTrade {
  readonly merchant: string
  readonly mode: Mode
  readonly payments: number
  /** Begins the number of each order. */
  readonly orderPrefix: string
  readonly currencies: readonly (readonly [currency: string, weight: number])[]
  readonly goods: readonly Good[]
  readonly postageMinor: number
  readonly customers: readonly Customer[]
  readonly countries: readonly (readonly [country: string, weight: number])[]
  /** Hours of the day, UTC, between which people buy. */
  readonly open: readonly [from: number, to: number]
  readonly cards: readonly (readonly [number: string, weight: number])[]
  readonly refundReasons: readonly string[]
  /** Orders far above the others, which wait for approval. */
  readonly wholesale?: {
    readonly amountMinor: number
    readonly description: string
    readonly email: string
  }
}

export interface Good {
  readonly name: string
  readonly priceMinor: number
}

export interface Customer {
  readonly first: string
  readonly last: string
}

const named = (names: string): Customer[] =>
  names.split(', ').map((name) => {
    const [first = '', last = ''] = name.split(' ')
    return { first, last }
  })

const readers = named(
  'Amelia Hart, Oliver Flynn, Isla Mercer, George Ashdown, Ava Pemberton, Noah Whitlock, Grace Tillman, Leo Farrow, Freya Colby, Arthur Beck, Poppy Timeline, Theo Marsh, Evie Rowntree, Jack Holloway, Ruby Stroud, Finn Barlow, Niamh Byrne, Aoife Kelly, Claire Moreau, Jonas Weber',
)
const makers = named(
  'Beth Carver, Sam Potter, Lottie Weaver, Hugh Turner, Mina Taylor, Josh Glover, Erin Tanner, Max Sawyer',
)
const drinkers = named(
  'Elif Kaya, Mehmet Demir, Zeynep Çelik, Ahmet Yılmaz, Ayşe Öztürk, Burak Aydın, Selin Arslan, Emre Doğan, Deniz Şimşek, Gül Aksoy, Oğuz Erdem, İrem Koç, Çınar Polat, Şule Güneş, Kerem Işık, Ümit Özkan, Hande Uçar, Tolga Ateş',
)

const cards = [
  ['4242424242424242', 55],
  ['5555555555554444', 26],
  ['378282246310005', 5],
] as const
const turkishCards = [...cards, ['9792030000000000', 18]] as const

const books: readonly Good[] = [
  { name: 'Paperback novel', priceMinor: 999 },
  { name: 'Hardback novel', priceMinor: 1899 },
  { name: 'Second-hand paperback', priceMinor: 350 },
  { name: 'Sea charts of the south coast', priceMinor: 2495 },
  { name: 'Field guide to shore birds', priceMinor: 1650 },
  { name: 'Picture book', priceMinor: 799 },
  { name: 'Notebook, ruled', priceMinor: 650 },
  { name: 'Signed first edition', priceMinor: 8500 },
]
const coffee: readonly Good[] = [
  { name: 'Türk kahvesi, 250 g', priceMinor: 21_500 },
  { name: 'Filtre kahve, 250 g', priceMinor: 34_900 },
  { name: 'Espresso harmanı, 1 kg', priceMinor: 112_000 },
  { name: 'Latte', priceMinor: 14_500 },
  { name: 'Flat white', priceMinor: 15_500 },
  { name: 'Bakır cezve', priceMinor: 68_000 },
  { name: 'San Sebastian cheesecake', priceMinor: 22_000 },
]
const crafts: readonly Good[] = [
  { name: 'Wool, four balls', priceMinor: 2_400 },
  { name: 'Throwing clay, 12.5 kg', priceMinor: 1_395 },
  { name: 'Carving tools', priceMinor: 5_250 },
  { name: 'Glaze set', priceMinor: 3_600 },
  { name: 'Linen thread', priceMinor: 875 },
]

const bookshop = {
  merchant: 'harbour',
  goods: books,
  postageMinor: 295,
  customers: readers,
  countries: [
    ['GB', 82],
    ['IE', 7],
    ['FR', 4],
    ['DE', 4],
    ['US', 3],
  ],
  currencies: [
    ['GBP', 88],
    ['EUR', 9],
    ['USD', 3],
  ],
  open: [7, 22],
  cards,
  refundReasons: [
    'Returned by the customer',
    'Damaged in the post',
    'Ordered twice',
    'Out of print',
  ],
} as const

const roastery = {
  merchant: 'galata',
  goods: coffee,
  postageMinor: 5_900,
  customers: drinkers,
  countries: [
    ['TR', 94],
    ['DE', 4],
    ['NL', 2],
  ],
  currencies: [['TRY', 1]],
  open: [4, 20],
  cards: turkishCards,
  refundReasons: ['Müşteri iade etti', 'Paket hasarlı geldi', 'Sipariş iptal edildi'],
} as const

export const merchantTrades: readonly MerchantTrade[] = [
  { ...bookshop, mode: 2, payments: 240, orderPrefix: 'HB-' },
  { ...bookshop, mode: 1, payments: 30, orderPrefix: 'HB-TEST-' },
  {
    ...roastery,
    mode: 2,
    payments: 180,
    orderPrefix: 'GK-',
    wholesale: {
      amountMinor: 31_250_000,
      description: 'Espresso harmanı, 280 kg; otel siparişi',
      email: 'satinalma@bogaz-otel.example',
    },
  },
  { ...roastery, mode: 1, payments: 20, orderPrefix: 'GK-TEST-' },
  {
    merchant: 'quayside',
    mode: 1,
    payments: 60,
    orderPrefix: 'QC-',
    currencies: [['GBP', 1]],
    goods: crafts,
    postageMinor: 495,
    customers: makers,
    countries: [['GB', 1]],
    open: [8, 18],
    cards,
    refundReasons: ['Testing a refund', 'Wrong colour'],
  },
]

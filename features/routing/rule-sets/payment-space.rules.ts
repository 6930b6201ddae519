import { allOf, type Box, firstAtom } from './boxes.rules.ts'
import { minutesOfWeek, spansOf } from './conditions.rules.ts'
import {
  type Condition,
  channelValues,
  healthValues,
  type ListedCondition,
  type ListedFact,
  methodValues,
  orderTypeValues,
  type RoutedFacts,
  type RuleSet,
  riskValues,
} from './rule-sets.schema.ts'

// All payments that can be, cut into atoms: of the payments in one atom no condition of the rule set tells one from
// another. So what holds of the atoms holds of all payments, however many amounts and card numbers there are.

/** What a MID takes. An empty list means all. */
export interface MidReach {
  readonly methods: readonly string[]
  readonly brands: readonly string[]
  readonly currencies: readonly string[]
  readonly capCurrency: string | null
  readonly maxAmountMinor: bigint | null
}

interface Atom {
  /** What payments of the atom have of the dimension. */
  readonly sample: Partial<RoutedFacts>
}

interface Dimension {
  readonly name: string
  readonly atoms: readonly Atom[]
}

export interface PaymentSpace {
  /** Of the conditions of one rule, or of one condition. */
  boxOf(conditions: readonly Condition[]): Box
  reachOf(mid: MidReach, part?: 'methods' | 'brands' | 'currencies' | 'amount'): Box
  /** All payments: those by card, which have a brand, and the others, which have none. */
  readonly universe: readonly Box[]
  /** One payment of a box. */
  sampleOf(box: Box): RoutedFacts
}

/** Some other value than all that are named. */
const anyOther = '*'
const noCurrencyNamed = 'XTS'

const closed: Partial<Record<ListedFact, readonly string[]>> = {
  method: methodValues,
  channel: channelValues,
  risk: riskValues,
  orderType: orderTypeValues,
}
const neverMissing: ReadonlySet<string> = new Set(['method', 'channel', 'risk'])
const ofCardsAlone: ReadonlySet<string> = new Set(['brand', 'iin', 'issuerCountry'])

const usual: RoutedFacts = {
  key: 'sample',
  currency: noCurrencyNamed,
  amountMinor: 1n,
  method: 'card',
  brand: anyOther,
  iin: '000000',
  issuerCountry: null,
  customerCountry: null,
  website: null,
  channel: 'api',
  orderType: null,
  risk: 'none',
  weekMinute: 0,
  health: {},
}

/** The largest amount that a payment can have. */
const beyondAmounts = 1_000_000_000_000

export function paymentSpace(set: RuleSet, mids: readonly MidReach[]): PaymentSpace {
  const conditions = set.rules.flatMap((rule) => rule.conditions)
  const named = (fact: ListedFact) =>
    conditions.flatMap((one) => (one.fact === fact ? (one as ListedCondition).values : []))
  const hasFact = (fact: string) => conditions.some((one) => one.fact === fact)
  const money = moneyDimension(conditions, mids)
  const dimensions: Dimension[] = [
    { name: 'money', atoms: money.map((one) => ({ sample: one.sample })) },
    listed('method', []),
    listed('brand', [...named('brand'), ...mids.flatMap(({ brands }) => brands)]),
  ]
  for (const fact of [
    'issuerCountry',
    'customerCountry',
    'website',
    'channel',
    'orderType',
    'risk',
  ] as const) {
    if (hasFact(fact)) dimensions.push(listed(fact, named(fact)))
  }
  const iins = iinSpans(conditions)
  if (hasFact('iin')) {
    const atoms = iins.map(({ from }) => ({ sample: { iin: String(from).padStart(6, '0') } }))
    dimensions.push({ name: 'iin', atoms: [...atoms, { sample: { iin: null } }] })
  }
  const times = timeSpans(conditions)
  if (hasFact('time')) {
    dimensions.push({
      name: 'time',
      atoms: times.map(({ from }) => ({ sample: { weekMinute: from } })),
    })
  }
  const watched = [
    ...new Set(conditions.flatMap((one) => (one.fact === 'health' ? [one.midId] : []))),
  ]
  for (const midId of watched) {
    dimensions.push({
      name: `health ${midId}`,
      atoms: healthValues.map((state) => ({
        sample: { health: state === 'healthy' ? {} : { [midId]: state } },
      })),
    })
  }
  const whole: Box = dimensions.map(({ atoms }) => allOf(atoms.length))
  const place = (name: string) => dimensions.findIndex((one) => one.name === name)
  const pick = (name: string, does: (sample: Partial<RoutedFacts>, at: number) => boolean): Box =>
    whole.map((all, at) => (at === place(name) ? bitsOf(dimensions[at], does) : all))
  const both = (a: Box, b: Box): Box => a.map((atoms, at) => atoms & (b[at] ?? 0n))

  const boxOfOne = (condition: Condition): Box => {
    switch (condition.fact) {
      case 'amount':
        return pick('money', (_, at) => isInAmount(money[at], condition))
      case 'iin': {
        const [from, to] = [Number(condition.from), Number(condition.to)]
        return pick('iin', (_, at) => {
          const span = iins[at]
          return span !== undefined && span.from >= from && span.to <= to + 1
        })
      }
      case 'time': {
        const spans = spansOf(condition)
        return pick('time', (_, at) => {
          const one = times[at]
          return (
            one !== undefined && spans.some((span) => one.from >= span.from && one.to <= span.to)
          )
        })
      }
      case 'health':
        return pick(`health ${condition.midId}`, ({ health }) =>
          condition.is.includes(health?.[condition.midId] ?? 'healthy'),
        )
      case 'currency':
        return pick('money', (sample) => isListed(condition, sample.currency ?? null))
      default: {
        const { fact } = condition
        return pick(fact, (sample) => isListed(condition, (sample[fact] as string | null) ?? null))
      }
    }
  }
  const includesOrAll = (list: readonly string[], one: string) =>
    list.length === 0 || list.includes(one)
  const parts = (mid: MidReach) => ({
    methods: () => pick('method', ({ method }) => includesOrAll(mid.methods, method ?? '')),
    // what is no card has no brand
    brands: () =>
      pick('brand', ({ brand }) => brand === null || includesOrAll(mid.brands, brand ?? '')),
    currencies: () =>
      pick('money', ({ currency }) => includesOrAll(mid.currencies, currency ?? '')),
    amount: () =>
      pick('money', (sample, at) => {
        const { capCurrency, maxAmountMinor } = mid
        if (maxAmountMinor === null || sample.currency !== capCurrency) return true
        return BigInt(money[at]?.from ?? 0) <= maxAmountMinor
      }),
  })
  const noCard = (sample: Partial<RoutedFacts>, name: string) =>
    sample[name as 'brand' | 'iin' | 'issuerCountry'] === null
  const cards = dimensions
    .filter(({ name }) => ofCardsAlone.has(name))
    .reduce(
      (box, { name }) =>
        both(
          box,
          // the country of an issuer may be unknown
          pick(name, (sample) => name === 'issuerCountry' || !noCard(sample, name)),
        ),
      pick('method', ({ method }) => method === 'card'),
    )
  const others = dimensions
    .filter(({ name }) => ofCardsAlone.has(name))
    .reduce(
      (box, { name }) =>
        both(
          box,
          pick(name, (sample) => noCard(sample, name)),
        ),
      pick('method', ({ method }) => method !== 'card'),
    )
  return {
    universe: [cards, others],
    boxOf: (some) => some.map(boxOfOne).reduce(both, whole),
    reachOf(mid, part) {
      const each = parts(mid)
      if (part !== undefined) return each[part]()
      return Object.values(each)
        .map((one) => one())
        .reduce(both, whole)
    },
    sampleOf(box) {
      const samples = dimensions.map(
        ({ atoms }, at) => atoms[firstAtom(box[at] ?? 0n)]?.sample ?? {},
      )
      const health = Object.assign({}, ...samples.map((one) => one.health ?? {}))
      const sample: RoutedFacts = { ...usual, ...Object.assign({}, ...samples), health }
      return sample.method === 'card' ? sample : { ...sample, brand: null, iin: null }
    },
  }
}

function listed(fact: ListedFact, values: readonly string[]): Dimension {
  const all = closed[fact] ?? [...new Set(values), anyOther]
  const whole: readonly (string | null)[] = neverMissing.has(fact) ? all : [...all, null]
  return { name: fact, atoms: whole.map((value) => ({ sample: { [fact]: value } })) }
}

const isListed = ({ values, isNot }: ListedCondition, value: string | null): boolean =>
  value !== null && values.includes(value) !== isNot

function bitsOf(
  dimension: Dimension | undefined,
  does: (sample: Partial<RoutedFacts>, at: number) => boolean,
): bigint {
  let bits = 0n
  for (const [at, { sample }] of (dimension?.atoms ?? []).entries()) {
    if (does(sample, at)) bits |= 1n << BigInt(at)
  }
  return bits
}

interface MoneyAtom {
  readonly currency: string
  /** The end is not included. */
  readonly from: number
  readonly to: number
  readonly sample: Pick<RoutedFacts, 'currency' | 'amountMinor'>
}

type AmountCondition = Extract<Condition, { fact: 'amount' }>

/** Amounts mean something in their currency alone, so that both are one dimension. */
function moneyDimension(conditions: readonly Condition[], mids: readonly MidReach[]): MoneyAtom[] {
  const amounts = conditions.filter((one): one is AmountCondition => one.fact === 'amount')
  const currencies = new Set([
    ...amounts.map(({ currency }) => currency),
    ...conditions.flatMap((one) => (one.fact === 'currency' ? one.values : [])),
    ...mids.flatMap((mid) => mid.currencies),
    ...mids.flatMap(({ capCurrency }) => (capCurrency === null ? [] : [capCurrency])),
  ])
  const named = [...currencies].flatMap((currency) => {
    const cuts = [
      ...amounts
        .filter((one) => one.currency === currency)
        .flatMap(({ min, max }) => [min ?? 1, (max ?? beyondAmounts) + 1]),
      ...mids
        .filter((one) => one.capCurrency === currency && one.maxAmountMinor !== null)
        .map(({ maxAmountMinor }) => Number(maxAmountMinor) + 1),
    ]
    return spansBetween(cuts, 1, beyondAmounts).map((span) => ({ currency, ...span }))
  })
  const other = currencies.has(noCurrencyNamed) ? 'XXX' : noCurrencyNamed
  return [...named, { currency: other, from: 1, to: beyondAmounts }].map((one) => ({
    ...one,
    sample: { currency: one.currency, amountMinor: BigInt(one.from) },
  }))
}

const isInAmount = (atom: MoneyAtom | undefined, { currency, min, max }: AmountCondition) =>
  atom !== undefined &&
  atom.currency === currency &&
  atom.from >= (min ?? 0) &&
  (max === null || atom.from <= max)

const iinSpans = (conditions: readonly Condition[]) =>
  spansBetween(
    conditions.flatMap((one) => (one.fact === 'iin' ? [Number(one.from), Number(one.to) + 1] : [])),
    0,
    1_000_000,
  )

const timeSpans = (conditions: readonly Condition[]) =>
  spansBetween(
    conditions.flatMap((one) =>
      one.fact === 'time' ? spansOf(one).flatMap(({ from, to }) => [from, to]) : [],
    ),
    0,
    minutesOfWeek,
  )

/** The parts into which some cuts cut what lies from `from` to before `to`. */
function spansBetween(cuts: readonly number[], from: number, to: number) {
  const inside = [...new Set([from, ...cuts.filter((cut) => cut > from && cut < to)])]
  const sorted = inside.toSorted((a, b) => a - b)
  return sorted.map((start, at) => ({ from: start, to: sorted[at + 1] ?? to }))
}

import type { AskedChange, LimitKind, RequestKind } from './channel-requests.schema.ts'

// What a request of a merchant says, and what of a MID changes when it is approved.

type Change = Omit<AskedChange, 'reason'>
type Field = Exclude<keyof Change, 'kind'>

const needed: Readonly<Record<RequestKind, readonly Field[]>> = {
  open: ['method', 'currency'],
  limit: ['midId', 'limitOf', 'currency'],
  schedule: ['midId'],
  descriptor: ['midId', 'descriptor'],
}
/** May be empty, which means something: no limit, always open. */
const possible: Readonly<Record<RequestKind, readonly Field[]>> = {
  open: [],
  limit: ['amount'],
  schedule: ['activeFrom', 'activeUntil'],
  descriptor: [],
}

export interface ChangeFault {
  readonly field: Field
  readonly code: 'needed' | 'not_asked' | 'ends_before'
}

/** What is wrong with a request by itself; undefined: nothing. */
export function faultOf(change: Change): ChangeFault | undefined {
  const fields = Object.keys(change).filter((name) => name in noChange) as Field[]
  for (const field of fields) {
    const isEmpty = change[field] === null
    if (isEmpty && needed[change.kind].includes(field)) return { field, code: 'needed' }
    const isUsed = [...needed[change.kind], ...possible[change.kind]].includes(field)
    if (!isEmpty && !isUsed) return { field, code: 'not_asked' }
  }
  const { activeFrom, activeUntil } = change
  const isBackwards = activeFrom !== null && activeUntil !== null && activeUntil <= activeFrom
  return isBackwards ? { field: 'activeUntil', code: 'ends_before' } : undefined
}

export const noChange: Readonly<Record<Field, null>> = {
  ...{ midId: null, method: null, currency: null, limitOf: null, amount: null },
  ...{ activeFrom: null, activeUntil: null, descriptor: null },
}

/** What is known of a MID, as its page has it. */
export interface MidTerms {
  readonly methods: readonly string[]
  readonly currencies: readonly string[]
  readonly capCurrency: string | null
  readonly maxAmountMinor: bigint | number | null
  readonly dailyCapMinor: bigint | number | null
  readonly monthlyCapMinor: bigint | number | null
}

const limitFields = {
  payment: 'maxAmountMinor',
  day: 'dailyCapMinor',
  month: 'monthlyCapMinor',
} as const satisfies Record<LimitKind, keyof MidTerms>

/** Limits of a MID have one currency: the request cannot bring a second one. */
export function isOtherCurrency(
  mid: MidTerms,
  { limitOf, currency }: Pick<Change, 'limitOf' | 'currency'>,
): boolean {
  if (mid.capCurrency === null || mid.capCurrency === currency) return false
  return Object.entries(limitFields).some(([of, field]) => of !== limitOf && mid[field] !== null)
}

/** An empty list means all. */
const withOne = (all: readonly string[], one: string | null): readonly string[] =>
  all.length === 0 || one === null || all.includes(one) ? all : [...all, one]

export const takes = (
  mid: Pick<MidTerms, 'methods' | 'currencies'>,
  { method, currency }: Pick<Change, 'method' | 'currency'>,
): boolean =>
  withOne(mid.methods, method) === mid.methods &&
  withOne(mid.currencies, currency) === mid.currencies

/** The fields of a MID that change when the request is approved. */
export function changeOf(change: Change, mid: MidTerms): Readonly<Record<string, unknown>> {
  switch (change.kind) {
    case 'open':
      return {
        methods: withOne(mid.methods, change.method),
        currencies: withOne(mid.currencies, change.currency),
      }
    case 'limit': {
      const field = limitFields[change.limitOf ?? 'payment']
      const limits = { ...mid, [field]: change.amount }
      const hasLimit = Object.values(limitFields).some((one) => limits[one] !== null)
      return { [field]: change.amount, capCurrency: hasLimit ? change.currency : null }
    }
    case 'schedule':
      return { activeFrom: change.activeFrom, activeUntil: change.activeUntil }
    case 'descriptor':
      return { descriptor: change.descriptor }
  }
}

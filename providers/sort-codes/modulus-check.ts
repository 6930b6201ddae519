// Modulus checking of the United Kingdom: whether a bank could have given out an account number under a sort code.
// By Pay.UK's "Validating account numbers"; the letters u to h are its names of the 14 digits.

export interface WeightRow {
  readonly from: number
  readonly to: number
  readonly method: 'MOD10' | 'MOD11' | 'DBLAL'
  /** One for each digit of the sort code and the account number. */
  readonly weights: readonly number[]
  readonly exception: number
}

/** As Pay.UK publishes it: the weights of ranges of sort codes, and sort codes that are checked as another one. */
export interface ModulusTable {
  readonly rows: readonly WeightRow[]
  readonly substitutes: ReadonlyMap<string, string>
}

const [a, b, c, g, h] = [6, 7, 8, 12, 13]

/** Of two checks, one that passes is enough where these stand together. */
const eitherOf: ReadonlySet<number> = new Set([2, 9, 10, 11, 12, 13])

/** Whether they fit. A sort code that is in no range cannot be checked, and is taken to fit. */
export function fitsSortCode(
  { rows, substitutes }: ModulusTable,
  sortCode: string,
  accountNumber: string,
): boolean {
  const code = Number(sortCode)
  const checks = rows.filter(({ from, to }) => from <= code && code <= to)
  const [first, second] = checks
  if (first === undefined) return true
  const digits = digitsOf(sortCode + accountNumber)
  if (isForeignCurrency(first, digits)) return true
  const passes = (row: WeightRow) => passesCheck(row, digits, substitutes)
  if (first.exception === 14) return passes(first) || passesShifted(first, digits, substitutes)
  if (second === undefined || isSecondLeftOut(second, digits)) return passes(first)
  return eitherOf.has(first.exception) && eitherOf.has(second.exception)
    ? passes(first) || passes(second)
    : passes(first) && passes(second)
}

const digitsOf = (text: string): number[] => [...text].map(Number)
const at = (digits: readonly number[], position: number): number => digits[position] ?? 0

/** Exception 6: numbers of accounts in other currencies follow no rule. */
const isForeignCurrency = ({ exception }: WeightRow, digits: readonly number[]): boolean =>
  exception === 6 && at(digits, a) >= 4 && at(digits, a) <= 8 && at(digits, g) === at(digits, h)

/** Exception 3: the second check is not carried out. */
const isSecondLeftOut = ({ exception }: WeightRow, digits: readonly number[]): boolean =>
  exception === 3 && (at(digits, c) === 6 || at(digits, c) === 9)

/** Exception 14: a number of seven digits may have a digit of another kind behind it. */
function passesShifted(
  row: WeightRow,
  digits: readonly number[],
  substitutes: ModulusTable['substitutes'],
): boolean {
  if (![0, 1, 9].includes(at(digits, h))) return false
  return passesCheck(row, [...digits.slice(0, a), 0, ...digits.slice(a, h)], substitutes)
}

function passesCheck(
  row: WeightRow,
  given: readonly number[],
  substitutes: ModulusTable['substitutes'],
): boolean {
  const digits = [...checkedSortCode(row, given, substitutes), ...given.slice(a)]
  const weights = weightsFor(row, digits)
  const products = digits.map((digit, position) => digit * at(weights, position))
  if (row.method !== 'DBLAL') {
    const total = products.reduce((sum, one) => sum + one, 0)
    const divisor = row.method === 'MOD11' ? 11 : 10
    // some weights are below zero
    return remainderPasses(row, ((total % divisor) + divisor) % divisor, digits)
  }
  // exception 1 puts the number 580149 of the institution before the sort code
  const total = products.reduce((sum, one) => sum + Math.floor(one / 10) + (one % 10), 0)
  return remainderPasses(row, (row.exception === 1 ? total + 27 : total) % 10, digits)
}

/** Exceptions 5, 8 and 9: the check is of another sort code. */
function checkedSortCode(
  { exception }: WeightRow,
  digits: readonly number[],
  substitutes: ModulusTable['substitutes'],
): readonly number[] {
  const own = digits.slice(0, a)
  if (exception === 5) return digitsOf(substitutes.get(own.join('')) ?? own.join(''))
  if (exception === 8) return digitsOf('090126')
  return exception === 9 ? digitsOf('309634') : own
}

/** Exceptions 2, 7 and 10: some numbers have weights of their own. */
function weightsFor(
  { exception, weights }: WeightRow,
  digits: readonly number[],
): readonly number[] {
  const isNine = at(digits, g) === 9
  const fromC = [0, 0, 0, 0, 0, 0, 0, 0, ...weights.slice(c)]
  if (exception === 7 && isNine) return fromC
  if (exception === 10 && isNine) {
    const isOther = at(digits, b) === 9 && (at(digits, a) === 0 || at(digits, a) === 9)
    return isOther ? fromC : weights
  }
  if (exception !== 2 || at(digits, a) === 0) return weights
  return isNine
    ? [0, 0, 0, 0, 0, 0, 0, 0, 8, 7, 10, 9, 3, 1]
    : [0, 0, 1, 2, 5, 3, 6, 4, 8, 7, 10, 9, 3, 1]
}

/** Exceptions 4 and 5: the remainder stands in the number itself. */
function remainderPasses(
  { exception, method }: WeightRow,
  remainder: number,
  digits: readonly number[],
): boolean {
  if (exception === 4) return remainder === at(digits, g) * 10 + at(digits, h)
  if (exception !== 5) return remainder === 0
  if (method === 'DBLAL') return (10 - remainder) % 10 === at(digits, h)
  return remainder === 1 ? false : (11 - remainder) % 11 === at(digits, g)
}

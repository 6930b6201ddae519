type Values = Readonly<Record<string, unknown>>

const outcomes = ['flag', 'review', 'block']

/** Whether a rule with these values stops anything less than with those that it has, or may: then others confirm it. */
export function isWeaker(values: Values, than: Values): boolean {
  const [is, was] = [read(values), read(than)]
  return [
    // what looks at something else cannot be compared
    is.rule !== was.rule || is.currency !== was.currency,
    outcomes.indexOf(is.outcome) < outcomes.indexOf(was.outcome),
    isAbove(is.threshold, was.threshold) || isAbove(is.amountMinor, was.amountMinor),
    // without one of its own it has that of the organisation
    is.windowS !== was.windowS &&
      (is.windowS === null || was.windowS === null || is.windowS < was.windowS),
    was.counted === 'tenant' && is.counted !== 'tenant',
    was.ifMissing === 'apply' && is.ifMissing !== 'apply',
    was.countries.some((country) => !is.countries.includes(country)),
    // empty: all
    is.merchantId !== null && is.merchantId !== was.merchantId,
    is.mode !== null && is.mode !== was.mode,
  ].some(Boolean)
}

function read(values: Values) {
  const of = (name: string) => values[name] ?? null
  const numberOf = (name: string) => (of(name) === null ? null : Number(of(name)))
  return {
    ...{ rule: of('rule'), currency: of('currency'), merchantId: of('merchantId') },
    ...{ counted: of('counted'), ifMissing: of('ifMissing') },
    mode: of('mode') === null ? null : String(of('mode')),
    outcome: String(of('outcome')),
    threshold: numberOf('threshold'),
    amountMinor: numberOf('amountMinor'),
    windowS: numberOf('windowS'),
    countries: (of('countries') ?? []) as string[],
  }
}

/** A limit that is gone is above every other. */
function isAbove(limit: number | null, than: number | null): boolean {
  if (than === null) return false
  return limit === null || limit > than
}

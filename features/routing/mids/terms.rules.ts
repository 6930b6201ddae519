// The terms of an authorisation: the 3-D Secure request, and parameters for the acquirer.

/** The parameters of an EMV 3-D Secure request. */
interface ThreeDsRequest {
  readonly protocolVersion: string
  readonly requestorId: string
  readonly requestorName: string
  readonly acquirerBin: string | null
  readonly challenge: 'no_preference' | 'no_challenge' | 'requested' | 'mandated'
}

/** An active 3-D Secure setting. */
export interface Mpi extends ThreeDsRequest {
  readonly name: string
  readonly priority: number
  /** Null: both modes. */
  readonly mode: number | null
  /** An empty list means all. */
  readonly brands: readonly string[]
  readonly currencies: readonly string[]
  readonly exemptCurrency: string | null
  readonly exemptUpToMinor: bigint | null
}

/** An active default; null means all. */
export interface DefaultParameter {
  readonly name: string
  readonly value: string
  readonly merchantId: string | null
  readonly provider: string | null
  readonly channel: string | null
}

export interface Terms {
  /** Null: the acquirer decides. */
  readonly threeDs: ThreeDsRequest | null
  /** Asked for small amounts, where the 3-D Secure setting exempts them. */
  readonly exemption: 'low_value' | null
  /** The defaults of the merchant and the channel, before those of a provider are selected. */
  readonly parameters: readonly DefaultParameter[]
}

interface TermedOrder {
  readonly mode: number
  /** Null for other methods. */
  readonly brand: string | null
  readonly currency: string
  readonly amountMinor: bigint
  readonly channel: string
}

export function termsOf(
  order: TermedOrder,
  settings: { readonly mpis: readonly Mpi[]; readonly parameters: readonly DefaultParameter[] },
): Terms {
  const mpi = mpiFor(order, settings.mpis)
  const isExempt = mpi !== undefined && exempts(mpi, order)
  return {
    threeDs: mpi === undefined ? null : threeDsOf(mpi, isExempt),
    exemption: isExempt ? 'low_value' : null,
    parameters: parametersFor(order.channel, settings.parameters),
  }
}

/** The defaults for payments by this channel. */
const parametersFor = (channel: string, all: readonly DefaultParameter[]) =>
  all.filter((one) => one.channel === null || one.channel === channel)

/** The first setting that is of such an order. */
function mpiFor(order: TermedOrder, mpis: readonly Mpi[]): Mpi | undefined {
  const { brand } = order
  if (brand === null) return undefined
  const includesOrAll = (list: readonly string[], one: string) =>
    list.length === 0 || list.includes(one)
  return mpis
    .filter(
      (one) =>
        (one.mode === null || one.mode === order.mode) &&
        includesOrAll(one.brands, brand) &&
        includesOrAll(one.currencies, order.currency),
    )
    .toSorted((a, b) => a.priority - b.priority || a.name.localeCompare(b.name, 'en'))
    .at(0)
}

const exempts = (
  { exemptUpToMinor, exemptCurrency }: Mpi,
  { currency, amountMinor }: TermedOrder,
): boolean =>
  exemptUpToMinor !== null && currency === exemptCurrency && amountMinor <= exemptUpToMinor

function threeDsOf(mpi: Mpi, isExempt: boolean): ThreeDsRequest {
  const { protocolVersion, requestorId, requestorName, acquirerBin } = mpi
  const challenge = isExempt ? 'no_challenge' : mpi.challenge
  return { protocolVersion, requestorId, requestorName, acquirerBin, challenge }
}

/** The parameters of one provider by name. The most specific applies: by merchant, then provider, then channel. */
export function parametersAt(
  provider: string,
  parameters: readonly DefaultParameter[],
): Readonly<Record<string, string>> {
  const particular = (one: DefaultParameter) =>
    (one.merchantId === null ? 0 : 4) +
    (one.provider === null ? 0 : 2) +
    (one.channel === null ? 0 : 1)
  const fitting = parameters
    .filter((one) => one.provider === null || one.provider === provider)
    .toSorted((a, b) => particular(a) - particular(b))
  return Object.fromEntries(fitting.map(({ name, value }) => [name, value]))
}

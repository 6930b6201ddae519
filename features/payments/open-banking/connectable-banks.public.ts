import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import type { ConnectableBank } from './open-banking.schema.ts'

/** The sandbox's banks move no money: Live has them in the demo alone. */
export function banksFor(
  { banks, hasSandboxInLive }: Pick<Providers, 'banks' | 'hasSandboxInLive'>,
  mode: Mode,
  /** Those alone at which somebody can pay in it. */
  currency?: string,
): ConnectableBank[] {
  return [...banks.values()]
    .filter(({ isSandbox }) => (mode === 1 ? isSandbox : !isSandbox || hasSandboxInLive))
    .filter(({ currencies }) => currency === undefined || currencies.includes(currency))
    .map(({ id, name, isSandbox }) => ({ id, name, isSandbox }))
}

import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import type { ConnectableBank } from './open-banking.schema.ts'

/** The sandbox's banks move no money: Live has them in the demo alone. */
export function banksFor(
  { banks, hasSandboxInLive }: Pick<Providers, 'banks' | 'hasSandboxInLive'>,
  mode: Mode,
): ConnectableBank[] {
  return [...banks.values()]
    .filter(({ isSandbox }) => (mode === 1 ? isSandbox : !isSandbox || hasSandboxInLive))
    .map(({ id, name, isSandbox }) => ({ id, name, isSandbox }))
}

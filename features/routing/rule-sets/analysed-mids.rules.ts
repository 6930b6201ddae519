import type { KnownAcquirers, Mid } from '@counterfoil/features/routing/mids/routing.rules.ts'
import type { AnalysedMid, DeadBecause } from './analysis.rules.ts'

/** Why a MID takes no payment of a mode at all; null: it takes some. */
export function deadBecause(
  mid: Mid,
  of: { readonly mode: number; readonly at: Date },
  acquirers: KnownAcquirers,
  switchedOff: ReadonlySet<string>,
): DeadBecause | null {
  const acquirer = acquirers.get(mid.provider)
  if (mid.mode !== of.mode) return 'mode'
  if (!mid.isActive) return 'off'
  if (mid.activeUntil !== null && of.at >= mid.activeUntil) return 'over'
  if (switchedOff.has(`service_provider:${mid.provider}`)) return 'provider_off'
  const isConnected = acquirer !== undefined && (of.mode !== 1 || acquirer.isSandbox)
  return isConnected ? null : 'not_connected'
}

/** A merchant's MIDs as the analysis of its rules looks at them. */
export const analysedMids = (
  mids: readonly Mid[],
  of: { readonly mode: number; readonly at: Date },
  acquirers: KnownAcquirers,
  switchedOff: ReadonlySet<string>,
): AnalysedMid[] =>
  mids.map((mid) => ({
    ...{ id: mid.id, midCode: mid.midCode, methods: mid.methods, brands: mid.brands },
    ...{ currencies: mid.currencies, capCurrency: mid.capCurrency },
    maxAmountMinor: mid.maxAmountMinor,
    dead: deadBecause(mid, of, acquirers, switchedOff),
    hasCost: mid.costBasisPoints !== null || mid.costFixedMinor !== null,
  }))

import { findTenantZone } from '@counterfoil/features/reporting/figures/figures.public.ts'
import { listMids, readVolumes } from '@counterfoil/features/routing/mids/routing.public.ts'
import type { Mid, MidVolume } from '@counterfoil/features/routing/mids/routing.rules.ts'
import { deadBecause } from '@counterfoil/features/routing/rule-sets/analysed-mids.rules.ts'
import { byPriority } from '@counterfoil/features/routing/rule-sets/choose-route.rules.ts'
import { localDay } from '@counterfoil/kit/contract/calendar-days.ts'
import { modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import { listSwitchedOff } from '@counterfoil/kit/database/lists.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { listMerchantMids, type MerchantMid } from './merchant-mids.contract.ts'

export const routes = (providers: Providers): Route[] => [
  route(listMerchantMids, async (_input, { db, caller, mode, now }) => {
    const { merchantId, tenantId } = caller
    if (merchantId === null) throw notFound('The merchant')
    const [all, off, timeZone] = await Promise.all([
      listMids(db, merchantId),
      listSwitchedOff(db, tenantId),
      findTenantZone(db, tenantId),
    ])
    const mids = all.filter((mid) => mid.mode === mode).toSorted(byPriority)
    const currencies = [...new Set(mids.flatMap(({ capCurrency }) => capCurrency ?? []))]
    const day = localDay(now, timeZone ?? 'UTC')
    const volumes = await Promise.all(
      currencies.map((currency) => readVolumes(db, mids, currency, day)),
    )
    const volumeOf = new Map(volumes.flatMap((one) => [...one]))
    const offOf = (list: string) =>
      [...off].flatMap((one) => (one.startsWith(`${list}:`) ? one.slice(list.length + 1) : []))
    return {
      mode: modeNameOf(mode),
      methodsOff: offOf('payment_method').sort(),
      currenciesOff: offOf('currency').sort(),
      mids: mids.map((mid) => {
        const dead = deadBecause(mid, { mode, at: now }, providers.acquirers, off)
        const isEarly = mid.activeFrom !== null && now < mid.activeFrom
        const state = dead ?? (isEarly ? 'scheduled' : 'open')
        return viewOf(mid, state as MerchantMid['state'], volumeOf.get(mid.id))
      }),
    }
  }),
]

function viewOf(
  mid: Mid,
  state: MerchantMid['state'],
  volume: MidVolume = { dayMinor: 0n, monthMinor: 0n },
): MerchantMid {
  const limit = (most: bigint | null, used: bigint | null) =>
    most === null ? null : { most: Number(most), used: used === null ? null : Number(used) }
  return {
    ...{ id: mid.id, midCode: mid.midCode, provider: mid.provider, priority: mid.priority },
    methods: [...mid.methods],
    brands: [...mid.brands],
    currencies: [...mid.currencies],
    ...{ descriptor: mid.descriptor, state },
    activeFrom: mid.activeFrom?.toISOString() ?? null,
    activeUntil: mid.activeUntil?.toISOString() ?? null,
    limitCurrency: mid.capCurrency,
    largest: limit(mid.maxAmountMinor, null),
    day: limit(mid.dailyCapMinor, volume.dayMinor),
    month: limit(mid.monthlyCapMinor, volume.monthMinor),
  }
}

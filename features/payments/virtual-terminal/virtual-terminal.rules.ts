import type { OrderType } from '@counterfoil/features/payments/processing/payments.schema.ts'
import type { AskedUse } from '@counterfoil/features/payments/stored-cards/stored-cards.rules.ts'
import type { KnownAcquirers, Mid } from '@counterfoil/features/routing/mids/routing.rules.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'

/** Whether a merchant's payments of a mode can go to sandbox acquirers alone; a merchant without MIDs has none to say so of. */
export function isSandboxAlone(
  mids: readonly Pick<Mid, 'provider' | 'mode' | 'isActive'>[],
  mode: number,
  acquirers: KnownAcquirers,
): boolean {
  const used = mids.filter((mid) => mid.isActive && mid.mode === mode)
  return used.length > 0 && used.every((mid) => acquirers.get(mid.provider)?.isSandbox === true)
}

interface Paying {
  readonly token?: string | undefined
  readonly storedCard?: (AskedUse & { readonly id: string }) | undefined
  readonly orderType?: OrderType | undefined
}

type OneCard =
  | { readonly token: string; readonly storedCard?: undefined }
  | { readonly token?: undefined; readonly storedCard: AskedUse & { readonly id: string } }

/** The card that was typed or the stored one, and not both. */
export function requireOneCard({ token, storedCard }: Paying): OneCard {
  if (token !== undefined && storedCard === undefined) return { token }
  if (token === undefined && storedCard !== undefined) return { storedCard }
  const message = 'A payment is taken with the card that was typed or with a stored one'
  throw new Problem('virtual_terminal.one_card', 400, message, { path: 'token' })
}

/** How the order came; undefined where the merchant takes the payment without the customer. */
export function howItCame({ storedCard, orderType }: Paying): OrderType | undefined {
  const isByMerchant = storedCard?.initiator === 'merchant'
  if (isByMerchant === (orderType === undefined)) return orderType
  const message = isByMerchant
    ? 'The merchant takes this payment: no order came'
    : 'Say whether the order came by mail or by telephone'
  const code = isByMerchant ? 'virtual_terminal.no_order' : 'virtual_terminal.order_type'
  throw new Problem(code, 400, message, { path: 'orderType' })
}

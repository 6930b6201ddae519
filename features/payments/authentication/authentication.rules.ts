import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Exemption, PageBrowser, PayerBrowser, ThreeDSecure } from './authentication.schema.ts'

/** What an acquirer's answer says of the authentication, if anything. */
export interface Authenticated {
  readonly result: string
  readonly threeDSecure?: ThreeDSecure
  readonly authenticationValue?: string
}

/** What is known of an authentication, as it is stored. */
export interface SealedAuthentication {
  readonly threeDSecure: ThreeDSecure
  /** Null: there is none. */
  readonly sealedProof: string | null
}

/**
 * What is known of a payment's authentication after an answer. An exemption that was refused stays with the payment when the
 * payer has confirmed it after all.
 */
export function authenticationAfter(
  before: ThreeDSecure | null,
  { threeDSecure }: Authenticated,
): ThreeDSecure | null {
  if (threeDSecure === undefined) return before
  return { ...threeDSecure, exemption: threeDSecure.exemption ?? before?.exemption ?? null }
}

/**
 * Whether an acquirer's notice leaves out how an authorisation was authenticated, or the proof of it. Notices go through
 * many hands, so that acquirers hand out the proof on request alone.
 */
export function lacksAuthentication(
  { method }: { readonly method: string },
  { result, threeDSecure, authenticationValue }: Authenticated,
): boolean {
  if (method !== 'card' || (result !== 'approved' && result !== 'declined')) return false
  if (threeDSecure === undefined) return true
  const { outcome } = threeDSecure
  const isProven = outcome === 'authenticated' || outcome === 'attempted'
  return isProven && authenticationValue === undefined
}

const depths = [48, 32, 24, 16, 15, 8, 4, 1] as const

/** A payer's browser as an acquirer is sent it. */
export type BrowserData = Omit<PayerBrowser, 'colorDepth'> & {
  readonly colorDepth: (typeof depths)[number] | undefined
}

/** Browsers say 30 too, of which 3-D Secure knows nothing: the next lower one stands for it. */
const knownDepth = (depth: number | undefined): BrowserData['colorDepth'] =>
  depth === undefined ? undefined : depths.find((one) => one <= depth)

export const browserOf = ({ colorDepth, ...browser }: PayerBrowser): BrowserData => ({
  ...browser,
  colorDepth: knownDepth(colorDepth),
})

/** The browser in which a page of ours is: the page's own findings, and what came with its request. */
export const browserAtPage = (
  page: PageBrowser,
  { headers, ip }: { readonly headers: Readonly<Record<string, unknown>>; readonly ip: string },
): BrowserData =>
  browserOf({
    ...page,
    acceptHeader: headerText(headers.accept),
    userAgent: headerText(headers['user-agent']),
    javaScriptEnabled: true,
    ip,
  })

const headerText = (value: unknown) => String(value ?? '*/*').slice(0, 2048)

/** Throws where no exemption can be asked for: of no card, or when the card is to be stored, which the payer confirms. */
export function requireExemptible(
  { method, storing }: { readonly method: { readonly type: string }; readonly storing: boolean },
  exemption: Exemption | undefined,
): void {
  if (exemption === undefined || (method.type === 'card' && !storing)) return
  const [code, text] = storing
    ? ([
        'exemption.not_when_storing',
        'A card is stored with a payment that its payer confirms',
      ] as const)
    : (['exemption.no_card', 'Payments by card alone are authenticated'] as const)
  throw new Problem(code, 400, text, { path: 'exemption' })
}

interface Scoped {
  readonly orderType: string | null
  readonly initiator: string | null
  readonly credentialUse: string | null
  readonly method: string
}

/**
 * What an acquirer is asked for instead of an authentication. Orders by mail or telephone and what the merchant takes are out
 * of scope whatever was asked; where the settings mandate a confirmation, no exemption is asked for.
 */
export function exemptionFor(
  { orderType, initiator, credentialUse, method }: Scoped,
  challenge: string | undefined,
  asked: Exemption | undefined,
): NonNullable<ThreeDSecure['exemption']>['asked'] | undefined {
  if (method !== 'card') return undefined
  if (initiator === 'merchant') return 'merchant_initiated'
  if (orderType !== null) return 'moto'
  return challenge === 'mandated' || credentialUse === 'first' ? undefined : asked
}

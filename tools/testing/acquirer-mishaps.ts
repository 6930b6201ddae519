// What goes wrong with every request to the sandbox acquirers.
import type { Acquirer, AcquirerAnswer } from '@counterfoil/providers/acquirers/acquirer.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { withAcquirer } from './payments.ts'

type Ask<Request> = (request: Request, signal: AbortSignal) => Promise<AcquirerAnswer>

/** The connection is reset, before the acquirer acts or after it. */
export function losing(providers: Providers, acts: boolean): Providers {
  return withAsking(providers, (ask) => async (request, signal) => {
    if (acts) await ask(request, signal)
    throw new Error('the connection was reset')
  })
}

/** A fault of ours in an adapter: whether the request went out is not known. */
export function throwing(providers: Providers): Providers {
  return withAsking(providers, (ask) => async (request, signal) => {
    await ask(request, signal)
    throw new TypeError('undefined is not a function')
  })
}

/** Refuses everything without any effect. */
export function refusing(providers: Providers): Providers {
  const failed = { result: 'failed', code: 'out_of_order', text: 'Out of order' } as const
  return withAsking(providers, () => async () => failed)
}

export function withAsking(
  providers: Providers,
  change: <Request>(ask: Ask<Request>) => Ask<Request>,
): Providers {
  const changed = (acquirer: Acquirer): Partial<Acquirer> => ({
    authorise: change(acquirer.authorise),
    increment: acquirer.increment && change(acquirer.increment),
    capture: change(acquirer.capture),
    void: change(acquirer.void),
    refund: change(acquirer.refund),
    reverse: change(acquirer.reverse),
    payout: change(acquirer.payout),
  })
  const alpha = withAcquirer(providers, 'sandbox_alpha', changed)
  return withAcquirer(alpha, 'sandbox_beta', changed)
}

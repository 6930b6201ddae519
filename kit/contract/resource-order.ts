import type { Text } from '@counterfoil/kit/contract/texts.ts'
import { z } from 'zod'
import { type Endpoint, endpoint } from './endpoint.ts'

type None = Record<never, never>

/** Puts the parts of one record in another order. */
export type OrderCall = Endpoint<
  None,
  None,
  { readonly ids: readonly string[] },
  { changed: number }
>

export const orderCall = (about: {
  readonly of: { readonly id: string; readonly many: Text }
  readonly path: string
  readonly permission: readonly string[]
  readonly refreshes: readonly string[]
  readonly ids: z.ZodArray<z.ZodString | z.ZodUUID>
}): OrderCall =>
  endpoint({
    id: `${about.of.id}.order`,
    method: 'PUT',
    path: `${about.path}/order`,
    permission: about.permission,
    refreshes: about.refreshes,
    summary: `Puts the ${about.of.many.en.toLowerCase()} of one record in this order`,
    body: z.strictObject({ ids: about.ids }),
    answer: z.object({ changed: z.int() }),
  })

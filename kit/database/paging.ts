import type { SelectQueryBuilder } from 'kysely'

/** The part of a list that a page shows. */
export interface Part {
  readonly limit: number
  readonly offset: number
}

/** How many rows a query finds that selects nothing yet. */
export async function countRows<T, Tables extends keyof T>(
  query: SelectQueryBuilder<T, Tables, object>,
): Promise<number> {
  const { count } = await query
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .$castTo<{ count: bigint }>()
    .executeTakeFirstOrThrow()
  return Number(count)
}

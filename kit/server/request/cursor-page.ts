/** A page of what was found with one more row than it holds, which shows whether there is a next one. */
export function pageOf<One extends { readonly id: string }>(
  found: readonly One[],
  limit: number,
  cursor: string | undefined,
) {
  const data = found.slice(0, limit)
  const hasMore = found.length > data.length
  const isAll = !hasMore && cursor === undefined
  return {
    data,
    count: isAll ? data.length : null,
    ...(isAll ? {} : { countAtLeast: found.length }),
    nextCursor: hasMore ? (data.at(-1)?.id ?? null) : null,
  }
}

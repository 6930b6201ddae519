import { Problem } from '@counterfoil/kit/contract/problem.ts'

/** Where a file's bytes lie. Names that came from outside are no part of it. */
export function keyOf(tenantId: string, fileId: string): string {
  return `${tenantId}/${fileId}`
}

/** What a failure of the storage means to a caller. */
export function storageProblem(cause: unknown): Problem {
  for (let at = cause; at instanceof Error; at = at.cause) {
    if ((at as { code?: unknown }).code === 'ENOSPC') {
      return new Problem(
        'storage.full',
        507,
        'The storage has no space left. Nothing was stored.',
        {
          cause,
        },
      )
    }
  }
  return new Problem('storage.unavailable', 503, 'The storage of files does not answer just now.', {
    cause,
    retryAfterS: 5,
  })
}

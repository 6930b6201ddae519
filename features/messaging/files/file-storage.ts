import { Problem } from '@counterfoil/kit/contract/problem.ts'

/** The storage key of a file; it contains nothing that a user typed. */
export function keyOf(tenantId: string, fileId: string): string {
  return `${tenantId}/${fileId}`
}

/** Converts a failure of the storage into a problem for the caller. */
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
  return new Problem(
    'storage.unavailable',
    503,
    'The storage of files does not answer at the moment.',
    {
      cause,
      retryAfterS: 5,
    },
  )
}

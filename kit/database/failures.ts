import { Problem } from '@counterfoil/kit/contract/problem.ts'

const lostConnection = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  '08000',
  '08003',
  '08006',
  '57P01',
  '57P02',
  '57P03',
  '53300',
])

/** SQLSTATEs of what a caller may have caused. */
export const uniqueViolation = '23505'
export const foreignKeyViolation = '23503'

/** SQLSTATE, or the code of the socket's failure; a worker of a cluster may wrap it, so causes are followed. */
export function failureCode(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as { code?: unknown }
    if (typeof code === 'string') return code
  }
  return undefined
}

const lostInWords =
  /connection terminated|not queryable|read timeout|timeout exceeded when trying to connect|did not answer within/i

/** Whether the database was not there to answer. */
export function isConnectionLost(error: unknown): boolean {
  const code = failureCode(error)
  if (code !== undefined && lostConnection.has(code)) return true
  return error instanceof Error && lostInWords.test(error.message)
}

/** What a failure of the database means to a caller; undefined when it is a bug of ours. */
export function databaseProblem(error: unknown): Problem | undefined {
  const code = failureCode(error)
  if (code === '53100') {
    return new Problem(
      'storage.full',
      507,
      'The database has no space left. Nothing was changed.',
      { cause: error },
    )
  }
  if (isConnectionLost(error)) {
    return new Problem(
      'database.unavailable',
      503,
      'The database does not answer at the moment. Try again in a moment.',
      {
        cause: error,
        retryAfterS: 2,
      },
    )
  }
  // a statement that ran into its time limit
  if (code === '57014') {
    return new Problem(
      'database.too_slow',
      503,
      'The search took too long. Narrow it, by dates for example.',
      { cause: error },
    )
  }
  // between the reading of a record and the change somebody else deleted it, or attached something to it
  if (code === foreignKeyViolation) {
    return new Problem(
      'record.changed_meanwhile',
      409,
      'A record that belongs to it was deleted, or something was attached to it, at this moment. Nothing was changed.',
      { cause: error },
    )
  }
  // a number or an instant that no column takes
  if (code === '22003' || code === '22008') {
    return new Problem(
      'request.out_of_range',
      400,
      'A number or a date is beyond what can be stored',
      { cause: error },
    )
  }
  // text that PostgreSQL cannot hold, U+0000 above all
  if (code === '22021' || code === '22P05') {
    return new Problem('request.invalid', 400, 'The text holds a character that cannot be stored', {
      cause: error,
    })
  }
  return undefined
}

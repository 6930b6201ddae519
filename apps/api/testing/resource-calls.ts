import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Actor } from './test-api.ts'

export interface Asked {
  readonly query?: Record<string, string>
  readonly body?: unknown
  /** The Idempotency-Key; absent: a fresh one. */
  readonly key?: string
}

/** One call of a resource, as somebody. */
export async function ask(
  app: FastifyInstance,
  actor: Actor,
  method: string,
  path: string,
  { query, body, key = randomUUID() }: Asked = {},
) {
  const answer = await app.inject({
    method: method as 'GET',
    url: `/api${path}?${new URLSearchParams(query)}`,
    headers: {
      authorization: `Bearer ${actor.token}`,
      'idempotency-key': key,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  return { status: answer.statusCode, text: answer.body, json: () => answer.json() }
}

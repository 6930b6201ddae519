import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Confirm } from '@counterfoil/kit/server/authentication/sca.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import type { Route } from '@counterfoil/kit/server/request/route.ts'
import { buildServer } from '@counterfoil/kit/server/server.ts'
import { readSettings } from '@counterfoil/kit/server/settings.ts'
import type { FastifyRequest } from 'fastify'
import pino from 'pino'
import { afterAll } from 'vitest'
import type { TestDatabase } from './test-database.ts'

type App = Awaited<ReturnType<typeof buildServer>>
type Answer = Awaited<ReturnType<App['inject']>>

interface Request {
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: object | string | Buffer
}

export interface TestServer {
  readonly app: App
  /** One call as this user: `call(user, 'GET /api/…')`; undefined: as nobody. */
  call(user: { readonly id: string } | undefined, what: string, request?: Request): Promise<Answer>
}

/** The one code that tests' own servers take, unless they are given a real check. */
export const sampleCode = '000000'

/**
 * The product's server with these routes alone. A user's id stands for its token: verifying tokens is tested with the
 * verifier, who the user is and may do is read from the database as always.
 */
export async function testServer(
  test: TestDatabase,
  routes: readonly Route[],
  findCaller: (
    subject: { issuer: string; subject: string; email: string | undefined },
    request: FastifyRequest,
  ) => Promise<UserCaller>,
  confirm?: Confirm,
  log = pino({ level: 'silent' }),
  settings: Readonly<Record<string, string>> = {},
): Promise<TestServer> {
  const app = await buildServer({
    settings: readSettings({ RATE_LIMIT_PER_MINUTE: '0', ...settings }),
    database: test.database,
    jobs: test.jobs,
    log,
    routes,
    identifyUser: (request) =>
      findCaller(
        {
          issuer: 'http://localhost:4001',
          subject: request.headers.authorization?.slice('Bearer '.length) ?? '',
          email: undefined,
        },
        request,
      ),
    // without a code nothing that needs one is done; whether a code is right is tested where codes are
    confirm:
      confirm ??
      (async (request) => {
        if (request.headers.scacode !== sampleCode)
          throw new Problem('sca.required', 401, 'No code')
      }),
    identifyApiKey: () => Promise.reject(new Error('These routes know no API keys')),
  })
  afterAll(() => app.close())
  return {
    app,
    call(user, what, request = {}) {
      const [method, url] = what.split(' ')
      const token = user === undefined ? {} : { authorization: `Bearer ${user.id}` }
      return app.inject({
        ...request,
        method: method as 'GET',
        url: url ?? '',
        headers: { ...token, ...request.headers },
      })
    },
  }
}

import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { forbidden, notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import { fileFieldOf, maxBytesOf } from '@counterfoil/kit/contract/uploads.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import {
  platformScope,
  type Scope,
  type TenantScope,
  tenantScope,
} from '@counterfoil/kit/database/scope.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { type Confirm, scaNeedOf } from '../authentication/sca.ts'
import type { Settings } from '../settings.ts'
import { type AuditRecord, insertAuditEntry } from './audit.ts'
import type { ApiKeyCaller, Context, UserCaller } from './context.ts'
import { idempotencyKeyOf, modeOfRequest } from './headers.ts'
import { queryNamesOf, refuseUnknownNames, withDeclaredNames } from './query-names.ts'
import type { Route } from './route.ts'
import { serializerOf } from './serializer.ts'
import { refuseUnknownFields } from './unknown-fields.ts'
import { readUpload, takesUpload } from './uploads.ts'

/** What every route needs from outside. */
export interface RouteServices {
  readonly settings: Settings
  readonly database: Database
  readonly jobs: Jobs
  /** Who holds this access token; throws a 401 Problem when nobody does. */
  identifyUser(request: FastifyRequest): Promise<UserCaller>
  /** Who holds this API key; throws a 401 Problem when nobody does. */
  identifyApiKey(request: FastifyRequest): Promise<ApiKeyCaller>
  /** Strong customer authentication; throws a 401 Problem with a challenge when the code is missing or wrong. */
  readonly confirm: Confirm
}

type AnyCaller = UserCaller | ApiKeyCaller | undefined

/**
 * Makes a Fastify route of a declared one. The order is the same for all: who, permission, parse, tenant scope, run,
 * audit, answer. Nothing else in the product authorises, scopes or audits.
 */
export function registerRoute(app: FastifyInstance, route: Route, services: RouteServices): void {
  const { endpoint } = route
  const callers = new WeakMap<FastifyRequest, AnyCaller>()
  const parse = parserOf(endpoint)
  const serialize =
    endpoint.answer && !endpoint.contentType ? serializerOf(endpoint.answer) : undefined

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(route.options.bodyLimit === undefined ? {} : { bodyLimit: route.options.bodyLimit }),
    config: { endpoint, keepsBodyText: route.options.keepsBodyText ?? false },
    // before the body is read: who may not call need not send one; between the two the caller's rate is looked at
    onRequest: async (request) => {
      callers.set(request, await identify(endpoint, request, services))
    },
    preParsing: async (request) => permit(endpoint, callers.get(request)),
    handler: async (request, reply) => {
      if (takesUpload(endpoint)) {
        const { body } = endpoint
        request.body = await readUpload(request, fileFieldOf(body), maxBytesOf(body))
      }
      const input = parse(request)
      const work = new RequestWork(route, services, request, reply, callers.get(request))
      const answer = await work.run(input)
      if (reply.sent) return reply
      reply.code(endpoint.status)
      if (endpoint.contentType) {
        // files have types of their own
        if (!reply.hasHeader('content-type')) reply.type(endpoint.contentType)
        return reply.send(answer)
      }
      if (!serialize) return answer === undefined ? reply.send() : reply.send(answer)
      return reply.type('application/json; charset=utf-8').send(serialize(answer))
    },
  })
}

const scopeOf = (caller: UserCaller | ApiKeyCaller) =>
  tenantScope(caller.tenantId, caller.merchantIds, caller.kind === 'user' ? caller : undefined)

function identify(
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  services: RouteServices,
): Promise<AnyCaller> {
  switch (endpoint.access.kind) {
    case 'permission':
      return services.identifyUser(request)
    case 'scope':
      return services.identifyApiKey(request)
    case 'public':
      return Promise.resolve(undefined)
  }
}

function permit(endpoint: AnyEndpoint, caller: AnyCaller): void {
  const { access } = endpoint
  if (access.kind === 'public') return
  if (access.kind === 'scope') {
    if (caller?.kind === 'apiKey' && caller.scopes.has(access.scope)) return
    throw new Problem(
      'api_key.scope_missing',
      403,
      `This API key does not have the scope ${access.scope}`,
    )
  }
  if (access.anyOf.length === 0) return
  if (
    caller?.kind === 'user' &&
    access.anyOf.some((permission) => caller.permissions.has(permission))
  )
    return
  throw forbidden()
}

function parserOf(endpoint: AnyEndpoint) {
  const names = queryNamesOf(endpoint.query)
  return (request: FastifyRequest) => {
    // PostgreSQL holds no U+0000 in a text, so nothing can be found by one
    if (request.url.includes('%00')) {
      throw new Problem(
        'request.invalid',
        400,
        'The address holds a character that cannot be stored',
      )
    }
    // an id that cannot be one is the same as one that does not exist
    const params = endpoint.params?.safeParse(request.params)
    if (params && !params.success) throw notFound('The record')
    const asked = withDeclaredNames(request.query as Record<string, unknown>, names)
    if (endpoint.access.kind === 'permission') refuseUnknownNames(asked, endpoint.query)
    const query = endpoint.query?.parse(asked)
    const sent = request.body ?? {}
    const body = endpoint.body?.parse(sent)
    if (endpoint.body !== undefined) refuseUnknownFields(endpoint.body, sent)
    return { params: params?.data ?? {}, query: query ?? {}, body }
  }
}

interface CallInput {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** One call at work: its context, its transactions and its audit entry. */
class RequestWork {
  readonly #route: Route
  readonly #services: RouteServices
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #caller: AnyCaller
  readonly #now = new Date()
  #record: AuditRecord | undefined
  #recordTenantId: string | undefined
  #isAudited = false
  readonly #confirmed = new Set<string>()

  constructor(
    route: Route,
    services: RouteServices,
    request: FastifyRequest,
    reply: FastifyReply,
    caller: AnyCaller,
  ) {
    this.#route = route
    this.#services = services
    this.#request = request
    this.#reply = reply
    this.#caller = caller
  }

  async run(input: CallInput): Promise<unknown> {
    const { endpoint, handle, options } = this.#route
    const { database } = this.#services
    await this.#confirm(input)
    const isRead = endpoint.method === 'GET'
    const inOne = !isRead && options.transaction !== 'own' && this.#caller !== undefined
    if (inOne) {
      return database.transaction(this.#writeScope(), async (db) => {
        const answer = await handle(input, this.#context(db, db.scope, input))
        await this.#storeAudit(db, input)
        return answer
      })
    }
    const scope = this.#readScope()
    const answer = await handle(
      input,
      this.#context(scope ? database.reader(scope) : database.shared, scope, input),
    )
    const isRecorded = options.isAudited !== false && !this.#isAudited
    if (isRecorded && (this.#record !== undefined || !isRead)) {
      await this.#auditAlone(input)
    }
    return answer
  }

  /** After the input was found good and before anything is done, so that no code is spent on a slip of the pen. */
  async #confirm(input: CallInput, used?: readonly string[] | 'always'): Promise<void> {
    const caller = this.#caller
    if (caller?.kind !== 'user') return
    const need = scaNeedOf(this.#route.endpoint, caller, input, used)
    if (need === undefined || this.#confirmed.has(need.action)) return
    await this.#services.confirm(this.#request, caller, need, this.#now)
    this.#confirmed.add(need.action)
  }

  #context(db: Db, scope: Scope | undefined, input: CallInput): Context<AnyCaller> {
    const { database, jobs, settings } = this.#services
    const request = this.#request
    const { endpoint } = this.#route
    const idempotencyKey = idempotencyKeyOf(request)
    if (endpoint.idempotent && idempotencyKey === undefined) {
      throw new Problem(
        'idempotency.key_missing',
        400,
        'This call needs an Idempotency-Key header, fresh for each intent',
      )
    }
    return {
      caller: this.#caller,
      db,
      scope: scope ?? db.scope,
      database,
      jobs,
      settings,
      now: this.#now,
      mode: this.#caller?.kind === 'apiKey' ? this.#caller.mode : modeOfRequest(request),
      requireCode: (used) => this.#confirm(input, used),
      requestId: request.id,
      idempotencyKey,
      ip: request.ip,
      log: request.log as Logger,
      request,
      reply: this.#reply,
      transaction: (work, tenantId) => {
        this.#recordTenantId = tenantId ?? this.#recordTenantId
        return database.transaction(this.#writeScope(tenantId), async (tx) => {
          const answer = await work(tx)
          // said while the work was done, it is kept with it, or neither is
          if (this.#record !== undefined && !this.#isAudited) {
            await this.#storeAudit(tx, input)
            this.#isAudited = true
          }
          return answer
        })
      },
      writeScope: (tenantId) => this.#writeScope(tenantId),
      audit: (record) => {
        this.#record = record
        this.#recordTenantId = record.tenantId ?? this.#recordTenantId
      },
      auditIn: async (db, record) => {
        this.#isAudited = true
        await this.#storeEntry(db, record)
      },
    }
  }

  /** Platform staff read across tenants; everybody else reads its own. */
  #readScope(): Scope | undefined {
    const caller = this.#caller
    if (caller === undefined) return undefined
    if (caller.kind === 'user' && caller.userType === 'platform') return platformScope
    return scopeOf(caller)
  }

  #writeScope(tenantId?: string): TenantScope {
    const caller = this.#caller
    if (caller === undefined) throw new Error('A public call has no tenant to write in')
    if (tenantId === undefined || tenantId === caller.tenantId) return scopeOf(caller)
    if (caller.kind === 'user' && caller.userType === 'platform') return tenantScope(tenantId)
    throw notFound('The record')
  }

  async #auditAlone(input: { params: unknown; body: unknown }): Promise<void> {
    if (this.#caller?.kind !== 'user' || this.#isAudited) return
    const { database } = this.#services
    await database.transaction(this.#writeScope(this.#recordTenantId), (db) =>
      this.#storeAudit(db, input),
    )
  }

  async #storeAudit(db: Db, input: { params: unknown; body: unknown }): Promise<void> {
    const caller = this.#caller
    if (caller?.kind !== 'user' || this.#isAudited) return
    const { id } = input.params as { id?: string }
    await this.#storeEntry(
      db,
      this.#record ?? {
        type: this.#route.endpoint.id.split('.')[0] ?? 'call',
        id: id ?? '',
        merchantId: caller.merchantId,
        after: input.body,
      },
    )
  }

  async #storeEntry(db: Db, record: AuditRecord): Promise<void> {
    const caller = this.#caller
    if (caller === undefined) return
    await insertAuditEntry(db, {
      actorId: caller.id,
      actorName: caller.kind === 'user' ? caller.name : `API key: ${caller.name}`,
      action: this.#route.endpoint.id,
      requestId: this.#request.id,
      ip: this.#request.ip,
      at: this.#now,
      record,
    })
  }
}

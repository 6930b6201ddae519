import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { failureCode, foreignKeyViolation } from '@counterfoil/kit/database/failures.ts'
import { type Scope, type TenantScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import { isTenant } from '@counterfoil/kit/database/tenants.ts'
import type { JobQueues } from '@counterfoil/kit/jobs/job.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { type Confirm, needInState, scaNeedOf } from '../authentication/sca.ts'
import type { Settings } from '../settings.ts'
import { type AuditRecord, insertAuditEntry } from './audit.ts'
import { ownScopeOf, readScopeOf } from './caller-scope.ts'
import type { ApiKeyCaller, Context, UserCaller } from './context.ts'
import { idempotencyKeyOf, modeOfRequest, writtenHeader, writtenPositionOf } from './headers.ts'
import type { CallInput } from './parse.ts'
import type { RefusedCall } from './refused-calls.ts'
import type { Route } from './route.ts'

/** What every route needs from outside. */
export interface RouteServices {
  readonly settings: Settings
  readonly database: Database
  readonly jobs: JobQueues
  /** Who holds this access token; throws a 401 Problem when nobody does. */
  identifyUser(request: FastifyRequest): Promise<UserCaller>
  /** Who holds this API key; throws a 401 Problem when nobody does. */
  identifyApiKey(request: FastifyRequest): Promise<ApiKeyCaller>
  /** Stores what a merchant's server was refused; without it nothing is stored. */
  storeRefusedCall?(call: RefusedCall): Promise<void>
  /** Strong customer authentication; throws a 401 Problem with a challenge when the code is missing or wrong. */
  readonly confirm: Confirm
}

const calls = new WeakMap<FastifyRequest, Call>()

/** The call of a request that has come to a route. */
export const findCall = (request: FastifyRequest): Call | undefined => calls.get(request)

export type AnyCaller = UserCaller | ApiKeyCaller | undefined

/** One request on its way: what its steps found, its scopes, its transactions and its audit entries. */
export class Call {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  caller: AnyCaller
  input: CallInput = { params: {}, query: {}, body: undefined }
  answer: unknown
  readonly #route: Route
  readonly #services: RouteServices
  readonly #now: Date
  readonly #startedAtMs = performance.now()
  readonly #confirmed = new Set<string>()
  #isAudited = false
  #isRepeated = false

  constructor(route: Route, services: RouteServices, request: FastifyRequest, reply: FastifyReply) {
    this.#route = route
    this.#services = services
    this.#now = services.database.now()
    this.request = request
    this.reply = reply
    calls.set(request, this)
  }

  /** Stores that a merchant's server was refused, and why; not each of those that come too often. */
  async storeRefusal(problem: Problem): Promise<void> {
    const { caller, request, input } = this
    const { storeRefusedCall } = this.#services
    if (caller?.kind !== 'apiKey' || problem.status === 429) return
    await storeRefusedCall?.({
      caller,
      method: request.method,
      url: filledPath(this.#route.endpoint.path, input.params),
      problem,
      requestId: request.id,
      idempotencyKey:
        problem.code === 'idempotency.key_invalid' ? undefined : idempotencyKeyOf(request, true),
      at: this.#now,
      durationMs: Math.round(performance.now() - this.#startedAtMs),
    })
  }

  /** Asks for a one-time code where the call, or a permission by which the caller may make it, needs one. */
  async confirm(used?: readonly string[] | 'always'): Promise<void> {
    const caller = this.caller
    if (caller?.kind !== 'user') return
    const { endpoint, options } = this.#route
    const mode = modeOfRequest(this.request)
    const need = scaNeedOf(endpoint, caller, { ...this.input, mode }, used)
    if (need === undefined || this.#confirmed.has(need.action)) return
    const state = await options.confirmedState?.(this.input, this.#context())
    // the code is of whoever sits there
    const { confirm } = this.#services
    await confirm(this.request, caller.viewedBy ?? caller, needInState(need, state), this.#now)
    this.#confirmed.add(need.action)
  }

  async run(): Promise<void> {
    this.answer = await this.#route.handle(this.input, this.#context())
  }

  /** The call's own entry, of a change that stored none in a transaction of its own. */
  async auditAlone(): Promise<void> {
    if (!this.#needsEntry()) return
    const scope = await this.#writeScope()
    await this.#services.database.transaction(scope, (db) => this.#auditCall(db))
  }

  /** Says up to where a replica must have followed before it shows the caller its own change. */
  async sayPosition(): Promise<void> {
    if (this.#route.endpoint.method === 'GET' || this.caller?.kind !== 'user') return
    if (this.reply.sent) return
    const position = await this.#services.database.writtenPosition()
    if (position !== undefined) this.reply.header(writtenHeader, String(position))
  }

  #context(): Context<AnyCaller> {
    const { database, jobs, settings } = this.#services
    const { request, caller } = this
    const idempotencyKey = idempotencyKeyOf(request, caller?.kind === 'apiKey')
    if (this.#route.endpoint.idempotent && idempotencyKey === undefined) {
      throw new Problem(
        'idempotency.key_missing',
        400,
        'This call needs an Idempotency-Key header, fresh for each intent',
      )
    }
    const scope = caller && readScopeOf(caller)
    const db = scope ? this.#reader(scope) : database.shared
    return {
      caller,
      db,
      scope: db.scope,
      database,
      jobs,
      queues: jobs,
      settings,
      now: this.#now,
      mode: caller?.kind === 'apiKey' ? caller.mode : modeOfRequest(request),
      requireCode: (used) => this.confirm(used),
      requestId: request.id,
      idempotencyKey,
      ip: request.ip,
      log: request.log as Logger,
      request,
      reply: this.reply,
      transaction: (work, tenantId) => this.#transaction(work, tenantId),
      writeScope: (tenantId) => this.#writeScope(tenantId),
      audit: async (tx, record) => {
        this.#isAudited = true
        await this.#insertEntry(tx, record)
      },
      markRepeated: () => {
        this.#isRepeated = true
      },
    }
  }

  /** What people of the portal look at may come from a replica; a change is decided by the primary alone. */
  #reader(scope: Scope): Db {
    const { database } = this.#services
    return this.#route.endpoint.method === 'GET' && this.caller?.kind === 'user'
      ? database.replicaReader(scope, writtenPositionOf(this.request))
      : database.reader(scope)
  }

  async #writeScope(tenantId?: string): Promise<TenantScope> {
    const scope = this.#scopeToWrite(tenantId)
    if (tenantId !== undefined) await this.#requireTenant(tenantId)
    return scope
  }

  async #requireTenant(tenantId: string): Promise<void> {
    if (!(await isTenant(this.#services.database.shared, tenantId))) throw notFound('The tenant')
  }

  #scopeToWrite(tenantId?: string): TenantScope {
    const caller = this.caller
    if (caller === undefined) throw new Error('A public call has no tenant to write in')
    if (tenantId === undefined || tenantId === caller.tenantId) return ownScopeOf(caller)
    if (caller.kind !== 'user' || caller.userType !== 'platform') throw notFound('The record')
    return tenantScope(tenantId)
  }

  async #transaction<T>(work: (db: Db) => Promise<T>, tenantId: string | undefined): Promise<T> {
    const transaction = this.#services.database.transaction(
      this.#scopeToWrite(tenantId),
      async (db) => {
        const answer = await work(db)
        if (this.#needsEntry()) await this.#auditCall(db)
        return answer
      },
    )
    return transaction.catch(async (error) => {
      // what refers to nothing refers to the tenant, where there is none; a tenant that is being created is there by then
      if (failureCode(error) === foreignKeyViolation && tenantId !== undefined)
        await this.#requireTenant(tenantId)
      throw error
    })
  }

  /** A change by somebody of the portal leaves at least one entry; a repeat of it changes nothing. */
  #needsEntry(): boolean {
    const { endpoint, options } = this.#route
    const isChange = endpoint.method !== 'GET' && options.isAudited !== false
    const isDone = this.#isAudited || this.#isRepeated
    return isChange && this.caller?.kind === 'user' && !isDone
  }

  async #auditCall(db: Db): Promise<void> {
    const { id } = this.input.params as { id?: string }
    this.#isAudited = true
    await this.#insertEntry(db, {
      type: this.#route.endpoint.id.split('.')[0] ?? 'call',
      id: id ?? '',
      merchantId: this.caller?.merchantId ?? null,
      after: this.input.body,
    })
  }

  async #insertEntry(db: Db, record: AuditRecord): Promise<void> {
    const caller = this.caller
    if (caller === undefined) return
    await insertAuditEntry(db, {
      ...actorOf(caller),
      action: this.#route.endpoint.id,
      requestId: this.request.id,
      ip: this.request.ip,
      at: this.#now,
      record,
    })
  }
}

/** The path with the parameters that were found good: what was sent in their place may be anything. */
const filledPath = (path: string, params: unknown): string =>
  path.replace(/:(\w+)/g, (placeholder, name: string) =>
    String((params as Record<string, unknown>)[name] ?? placeholder),
  )

function actorOf(caller: UserCaller | ApiKeyCaller) {
  if (caller.kind === 'apiKey') return { actorId: caller.id, actorName: `API key: ${caller.name}` }
  const { viewedBy } = caller
  return viewedBy === undefined
    ? { actorId: caller.id, actorName: caller.name }
    : { actorId: viewedBy.id, actorName: `${viewedBy.name} (as ${caller.name})` }
}

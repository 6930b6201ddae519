import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import type { Scope, TenantScope } from '@counterfoil/kit/database/scope.ts'
import type { JobQueues, Jobs } from '@counterfoil/kit/jobs/job.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Settings } from '../settings.ts'
import type { AuditRecord } from './audit.ts'

/** Somebody who signed in to the portal. */
export interface UserCaller {
  readonly kind: 'user'
  readonly id: string
  readonly name: string
  readonly email: string
  readonly userType: Audience
  readonly tenantId: string
  /** The user's own merchant; null for operators. */
  readonly merchantId: string | null
  /** Merchants that the user is limited to: its own, or an operator's limits; null: no limit. */
  readonly merchantIds: readonly string[] | null
  /** Payment methods and service providers that the user is limited to; null: no limit. */
  readonly methods: readonly string[] | null
  readonly providers: readonly string[] | null
  readonly roleId: string
  readonly permissions: ReadonlySet<string>
  /** Given by the role, but of a feature or a report that is switched off for the tenant or the role. */
  readonly withheld: ReadonlySet<string>
  /** Of these, each use asks for a one-time code. */
  readonly scaPermissions: ReadonlySet<string>
  readonly timeZone: string
  readonly locale: string
  /** Which of the user's sign-ins the token is of; undefined where the identity provider does not tell them apart. */
  readonly signIn?: string | undefined
  /** Whoever looks through this user's eyes; then the caller changes nothing. */
  readonly viewedBy?: Viewer | undefined
}

/** An administrator who looks through a user's eyes: what is asked is asked by both. */
export interface Viewer {
  readonly id: string
  readonly name: string
  readonly tenantId: string
  readonly viewId: string
  readonly endsAt: Date
}

/** A merchant's server. */
export interface ApiKeyCaller {
  readonly kind: 'apiKey'
  readonly id: string
  /** Its key stands in pages that everybody reads, so that the caller may be anybody. */
  readonly isPublishable: boolean
  readonly name: string
  readonly tenantId: string
  readonly merchantId: string
  readonly merchantIds: readonly [string]
  readonly mode: Mode
  readonly scopes: ReadonlySet<string>
  /** Those that the platform keeps from the tenant, whatever its keys have. */
  readonly scopesKept: ReadonlySet<string>
}

/** What a handler is given besides the parsed request. Everything that varies comes in here. */
export interface Context<C> {
  readonly caller: C
  /** Reads within the caller's scope. Only a transaction writes. */
  readonly db: Db
  /** The scope of `db`. */
  readonly scope: Scope
  readonly database: Database
  /**
   * One transaction, in the caller's tenant or in the one named: platform staff alone may name another, for everybody
   * else it is the same 404 as what does not exist. A call of the portal that has stored no audit entry by the end of it
   * has its own stored in it: its id, the record that the address names, and the body.
   */
  transaction<T>(work: (db: Db) => Promise<T>, tenantId?: string): Promise<T>
  /**
   * The scope of `transaction`, for `database.transaction`: for a call that opens several, because it talks to the
   * outside between them, and stores the audit entry with the one that says how it ended.
   */
  writeScope(tenantId?: string): Promise<TenantScope>
  readonly jobs: Jobs
  /** What operators see of jobs and do with them. */
  readonly queues: JobQueues
  /** The instant that the request began; nothing in a request asks the clock again. */
  readonly now: Date
  /** From the `Mode` or `SystemMode` header; Live when neither says. An API key has its own. */
  readonly mode: Mode
  /**
   * For calls that name no permission, because what they are about decides: asks for a one-time code where one of these,
   * by which the caller may make this one, is guarded with codes. `always`: for calls of which what is sent decides. One
   * code is enough where the call was asked for one already.
   */
  requireCode(used: readonly string[] | 'always'): Promise<void>
  /** Of this request alone: its answer, its log lines and its audit entries have it. */
  readonly requestId: string
  /** `Idempotency-Key` or `X-Request-Id`; endpoints declared `idempotent` always have one. */
  readonly idempotencyKey: string | undefined
  readonly ip: string
  readonly log: Logger
  readonly settings: Settings
  /** For answers that are streams or set headers of their own. */
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /**
   * Stores an audit entry about one record in the transaction of `db`, so that neither is without the other: the record
   * and how it was and is. A change without any has one of its own, a read leaves none unless it stores one.
   */
  audit(db: Db, record: AuditRecord): Promise<void>
  /**
   * Says that this change was made before, by a request with the same idempotency key: it leaves no entry of its own,
   * because the first request left one.
   */
  markRepeated(): void
}

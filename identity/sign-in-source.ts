// What the pages around a sign-in are given.
import type { IncomingMessage } from 'node:http'
import type { Context } from 'koa'
import type { Origin } from './account-events.ts'
import type { UpstreamServices } from './federation/upstream.ts'
import type { PageContext } from './page.ts'
import type { PageSource } from './page-context.ts'
import type { SignInServices } from './sign-in.ts'

export interface SignInSource extends PageSource, SignInServices {
  readonly issuer: string
  /** Other providers, at which people of tenants sign in. */
  readonly upstream: UpstreamServices
  /** Where the demo shows the mails that it did not send. */
  readonly outboxUrl: string | undefined
}

/** A sign-in under way: whose page it is, and how it ends. */
export interface Interaction {
  readonly uid: string
  /** The portal asked for a sign-in now, whoever is signed in already. */
  readonly isFresh: boolean
  /** In the colours of the tenant, where it is known, or of the tenant of the e-mail. */
  readonly page: (known?: { email?: string; tenantId?: string }) => Promise<PageContext>
  /** Goes back to the portal as somebody who has signed in. */
  finish(outcome: { userId: string; tenantId: string }, amr: readonly string[]): Promise<void>
}

const shared = new WeakSet<IncomingMessage>()

/** Called before the headers are put in order: the request's address is that of everybody behind a proxy. */
export const rememberShared = (request: IncomingMessage) => void shared.add(request)

export const originOf = (ctx: Context): Origin => ({
  ip: ctx.ip,
  isShared: shared.has(ctx.req),
  userAgent: ctx.get('user-agent') || undefined,
  requestId: String(ctx.state.requestId),
})

// A sign-in at another provider: out, and back again.
import { inLanguage } from '@counterfoil/kit/contract/texts.ts'
import { html } from '@counterfoil/kit/server/codecs/html.ts'
import type { Context } from 'koa'
import { v7 } from 'uuid'
import { type Origin, recordAccountEvent } from '../account-events.ts'
import { insertAccount } from '../accounts.ts'
import { answerExpired, answerMessage } from '../message-pages.ts'
import { type Interaction, originOf, type SignInSource } from '../sign-in-source.ts'
import { type ArrivedAccount, type Decision, decideArrival } from './arrivals.ts'
import { recordFailure } from './failures.ts'
import { federationTexts } from './federation-texts.ts'
import { type Federation, findFederation } from './federations.ts'
import { findPurpose, keepBeginning, takeBeginning } from './under-way.ts'
import {
  beginUpstream,
  finishUpstream,
  openUpstream,
  redirectUri,
  UpstreamFailure,
  type UpstreamPerson,
} from './upstream.ts'

export const externalPath = '/Identity/Account/External/'

/** Sends the browser to the provider of the e-mail's domain. */
export async function beginExternal(
  ctx: Context,
  source: SignInSource,
  interaction: Interaction,
  asked: { readonly federation: Federation; readonly email: string },
): Promise<void> {
  const { federation, email } = asked
  try {
    const config = await openUpstream(source.upstream, federation)
    const beginning = await beginUpstream(config, federation, {
      issuer: source.issuer,
      loginHint: email,
      isFresh: interaction.isFresh,
    })
    const { providerId } = federation
    await keepBeginning(source.pool, providerId, { interactionUid: interaction.uid }, beginning)
    // a page of its own, because browsers let a form lead no further than to its own site
    const context = await interaction.page({ email, tenantId: federation.tenantId })
    const texts = inLanguage(federationTexts, context.language)
    answerMessage(ctx, context, 200, {
      title: texts.leavingTitle({ name: federation.settings.name }),
      text: texts.leaving,
      button: texts.continue,
      href: beginning.url,
      goesOn: true,
    })
  } catch (error) {
    await answerFailure(ctx, source, interaction, federation, error)
  }
}

/**
 * `/Identity/Account/External/{provider}`: back from there. Each provider has an address of its own, so that the answer of
 * one is never taken for another's; who it belongs to is found out where the browser's cookie is.
 */
export async function answerExternal(ctx: Context, source: SignInSource): Promise<void> {
  const providerId = ctx.path.slice(externalPath.length)
  const { state } = ctx.query
  const purpose =
    typeof state === 'string' ? await findPurpose(source.pool, state, providerId) : undefined
  if (purpose === undefined) return answerExpired(ctx, source)
  const at =
    purpose.interactionUid == null
      ? `/Identity/Account/ExternalTest/${purpose.testId}`
      : `/Identity/Account/Login/${purpose.interactionUid}`
  const answer = new URLSearchParams(ctx.querystring)
  answer.set('from', providerId)
  ctx.status = 303
  ctx.redirect(`${at}?${answer}`)
}

/** The address that the provider sent the browser to, as it knows it. */
export function answeredUrl(ctx: Context, issuer: string, providerId: string): URL {
  const answer = new URLSearchParams(ctx.querystring)
  answer.delete('from')
  return new URL(`${redirectUri(issuer, providerId)}?${answer}`)
}

/** At the sign-in's own address, where its cookie has proven that the browser is the one that began. */
export async function finishExternal(
  ctx: Context,
  source: SignInSource,
  interaction: Interaction,
): Promise<void> {
  const { from: providerId, state } = ctx.query
  if (typeof providerId !== 'string' || typeof state !== 'string') return answerExpired(ctx, source)
  const purpose = { interactionUid: interaction.uid }
  const begun = await takeBeginning(source.pool, state, providerId, purpose)
  const federation = await findFederation(source.pool, providerId)
  if (begun === undefined || federation === undefined) return answerExpired(ctx, source)
  let person: UpstreamPerson
  try {
    const config = await openUpstream(source.upstream, federation)
    person = await finishUpstream(
      config,
      federation,
      answeredUrl(ctx, source.issuer, providerId),
      begun,
    )
  } catch (error) {
    return answerFailure(ctx, source, interaction, federation, error)
  }
  const origin = originOf(ctx)
  if (federation.isSuspended) return answerSuspended(ctx, source, interaction, federation)
  const decision = await decideArrival(source.pool, federation, person, origin)
  if (decision.kind !== 'account') {
    source.log.info({ providerId, decision, ip: origin.ip }, 'sign-in at another provider')
    return answerRefused(ctx, interaction, federation, decision)
  }
  await rememberArrival(source, federation, decision.account, origin)
  const { userId } = decision.account
  source.log.info({ providerId, userId, ip: origin.ip }, 'sign-in at another provider')
  return interaction.finish({ userId, tenantId: federation.tenantId }, person.amr)
}

/** The account without a password, where there is none yet, and the sign-in in the records. */
async function rememberArrival(
  { pool }: SignInSource,
  { tenantId, settings }: Federation,
  account: ArrivedAccount,
  origin: Origin,
): Promise<void> {
  await insertAccount(pool, { ...account, tenantId }, null)
  await pool.query(
    `insert into identity.sign_in (id, user_id, email, outcome, ip, user_agent, created_at)
     values ($1, $2, $3, 'success', $4, $5, now())`,
    [v7(), account.userId, account.email, origin.ip, origin.userAgent?.slice(0, 500) ?? null],
  )
  const whose = { userId: account.userId, tenantId }
  await recordAccountEvent(pool, whose, origin, {
    kind: 'signed_in_elsewhere',
    provider: settings.name,
  })
}

/** Only here, where the person has proven who they are: no one else learns that the organisation is suspended. */
async function answerSuspended(
  ctx: Context,
  { log }: SignInSource,
  interaction: Interaction,
  { providerId, tenantId }: Federation,
): Promise<void> {
  log.info(
    { providerId, refusal: 'suspended', ip: originOf(ctx).ip },
    'sign-in at another provider',
  )
  const context = await interaction.page({ tenantId })
  const { texts } = context
  answerMessage(ctx, context, 403, {
    title: texts.errorTitle,
    text: texts.suspended,
    button: texts.backToPortal,
  })
}

async function answerRefused(
  ctx: Context,
  interaction: Interaction,
  { settings, tenantId }: Federation,
  decision: Exclude<Decision, { kind: 'account' }>,
): Promise<void> {
  const context = await interaction.page({ tenantId })
  const texts = inLanguage(federationTexts, context.language)
  const { name } = settings
  const isLate = decision.kind === 'unanswered'
  const said = isLate ? texts.unanswered : texts[decision.refusal]
  answerMessage(ctx, context, isLate ? 503 : 403, {
    title: texts.failedTitle,
    text: typeof said === 'function' ? said({ name }) : said,
    more: html`<p class="code">${context.texts.code}: ${isLate ? 'unanswered' : decision.refusal} · ${String(ctx.state.requestId)}</p>`,
    button: texts.tryAgain,
    href: ctx.path,
  })
}

async function answerFailure(
  ctx: Context,
  source: SignInSource,
  interaction: Interaction,
  federation: Federation,
  error: unknown,
): Promise<void> {
  if (!(error instanceof UpstreamFailure)) throw error
  const { step } = error
  const { providerId, settings, tenantId } = federation
  source.log.warn({ err: error, providerId, step }, 'another provider failed')
  await recordFailure(source.pool, federation, error, originOf(ctx))
  const context = await interaction.page({ tenantId })
  const texts = inLanguage(federationTexts, context.language)
  const isLost = step === 'discovery' || step === 'keys'
  const said = isLost ? texts.lost : step === 'sign-in' ? texts.refusedThere : texts.badAnswer
  answerMessage(ctx, context, isLost ? 503 : 403, {
    title: texts.failedTitle,
    text: said({ name: settings.name }),
    more: html`<p class="code">${context.texts.code}: ${step} · ${String(ctx.state.requestId)}</p>`,
    button: texts.tryAgain,
    href: ctx.path,
  })
}

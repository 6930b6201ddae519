// A trial of a provider's settings: each step with its result, and the claims that came. It signs nobody in.
import { hash } from 'node:crypto'
import { inLanguage } from '@counterfoil/kit/contract/texts.ts'
import type { Context } from 'koa'
import { answerExpired, answerMessage } from '../message-pages.ts'
import { pageContextOf } from '../page-context.ts'
import type { SignInSource } from '../sign-in-source.ts'
import { answeredUrl } from './external-sign-in.ts'
import { federationTexts } from './federation-texts.ts'
import { type Federation, findTest } from './federations.ts'
import { keepBeginning, takeBeginning } from './under-way.ts'
import { beginUpstream, finishUpstream, openUpstream, UpstreamFailure } from './upstream.ts'

export const testPath = '/Identity/Account/ExternalTest/'

const cookieName = 'identity_provider_test'

type Step = 'discovery' | 'keys' | 'sign-in' | 'token' | 'claims'

interface StepResult {
  readonly step: Step
  readonly isGood: boolean
  readonly detail: string
}

/** `/Identity/Account/ExternalTest/{id}?token=…`, in a window that the portal opens; and back to it from the provider. */
export async function answerTest(ctx: Context, source: SignInSource): Promise<void> {
  const id = ctx.path.slice(testPath.length)
  const { token, from } = ctx.query
  if (typeof token === 'string') return begin(ctx, source, id, token)
  const cookie = ctx.cookies.get(cookieName, { signed: false }) ?? ''
  const tried = await findTest(source.pool, id, hash('sha256', cookie))
  if (tried === undefined || from !== tried.providerId) return answerExpired(ctx, source)
  return finish(ctx, source, id, tried)
}

async function begin(ctx: Context, source: SignInSource, id: string, token: string): Promise<void> {
  const tried = await findTest(source.pool, id, hash('sha256', token))
  if (tried === undefined) return answerExpired(ctx, source)
  // the answer counts only in the window that began
  ctx.cookies.set(cookieName, token, {
    signed: false,
    httpOnly: true,
    sameSite: 'lax',
    path: `${testPath}${id}`,
    overwrite: true,
  })
  try {
    const config = await openUpstream(source.upstream, tried, true)
    const { issuer, jwks_uri: jwksUri } = config.serverMetadata()
    await addStep(source, id, { step: 'discovery', isGood: true, detail: issuer })
    await addStep(source, id, {
      step: 'keys',
      isGood: true,
      detail: await describeKeys(source, String(jwksUri)),
    })
    const beginning = await beginUpstream(config, tried, { issuer: source.issuer, isFresh: true })
    await keepBeginning(source.pool, tried.providerId, { testId: id }, beginning)
    ctx.status = 303
    ctx.redirect(beginning.url)
  } catch (error) {
    await fail(ctx, source, id, tried, error)
  }
}

/** How many keys verify tokens; none is a failure that a sign-in would end in later. */
async function describeKeys({ upstream }: SignInSource, jwksUri: string): Promise<string> {
  const failed = (why: string, cause?: unknown) => new UpstreamFailure('keys', why, cause)
  const answer = await upstream
    .reach(jwksUri, { headers: { accept: 'application/json' } })
    .catch((error: Error) => {
      throw failed(error.message, error)
    })
  if (!answer.ok) throw failed(`${jwksUri} answered ${answer.status}`)
  const { keys } = ((await answer.json().catch(() => ({}))) ?? {}) as { keys?: unknown }
  const usable = (Array.isArray(keys) ? keys : []).filter(
    (key: { kty?: string; use?: string }) =>
      ['RSA', 'EC', 'OKP'].includes(key?.kty ?? '') && (key.use ?? 'sig') === 'sig',
  )
  if (usable.length === 0) throw failed(`${jwksUri} names no key that verifies signatures`)
  return usable
    .map(({ kid, kty, alg }: { kid?: string; kty: string; alg?: string }) =>
      // some name a key by its whole digest
      `${alg ?? kty} ${kid === undefined || kid.length <= 40 ? (kid ?? '') : `${kid.slice(0, 12)}…`}`.trim(),
    )
    .join(', ')
}

async function finish(ctx: Context, source: SignInSource, id: string, tried: Federation) {
  const { state } = ctx.query
  const { pool, issuer } = source
  const begun =
    typeof state === 'string'
      ? await takeBeginning(pool, state, tried.providerId, { testId: id })
      : undefined
  if (begun === undefined) return answerExpired(ctx, source)
  try {
    const config = await openUpstream(source.upstream, tried)
    const url = answeredUrl(ctx, issuer, tried.providerId)
    const person = await finishUpstream(config, tried, url, begun)
    await addStep(source, id, {
      step: 'sign-in',
      isGood: true,
      detail: String(ctx.query.iss ?? ''),
    })
    await addStep(source, id, { step: 'token', isGood: true, detail: person.subject })
    const { email, isEmailVerified, givenName, familyName, groups } = person
    const isGood = email !== undefined && isEmailVerified
    const detail = email === undefined ? 'no_email' : isEmailVerified ? email : 'unverified_email'
    await addStep(source, id, { step: 'claims', isGood, detail })
    const read = { email, isEmailVerified, givenName, familyName, groups }
    await pool.query('update app.federation_test set claims = $2, outcome = $3 where id = $1', [
      id,
      JSON.stringify({ read, all: person.claims }),
      isGood ? 'passed' : 'failed',
    ])
    return answerDone(ctx, source, tried, isGood)
  } catch (error) {
    return fail(ctx, source, id, tried, error)
  }
}

async function addStep({ pool }: SignInSource, id: string, step: StepResult): Promise<void> {
  await pool.query('update app.federation_test set steps = steps || $2::jsonb where id = $1', [
    id,
    JSON.stringify([step]),
  ])
}

async function fail(
  ctx: Context,
  source: SignInSource,
  id: string,
  tried: Federation,
  error: unknown,
): Promise<void> {
  if (!(error instanceof UpstreamFailure)) throw error
  const { step, message } = error
  if (step === 'keys') await addStep(source, id, { step: 'discovery', isGood: true, detail: '' })
  if (step === 'token' || step === 'claims') {
    await addStep(source, id, { step: 'sign-in', isGood: true, detail: '' })
  }
  await addStep(source, id, { step, isGood: false, detail: message })
  await source.pool.query(`update app.federation_test set outcome = 'failed' where id = $1`, [id])
  await answerDone(ctx, source, tried, false)
}

async function answerDone(ctx: Context, source: SignInSource, tried: Federation, isGood: boolean) {
  const context = await pageContextOf(ctx, source, { tenantId: tried.tenantId })
  const texts = inLanguage(federationTexts, context.language)
  answerMessage(ctx, context, 200, {
    title: texts.testTitle({ name: tried.settings.name }),
    text: isGood ? texts.testPassed : texts.testFailed,
    button: texts.closeWindow,
  })
}

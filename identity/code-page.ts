// The second step of a sign-in: the code of an authenticator app, or a recovery code.

import { inLanguage } from '@counterfoil/kit/contract/texts.ts'
import { html } from '@counterfoil/kit/server/codecs/html.ts'
import type { Context } from 'koa'
import { codeTexts } from './account-texts.ts'
import { errorSummary, fieldOf, formScript, readForm } from './form.ts'
import { type PageContext, renderPage } from './page.ts'
import { lockMinutes, maxWrongTries, signInWithCode } from './sign-in.ts'
import { type Interaction, originOf, type SignInSource } from './sign-in-source.ts'

/** A right password is good for this long. */
const codeStepMinutes = 10

/** Remembers, on this side, whose password was right: the browser is told nothing that it could change. */
export async function beginCodeStep(
  { pool }: SignInSource,
  uid: string,
  userId: string,
): Promise<void> {
  await pool.query(
    `insert into identity.half_sign_in (interaction_uid, user_id, created_at) values ($1, $2, now())
     on conflict (interaction_uid) do update set user_id = excluded.user_id, created_at = now()`,
    [uid, userId],
  )
}

async function findHalf({ pool }: SignInSource, uid: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ user_id: string }>(
    `select user_id from identity.half_sign_in
     where interaction_uid = $1 and created_at > now() - make_interval(mins => $2)`,
    [uid, codeStepMinutes],
  )
  return rows[0]?.user_id
}

async function endCodeStep({ pool }: SignInSource, uid: string): Promise<void> {
  await pool.query('delete from identity.half_sign_in where interaction_uid = $1', [uid])
}

/** Whether the code is what is asked now; whoever asks for another account begins with the password again. */
export async function isInCodeStep(
  ctx: Context,
  source: SignInSource,
  uid: string,
): Promise<boolean> {
  if ((await findHalf(source, uid)) === undefined) return false
  if (ctx.query.again === undefined) return true
  await endCodeStep(source, uid)
  return false
}

export async function answerCodeStep(
  ctx: Context,
  source: SignInSource,
  interaction: Interaction,
): Promise<void> {
  const context = await interaction.page()
  if (ctx.method !== 'POST') return show(ctx, context, undefined)
  const texts = inLanguage(codeTexts, context.language)
  const code = (await readForm(ctx.req)).get('code')?.trim() ?? ''
  const userId = await findHalf(source, interaction.uid)
  if (userId === undefined) return ctx.redirect(ctx.path)
  if (code === '') return show(ctx, context, texts.missing, 422)
  const outcome = await signInWithCode(source, { userId, code, ...originOf(ctx) })
  if (outcome.kind === 'success') {
    await endCodeStep(source, interaction.uid)
    return interaction.finish(outcome, ['pwd', 'otp', 'mfa'])
  }
  if (
    outcome.kind === 'inactive' ||
    outcome.kind === 'suspended' ||
    outcome.kind === 'elsewhere_only'
  ) {
    return show(ctx, context, context.texts[outcome.kind], 403)
  }
  if (outcome.kind === 'too_many') {
    ctx.set('retry-after', String(lockMinutes * 60))
    return show(ctx, context, context.texts.tooMany({ minutes: lockMinutes }), 429)
  }
  return show(ctx, context, texts.wrong({ tries: maxWrongTries, minutes: lockMinutes }), 401)
}

function show(ctx: Context, context: PageContext, problem: string | undefined, status = 200): void {
  const texts = inLanguage(codeTexts, context.language)
  const isRecovery = ctx.query.recovery !== undefined
  const fields = { code: problem }
  ctx.status = status
  ctx.type = 'html'
  ctx.set('cache-control', 'no-store')
  ctx.body = renderPage(context, {
    title: problem === undefined ? texts.title : `${context.texts.error}: ${texts.title}`,
    script: formScript,
    content: html`<h1>${texts.title}</h1>
<p class="lead">${isRecovery ? texts.leadRecovery : texts.lead}</p>
${errorSummary(context.texts.errorTitle, { fields })}
<form method="post" action="${ctx.path}${isRecovery && '?recovery'}" novalidate data-busy="${context.texts.signingIn}">
${fieldOf(context, {
  name: 'code',
  label: isRecovery ? texts.recoveryCode : texts.code,
  autocomplete: isRecovery ? 'off' : 'one-time-code',
  maxLength: isRecovery ? 30 : 10,
  ...(isRecovery ? {} : { inputMode: 'numeric' as const }),
  problem,
  isFirst: true,
})}
<button class="primary" type="submit">${context.texts.signIn}</button>
</form>
<div class="asides">
<p>${
      isRecovery
        ? html`<a href="${ctx.path}">${texts.useApp}</a>`
        : html`<a href="${ctx.path}?recovery">${texts.useRecovery}</a>`
    }</p>
<p><a href="${ctx.path}?again">${texts.otherAccount}</a></p>
</div>`,
  })
}

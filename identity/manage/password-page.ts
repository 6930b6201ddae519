import { inLanguage } from '@counterfoil/kit/contract/texts.ts'
import { html } from '@counterfoil/kit/server/codecs/html.ts'
import { inTransaction, recordAccountEvent } from '../account-events.ts'
import { setPassword } from '../accounts.ts'
import { type Complaints, fieldOf, isWrong } from '../form.ts'
import { complaintsOf, passwordFields } from '../new-password.ts'
import { lockMinutes, signIn } from '../sign-in.ts'
import { originOf } from '../sign-in-source.ts'
import { manageTexts } from './manage-texts.ts'
import { type Managed, showDone, showSection } from './section.ts'

/** Who has no password proves that it is them by a sign-in that is not older. */
const freshMinutes = 5

/** A new password, for whoever knows the old one. */
export async function answerPassword(managed: Managed): Promise<void> {
  const { context, form, source, account } = managed
  if (!account.hasPassword) {
    const lead = inLanguage(manageTexts, context.language).noPassword
    return showSection(managed, { lead, content: html`` })
  }
  if (form === undefined) return show(managed, {})
  const complaints = { fields: { ...complaintsOf(form, context.language, source.isDemo) } }
  if (isWrong(complaints)) return show(managed, complaints)
  const wrong = await findWrong(managed, form.get('current') ?? '')
  if (wrong !== undefined) return show(managed, { fields: { current: wrong } })
  await store(managed, form.get('password') ?? '')
  showDone(managed, 'changed')
}

/** Asked as a sign-in asks, and counted as one: a session left open does not give endless tries. */
export async function findWrong(
  { source, account, ctx, context, signedInAtS }: Managed,
  password: string,
): Promise<string | undefined> {
  const texts = inLanguage(manageTexts, context.language)
  if (!account.hasPassword) {
    const isFresh = signedInAtS * 1000 > Date.now() - freshMinutes * 60_000
    return isFresh ? undefined : texts.signInAgain({ minutes: freshMinutes })
  }
  const { email } = account
  const tried = { email, password, isConfirming: true, ...originOf(ctx) }
  const outcome = await signIn(source, tried)
  if (outcome.kind === 'confirmed') return undefined
  return outcome.kind === 'too_many'
    ? texts.lockedOut({ minutes: lockMinutes })
    : texts.wrongPassword
}

function store(
  { source, account, sessionUid, context, ctx }: Managed,
  password: string,
): Promise<void> {
  return inTransaction(source.pool, async (client) => {
    await setPassword(client, account.userId, password, sessionUid)
    const { language } = context
    const change = { kind: 'security_changed', what: 'password', language } as const
    await recordAccountEvent(client, account, originOf(ctx), change)
  })
}

function show(managed: Managed, complaints: Complaints): void {
  const { context, account, ctx } = managed
  const texts = inLanguage(manageTexts, context.language)
  showSection(managed, {
    lead: texts.passwordLead,
    complaints,
    done: ctx.query.done === 'changed' ? texts.passwordChanged : undefined,
    content: html`<form method="post" action="${ctx.path}" novalidate data-busy="${texts.saving}">
<input class="unseen" type="email" name="email" value="${account.email}" autocomplete="username" readonly tabindex="-1" aria-hidden="true">
${fieldOf(context, {
  name: 'current',
  label: texts.currentPassword,
  type: 'password',
  autocomplete: 'current-password',
  maxLength: 128,
  problem: complaints.fields?.current,
})}
${passwordFields(context, complaints.fields ?? {}, { isFirst: false, isReplacing: true })}
<button class="primary" type="submit">${texts.changePassword}</button>
</form>`,
  })
}

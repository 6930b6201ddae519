// `/Identity/Account/Register`: an account for whoever was invited, and for nobody else.

import { inLanguage } from '@counterfoil/kit/contract/texts.ts'
import { isTimeZone } from '@counterfoil/kit/contract/time-zones.ts'
import { html } from '@counterfoil/kit/server/codecs/html.ts'
import type { Context } from 'koa'
import { inTransaction, type Origin, recordAccountEvent } from './account-events.ts'
import { registerTexts } from './account-texts.ts'
import { type AccountToken, findToken, useToken } from './account-tokens.ts'
import { createAccount } from './accounts.ts'
import { type Complaints, fieldOf, isForeignForm, isWrong, readForm } from './form.ts'
import { answerFormPage } from './form-page.ts'
import { chooseLanguage, type Language } from './language.ts'
import { answerMessage, answerRegister } from './message-pages.ts'
import { complaintsOf, passwordFields } from './new-password.ts'
import type { PageContext } from './page.ts'
import { pageContextOf, rememberTenant } from './page-context.ts'
import { maxNameLength, nameComplaints } from './person-names.ts'
import { originOf, type SignInSource } from './sign-in-source.ts'
import { timeZoneField } from './time-zone-field.ts'

export async function answerInvitation(ctx: Context, source: SignInSource): Promise<void> {
  const token = typeof ctx.query.token === 'string' ? ctx.query.token : ''
  if (token === '') return answerRegister(ctx, source)
  const invitation = await findToken(source.pool, 'invitation', token)
  if (invitation === undefined) return answerGone(ctx, source)
  const context = await pageContextOf(ctx, source, { tenantId: invitation.tenantId })
  const { firstName, lastName } = invitation
  if (ctx.method !== 'POST') {
    return show(ctx, context, invitation, { firstName, lastName, timeZone: '' }, {})
  }
  const form = await readForm(ctx.req)
  const typed = {
    firstName: (form.get('firstName') ?? '').trim().slice(0, maxNameLength),
    lastName: (form.get('lastName') ?? '').trim().slice(0, maxNameLength),
    timeZone: form.get('timeZone') ?? '',
  }
  const complaints = {
    ...(isForeignForm(ctx, source.issuer) ? { sentences: [context.texts.foreignForm] } : {}),
    fields: {
      ...nameComplaints(typed, context.language),
      ...complaintsOf(form, context.language, source.isDemo),
    },
  }
  if (isWrong(complaints)) return show(ctx, context, invitation, typed, complaints)
  const password = form.get('password') ?? ''
  const { language, brand } = context
  const isTenants = chooseLanguage(brand.locale) === language
  const account = { ...typed, password, language: isTenants ? null : language }
  const isMade = await accept(source, invitation, account, originOf(ctx))
  if (!isMade) return answerGone(ctx, source)
  if (context.brand.slug !== undefined) rememberTenant(ctx, context.brand.slug)
  return answerDone(ctx, context, invitation)
}

interface Typed {
  readonly firstName: string
  readonly lastName: string
  readonly timeZone: string
}

/** False when the invitation was used up meanwhile. */
function accept(
  { pool }: SignInSource,
  invitation: AccountToken,
  typed: Typed & { readonly password: string; readonly language: Language | null },
  from: Origin,
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    if (!(await useToken(client, 'invitation', invitation))) return false
    await createAccount(client, {
      userId: invitation.userId,
      tenantId: invitation.tenantId,
      email: invitation.email,
      password: typed.password,
      userType: invitation.userType,
      givenName: typed.firstName,
      familyName: typed.lastName,
    })
    const timeZone = isTimeZone(typed.timeZone) ? typed.timeZone : null
    await client.query('update identity.account set time_zone = $2 where user_id = $1', [
      invitation.userId,
      timeZone,
    ])
    const { firstName, lastName, language } = typed
    await recordAccountEvent(client, invitation, from, {
      ...{ kind: 'registered', firstName, lastName, timeZone, language },
    })
    return true
  })
}

function show(
  ctx: Context,
  context: PageContext,
  invitation: AccountToken,
  typed: Typed,
  complaints: Complaints,
): void {
  const texts = inLanguage(registerTexts, context.language)
  const name = (which: 'firstName' | 'lastName', autocomplete: string) =>
    fieldOf(context, {
      name: which,
      label: texts[which],
      value: typed[which],
      autocomplete,
      maxLength: maxNameLength,
      problem: complaints.fields?.[which],
    })
  answerFormPage(ctx, context, {
    title: texts.title,
    lead: texts.lead({ name: context.brand.name }),
    errorTitle: texts.errorTitle,
    complaints,
    submit: texts.submit,
    busy: texts.busy,
    fields: html`${fieldOf(context, {
      name: 'email',
      label: context.texts.email,
      type: 'email',
      value: invitation.email,
      autocomplete: 'username',
      maxLength: 254,
      isFixed: true,
      hint: texts.confirmed,
    })}
<div class="pair">${name('firstName', 'given-name')}${name('lastName', 'family-name')}</div>
${timeZoneField({ label: texts.timeZone, none: texts.tenantsZone, chosen: typed.timeZone })}
${passwordFields(context, complaints.fields ?? {}, { isFirst: true, isReplacing: false })}`,
  })
}

function answerDone(ctx: Context, context: PageContext, { email }: AccountToken): void {
  const texts = inLanguage(registerTexts, context.language)
  answerMessage(ctx, context, 200, {
    title: texts.doneTitle,
    text: texts.done({ email }),
    button: context.texts.signIn,
  })
}

async function answerGone(ctx: Context, source: SignInSource): Promise<void> {
  const context = await pageContextOf(ctx, source)
  const texts = inLanguage(registerTexts, context.language)
  answerMessage(ctx, context, 410, {
    title: texts.goneTitle,
    text: texts.gone,
    button: context.texts.backToPortal,
  })
}

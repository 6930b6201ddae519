// The authenticator app: set up with a QR code and a first code, recovery codes shown once. The password is asked for
// every change, and a code of the app that is set up already: who knows the password alone does not take its place.

import { inLanguage } from '@counterfoil/kit/contract/texts.ts'
import { Html, html } from '@counterfoil/kit/server/codecs/html.ts'
import {
  type AccountEvent,
  inTransaction,
  recordAccountEvent,
  type SecurityChange,
} from '../account-events.ts'
import { confirmCode } from '../confirm-code.ts'
import { type Complaints, fieldOf } from '../form.ts'
import { newSecret, qrOf, renewRecoveryCodes, stepOfCode } from '../one-time-codes.ts'
import { lockMinutes } from '../sign-in.ts'
import { originOf } from '../sign-in-source.ts'
import { authenticatorTexts, manageTexts } from './manage-texts.ts'
import { findWrong } from './password-page.ts'
import { type Managed, showDone, showSection } from './section.ts'

/** So long a set-up that was begun may be completed. */
const setUpMinutes = 10

export async function answerAuthenticator(managed: Managed): Promise<void> {
  const { form } = managed
  switch (form?.get('do')) {
    case 'begin':
      return begin(managed)
    case 'confirm':
      return confirm(managed)
    case 'ask':
      return setAsking(managed)
    case 'codes':
      return renew(managed)
    case 'remove':
      return remove(managed)
    default:
      await endSetUp(managed)
      return showOverview(managed, {})
  }
}

/**
 * What is wrong with the proof that it is really them; undefined: nothing. A code is not asked for, and so not spent,
 * where the password is wrong.
 */
async function findUnproved(managed: Managed): Promise<Complaints | undefined> {
  const { source, account, form, ctx, context } = managed
  const current = await findWrong(managed, form?.get('current') ?? '')
  if (current !== undefined) {
    return account.hasPassword ? { fields: { current } } : { sentences: [current] }
  }
  if (account.totpSecret === null) return undefined
  const texts = inLanguage(authenticatorTexts, context.language)
  const code = form?.get('code')?.trim() ?? ''
  if (code === '') return { fields: { code: texts.codeMissing } }
  const outcome = await confirmCode(source, { userId: account.userId, code, ...originOf(ctx) })
  // taken away meanwhile: nothing is left to be asked
  if (outcome === 'confirmed' || outcome === 'not_enrolled') return undefined
  const { lockedOut } = inLanguage(manageTexts, context.language)
  return {
    fields: { code: outcome === 'locked' ? lockedOut({ minutes: lockMinutes }) : texts.wrongCode },
  }
}

/** Whoever sits at a session that was left open must not bind their own app to it. */
async function begin(managed: Managed): Promise<void> {
  const { source, account } = managed
  const unproved = await findUnproved(managed)
  if (unproved !== undefined) return showOverview(managed, unproved)
  const secret = newSecret()
  await source.pool.query(
    `update identity.account set totp_pending = $2, totp_pending_session = $3, totp_pending_at = now()
     where user_id = $1`,
    [account.userId, source.box.seal(secret, account.userId), managed.sessionUid],
  )
  await showScan(managed, secret, {})
}

/** Whoever goes back to the overview has cancelled. Another session's set-up is not ended. */
async function endSetUp({ source, account, sessionUid }: Managed): Promise<void> {
  await source.pool.query(
    `update identity.account set totp_pending = null, totp_pending_session = null, totp_pending_at = null
     where user_id = $1 and totp_pending_session = $2`,
    [account.userId, sessionUid],
  )
}

/** The proof was given in `begin`: it holds in the same session, and not for long. */
async function confirm(managed: Managed): Promise<void> {
  const { source, account, form, context, sessionUid } = managed
  const { rows } = await source.pool.query<{ totp_pending: string | null }>(
    `select totp_pending from identity.account where user_id = $1 and totp_pending_session = $2
       and totp_pending_at > now() - make_interval(mins => $3)`,
    [account.userId, sessionUid, setUpMinutes],
  )
  const sealed = rows[0]?.totp_pending ?? undefined
  if (sealed === undefined) return showOverview(managed, {})
  const secret = source.box.open(sealed, account.userId)
  const step = stepOfCode(secret, form?.get('code') ?? '', new Date())
  if (step === undefined) {
    const { wrongCode } = inLanguage(authenticatorTexts, context.language)
    return showScan(managed, secret, { fields: { code: wrongCode } })
  }
  const codes = await inTransaction(source.pool, async (client) => {
    await client.query(
      `update identity.account set totp_secret = $2, totp_at = now(), totp_pending = null, totp_pending_session = null,
         totp_pending_at = null, totp_last_step = $3, asks_code = true, failed_codes = 0, last_failed_code_at = null where user_id = $1`,
      [account.userId, sealed, step],
    )
    await recordAccountEvent(
      client,
      account,
      originOf(managed.ctx),
      changed(managed, 'authenticator_added'),
    )
    return renewRecoveryCodes(client, account.userId)
  })
  showCodes(managed, codes)
}

async function setAsking(managed: Managed): Promise<void> {
  const { source, account, form } = managed
  const unproved = await findUnproved(managed)
  if (unproved !== undefined) return showOverview(managed, unproved)
  const asks = form?.get('asks') === 'yes' && account.totpSecret !== null
  await inTransaction(source.pool, async (client) => {
    const { rowCount } = await client.query(
      'update identity.account set asks_code = $2 where user_id = $1 and asks_code <> $2',
      [account.userId, asks],
    )
    if (rowCount === 0) return
    const change = changed(managed, asks ? 'code_asked' : 'code_not_asked')
    await recordAccountEvent(client, account, originOf(managed.ctx), change)
  })
  showDone(managed, 'saved')
}

async function renew(managed: Managed): Promise<void> {
  const { source, account } = managed
  const unproved = await findUnproved(managed)
  if (unproved !== undefined) return showOverview(managed, unproved)
  const codes = await inTransaction(source.pool, async (client) => {
    await recordAccountEvent(
      client,
      account,
      originOf(managed.ctx),
      changed(managed, 'recovery_codes'),
    )
    return renewRecoveryCodes(client, account.userId)
  })
  showCodes(managed, codes)
}

async function remove(managed: Managed): Promise<void> {
  const { source, account } = managed
  const unproved = await findUnproved(managed)
  if (unproved !== undefined) return showOverview(managed, unproved)
  await inTransaction(source.pool, async (client) => {
    await client.query(
      `update identity.account set totp_secret = null, totp_pending = null, totp_pending_session = null,
         totp_pending_at = null, totp_last_step = null,
         asks_code = false where user_id = $1`,
      [account.userId],
    )
    await client.query('delete from identity.recovery_code where user_id = $1', [account.userId])
    await recordAccountEvent(
      client,
      account,
      originOf(managed.ctx),
      changed(managed, 'authenticator_removed'),
    )
  })
  showDone(managed, 'removed')
}

const changed = ({ context }: Managed, what: SecurityChange): AccountEvent => ({
  kind: 'security_changed',
  what,
  language: context.language,
})

async function showScan(managed: Managed, secret: string, complaints: Complaints): Promise<void> {
  const { ctx, context, account } = managed
  const texts = inLanguage(authenticatorTexts, context.language)
  const svg = await qrOf(secret, context.brand.name, account.email)
  const spaced = secret.match(/.{1,4}/g)?.join(' ') ?? ''
  showSection(managed, {
    lead: '',
    complaints,
    content: html`<h2>${texts.scanTitle}</h2>
<div class="qr" role="img" aria-label="${texts.qr}">${new Html(svg)}</div>
<p>${texts.scan}</p>
<p class="secret">${spaced}</p>
<form method="post" action="${ctx.path}" novalidate data-busy="${texts.confirming}">
<input type="hidden" name="do" value="confirm">
${fieldOf(context, {
  name: 'code',
  label: texts.code,
  autocomplete: 'one-time-code',
  inputMode: 'numeric',
  maxLength: 10,
  isFirst: true,
  problem: complaints.fields?.code,
})}
<button class="primary" type="submit">${texts.confirm}</button>
</form>
<a class="secondary" href="${ctx.path}">${texts.cancel}</a>`,
  })
}

function showCodes(managed: Managed, codes: readonly string[]): void {
  const { ctx, context } = managed
  const texts = inLanguage(authenticatorTexts, context.language)
  showSection(managed, {
    lead: '',
    content: html`<h2>${texts.codesTitle}</h2>
<p>${texts.codesLead}</p>
<ul class="codes">${codes.map((code) => html`<li>${code}</li>`)}</ul>
<a class="primary" href="${ctx.path}?done=saved">${texts.codesKept}</a>`,
  })
}

async function showOverview(managed: Managed, complaints: Complaints): Promise<void> {
  const { ctx, context, account, source } = managed
  const texts = inLanguage(authenticatorTexts, context.language)
  const isOn = account.totpSecret !== null
  const { rows } = await source.pool.query<{ left: number }>(
    'select count(*)::int as left from identity.recovery_code where user_id = $1 and used_at is null',
    [account.userId],
  )
  const left = rows[0]?.left ?? 0
  const said = { saved: inLanguage(manageTexts, context.language).saved, removed: texts.removed }
  showSection(managed, {
    lead: isOn ? texts.leadOn : texts.leadOff,
    complaints,
    done: said[String(ctx.query.done) as keyof typeof said],
    content: html`<form method="post" action="${ctx.path}" novalidate>
${
  isOn &&
  html`<div class="check"><input type="checkbox" id="asks" name="asks" value="yes"${account.asksCode && html` checked`} aria-describedby="asks-hint"><div><label for="asks">${texts.atSignIn}</label><p class="hint" id="asks-hint">${texts.atSignInHint} ${left === 0 ? texts.none : texts.left({ count: left })}</p></div></div>`
}
${
  account.hasPassword &&
  fieldOf(context, {
    name: 'current',
    label: inLanguage(manageTexts, context.language).currentPassword,
    type: 'password',
    autocomplete: 'current-password',
    maxLength: 128,
    problem: complaints.fields?.current,
  })
}
${
  isOn &&
  fieldOf(context, {
    name: 'code',
    label: texts.code,
    hint: texts.orRecovery,
    autocomplete: 'one-time-code',
    maxLength: 30,
    problem: complaints.fields?.code,
  })
}
${buttons(context.language, isOn)}
</form>`,
  })
}

function buttons(language: Managed['context']['language'], isOn: boolean): Html {
  const texts = inLanguage(authenticatorTexts, language)
  const button = (what: string, name: string, isMain = false) =>
    html`<button class="${isMain ? 'primary' : 'secondary'}" type="submit" name="do" value="${what}">${name}</button>`
  if (!isOn) return button('begin', texts.setUp, true)
  return html`${button('ask', inLanguage(manageTexts, language).save, true)}${button('codes', texts.newCodes)}${button('begin', texts.setUpAgain)}${button('remove', texts.remove)}`
}

// The authenticator app: set up with a QR code and a first code, recovery codes shown once, removed with the password.

import { Html, html } from '@counterfoil/kit/server/html.ts'
import type { AccountEvent } from '../account-events.ts'
import { inTransaction, tellPortal } from '../account-events.ts'
import { type Complaints, fieldOf } from '../form.ts'
import { newSecret, qrOf, renewRecoveryCodes, stepOfCode } from '../one-time-codes.ts'
import { authenticatorTexts, manageTexts } from './manage-texts.ts'
import { findWrong } from './password-page.ts'
import { type Managed, showDone, showSection } from './section.ts'

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
      return showOverview(managed, {})
  }
}

/** Whoever sits at a session that was left open must not bind their own app to it: the password is asked. */
async function begin(managed: Managed): Promise<void> {
  const { source, account } = managed
  const wrong = await findWrong(managed, managed.form?.get('current') ?? '')
  if (wrong !== undefined) return showOverview(managed, { fields: { current: wrong } })
  const secret = newSecret()
  await source.pool.query('update identity.account set totp_pending = $2 where user_id = $1', [
    account.userId,
    source.box.seal(secret, account.userId),
  ])
  await showScan(managed, secret, {})
}

async function confirm(managed: Managed): Promise<void> {
  const { source, account, form, context } = managed
  const { rows } = await source.pool.query<{ totp_pending: string | null }>(
    'select totp_pending from identity.account where user_id = $1',
    [account.userId],
  )
  const sealed = rows[0]?.totp_pending ?? undefined
  if (sealed === undefined) return showOverview(managed, {})
  const secret = source.box.open(sealed, account.userId)
  const step = stepOfCode(secret, form?.get('code') ?? '', new Date())
  if (step === undefined) {
    const { wrongCode } = authenticatorTexts(context.language)
    return showScan(managed, secret, { fields: { code: wrongCode } })
  }
  const codes = await inTransaction(source.pool, async (client) => {
    await client.query(
      `update identity.account set totp_secret = $2, totp_pending = null, totp_last_step = $3,
         asks_code = true where user_id = $1`,
      [account.userId, sealed, step],
    )
    await tellPortal(client, account, changed(managed, 'authenticator_added'))
    return renewRecoveryCodes(client, account.userId)
  })
  showCodes(managed, codes)
}

async function setAsking(managed: Managed): Promise<void> {
  const { source, account, form } = managed
  const wrong = await findWrong(managed, form?.get('current') ?? '')
  if (wrong !== undefined) return showOverview(managed, { fields: { current: wrong } })
  await source.pool.query(
    'update identity.account set asks_code = $2 and totp_secret is not null where user_id = $1',
    [account.userId, form?.get('asks') === 'yes'],
  )
  showDone(managed, 'saved')
}

async function renew(managed: Managed): Promise<void> {
  const { source, account, form } = managed
  const wrong = await findWrong(managed, form?.get('current') ?? '')
  if (wrong !== undefined) return showOverview(managed, { fields: { current: wrong } })
  const codes = await inTransaction(source.pool, async (client) => {
    await tellPortal(client, account, changed(managed, 'recovery_codes'))
    return renewRecoveryCodes(client, account.userId)
  })
  showCodes(managed, codes)
}

async function remove(managed: Managed): Promise<void> {
  const { source, account, form } = managed
  const wrong = await findWrong(managed, form?.get('current') ?? '')
  if (wrong !== undefined) return showOverview(managed, { fields: { current: wrong } })
  await inTransaction(source.pool, async (client) => {
    await client.query(
      `update identity.account set totp_secret = null, totp_pending = null, totp_last_step = null,
         asks_code = false where user_id = $1`,
      [account.userId],
    )
    await client.query('delete from identity.recovery_code where user_id = $1', [account.userId])
    await tellPortal(client, account, changed(managed, 'authenticator_removed'))
  })
  showDone(managed, 'removed')
}

type Change = Extract<AccountEvent, { kind: 'security_changed' }>

const changed = ({ context }: Managed, what: Change['what']): Change => ({
  kind: 'security_changed',
  what,
  language: context.language,
})

async function showScan(managed: Managed, secret: string, complaints: Complaints): Promise<void> {
  const { ctx, context, account } = managed
  const texts = authenticatorTexts(context.language)
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
  const texts = authenticatorTexts(context.language)
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
  const texts = authenticatorTexts(context.language)
  const isOn = account.totpSecret !== null
  const { rows } = await source.pool.query<{ left: number }>(
    'select count(*)::int as left from identity.recovery_code where user_id = $1 and used_at is null',
    [account.userId],
  )
  const left = rows[0]?.left ?? 0
  const said = { saved: manageTexts(context.language).saved, removed: texts.removed }
  showSection(managed, {
    lead: isOn ? texts.leadOn : texts.leadOff,
    complaints,
    done: said[String(ctx.query.done) as keyof typeof said],
    content: html`<form method="post" action="${ctx.path}" novalidate>
${
  isOn &&
  html`<div class="check"><input type="checkbox" id="asks" name="asks" value="yes"${account.asksCode && html` checked`} aria-describedby="asks-hint"><div><label for="asks">${texts.atSignIn}</label><p class="hint" id="asks-hint">${texts.atSignInHint} ${left === 0 ? texts.none : texts.left(left)}</p></div></div>`
}
${fieldOf(context, {
  name: 'current',
  label: manageTexts(context.language).currentPassword,
  type: 'password',
  autocomplete: 'current-password',
  maxLength: 128,
  problem: complaints.fields?.current,
})}
${buttons(context.language, isOn)}
</form>`,
  })
}

function buttons(language: Managed['context']['language'], isOn: boolean): Html {
  const texts = authenticatorTexts(language)
  const button = (what: string, name: string, isMain = false) =>
    html`<button class="${isMain ? 'primary' : 'secondary'}" type="submit" name="do" value="${what}">${name}</button>`
  if (!isOn) return button('begin', texts.setUp, true)
  return html`${button('ask', manageTexts(language).save, true)}${button('codes', texts.newCodes)}${button('begin', texts.setUpAgain)}${button('remove', texts.remove)}`
}

import { localeOf } from '@counterfoil/kit/contract/languages.ts'
import { inLanguage } from '@counterfoil/kit/contract/texts.ts'
import { deviceOf } from '@counterfoil/kit/contract/user-agent.ts'
import { html } from '@counterfoil/kit/server/codecs/html.ts'
import { inTransaction, recordAccountEvent } from '../account-events.ts'
import { endSessions } from '../accounts.ts'
import { answerSignedOut } from '../message-pages.ts'
import { endSession, listSessions, type OpenSession } from '../sessions.ts'
import { originOf } from '../sign-in-source.ts'
import { sessionTexts } from './manage-texts.ts'
import { type Managed, showDone, showSection } from './section.ts'

/** Where the account is signed in, and the way to end that. */
export async function answerSessions(managed: Managed): Promise<void> {
  const { form, source, account, ctx } = managed
  const { pool } = source
  if (form === undefined) return show(managed, await listSessions(pool, account.userId))
  const uid = form.get('session') ?? ''
  const end = (where: 'elsewhere' | 'everywhere') =>
    inTransaction(pool, async (client) => {
      if (where === 'everywhere') await endSessions(client, account.userId)
      else if (!(await endSession(client, account.userId, uid))) return
      await recordAccountEvent(client, account, originOf(ctx), { kind: 'signed_out', where })
    })
  if (uid === '') {
    await end('everywhere')
    return answerSignedOut(ctx, source)
  }
  await end('elsewhere')
  showDone(managed, 'ended')
}

function show(managed: Managed, sessions: readonly OpenSession[]): void {
  const { ctx, context, sessionUid, account } = managed
  const texts = inLanguage(sessionTexts, context.language)
  const when = (at: Date) =>
    at.toLocaleString(localeOf[context.language], {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: account.timeZone ?? 'UTC',
    })
  const row = (
    session: OpenSession,
  ) => html`<li><div>${deviceOf(session.userAgent) ?? texts.unknown}${
    session.uid === sessionUid && html`<span class="tag">${texts.here}</span>`
  }<small>${texts.since({ when: `${when(session.beganAt)}${account.timeZone === null ? ' UTC' : ''}` })}${session.ip !== null && html` · ${session.ip}`}</small></div>
${
  session.uid !== sessionUid &&
  html`<form method="post" action="${ctx.path}"><button class="secondary small" name="session" value="${session.uid}">${texts.end}</button></form>`
}</li>`
  showSection(managed, {
    lead: texts.lead,
    done: ctx.query.done === 'ended' ? texts.ended : undefined,
    content: html`<ul class="rows">${sessions.map(row)}</ul>
<form method="post" action="${ctx.path}">
<button class="primary" type="submit">${texts.endAll}</button>
<p class="hint">${texts.endAllHint}</p>
</form>`,
  })
}

import { inLanguage } from '@counterfoil/kit/contract/texts.ts'
import { isTimeZone } from '@counterfoil/kit/contract/time-zones.ts'
import { html } from '@counterfoil/kit/server/codecs/html.ts'
import { inTransaction, recordAccountEvent } from '../account-events.ts'
import { registerTexts } from '../account-texts.ts'
import { type Complaints, fieldOf, isWrong } from '../form.ts'
import { maxNameLength, nameComplaints } from '../person-names.ts'
import { originOf } from '../sign-in-source.ts'
import { timeZoneField } from '../time-zone-field.ts'
import { manageTexts } from './manage-texts.ts'
import { type Managed, showDone, showSection } from './section.ts'

/** Name and time zone. */
export async function answerProfile(managed: Managed): Promise<void> {
  const { account, context, form } = managed
  const typed = {
    firstName: form ? (form.get('firstName') ?? '').trim() : account.givenName,
    lastName: form ? (form.get('lastName') ?? '').trim() : account.familyName,
    timeZone: (form ? form.get('timeZone') : account.timeZone) ?? '',
  }
  const complaints = { fields: form ? nameComplaints(typed, context.language) : {} }
  if (form === undefined || isWrong(complaints)) return show(managed, typed, complaints)
  await store(managed, typed)
  showDone(managed, 'saved')
}

interface Typed {
  readonly firstName: string
  readonly lastName: string
  readonly timeZone: string
}

function store({ source, account, ctx }: Managed, typed: Typed): Promise<void> {
  const firstName = typed.firstName.slice(0, maxNameLength)
  const lastName = typed.lastName.slice(0, maxNameLength)
  const timeZone = isTimeZone(typed.timeZone) ? typed.timeZone : null
  return inTransaction(source.pool, async (client) => {
    await client.query(
      `update identity.account set given_name = $2, family_name = $3, time_zone = $4, profile_at = now()
       where user_id = $1`,
      [account.userId, firstName, lastName, timeZone],
    )
    const change = { kind: 'profile_changed', firstName, lastName, timeZone } as const
    await recordAccountEvent(client, account, originOf(ctx), change)
  })
}

function show(managed: Managed, typed: Typed, complaints: Complaints): void {
  const { context, account, ctx } = managed
  const texts = inLanguage(manageTexts, context.language)
  const fields = inLanguage(registerTexts, context.language)
  const name = (which: 'firstName' | 'lastName', autocomplete: string) =>
    fieldOf(context, {
      name: which,
      label: fields[which],
      value: typed[which],
      autocomplete,
      maxLength: maxNameLength,
      problem: complaints.fields?.[which],
    })
  showSection(managed, {
    lead: texts.profileLead,
    complaints,
    done: ctx.query.done === 'saved' ? texts.saved : undefined,
    content: html`<form method="post" action="${ctx.path}" novalidate data-busy="${texts.saving}">
${fieldOf(context, {
  name: 'email',
  label: context.texts.email,
  type: 'email',
  value: account.email,
  autocomplete: 'username',
  maxLength: 254,
  isFixed: true,
  hint: texts.emailHint,
})}
<div class="pair">${name('firstName', 'given-name')}${name('lastName', 'family-name')}</div>
${timeZoneField({ label: fields.timeZone, none: fields.tenantsZone, chosen: typed.timeZone })}
<button class="primary" type="submit">${texts.save}</button>
</form>`,
  })
}

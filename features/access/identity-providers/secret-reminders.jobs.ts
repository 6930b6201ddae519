// Tells administrators that a provider's client secret expires: without it nobody signs in there.
import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { textWith } from '@counterfoil/kit/contract/texts.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import { type JobContext, schedule } from '@counterfoil/kit/jobs/job.ts'
import { operatorType } from './arrivals.queries.ts'
import { type ExpiringSecret, listExpiringSecrets } from './identity-providers.queries.ts'
import { identityProviders } from './identity-providers.resource.ts'
import { daysUntil, reminderOf } from './settings.rules.ts'

const msg = messagesOf(import.meta.url)

/** Of those who can do something about it. */
const permission = 'Settings.GeneralSettings.IdentityProvider.Edit'

const texts = msg({
  soon: 'The client secret of {name} expires soon',
  over: 'The client secret of {name} has expired',
  soonAbout:
    'It expires {days, plural, =0 {today} one {tomorrow} other {in # days}}. Get a new one from the provider and set it: without it nobody can sign in there.',
  overAbout: 'Get a new one from the provider and set it: without it nobody can sign in there.',
})

export const schedules = [
  schedule({
    name: 'identity-providers.remind-of-secrets',
    label: msg('Remind of client secrets that expire'),
    everyS: 3600,
    run: remind,
  }),
]

async function remind(context: JobContext): Promise<void> {
  const { database, jobs, now, signal } = context
  const notDone = 'no reminder of client secrets that expire was sent'
  await forEachTenant(context, notDone, async (tenantId) => {
    const scope = tenantScope(tenantId)
    for (const secret of await listExpiringSecrets(database.reader(scope))) {
      if (signal.aborted) return
      const at = now()
      const notice = noticeOf(secret, at)
      if (notice === undefined) continue
      await database.transaction(scope, async (db) => {
        const isOfPlatform = (await operatorType(db)) === 'platform'
        const to = isOfPlatform
          ? ({ audience: 'platform', permission } as const)
          : ({ audience: 'tenant', permission } as const)
        await notify(db, jobs, { ...notice, to, now: at })
      })
    }
  })
}

function noticeOf({ id, name, expiresOn }: ExpiringSecret, now: Date) {
  const days = daysUntil(expiresOn, now)
  const reminder = reminderOf(days)
  if (reminder === undefined) return undefined
  const isOver = reminder === 'over'
  return {
    type: 'IdentityProvider',
    isImportant: true,
    title: textWith(isOver ? texts.over : texts.soon, { name }),
    description: isOver ? texts.overAbout : textWith(texts.soonAbout, { days }),
    objectUrl: `${identityProviders.screen?.path}?record=${id}`,
    onceFor: `identity-provider-secret ${id} ${expiresOn} ${reminder}`,
  }
}

// Reminds of API keys that expire: without one a merchant's servers take no payments.
import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { textWith } from '@counterfoil/kit/contract/texts.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import { type JobContext, schedule } from '@counterfoil/kit/jobs/job.ts'
import { type ExpiringKey, listExpiringKeys } from './api-keys.queries.ts'
import { apiKeys } from './api-keys.resource.ts'

const msg = messagesOf(import.meta.url)

const texts = msg({
  soon: 'The API key {name} expires soon',
  over: 'The API key {name} has expired',
  soonAbout:
    'In {mode, select, Live {Live} other {Test}}. It expires {days, plural, =0 {within a day} one {in # day} other {in # days}}. Set a later date or make a new key: after it your servers are refused.',
  overAbout:
    'In {mode, select, Live {Live} other {Test}}. Servers that call with it are refused. Make a new key or set a later date.',
})

/** So many days before its end, the first as early as people need to change their servers. */
const reminders = [14, 3, 0]

export const schedules = [
  schedule({
    name: 'api-keys.remind-of-expiry',
    label: msg('Remind of API keys that expire'),
    everyS: 3600,
    run: remindOfKeys,
  }),
]

/** Notifies those who manage a merchant's keys; of a key for all merchants its tenant's administrators. */
export async function remindOfKeys(context: JobContext): Promise<void> {
  const { database, jobs, now } = context
  const at = now()
  const from = new Date(at.getTime() - dayMs)
  const until = new Date(at.getTime() + Math.max(...reminders) * dayMs)
  await forEachTenant(context, 'no reminder of API keys was sent', async (tenantId) => {
    const scope = tenantScope(tenantId)
    const keys = await listExpiringKeys(database.reader(scope), from, until)
    if (keys.length === 0) return
    await database.transaction(scope, async (db) => {
      for (const key of keys) await notify(db, jobs, { ...noticeOf(key, at), now: at })
    })
  })
}

function noticeOf({ id, name, merchantId, mode, expiresAt }: ExpiringKey, now: Date) {
  const days = Math.floor((expiresAt.getTime() - now.getTime()) / dayMs)
  const isOver = expiresAt <= now
  const reminder = isOver ? 'over' : reminders.findLast((one) => days <= one)
  const about = { mode: modeNameOf(mode) }
  const { screen, merchants } = apiKeys
  return {
    to:
      merchantId === null
        ? ({ audience: 'tenant', permission: apiKeys.permission.edit } as const)
        : ({ audience: 'merchant', permission: 'Merchant.Settings.APIKeys', merchantId } as const),
    type: 'ApiKey',
    isImportant: true,
    title: textWith(isOver ? texts.over : texts.soon, { name }),
    description: isOver
      ? textWith(texts.overAbout, about)
      : textWith(texts.soonAbout, { ...about, days }),
    objectUrl: `${merchantId === null ? screen?.path : merchants?.path}?record=${id}`,
    onceFor: `api-key ${id} ${expiresAt.toISOString()} ${reminder}`,
  }
}

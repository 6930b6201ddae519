import { text as textInLanguages } from '@counterfoil/kit/contract/fields.ts'
import { spokenIn, textLanguage } from '@counterfoil/kit/contract/languages.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { textIn } from '@counterfoil/kit/contract/texts.ts'
import type { Database } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { readPlatformTenantId } from '@counterfoil/kit/database/tenants.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import { type JobContext, job, schedule } from '@counterfoil/kit/jobs/job.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { z } from 'zod'
import { isMailed, mailTime, mailUnread } from './notice-mails.ts'
import {
  deleteOlderNotifications,
  historyStart,
  insertNotifications,
  listHolders,
  listNamed,
  type NewNotification,
  type Recipient,
  type RecipientSearch,
  readLanguages,
} from './notifications.queries.ts'
import { fanOutJob } from './notifications.rules.ts'
import { sanitiseDescription } from './sanitise-description.ts'

const msg = messagesOf(import.meta.url)

const text = z.union([z.string(), textInLanguages])
const permission = z.string()
const merchantId = z.uuid()

const seeing = z.object({
  merchantId: merchantId.nullable(),
  method: z.string().nullable(),
  provider: z.string().nullable(),
})

const operators = z.object({
  audience: z.literal('tenant'),
  permission,
  merchantId: merchantId.optional(),
  seesAllMerchants: z.boolean().optional(),
  roleId: z.uuid().optional(),
  orAnyRole: z.boolean().optional(),
  seeing: seeing.optional(),
})

const audience = z.discriminatedUnion('audience', [
  z.object({
    audience: z.literal('merchant'),
    permission,
    merchantId,
    seeing: seeing.optional(),
  }),
  operators,
  z.object({ audience: z.literal('platform'), permission }),
])
type PermissionHolders = z.infer<typeof audience>

const payload = z.object({
  id: z.uuid(),
  tenantId: z.uuid(),
  to: z.union([z.object({ userIds: z.array(z.uuid()), otherwise: audience.optional() }), audience]),
  type: z.string(),
  title: text,
  description: text.optional(),
  objectUrl: z.string().optional(),
  useRouter: z.boolean().optional(),
  image: z.string().optional(),
  isImportant: z.boolean().optional(),
  hasOwnMail: z.boolean().optional(),
  exceptUserId: z.string().optional(),
  at: z.iso.datetime(),
})
type Payload = z.infer<typeof payload>

/** Rows of one insert. */
const insertSize = 500
/** Rows that one transaction deletes. */
const removeSize = 2_000

export const jobs = [
  job<Payload>({
    ...fanOutJob,
    label: msg('Send notifications'),
    isFrequent: true,
    payload,
    concurrency: 2,
    run: fanOut,
  }),
]

export const schedules = ({ publicUrl }: Pick<Providers, 'publicUrl'>) => [
  schedule({
    name: 'notifications.mail-unread',
    label: msg('Mail notifications that are not read'),
    everyS: 30,
    run: (context) => mailUnread(context, publicUrl),
  }),
  schedule({
    name: 'notifications.remove-old',
    label: msg('Remove old notifications'),
    everyS: 3600,
    run: removeOld,
  }),
]

/** Inserts a row for each recipient. The id follows from the notice, so a repeated run inserts nothing twice. */
async function fanOut(notice: Payload, { database, now }: JobContext): Promise<void> {
  const { tenantId, users } = await recipientsOf(database, notice)
  const tenant = await readLanguages(database.reader(tenantScope(tenantId)), tenantId)
  const others = users.filter(({ id }) => id !== notice.exceptUserId)
  const rows = others.map((user) =>
    rowFor(user, spokenIn(tenant.languages, user.locale, tenant.locale), notice, now()),
  )
  await database.transaction(tenantScope(tenantId), async (db) => {
    for (let start = 0; start < rows.length; start += insertSize) {
      await insertNotifications(db, rows.slice(start, start + insertSize))
    }
  })
}

/** The users and their tenant, which is the platform's for its staff. */
async function recipientsOf(
  database: Database,
  { tenantId, to }: Pick<Payload, 'tenantId' | 'to'>,
) {
  if (!('userIds' in to)) return holdersOf(database, tenantId, to)
  const db = database.reader(tenantScope(tenantId))
  const users = to.userIds.length === 0 ? [] : await listNamed(db, to.userIds)
  if (users.length > 0 || to.otherwise === undefined) return { tenantId, users }
  return holdersOf(database, tenantId, to.otherwise)
}

async function holdersOf(database: Database, noticeTenantId: string, to: PermissionHolders) {
  const tenantId =
    to.audience === 'platform' ? await readPlatformTenantId(database.shared) : noticeTenantId
  const roleId = 'roleId' in to ? to.roleId : undefined
  const search: RecipientSearch = {
    userType: to.audience,
    permission: to.permission,
    merchantId: ('merchantId' in to ? to.merchantId : undefined) ?? null,
    seesAllMerchants: 'seesAllMerchants' in to && to.seesAllMerchants === true,
    seeing: 'seeing' in to ? to.seeing : undefined,
  }
  const db = database.reader(tenantScope(tenantId))
  const users = await listHolders(db, { ...search, roleId })
  const isForAnyRole = users.length === 0 && 'orAnyRole' in to && to.orAnyRole === true
  return { tenantId, users: isForAnyRole ? await listHolders(db, search) : users }
}

function rowFor(
  { id: userId, noticeMails }: Recipient,
  locale: string,
  notice: Payload,
  now: Date,
): NewNotification {
  const at = new Date(notice.at)
  const inLocale = (said: Payload['title']) =>
    typeof said === 'string' ? said : textIn(said, textLanguage(locale))
  return {
    userId,
    id: notice.id,
    type: notice.type,
    title: inLocale(notice.title),
    description: sanitiseDescription(inLocale(notice.description ?? '')),
    image: notice.image ?? null,
    icon: null,
    objectUrl: notice.objectUrl ?? null,
    useRouter: notice.useRouter ?? true,
    at,
    mailAfter: isMailed(noticeMails, notice) ? mailTime(at, now) : null,
  }
}

/** Deletes notifications older than 30 days, tenant by tenant in small batches. */
async function removeOld(context: JobContext): Promise<void> {
  const { database, now, signal } = context
  const before = historyStart(now())
  await forEachTenant(context, 'old notifications were not removed', async (tenantId) => {
    let removed = removeSize
    while (removed === removeSize && !signal.aborted) {
      removed = await database.transaction(tenantScope(tenantId), (db) =>
        deleteOlderNotifications(db, before, removeSize),
      )
    }
  })
}

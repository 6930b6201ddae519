import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { addDays, localDay } from '@counterfoil/kit/contract/calendar-days.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { textWith } from '@counterfoil/kit/contract/texts.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import type {
  Changing,
  ResourceRules,
  Values,
} from '@counterfoil/kit/server/resources/resource-changes.ts'
import {
  findItem,
  findLeastBusyOfRole,
  findStaff,
  insertTask,
  isHiddenFrom,
  listActivities,
  listNames,
  listOpenTasks,
  updateItemMerchant,
} from './tasks.queries.ts'
import { tasks } from './tasks.resource.ts'

const msg = messagesOf(import.meta.url)

export interface ItemForTasks {
  readonly id: string
  readonly name: string
  readonly merchantId: string | null
  readonly ownerId: string | null
}

/**
 * Creates an item's tasks from an activity set, on the transaction in which the item reaches the set's stage. What is still to
 * be done since an earlier visit is not asked a second time: a card that was dropped at the wrong stage is put back.
 */
export async function createTasksForStage(
  db: Db,
  context: Changing,
  setId: string,
  item: ItemForTasks,
): Promise<void> {
  const { caller, now } = context
  const given = new Map<string, string[]>()
  const open = await db.inWholeTenant((all) => listOpenTasks(all, item.id))
  for (const activity of await listActivities(db, setId)) {
    const { roleId, name, kind, documentTypeId } = activity
    if (open.some((one) => one.name === name && one.kind === kind)) continue
    const assigneeId = await db.inWholeTenant((all) => findAssignee(all, roleId, item))
    const dueOn = addDays(localDay(now, caller.timeZone), activity.daysAfter)
    const { id: itemId, merchantId } = item
    const task = { name, kind, dueOn, assigneeId, itemId, merchantId, documentTypeId }
    const id = newId(now)
    await insertTask(db, { id, ...task }, now)
    await context.audit(db, { type: tasks.id, id, merchantId, after: task })
    if (assigneeId !== null) given.set(assigneeId, [...(given.get(assigneeId) ?? []), name])
  }
  for (const [assigneeId, names] of given)
    await notifyAssignee(db, context, assigneeId, names, item.name)
}

/** A user of the role, else the owner of the item; null: none of them may see the item. */
async function findAssignee(
  db: Db,
  roleId: string | null,
  { ownerId, merchantId }: ItemForTasks,
): Promise<string | null> {
  const input = { preferredId: ownerId, merchantId }
  const ofRole = roleId === null ? undefined : await findLeastBusyOfRole(db, roleId, input)
  const owner = ownerId === null ? undefined : await findStaff(db, ownerId, merchantId)
  return ofRole ?? owner ?? null
}

/** Gives the tasks of an item its new customer, also tasks that the caller cannot see. */
export async function changeTasksMerchant(
  db: Db,
  { audit, now }: Changing,
  itemId: string,
  merchantId: string | null,
): Promise<void> {
  const given = await db.inWholeTenant((all) => updateItemMerchant(all, itemId, merchantId, now))
  for (const { id, before } of given) {
    const change = { before: { merchantId: before }, after: { merchantId } }
    await audit(db, { type: tasks.id, id, merchantId, ...change })
  }
}

/** Names by id, read in the whole tenant: a user who is limited to some merchants may see colleagues' names. */
export async function namesOf(
  db: Db,
  userIds: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, string>> {
  const ids = [...new Set(userIds)].filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const people = await db.inWholeTenant((all) => listNames(all, ids))
  return new Map(
    people.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`.trim()]),
  )
}

/** Notifies the assignee, except of a task that they assigned to themselves. */
async function notifyAssignee(
  db: Db,
  { caller, jobs, now }: Changing,
  assigneeId: string,
  names: readonly string[],
  about: string | undefined,
): Promise<void> {
  if (assigneeId === caller.id) return
  const [first = ''] = names
  const of = about === undefined ? '' : ` – ${about}`
  await notify(db, jobs, {
    to: { userIds: [assigneeId] },
    type: 'Task',
    title:
      names.length === 1
        ? textWith(msg('New task: {first}{of}'), { first, of })
        : textWith(msg('{count} new tasks{of}'), { count: names.length, of }),
    objectUrl: '/crm/tasks',
    now,
  })
}

/** A task cannot be assigned to a user who may not see its customer. */
async function requireAssigneeMaySee(
  db: Db,
  values: Values,
  before: Values | undefined,
): Promise<void> {
  const { assigneeId, merchantId } = values
  if (typeof assigneeId !== 'string') return
  if (before?.assigneeId === assigneeId && before.merchantId === merchantId) return
  const whose = typeof merchantId === 'string' ? merchantId : null
  if (!(await db.inWholeTenant((all) => isHiddenFrom(all, assigneeId, whose)))) return
  const text = 'This person cannot see it: they only see other customers'
  throw new Problem('task.assignee_limited', 422, text, { path: 'assigneeId' })
}

export const taskRules: ResourceRules = {
  check: async (db, values, { before, context }) => {
    const isOwn = before === undefined && context.caller.tenantId === tenantOf(db)
    const assigneeId = values.assigneeId ?? (isOwn ? context.caller.id : null)
    const { itemId } = values
    // the tasks of an item have the item's customer
    const item = typeof itemId === 'string' ? await findItem(db, itemId) : undefined
    const stored = {
      ...values,
      assigneeId,
      merchantId: item?.merchantId ?? values.merchantId ?? null,
    }
    await requireAssigneeMaySee(db, stored, before)
    return stored
  },
  saved: async (db, _key, { before, after, context }) => {
    const { assigneeId, name } = after
    if (typeof assigneeId !== 'string' || assigneeId === before?.assigneeId) return
    await notifyAssignee(db, context, assigneeId, [String(name)], undefined)
  },
}

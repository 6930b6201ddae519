import { createActivity } from '@counterfoil/features/crm/activity/activity.public.ts'
import { localDay } from '@counterfoil/kit/contract/calendar-days.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import { pageOf } from '@counterfoil/kit/server/request/counted-page.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { resourceRoutes, tenantOfRow } from '@counterfoil/kit/server/resources/resource-routes.ts'
import { listToDo, setTaskDone, type Task } from './tasks.contract.ts'
import { namesOf, taskRules } from './tasks.public.ts'
import {
  countTasks,
  listTasks,
  lockTask,
  type TaskFilter,
  updateTaskDone,
} from './tasks.queries.ts'
import { tasks } from './tasks.resource.ts'

type Row = Awaited<ReturnType<typeof listTasks>>[number]

function viewOf(row: Row, today: string, names: ReadonlyMap<string | null, string>): Task {
  const { doneAt, dueOn, kind, itemKind, ...rest } = row
  return {
    ...rest,
    // the table has no other kinds
    kind: kind as Task['kind'],
    itemKind: itemKind as Task['itemKind'],
    dueOn,
    isOverdue: doneAt === null && dueOn < today,
    isDueToday: doneAt === null && dueOn === today,
    assigneeName: names.get(row.assigneeId) ?? null,
    doneAt: doneAt?.toISOString() ?? null,
  }
}

export const routes: Route[] = [
  route(listToDo, async ({ query }, { db, caller, now }) => {
    const { whose, pageIndex, pageSize, ...rest } = query
    const today = localDay(now, caller.timeZone)
    const wanted: TaskFilter = {
      ...rest,
      today,
      assigneeId: whose === 'mine' ? caller.id : undefined,
    }
    const [rows, count] = await Promise.all([
      listTasks(db, wanted, pageOf({ pageIndex, pageSize })),
      countTasks(db, wanted),
    ])
    const names = await namesOf(
      db,
      rows.map((row) => row.assigneeId),
    )
    return { data: rows.map((row) => viewOf(row, today, names)), count }
  }),
  route(setTaskDone, async ({ params, body }, context) => {
    const { now, caller } = context
    const tenantId = await tenantOfRow(tasks, params.id, context)
    return context.transaction(async (db) => {
      const task = await lockTask(db, params.id)
      if (task === undefined) throw notFound(tasks.one.en)
      const wasDone = task.done_at !== null
      const changed = wasDone !== body.isDone
      if (changed) {
        await updateTaskDone(
          db,
          params.id,
          body.isDone ? { at: now, by: caller.id } : undefined,
          now,
        )
        if (body.isDone && (task.item_id ?? task.lead_id) !== null) {
          const of =
            task.item_id === null ? { leadId: task.lead_id ?? '' } : { itemId: task.item_id }
          await createActivity(db, context, of, { kind: 'task', after: [task.name, task.name] })
        }
      }
      await context.audit(db, {
        type: tasks.id,
        id: params.id,
        merchantId: task.merchant_id,
        before: { isDone: wasDone },
        after: { isDone: body.isDone },
      })
      return { changed }
    }, tenantId)
  }),
  ...resourceRoutes(tasks, taskRules),
]

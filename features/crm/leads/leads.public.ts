import { createActivity } from '@counterfoil/features/crm/activity/activity.public.ts'
import { createItem } from '@counterfoil/features/crm/items/items.public.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import type { ReferenceTarget } from '@counterfoil/kit/contract/resource-field.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { findResourceRow, listOptions } from '@counterfoil/kit/database/resource-rows.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import {
  type Changing,
  changeRow,
  createRow,
  type ResourceRules,
  type Values,
} from '@counterfoil/kit/server/resources/resource-changes.ts'
import { fieldsOf } from '@counterfoil/kit/server/resources/resource-views.ts'
import { findStatusName, findStatusOf, updateLeadConversion } from './leads.queries.ts'
import { leads } from './leads.resource.ts'

export const leadRules: ResourceRules = {
  check: async (db, values, { before, context }) => {
    if (before !== undefined) return undefined
    const leadStatusId = values.leadStatusId ?? (await findStatusOf(db, 'open'))?.id ?? null
    // platform staff do not own records of a tenant
    const isOwn = context.caller.tenantId === tenantOf(db)
    const ownerId = values.ownerId ?? (isOwn ? context.caller.id : null)
    return { ...values, leadStatusId, ownerId }
  },
  saved: async (db, leadId, { before, after, context }) => {
    const was = before?.leadStatusId ?? null
    const is = after.leadStatusId ?? null
    if (before === undefined) await createActivity(db, context, { leadId }, { kind: 'made' })
    else if (was !== is) await createStatusActivity(db, leadId, was, is, context)
  },
}

async function createStatusActivity(
  db: Db,
  leadId: string,
  was: unknown,
  is: unknown,
  context: Changing,
) {
  const [before, after] = [await named(db, was), await named(db, is)]
  await createActivity(db, context, { leadId }, { kind: 'status', before, after })
}

/** A status has one name for all languages. */
async function named(db: Db, id: unknown): Promise<readonly [string, string] | null> {
  const name = typeof id === 'string' ? await findStatusName(db, id) : undefined
  return name === undefined ? null : [name, name]
}

export const createLead = (db: Db, context: Changing, values: Values) =>
  createRow({ db, of: leads, context, rules: leadRules }, values)

async function keepIfInUse(db: Db, target: ReferenceTarget, key: unknown): Promise<string | null> {
  if (typeof key !== 'string') return null
  const [found] = await listOptions(db, target, { keys: [key], isInUse: true })
  return found === undefined ? null : key
}

/** Creates an opportunity from a lead. The lead gets the status for won leads, if the tenant has one. */
export async function convert(
  db: Db,
  context: Changing,
  leadId: string,
  { name, pipelineId }: { readonly name: string; readonly pipelineId: string },
): Promise<string> {
  const row = await findResourceRow(db, leads, leadId, true)
  if (row === undefined) throw notFound(leads.one.en)
  if (row.converted_at !== null) {
    throw new Problem('lead.converted', 409, 'This lead was already converted to an opportunity')
  }
  const lead = fieldsOf(leads, row)
  // an inactive currency is not copied
  const currency = await keepIfInUse(db, targets.currency, lead.currency)
  const { key } = await createItem(db, context, 'opportunity', {
    name,
    merchantId: null,
    leadId,
    pipelineId,
    stageId: null,
    currency,
    amountMinor: currency === null ? null : lead.monthlyVolumeMinor,
    expectedClose: null,
    ownerId: await keepIfInUse(db, targets.operator, lead.ownerId),
    description: lead.description,
  })
  await updateLeadConversion(db, leadId, context.now)
  await createActivity(db, context, { leadId }, { kind: 'converted', after: [name, name] })
  // the initial stage may have changed the lead's status, so the lead is read again
  const won = await findStatusOf(db, 'won')
  if (won !== undefined) {
    const now = await findResourceRow(db, leads, leadId)
    const values = { ...fieldsOf(leads, now ?? row), leadStatusId: won.id }
    await changeRow({ db, of: leads, context, rules: leadRules }, leadId, values, 'differing')
  }
  return key
}

import { inviteMerchantAdministrator } from '@counterfoil/features/access/users/invitations.public.ts'
import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { freeSlug, slugOf } from '@counterfoil/features/tenants/management/tenants.rules.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Route } from '@counterfoil/kit/server/request/route.ts'
import type { Changing, Values } from '@counterfoil/kit/server/resources/resource-changes.ts'
import { fieldProblem } from '@counterfoil/kit/server/resources/resource-checks.ts'
import { resourceRoutes } from '@counterfoil/kit/server/resources/resource-routes.ts'
import { goesLive, requireDocuments } from './going-live.ts'
import { listMerchantSlugs, updateActivation } from './merchants.queries.ts'
import { merchants } from './merchants.resource.ts'
import { type MerchantStatus, merchantStatusNotice } from './status-notice.ts'

export const routes: Route[] = resourceRoutes(merchants, {
  check: async (db, values, { key, before, context }) => {
    const was = before === undefined ? undefined : standingIn(before)
    if (goesLive(was, standingIn(values))) await requireDocuments(db, key, context.now)
    return before === undefined ? beginningOf(db, values) : undefined
  },
  made: async (db, key, values, { context }) => {
    await inviteAdministrator(db, key, values, context)
    return undefined
  },
  saved: async (db, key, { before, after, context }) => {
    await updateActivation(db, key, context.now)
    if (before !== undefined) await tell(db, key, standingIn(before), standingIn(after), context)
  },
  activity: (isActive) => ({ merchantStatus: statusWhen(isActive) }),
  switched: async (db, key, isActive, { before, context }) => {
    await updateActivation(db, key, context.now)
    const was = standingIn(before)
    const is: MerchantStatus = { ...was, merchantStatus: statusWhen(isActive) }
    if (goesLive(was, is)) await requireDocuments(db, key, context.now)
    await tell(db, key, was, is, context)
  },
})

const statusWhen = (isActive: boolean) => (isActive ? 'Active' : 'Suspended')

// a record's values are checked by its fields
const standingIn = (values: Values) => values as unknown as MerchantStatus

async function tell(
  db: Db,
  id: string,
  before: MerchantStatus,
  after: MerchantStatus,
  context: Changing,
) {
  const notice = merchantStatusNotice(id, before, after, context.now)
  if (notice !== undefined) await notify(db, context.jobs, notice)
}

async function beginningOf(db: Db, values: Values): Promise<Values> {
  const wanted = slugOf(String(values.legalBusinessName))
  const slug = freeSlug(wanted, await listMerchantSlugs(db, wanted), 'merchant')
  return { ...values, slug, boardingStage: 'Application', reviewStatus: 'Not started' }
}

/** In the transaction that makes the merchant: both are there, or neither. */
async function inviteAdministrator(
  db: Db,
  merchantId: string,
  values: Values,
  context: Changing,
): Promise<void> {
  const { administratorEmail: email, administratorFirstName, administratorLastName } = values
  if (typeof email !== 'string') return
  const { settings } = context
  // who it is is asked by the form, never by an import
  if (settings === undefined) throw new Error('A job invites nobody')
  const firstName = nameIn(administratorFirstName, 'administratorFirstName')
  const lastName = nameIn(administratorLastName, 'administratorLastName')
  const person = { email, firstName, lastName }
  await inviteMerchantAdministrator(db, { ...context, settings }, { ...person, merchantId }).catch(
    atItsField,
  )
}

function nameIn(value: unknown, path: string): string {
  if (typeof value === 'string') return value
  throw fieldProblem('merchant.administrator_unnamed', path, 'Say what the person is called', 422)
}

/** The form has other names for its fields than the invitation. */
function atItsField(error: unknown): never {
  if (error instanceof Problem && error.errors.length > 0) {
    throw fieldProblem(error.code, 'administratorEmail', error.message, error.status)
  }
  throw error
}

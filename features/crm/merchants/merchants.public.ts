import { createMerchantAdministratorRole } from '@counterfoil/features/access/roles/roles.public.ts'
import { inviteMerchantAdministrator } from '@counterfoil/features/access/users/invitations.public.ts'
import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { freeSlug, slugOf } from '@counterfoil/features/tenants/management/tenants.rules.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import {
  type Changing,
  createRow,
  type Made,
  type ResourceRules,
  type Values,
} from '@counterfoil/kit/server/resources/resource-changes.ts'
import { goesLive, requireDocuments } from './go-live.ts'
import { listMerchantSlugs, updateActivation } from './merchants.queries.ts'
import { merchants } from './merchants.resource.ts'
import { type MerchantStatus, merchantStatusNotice } from './status-notice.ts'

export const merchantRules: ResourceRules = {
  check: async (db, values, { key, before, context }) => {
    const was = before === undefined ? undefined : statusIn(before)
    if (goesLive(was, statusIn(values))) await requireDocuments(db, key, context.now)
    return before === undefined ? initialValues(db, values) : undefined
  },
  made: async (db, key, values, { context }) => {
    await createMerchantAdministratorRole(db, context)
    await inviteAdministrator(db, key, values, context)
    return undefined
  },
  saved: async (db, key, { before, after, context }) => {
    await updateActivation(db, key, context.now)
    if (before !== undefined)
      await notifyOfStatus(db, key, statusIn(before), statusIn(after), context)
  },
  activity: (isActive) => ({ merchantStatus: statusWhen(isActive) }),
  switched: async (db, key, isActive, { before, context }) => {
    await updateActivation(db, key, context.now)
    const was = statusIn(before)
    const is: MerchantStatus = { ...was, merchantStatus: statusWhen(isActive) }
    if (goesLive(was, is)) await requireDocuments(db, key, context.now)
    await notifyOfStatus(db, key, was, is, context)
  },
}

export const createMerchant = (db: Db, context: Changing, values: Values): Promise<Made> =>
  createRow({ db, of: merchants, context, rules: merchantRules }, values)

const statusWhen = (isActive: boolean) => (isActive ? 'Active' : 'Suspended')

// the fields have checked the values
const statusIn = (values: Values) => values as unknown as MerchantStatus

async function notifyOfStatus(
  db: Db,
  id: string,
  before: MerchantStatus,
  after: MerchantStatus,
  context: Changing,
) {
  const notice = merchantStatusNotice(id, before, after, context.now)
  if (notice !== undefined) await notify(db, context.jobs, notice)
}

async function initialValues(db: Db, values: Values): Promise<Values> {
  const wanted = slugOf(String(values.legalBusinessName))
  const slug = freeSlug(wanted, await listMerchantSlugs(db, wanted), 'merchant')
  return { ...values, slug }
}

/** Runs on the transaction that creates the merchant, so that both are stored or neither. */
async function inviteAdministrator(
  db: Db,
  merchantId: string,
  values: Values,
  context: Changing,
): Promise<void> {
  const { administratorEmail: email, administratorFirstName, administratorLastName } = values
  if (typeof email !== 'string') return
  const { settings } = context
  // only the form has these fields, not the import
  if (settings === undefined) throw new Error('A job invites nobody')
  const firstName = requireName(administratorFirstName, 'administratorFirstName')
  const lastName = requireName(administratorLastName, 'administratorLastName')
  const person = { email, firstName, lastName }
  await inviteMerchantAdministrator(db, { ...context, settings }, { ...person, merchantId }).catch(
    rethrowAtEmailField,
  )
}

function requireName(value: unknown, path: string): string {
  if (typeof value === 'string') return value
  throw new Problem('merchant.administrator_unnamed', 422, 'Say what the person is called', {
    path,
  })
}

/** Moves a problem of the invitation to the form's field for the address. */
function rethrowAtEmailField(error: unknown): never {
  if (error instanceof Problem && error.errors.length > 0) {
    throw new Problem(error.code, error.status, error.message, { path: 'administratorEmail' })
  }
  throw error
}

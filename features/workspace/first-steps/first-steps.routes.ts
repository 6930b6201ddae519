import {
  countDocumentsToSubmit,
  listMissingRequired,
} from '@counterfoil/features/onboarding/documents/documents.public.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { readFirstSteps, type StepName } from './first-steps.contract.ts'
import {
  hasApiKey,
  hasBranding,
  hasColleagues,
  hasMerchants,
  hasMids,
  hasPayments,
  readMerchantStatus,
} from './first-steps.queries.ts'

type StepContext = Pick<Context<UserCaller>, 'caller' | 'db' | 'database' | 'now'>
type Steps = readonly (readonly [StepName, boolean])[]

const testMode = 1

async function tenantSteps({ caller, db, database }: StepContext): Promise<Steps> {
  if (await hasPayments(db)) return []
  const [branding, users, merchants, mids] = await Promise.all([
    hasBranding(database.shared, caller.tenantId),
    hasColleagues(db),
    hasMerchants(db),
    hasMids(db),
  ])
  return [
    ['branding', branding],
    ['users', users],
    ['merchants', merchants],
    ['mids', mids],
    ['payments', false],
  ]
}

async function merchantSteps({ db, now }: StepContext, merchantId: string): Promise<Steps> {
  const status = await readMerchantStatus(db, merchantId)
  const isOver =
    status.processing_status === 'FullProcessing' || status.merchant_status === 'Closed'
  if (isOver) return []
  const [toSubmit, missing, apiKey, testPayment] = await Promise.all([
    countDocumentsToSubmit(db, merchantId, now),
    listMissingRequired(db, merchantId, now),
    hasApiKey(db, merchantId),
    hasPayments(db, testMode),
  ])
  return [
    ['documents', toSubmit === 0],
    ['review', missing.length === 0],
    ['apiKey', apiKey],
    ['testPayment', testPayment],
    ['processing', false],
  ]
}

export const routes: Route[] = [
  route(readFirstSteps, async (_input, context) => {
    const { userType, merchantId } = context.caller
    const steps =
      merchantId !== null
        ? await merchantSteps(context, merchantId)
        : userType === 'tenant'
          ? await tenantSteps(context)
          : []
    return { steps: steps.map(([name, isDone]) => ({ name, isDone })) }
  }),
]

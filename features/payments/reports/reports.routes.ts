import {
  alternativeView,
  viewPermissions,
} from '@counterfoil/features/payments/lookup/lookup.contract.ts'
import { exportQuery } from '@counterfoil/features/payments/lookup/payment-filter.schema.ts'
import { orderExport } from '@counterfoil/features/reporting/exports/exports.public.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { declareExport } from '@counterfoil/kit/server/exports/export-source.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { paymentSources } from './export.contract.ts'
import { alternativeOnly, exportPlan, openPaymentExport } from './export.public.ts'
import { requestMerchantReport, requestReport } from './reports.contract.ts'

const msg = messagesOf(import.meta.url)

declareExport({
  id: paymentSources.all,
  name: msg('Transactions'),
  stem: 'transactions',
  // the permissions to see the list, and so to export it
  permissions: [...viewPermissions.operator, ...viewPermissions.merchant],
  query: exportQuery,
  hasModes: true,
  check: (query, { caller }) => void exportPlan(query, caller),
  open: openPaymentExport,
})

declareExport({
  id: paymentSources.alternative,
  name: msg('Alternative payments'),
  stem: 'alternative-payments',
  permissions: alternativeView,
  query: exportQuery,
  hasModes: true,
  check: (query, { caller }) => void exportPlan(query, caller),
  // here and not in the query that was given: those with this list alone see no other methods
  open: (query, reader) => openPaymentExport(alternativeOnly(query), reader),
})

export const routes: Route[] = [requestReport, requestMerchantReport].map((one) =>
  route(one, async ({ query }, context) => {
    const { id } = await orderExport(
      { source: paymentSources.all, format: 'csv', query: askedOf(query), mode: context.mode },
      context,
    )
    return { reportId: id }
  }),
)

/** What was asked for, as it is sent again. */
const askedOf = (query: object) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))

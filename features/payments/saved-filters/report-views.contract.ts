import { summaryReports } from '@counterfoil/features/payments/summary-reports/summary-reports.contract.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { idParams, listOf } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { savedFilter, savedView } from './saved-filters.contract.ts'

/** Which report the views are of: `report-` and what its page calls it. */
const screen = z
  .string()
  .regex(/^report-[a-zA-Z0-9]{1,40}$/, 'A report is called like report-daily')
  .meta({ examples: ['report-daily'] })

const query = z.object({ screen })
const body = z
  .strictObject({
    ...savedView,
    /** Everybody of the user's own role sees it then. */
    isShared: z.boolean().default(false),
  })
  .meta({ examples: [{ name: 'Declines of the week', filters: { dateRange: 'last7' } }] })

const path = '/api/reporting/report-views'
/** Whoever may read any of the reports. */
const permission = [
  ...new Set(Object.values(summaryReports).flatMap((report) => report.permission)),
]
const refreshes = ['report-views.*']

export const listReportViews = endpoint({
  id: 'report-views.list',
  method: 'GET',
  path,
  summary: "The user's own views of a report, and those that others of its role share, by name",
  permission,
  query,
  answer: listOf(savedFilter),
})

export const createReportView = endpoint({
  id: 'report-views.create',
  method: 'POST',
  path,
  summary: 'Saves a view of a report: filters, groups, order and columns',
  permission,
  query,
  body,
  answer: savedFilter,
  status: 201,
  refreshes,
})

export const updateReportView = endpoint({
  id: 'report-views.update',
  method: 'PUT',
  path: `${path}/:id`,
  summary: "Changes a view of the user's own",
  permission,
  params: idParams,
  query,
  body,
  answer: savedFilter,
  refreshes,
})

export const deleteReportView = endpoint({
  id: 'report-views.delete',
  method: 'DELETE',
  path: `${path}/:id`,
  summary: "Deletes a view of the user's own",
  permission,
  params: idParams,
  query,
  refreshes,
})

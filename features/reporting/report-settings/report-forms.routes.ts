import { notFound } from '@counterfoil/kit/contract/problem.ts'
import { listReportOptions, readReportForm } from '@counterfoil/kit/contract/reports.contract.ts'
import { readReportRules } from '@counterfoil/kit/server/reports/report.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'

async function readForm(id: string, context: Context<UserCaller>) {
  const rules = await readReportRules(context.database, context.caller, id)
  return { rules, fields: (await rules.report.fields?.(context)) ?? [] }
}

const optionsPath = (report: string, field: string, needs: string | undefined) =>
  [listReportOptions.path.replace(':report', report).replace(':field', field), needs]
    .filter((part) => part !== undefined)
    .join('?')

export const routes: Route[] = [
  route(readReportForm, async ({ params }, context) => {
    const { rules, fields } = await readForm(params.report, context)
    return {
      id: params.report,
      name: rules.name,
      hiddenColumns: [...rules.hidden],
      fields: fields.map(({ find, needs, ...field }) => ({
        ...field,
        ...(field.type === 'dateRange' && rules.maxDays !== undefined
          ? { maxDaysSelected: rules.maxDays }
          : {}),
        ...(find === undefined ? {} : { api: optionsPath(params.report, field.name, needs) }),
      })),
    }
  }),
  route(listReportOptions, async ({ params, query }, context) => {
    const { fields } = await readForm(params.report, context)
    const field = fields.find(({ name }) => name === params.field)
    if (field?.find === undefined) throw notFound('The field')
    const data = [...(await field.find(query, context))]
    return { data, count: data.length }
  }),
]

import { causeCodes } from '@counterfoil/features/payments/processing/causes.rules.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { resourceRoutes } from '@counterfoil/kit/server/resources/resource-routes.ts'
import { declineTexts } from './decline-texts.resource.ts'
import { listUnmappedCodes, unmappedDays } from './error-mappings.contract.ts'
import { listUnmapped } from './error-mappings.queries.ts'
import { errorMappings } from './error-mappings.resource.ts'

const most = 200

export const routes: Route[] = [
  route(listUnmappedCodes, async (_input, { db, now }) => {
    const since = new Date(now.getTime() - unmappedDays * dayMs)
    const rows = await listUnmapped(db, { since, known: causeCodes, limit: most })
    return rows.map((row) => ({
      ...row,
      ...{ count: Number(row.count), lastAt: row.lastAt.toISOString() },
    }))
  }),
  ...resourceRoutes(errorMappings, {
    async check(_db, values) {
      for (const reader of ['payer', 'merchant']) refuseHalf(values, reader)
      return undefined
    },
  }),
  ...resourceRoutes(declineTexts),
]

/** Who reads Turkish is never shown English instead, nor the other way round. */
function refuseHalf(values: Readonly<Record<string, unknown>>, reader: string): void {
  const missing = ['En', 'Tr'].filter((language) => values[`${reader}Text${language}`] === null)
  const [first] = missing
  if (first === undefined || missing.length === 2) return
  const text = 'Write the text in both languages, or in neither'
  throw new Problem('error_mapping.one_language', 422, text, { path: `${reader}Text${first}` })
}

import { northwind } from '@counterfoil/api/testing/call-samples.ts'
import type { Samples } from '@counterfoil/api/testing/samples.ts'

export const samples: Samples = {
  calls: {
    'report-settings.update': async ({ testApi }, actor) => {
      const report = 'crm-reports-transactions-daily-v1'
      const url = '/api/reporting/report-v2/settings'
      const query = { tenantId: northwind }
      const answer = await testApi.app.inject({
        ...{ method: 'GET', url, query },
        headers: { authorization: `Bearer ${actor?.token}` },
      })
      const { reports = [] } = answer.json<{ reports?: { id: string; version: number }[] }>()
      const version = reports.find(({ id }) => id === report)?.version ?? 0
      const body = { isOn: true, ownName: 'By day', hiddenColumns: [], maxDays: 31, roles: [] }
      return { params: { report }, query, body: { ...body, version } }
    },
    'report-settings.set-available': async () => ({
      params: { tenantId: northwind, report: 'crm-reports-transactions-daily-v1' },
      body: { isAvailable: true },
    }),
  },
}

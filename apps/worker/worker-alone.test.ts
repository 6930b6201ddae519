import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { expect, test } from 'vitest'

const db = await testDatabase()

/** In a process of its own, which serves no routes, as with `ROLES=worker`. */
const script = `
  const { openDatabase } = await import('@counterfoil/kit/database/database.ts')
  const { exportSources } = await import('@counterfoil/kit/server/exports/export-source.ts')
  const { permissionsOfReports } = await import('@counterfoil/kit/server/reports/report.ts')
  const { openProviders } = await import('@counterfoil/providers/providers.ts')
  const { pino } = await import('pino')
  const { startWorker } = await import('./worker.ts')
  const { app, platform } = JSON.parse(process.env.URLS)
  const log = pino({ level: 'silent' })
  const database = openDatabase({ appUrl: app, platformUrl: platform })
  const providers = openProviders({
    ...{ sandboxDatabaseUrl: app, publicUrl: 'http://127.0.0.1:1', mayReachPrivate: true, now: () => new Date() },
  })
  const worker = await startWorker({ database, appUrl: app, providers, log })
  console.log(JSON.stringify({
    permissions: permissionsOfReports(['crm-reports-alerts']),
    exports: exportSources().has('api-logs'),
  }))
  process.exit(0)
`

test('a worker by itself knows what reports that are switched off give, and what can be exported', () => {
  const answer = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: join(import.meta.dirname),
    env: { ...process.env, URLS: JSON.stringify(db.urls) },
    encoding: 'utf8',
  })
  expect(JSON.parse(answer.trim().split('\n').at(-1) ?? '')).toEqual({
    permissions: ['CRM.Reports.Alerts', 'Platform.Reports.Alerts'],
    exports: true,
  })
})

import { fileURLToPath } from 'node:url'
import { takeInventory } from '@counterfoil/tools/inventory.ts'
import { describe, expect, test } from 'vitest'

// Which address a call has, as READINGS (decision 1 and 75 to 78) decides what the documents say of it.
const inventory = await takeInventory(fileURLToPath(new URL('../..', import.meta.url)))
const endpoints = inventory.endpoints.map(({ value }) => value)
const ofPortal = endpoints.filter(({ access }) => access.kind === 'permission')
const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '')
const paths = ofPortal.map(({ path }) => path)
const withSegment = (segment: string) => paths.filter((path) => segmentsOf(path).includes(segment))

/** The documents spell the dashboards' calls so, version and all. */
const ofDashboards = /^\/api\/reporting\/api\/v2\/(user-)?dashboard(\/|$)/
/** Segments whose calls the documents send to the API without a version. */
const unversioned = [
  ...['acc', 'support', 'fs', 'banking', 'reporting', 'btd-transactions', 'dispute', 'webhook'],
  ...['identity', 'conversion-tool', 'leave', 'terminal'],
]

describe('addresses of the portal’s calls', () => {
  test('what the documents spell with api/ lies under /api once, whatever comes behind it [requests.route.api]', () => {
    expect(paths.filter((path) => !path.startsWith('/api/'))).toEqual([])
    const again = paths.filter((path) => segmentsOf(path).slice(1).includes('api'))
    expect(again.filter((path) => !ofDashboards.test(path))).toEqual([])
  })

  test('reporting has a part of its own, matched by whole segments [requests.route.reporting]', () => {
    const reporting = withSegment('reporting')
    expect(reporting.length).toBeGreaterThan(0)
    for (const path of reporting) expect(path).toMatch(/^\/api\/reporting\//)
    // a word that only holds another is not that segment
    expect(withSegment('support').filter((path) => path.includes('tenantSupport'))).toEqual([])
  })

  test('no call of the portal has a version; the merchants’ API is versioned apart [requests.route.unversioned]', () => {
    const versioned = (path: string) => segmentsOf(path).some((segment) => /^v\d+$/.test(segment))
    // this segment is the version of a report, not of the call
    const ofReport = /^\/api\/reporting\/crm\/reports\/transaction-summary\/v2\//
    const documented = (path: string) => ofReport.test(path) || ofDashboards.test(path)
    expect(paths.filter((path) => versioned(path) && !documented(path))).toEqual([])
    const ofMerchants = endpoints.filter(({ access }) => access.kind === 'scope')
    expect(ofMerchants.length).toBeGreaterThan(0)
    for (const { path } of ofMerchants) expect(path).toMatch(/^\/v1\//)
    // where such a part is built, it begins directly below /api or belongs to a record there
    expect(unversioned.flatMap(withSegment).length).toBeGreaterThan(0)
    for (const path of withSegment('fs')) expect(path).toMatch(/^\/api\/fs\//)
    for (const path of withSegment('acc')) expect(path).toMatch(/^\/api\/acc\//)
  })

  test('tenants and users have bases of their own [requests.route.own-bases]', () => {
    for (const base of ['/api/tenants', '/api/users']) {
      expect(paths.filter((path) => path === base)).not.toEqual([])
      expect(paths.filter((path) => path.startsWith(`${base}/`))).not.toEqual([])
    }
  })

  test('operators call api/crm/x where merchants call api/x, never twice crm [requests.crm-prefix]', () => {
    const isMerchants = (permission: string) => /^Merchant\./.test(permission)
    const payments = ofPortal.filter(({ path }) => /^\/api\/(crm\/)?transactions(\/|$)/.test(path))
    expect(payments.length).toBeGreaterThan(20)
    for (const { path, access } of payments) {
      const anyOf = access.kind === 'permission' ? access.anyOf : []
      if (anyOf.length === 0 || (anyOf.some(isMerchants) && !anyOf.every(isMerchants))) continue
      expect([path, path.startsWith('/api/crm/')]).toEqual([path, !anyOf.every(isMerchants)])
    }
    const own = paths.filter((path) => path.startsWith('/api/transactions'))
    for (const path of own) expect(paths).toContain(path.replace('/api/', '/api/crm/'))
    expect(paths.filter((path) => path.includes('/crm/crm'))).toEqual([])
  })

  test('screens never lie where calls do', () => {
    const screens = inventory.screens.map(({ value }) => value.path)
    expect(screens.filter((path) => /^\/(api|v1)(\/|$)/.test(path))).toEqual([])
  })

  test('what a call answers is declared, where the documents leave it open [requests.shapes-unknown]', () => {
    const silent = ofPortal.filter(
      ({ method, answer, contentType }) =>
        method === 'GET' && answer === undefined && contentType === undefined,
    )
    expect(silent.map(({ path }) => path)).toEqual([])
  })
})

import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { insertAuditEntry } from '@counterfoil/kit/server/request/audit.ts'
import { nameRecords } from '@counterfoil/kit/server/resources/record-names.ts'
import { scanAuditLabels } from '@counterfoil/kit/server/scan.ts'
import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { unzip } from '@counterfoil/kit/testing/unzip.ts'
import { v7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import type { TrailEntry } from './audit-trail.contract.ts'
import { routes } from './audit-trail.routes.ts'

const db = await testDatabase()
nameRecords((await scanAuditLabels()).recordLabels)
const { call } = await testServer(db, routes, callerFinder(db.database))
const permissions = ['Settings.GeneralSettings.Audit.View']

const tenant = await makeTenant(db)
const foreign = await makeTenant(db)
const platform = await makeTenant(db, { is_platform: true })
const users = {
  auditor: await makeUser(db, { tenant_id: tenant.id, user_type: 'tenant', permissions }),
  clerk: await makeUser(db, {
    tenant_id: tenant.id,
    user_type: 'tenant',
    permissions: ['CRM.Transaction.View'],
  }),
  stranger: await makeUser(db, { tenant_id: foreign.id, user_type: 'tenant', permissions }),
  staff: await makeUser(db, { tenant_id: platform.id, user_type: 'platform', permissions }),
}

const record = v7()
function happened(
  tenantId: string,
  actorName: string,
  action: string,
  recordId: string = v7(),
  name?: string,
) {
  return db.database.transaction(tenantScope(tenantId), (inTenant) =>
    insertAuditEntry(inTenant, {
      actorId: v7(),
      actorName,
      action,
      requestId: `request-${action}`,
      ip: '192.0.2.7',
      at: new Date(),
      record: { type: action.split('.')[0] ?? '', id: recordId, after: { note: '=1+1', name } },
    }),
  )
}

// midnight may be between the entries and the question
const began = new Date()

beforeAll(async () => {
  await happened(tenant.id, 'Ada', 'notes.update', record)
  await happened(tenant.id, 'Berk', 'notes.update')
  await happened(tenant.id, '=Eve', 'theme.save')
  await happened(foreign.id, 'Ada', 'notes.update')
})

async function trail(who: keyof typeof users, query = '') {
  const response = await call(users[who], `GET /api/crm/audit${query}`)
  expect(response.statusCode).toBe(200)
  return response.json() as { data: TrailEntry[]; count: number | null }
}
const names = ({ data }: { data: TrailEntry[] }) => data.map(({ actorName }) => actorName)

test('an auditor finds entries of its own organisation by anything, the newest first', async () => {
  expect(names(await trail('auditor'))).toEqual(['=Eve', 'Berk', 'Ada'])
  expect(await trail('auditor', `?searchKey=${record}`)).toMatchObject({
    count: 1,
    data: [{ actorName: 'Ada', ip: '192.0.2.7', after: { note: '=1+1' }, before: null }],
  })
  expect(names(await trail('auditor', '?searchKey=BERK'))).toEqual(['Berk'])
  expect(names(await trail('auditor', '?searchKey=request-theme.save'))).toEqual(['=Eve'])
  expect(names(await trail('auditor', '?action=notes.update'))).toEqual(['Berk', 'Ada'])
  expect(names(await trail('auditor', '?recordType=theme'))).toEqual(['=Eve'])
  expect(names(await trail('auditor', '?pageSize=1&pageIndex=1'))).toEqual(['Berk'])
  const dayOf = (time: Date) => time.toISOString().slice(0, 10)
  const days = `?dateFrom=${dayOf(began)}&dateTo=${dayOf(new Date())}`
  expect(names(await trail('auditor', days))).toHaveLength(3)
  expect(names(await trail('auditor', '?dateTo=2020-01-01'))).toEqual([])
  expect(names(await trail('auditor', `?tenantId=${foreign.id}`))).toEqual([])
})

test('platform staff see every organisation, or one of them', async () => {
  expect(names(await trail('staff'))).toHaveLength(4)
  expect(names(await trail('staff', `?tenantId=${foreign.id}`))).toEqual(['Ada'])
})

test('nobody without the permission sees it, nor another organisation’s', async () => {
  expect((await call(users.clerk, 'GET /api/crm/audit')).statusCode).toBe(403)
  expect(names(await trail('stranger'))).toEqual(['Ada'])
})

test('a record is found by what it was called, a user by name and e-mail, and told by it', async () => {
  const other = await makeTenant(db)
  const auditor = await makeUser(db, { tenant_id: other.id, user_type: 'tenant', permissions })
  await happened(other.id, 'Ada', 'fees.update', v7(), 'Night Fee')
  await happened(other.id, 'Ada', 'user.update', auditor.id)
  await happened(other.id, 'Ada', 'user.update', 'no-uuid')
  const found = async (searchKey: string) => {
    const answer = await call(auditor, `GET /api/crm/audit?searchKey=${searchKey}`)
    return answer.json().data.map((one: TrailEntry) => one.recordLabel)
  }
  expect(await found('night')).toEqual(['Night Fee'])
  const [name] = await found(auditor.email)
  expect(name).toMatch(/^Ada Tester/)
  expect(await found(encodeURIComponent(name))).toEqual([name])
  expect(await found('ada')).toEqual([null, name, 'Night Fee'])
})

test('people and merchants in what changed have their names, but no stranger', async () => {
  const other = await makeTenant(db)
  const auditor = await makeUser(db, { tenant_id: other.id, user_type: 'tenant', permissions })
  const merchant = await makeMerchant(db, { tenant_id: other.id, legal_business_name: 'Salt Quay' })
  await db.database.transaction(tenantScope(other.id), (inTenant) =>
    insertAuditEntry(inTenant, {
      ...{ actorId: v7(), actorName: 'Ada', action: 'leads.update', requestId: 'r', ip: null },
      ...{ at: new Date() },
      record: {
        ...{ type: 'leads', id: v7() },
        before: { ownerId: users.stranger.id },
        after: {
          ownerId: auditor.id,
          company: 'Kettle Ltd',
          terms: { merchantIds: [merchant.id] },
        },
      },
    }),
  )
  const [entry] = (await call(auditor, 'GET /api/crm/audit')).json().data
  expect(entry.recordLabel).toBe('Kettle Ltd')
  expect(entry.words).toMatchObject({
    [`ownerId.${auditor.id}`]: { en: expect.stringMatching(/^Ada Tester/) },
    [`merchantIds.${merchant.id}`]: { en: 'Salt Quay' },
  })
  expect(entry.words).not.toHaveProperty(`ownerId.${users.stranger.id}`)
})

test('what it holds can be chosen', async () => {
  const response = await call(users.auditor, 'GET /api/crm/audit-actions')
  expect(response.json()).toEqual({
    actions: ['notes.update', 'theme.save'],
    recordTypes: ['notes', 'theme'],
    recordNames: expect.objectContaining({
      theme: { en: 'Colours and logo', tr: 'Renkler ve logo' },
    }),
  })
})

test('an export is itself an entry, and what it holds runs in no spreadsheet', async () => {
  const response = await call(users.auditor, 'GET /api/crm/audit/csv?recordType=theme')
  const { name, text } = unzip(response.rawPayload)
  expect(name).toBe('audit-trail.csv')
  expect(text.trim().split('\n')).toHaveLength(2)
  expect(text).toContain(",'=Eve,")
  const { data } = await trail('auditor', '?recordType=audit_export')
  expect(data).toMatchObject([{ action: 'audit.trail-export', after: { recordType: 'theme' } }])
})

test('days are those of the caller’s time zone', async () => {
  const abroad = await makeTenant(db, { time_zone: 'Asia/Tokyo' })
  const auditor = await makeUser(db, { tenant_id: abroad.id, user_type: 'tenant', permissions })
  // in Tokyo it is the morning of the fifth
  const at = new Date('2026-03-04T23:59:00Z')
  await db.loader
    .insertInto('audit_entry')
    .values({
      ...{ tenant_id: abroad.id, id: newId(at), actor_name: 'Yui', action: 'notes.update' },
      ...{ record_type: 'notes', request_id: 'request', created_at: at },
    })
    .execute()
  const found = async (day: string) =>
    names((await call(auditor, `GET /api/crm/audit?dateFrom=${day}&dateTo=${day}`)).json())
  expect(await found('2026-03-04')).toEqual([])
  expect(await found('2026-03-05')).toEqual(['Yui'])
})

test('an entry about the organisation itself has its name', async () => {
  const own = await makeTenant(db, { name: 'Meridian Payments' })
  await happened(own.id, 'Ada', 'tenant.switch-feature', own.id)
  const answer = await call(users.staff, `GET /api/crm/audit?tenantId=${own.id}`)
  expect(answer.json().data.map((one: TrailEntry) => one.recordLabel)).toEqual([own.name])
})

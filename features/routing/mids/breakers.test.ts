import { openSettingsFixture } from '@counterfoil/api/testing/settings-fixture.ts'
import { expect, test } from 'vitest'
import { mids } from './mids.resource.ts'

const { testApi, call, operator, platform } = await openSettingsFixture()
const { owner } = testApi.test

test('a MID that is not tried is shown with its cause, and somebody resets it', async () => {
  const { data } = await call(operator, 'GET', `/api${mids.path}?pageSize=1`)
  const [mid] = data
  await owner.query(
    `insert into acquirer_breaker (tenant_id, provider, mid_id, failures, failed_at, cause, opened_at, probe_at)
     select tenant_id, provider, id, 7, now(), 'no_answer_in_time', now(), now() from mid where id = $1`,
    [mid.id],
  )
  const read = async (reader = operator) =>
    (await call(reader, 'GET', '/api/crm/settings/mid-breakers')).breakers.filter(
      (one: { midId: string }) => one.midId === mid.id,
    )
  expect(await read()).toMatchObject([
    { failures: 7, cause: 'no_answer_in_time', openedAt: expect.any(String), resetBy: null },
  ])
  // who is limited to another acquirer's payments reads nothing of this one's failures
  const other = mid.provider === 'sandbox_alpha' ? 'sandbox_beta' : 'sandbox_alpha'
  const elsewhere = { limited_to_providers: [other] }
  expect(await read(await testApi.actor('operator', [], elsewhere))).toEqual([])
  // the platform sees whose it is
  expect(await read(platform)).toMatchObject([{ tenantId: mid.tenantId, failures: 7 }])
  await call(operator, 'POST', `/api${mids.path}/${mid.id}/breaker-reset`, {})
  expect(await read()).toMatchObject([
    { failures: 0, openedAt: null, probeAt: null, resetBy: expect.any(String) },
  ])
  const trail = await call(operator, 'GET', `/api/crm/audit/mids/${mid.id}`)
  expect(JSON.stringify(trail)).toContain('mids.resetBreaker')
})

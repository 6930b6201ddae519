import { jobContextOf } from '@counterfoil/api/testing/job-context.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { makeMerchant, makeTenant } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { listAnnounced } from '@counterfoil/tools/testing/notices.ts'
import { expect, test } from 'vitest'
import { createApiKey } from './api-keys.public.ts'
import { remindOfKeys } from './key-reminders.jobs.ts'

const testing = await testDatabase()
const { database, loader, owner } = testing
const { id: tenantId } = await makeTenant({ loader })
const { id: merchantId } = await makeMerchant({ loader }, { tenant_id: tenantId })

const keyUntil = (name: string, days: number | null) =>
  database.transaction(tenantScope(tenantId), (db) => {
    const expiresAt = days === null ? null : new Date(Date.now() + days * dayMs)
    return createApiKey(db, { merchantId, name, mode: 2, now: new Date(), expiresAt })
  })

const notices = () => listAnnounced(owner, 'ApiKey')

test('who manages the keys of a merchant is reminded of one that ends, in stages', async () => {
  const { id } = await keyUntil('Shop', 2.5)
  await keyUntil('Year', 300)
  await keyUntil('Always', null)
  await keyUntil('Long over', -3)
  const off = await keyUntil('Off', 1)
  await loader.updateTable('api_key').set({ is_active: false }).where('id', '=', off.id).execute()
  const at = (days: number) => ({
    ...jobContextOf(testing),
    now: () => new Date(Date.now() + days * dayMs),
  })
  await remindOfKeys(at(0))
  await remindOfKeys(at(0.1))
  const to = { audience: 'merchant', permission: 'Merchant.Settings.APIKeys', merchantId }
  const url = `/developer-settings/merchant-api-keys?record=${id}`
  const soon = { title: 'The API key Shop expires soon', to, url }
  expect(await notices()).toEqual([
    { ...soon, text: expect.stringContaining('In Live. It expires in 2 days.') },
  ])
  await remindOfKeys(at(2))
  await remindOfKeys(at(3))
  const texts = (await notices()).map(({ text }) => text.split('. ')[1])
  expect(texts.toSorted()).toEqual([
    'It expires in 2 days',
    'It expires within a day',
    'Servers that call with it are refused',
  ])
})

test('of a key for all merchants the tenant’s administrators are reminded', async () => {
  const { id } = await keyUntil('Everywhere', 10)
  await owner.query('update api_key set merchant_id = null where id = $1', [id])
  await remindOfKeys(jobContextOf(testing))
  const [notice] = (await notices()).filter(({ title }) => title.includes('Everywhere'))
  expect(notice).toMatchObject({
    to: { audience: 'tenant', permission: 'Settings.DeveloperSettings.tenantApiKeys.Edit' },
    url: `/crm/settings/developer-settings/api-keys?record=${id}`,
  })
})

import { industryTypes } from '@counterfoil/features/settings/lists/industry-types.resource.ts'
import { riskLevels } from '@counterfoil/features/settings/lists/risk-levels.resource.ts'
import { merchantIdOf } from '@counterfoil/tools/demo/store-organisations.ts'
import { expect, test } from 'vitest'
import { openSettingsGround } from './testing/settings-ground.ts'

// What merchants are sorted by, and what that does to their next payment.
const { stage, make, change, turn, pay, call, operator, platform } = await openSettingsGround()
const harbour = merchantIdOf('harbour')
const bookshops = '5942'

/** As the merchant's own page stores it. */
async function sortMerchant(column: 'industry_type' | 'risk_level_id', value: string | null) {
  const { owner } = stage.test
  await owner.query(`update app.merchant set ${column} = $1 where id = $2`, [value, harbour])
  await owner.query('update app.tenant set settings_version = settings_version + 1')
}

test('an industry that is switched off takes no payments, by the tenant or for all', async () => {
  await sortMerchant('industry_type', bookshops)
  expect((await pay()).status).toBe('captured')
  for (const actor of [operator, platform]) {
    await turn(industryTypes, bookshops, false, actor)
    const declined = await pay()
    expect(declined.status).toBe('declined')
    expect(declined.declineReason).toContain(bookshops)
    await turn(industryTypes, bookshops, true, actor)
    expect((await pay()).status).toBe('captured')
  }
})

test('a risk level holds payments for approval, and declines what is above it', async () => {
  const values = { name: 'Travel', score: 70, approvalAboveMinor: 3000, blockAboveMinor: 6000 }
  const level = await make(riskLevels, values)
  expect((await pay({ amount: 6001 })).status).toBe('captured')
  await sortMerchant('risk_level_id', level.id)
  expect((await pay({ amount: 3000 })).status).toBe('captured')
  expect((await pay({ amount: 3001 })).status).toBe('waiting_for_approval')
  expect((await pay({ amount: 6001 })).status).toBe('declined')
  const changed = await change(riskLevels, level, { approvalAboveMinor: null })
  expect((await pay({ amount: 3001 })).status).toBe('captured')
  await expect(call(operator, 'DELETE', `/api${riskLevels.path}/${level.id}`)).rejects.toThrow(
    /resource.in_use.*Merchants: 1/,
  )
  await turn(riskLevels, changed.id, false)
  expect((await pay({ amount: 6001 })).status).toBe('captured')
})

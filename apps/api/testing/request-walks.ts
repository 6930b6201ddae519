import type { Page } from 'playwright-core'
import { ask } from './resource-calls.ts'
import type { TestApi } from './test-api.ts'

export const requestWalks = (testApi: Pick<TestApi, 'app' | 'actor'>) => ({
  '/crm/settings/channel-requests': {
    kind: 'operator' as const,
    permissions: ['Settings.Mid.Management.View', 'Settings.Mid.Management.Edit'],
    through: async ({ page }: { page: Page }) => {
      const merchant = await testApi.actor('merchant')
      const empty = {
        midId: null,
        limitOf: null,
        amount: null,
        activeFrom: null,
        activeUntil: null,
      }
      const body = {
        ...{ ...empty, kind: 'open', method: 'card', currency: 'EUR', descriptor: null },
        reason: 'Customers in Ireland',
      }
      const made = await ask(testApi.app, merchant, 'POST', '/merchant/channel-requests', { body })
      if (made.status !== 201 && made.status !== 200) throw new Error(made.text)
      await page.reload()
      await page.getByRole('row').filter({ hasText: 'EUR' }).getByRole('link').first().click()
      const request = page.getByRole('dialog', { name: 'Request' })
      await request.getByText('Customers in Ireland').waitFor()
      await request.getByRole('button', { name: 'Refuse', exact: true }).click()
      const refusal = page.getByRole('dialog').last()
      // not without a reason
      await refusal.getByRole('button', { name: 'Refuse', exact: true, disabled: true }).waitFor()
      await refusal.getByRole('textbox').fill('Not in this currency')
      await refusal.getByRole('button', { name: 'Refuse', exact: true }).click()
      await request.getByText('Not in this currency').waitFor()
    },
  },
})

import { riskLevels } from '@counterfoil/features/settings/lists/risk-levels.resource.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { ResourcePage } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { apiKeys } from './api-keys.resource.ts'

installPopovers()
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(
  of: Resource,
  limits: Partial<Record<'isLimitedToPayments' | 'isLimitedToMerchants', boolean>>,
) {
  answerFetch(({ path }) => (path === `/api${of.path}` ? { data: [], count: 0 } : undefined))
  const { view, edit } = of.permissions
  renderInPortal(<ResourcePage of={of} />, { permissions: [...view, ...edit], ...limits })
}

const why = /^You are limited to some methods or providers/

test('users limited to some payments see why they cannot create a key for all of them', async () => {
  show(apiKeys, { isLimitedToPayments: true })
  expect(await screen.findByText(why)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Export' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'New' })).toBeNull()
})

test('whoever sees all of them makes one', async () => {
  show(apiKeys, {})
  expect(await screen.findByRole('button', { name: 'New' })).toBeTruthy()
  expect(screen.queryByText(why)).toBeNull()
})

test('users limited to some merchants create a key for these, and none for all', async () => {
  show(apiKeys, { isLimitedToMerchants: true })
  expect(await screen.findByRole('button', { name: 'New' })).toBeTruthy()
  cleanup()
  show(riskLevels, { isLimitedToMerchants: true })
  expect(await screen.findByText(/^This applies to all merchants/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'New' })).toBeNull()
  cleanup()
  show(riskLevels, {})
  expect(await screen.findByRole('button', { name: 'New' })).toBeTruthy()
})

import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { ResourcePage } from '@counterfoil/kit/web/resource/resource-page.tsx'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { OwnListNote } from './list-parts.tsx'
import { merchantBlacklist } from './merchant-blacklist.resource.ts'
import { parts } from './merchant-blacklist-parts.tsx'

installPopovers()
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a merchant reads before it fills anything in that a list is not opened, and nothing of one that is', async () => {
  answerFetch(({ path }) =>
    path === '/api/merchant/antifraud-lists'
      ? { blacklist: false, whitelist: true }
      : { data: [], count: 0 },
  )
  renderInPortal(
    <>
      <ResourcePage of={merchantBlacklist} parts={parts} />
      <OwnListNote list="whitelist" />
    </>,
    { audience: 'merchant', permissions: merchantBlacklist.permissions.edit },
  )
  const notes = await screen.findAllByText(/^Your payment provider has not opened this list/)
  expect(notes).toHaveLength(1)
})

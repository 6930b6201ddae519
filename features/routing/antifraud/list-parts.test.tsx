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

test('a merchant reads that a list is not opened and adds nothing to it, and to one that is as always', async () => {
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
  for (const name of ['New', 'Import']) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByText('New adds the first one.')).toBeNull()
  cleanup()
  answerFetch(({ path }) =>
    path === '/api/merchant/antifraud-lists'
      ? { blacklist: true, whitelist: true }
      : { data: [], count: 0 },
  )
  renderInPortal(<ResourcePage of={merchantBlacklist} parts={parts} />, {
    ...{ audience: 'merchant', permissions: merchantBlacklist.permissions.edit },
  })
  await screen.findByText('New adds the first one.')
  screen.getByRole('button', { name: 'New' })
})

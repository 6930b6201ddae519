import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { EarlierVersions } from './earlier-versions.tsx'
import { errorMappings } from './error-mappings.resource.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const values = {
  ...{ provider: 'sandbox_alpha', rawCode: '57', unifiedCode: 'not_permitted', retry: 'never' },
  ...{ payerTextEn: 'Ask your bank.', payerTextTr: null, merchantTextEn: null },
  merchantTextTr: null,
}
const row = {
  ...{ ...values, payerTextEn: 'Try later.', id: 'm1', version: 3, isActive: true, names: {} },
} as never
const entry = (id: string, before: object | null) => ({
  ...{ id, actorId: null, actorName: 'Ada', action: 'error-mappings.update', before, after: {} },
  ...{ words: {}, currencyFields: {}, requestId: 'r', ip: null },
  createdAt: '2026-11-01T10:00:00.000Z',
})
const entries = [
  entry('a3', values),
  // it was the same then, or was made, or was switched
  entry('a2', { ...values, payerTextEn: 'Try later.' }),
  entry('a1', null),
  entry('a0', { isActive: false }),
]

test('a mapping is set back to what it was before a change, with all of its values', async () => {
  const asked = answerFetch(({ method }) =>
    method === 'PUT' ? { ...values, id: 'm1' } : { data: entries, count: entries.length },
  )
  renderInPortal(<EarlierVersions row={row} />, {
    permissions: errorMappings.permissions.edit,
    audience: 'tenant',
  })
  const restore = await screen.findAllByRole('button', { name: 'Restore' })
  expect(restore).toHaveLength(1)
  screen.getByText(/Ask your bank/)
  fireEvent.click(restore[0] as HTMLElement)
  await waitFor(() => expect(asked.some(({ method }) => method === 'PUT')).toBe(true))
  const put = asked.find(({ method }) => method === 'PUT')
  expect(put).toMatchObject({ body: { ...values, version: 3 } })
})

import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { TenantFeatures } from './tenant-features.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** A tenant with API keys and without antifraud; answers what was sent. */
function open() {
  const sent = answerFetch(() => ({}))
  const features = [
    { name: 'developer', isOn: true },
    { name: 'antifraud', isOn: false },
  ]
  renderInPortal(
    <TenantFeatures tenant={{ id: '0191f3a4-0000-7000-8000-000000000001', features } as never} />,
    { audience: 'platform', permissions: ['Platform.Tenants.Features.Edit'] },
  )
  return sent
}
const press = (name: string) => fireEvent.click(screen.getByRole('switch', { name }))

test('switching off asks first, with what stops', async () => {
  const sent = open()
  press('API keys and webhooks')
  const dialog = await screen.findByRole('dialog', { name: 'Switch off “API keys and webhooks”?' })
  expect(dialog.textContent).toContain('API keys of the tenant and its merchants are refused')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([])
  press('API keys and webhooks')
  fireEvent.click(await screen.findByRole('button', { name: 'Switch off' }))
  await waitFor(() => expect(sent[0]?.body).toEqual({ off: ['developer', 'antifraud'] }))
})

test('switching on does not ask', async () => {
  const sent = open()
  press('Antifraud')
  await waitFor(() => expect(sent[0]?.body).toEqual({ off: [] }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import type { Screen } from '@counterfoil/kit/web/page/screen.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { screensTakenBy } from './feature-effects.tsx'
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
  await waitFor(() => expect(sent[0]?.body).toEqual({ name: 'developer', isOn: false }))
})

test('switching on does not ask', async () => {
  const sent = open()
  press('Antifraud')
  await waitFor(() => expect(sent[0]?.body).toEqual({ name: 'antifraud', isOn: true }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a feature says which permissions and background work go with it, before it is switched', async () => {
  open()
  fireEvent.click(screen.getByText('What goes with it', { selector: '[aria-label$="webhooks"]' }))
  const details = screen.getByText('What goes with it', { selector: '[aria-label$="webhooks"]' })
    .parentElement as HTMLDetailsElement
  details.open = true
  fireEvent(details, new Event('toggle'))
  expect((await within(details).findByText('Merchant.Settings.APIKeys')).tagName).toBe('CODE')
  expect(within(details).getByText('webhooks.deliver')).toBeTruthy()
  press('API keys and webhooks')
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText('Merchant.Settings.APIKeys')).toBeTruthy()
})

test('features are found by their name and by their permissions', () => {
  open()
  const found = (text: string) => {
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } })
    return screen.queryAllByRole('switch').map((one) => one.closest('div')?.textContent)
  }
  expect(found('whiteliting')).toHaveLength(1)
  expect(found('KEYS')).toHaveLength(1)
  expect(found('')).toHaveLength(2)
  expect(found('nothing of that')).toEqual([])
  expect(screen.getByText('No feature has this name')).toBeTruthy()
})

test('pages that nobody of the tenant opens without the feature are its own', () => {
  const page = (permission: string[], some: object = {}) =>
    ({ audience: ['platform', 'tenant'], permission, ...some }) as unknown as Screen
  const webhooks = 'Settings.GeneralSettings.WebhookEndpoint.View'
  const pages = [
    page([webhooks]),
    page([webhooks, 'Platform.Tenants.View']),
    page(['CRM.Dashboard.View'], { alsoPermission: [[webhooks]] }),
    page([webhooks, 'CRM.Dashboard.View']),
    page([webhooks], { audience: ['platform'] }),
    page([]),
  ]
  expect(screensTakenBy('developer', pages)).toEqual(pages.slice(0, 3))
})

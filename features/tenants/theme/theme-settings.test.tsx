import { type Asked, answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal, snackbars } from '@counterfoil/kit/testing/portal.tsx'
import { ThemeProvider } from '@counterfoil/kit/web/theme/theme-provider.tsx'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { themePermissions } from './theme.contract.ts'
import ThemeSettings from './theme-settings.tsx'

const tenantId = '0191f3a4-0000-7000-8000-0000000000bb'
const themeSettings = {
  layoutName: 'vertical-layout-1',
  buttonsLinkColor: '#0b4a99',
  buttonsLinkColorRGB: '11, 74, 153',
  headerBackgroundColor: '#ffffff',
  mainBackgroundColor: '#f5f5f5',
  sidebarBackgroundColor: '#112233',
  primaryColor: '#0b7285',
  textColor: '#202020',
}
let asked: Asked[] = []
const saved = () => asked.filter(({ method }) => method === 'PUT')

beforeEach(() => {
  asked = answerFetch(({ method, body }) =>
    method === 'PUT'
      ? { ...(body as object), buttonsLinkColorRGB: '0, 0, 0', logo: null }
      : { tenantId, tenantName: 'Northwind Pay', themeSettings, logo: null },
  )
})
afterEach(cleanup)

async function open(permissions: readonly string[]) {
  renderInPortal(
    <ThemeProvider settings={themeSettings}>
      <ThemeSettings />
    </ThemeProvider>,
    { permissions },
  )
  return screen.findByLabelText<HTMLInputElement>('Text')
}

/** What the whole portal wears. */
const sheetText = () =>
  document.adoptedStyleSheets
    .flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText))
    .join('\n')

const all = Object.values(themePermissions)

test('what is chosen is worn at once, saved on demand, and undone until then', async () => {
  await open(all)
  const sidebar = screen.getByLabelText<HTMLInputElement>('Sidebar')
  fireEvent.change(sidebar, { target: { value: '#abcdef' } })
  await waitFor(() => expect(sheetText()).toContain('#abcdef'))
  await userEvent.click(screen.getByRole('button', { name: 'Undo changes' }))
  await waitFor(() => expect(sheetText()).not.toContain('#abcdef'))
  expect(sidebar.value).toBe('#112233')
  expect(saved()).toEqual([])
  fireEvent.change(sidebar, { target: { value: '#abcdef' } })
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved()).toHaveLength(1))
  expect(saved()[0]?.body).toMatchObject({
    sidebarBackgroundColor: '#abcdef',
    textColor: '#202020',
  })
  await waitFor(() => expect(snackbars().join()).toContain('Saved'))
})

test('what is hard to read is said with its contrast', async () => {
  const text = await open(all)
  expect(screen.queryByText(/hard to read/)).toBeNull()
  fireEvent.change(text, { target: { value: '#cccccc' } })
  expect(await screen.findByText(/Text on the page: hard to read \(contrast 1.5 : 1/)).toBeTruthy()
  expect(screen.getByText(/Text on the header: hard to read/)).toBeTruthy()
})

test('what is no colour is not saved', async () => {
  const text = await open(all)
  fireEvent.change(text, { target: { value: 'red' } })
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('A colour is # and six digits, like #09d0bd')).toBeTruthy()
  expect(saved()).toEqual([])
})

test('the product’s colours are a choice like others', async () => {
  await open(all)
  await userEvent.click(screen.getByRole('button', { name: "The product's colours" }))
  expect(screen.getByLabelText<HTMLInputElement>('Sidebar').value).toBe('#2e43fe')
  expect(screen.getByLabelText<HTMLInputElement>('Primary colour').value).toBe('#09d0bd')
})

test('who may only look changes nothing', async () => {
  const text = await open([themePermissions.view])
  expect(text.disabled).toBe(true)
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

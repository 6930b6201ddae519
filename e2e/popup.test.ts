// The sign-in in a popup window, which is only tried if it is configured.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Stack, startStack } from '../tools/testing/stack.ts'
import { enterPassword, openPortal, type Portal, seededFolder, waitForWords } from './portal.ts'

let stack: Stack
let portal: Portal

beforeAll(async () => {
  stack = await startStack({ SIGN_IN_POPUP: 'on' }, await seededFolder())
}, 240_000)
afterAll(() => stack?.remove())
afterEach(() => portal.close())

test('the window signs in, closes, and the page that opened it goes on [auth.sign-in.order]', async () => {
  portal = await openPortal({ baseUrl: stack.portalUrl })
  const { page } = portal
  const opened = page.waitForEvent('popup')
  await page.goto('/authentication/login')
  const popup = await opened
  await enterPassword(popup, 'operator@northwind.example')
  await page.waitForURL('**/crm/dashboard')
  await page.locator('#content').waitFor()
  await expect.poll(() => popup.isClosed()).toBe(true)
})

test('a window that the user closes is a failure with the fixed text [errors.popup-closed]', async () => {
  portal = await openPortal({ baseUrl: stack.portalUrl })
  const { page } = portal
  const opened = page.waitForEvent('popup')
  await page.goto('/authentication/login')
  const popup = await opened
  await popup.locator('input[name=email]').waitFor()
  await popup.close()
  await page.waitForURL('**/authentication/login-failed?*')
  await waitForWords(page, 'The user closed the window.')
})

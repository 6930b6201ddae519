import { isFullRun } from '@counterfoil/tools/testing/full-run.ts'
import { sampleFiles } from '@counterfoil/tools/testing/sample-files.ts'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import {
  expectAccessible,
  followEntry,
  openGroups,
  openPortal,
  type Portal,
  pathOf,
  settle,
  signIn,
} from './portal.ts'

let portal: Portal

afterEach(() => portal.close())

const strip = 'Test mode: no money moves'

/** Waits for the answers of one mode before the next, so that missing requests can be detected. */
async function showAll(page: Page): Promise<void> {
  await page.locator('h1').waitFor()
  await settle(page)
}

test('a merchant switches to Test and back, and every request says which [mode.switch.merchants] [mode.toggle.switch] [mode.change.alert] [mode.change.redirect] [mode.header]', async () => {
  portal = await openPortal()
  const { page } = portal
  await signIn(page, 'merchant@harbour.example')
  const toggle = page.locator('header button[role=switch]')
  expect(await toggle.getAttribute('aria-checked')).toBe('true')
  expect(await page.getByText(strip).count()).toBe(0)

  await showAll(page)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(`${request.headers().mode} ${pathname}`)
  })
  await toggle.click()
  await page.getByText('You are now in Test mode').waitFor()
  await page.getByText(strip).waitFor()
  expect(pathOf(page)).toBe('/dashboard')
  expect(await page.evaluate(() => localStorage.getItem('SystemMode'))).toBe('Test')
  await showAll(page)
  expect(asked).not.toEqual([])
  expect(asked.filter((each) => !each.startsWith('Test '))).toEqual([])

  await page.reload()
  await page.getByText(strip).waitFor()
  await toggle.click()
  await page.getByText('You are now in Live mode').waitFor()
  await page.getByText(strip).waitFor({ state: 'detached' })
  expect(portal.complaints).toEqual([])
})

test('another tab follows the switch', async () => {
  portal = await openPortal()
  await signIn(portal.page, 'merchant@harbour.example')
  const other = await portal.openTab()
  await other.goto('/dashboard')
  await other.locator('#content').waitFor()
  await portal.page.locator('header button[role=switch]').click()
  await other.getByText(strip).waitFor()
})

test('a merchant with the sandbox alone stays in Test, and hands in what it lacks [mode.toggle.sandbox]', async () => {
  portal = await openPortal()
  const { page } = portal
  await page.addInitScript(() => localStorage.setItem('SystemMode', 'Live'))
  await signIn(page, 'merchant@quayside.example')
  await page.getByText(strip).waitFor()
  expect(await page.locator('header button[role=switch]').isDisabled()).toBe(true)
  await page.getByRole('link', { name: 'Boarding documents' }).click()
  const proof = page.getByRole('listitem').filter({ hasText: 'Proof of address' })
  await proof.getByRole('button', { name: 'Submit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Proof of address' })
  await dialog.locator('[data-file-input]').setInputFiles({
    name: 'bill.png',
    mimeType: 'image/png',
    buffer: Buffer.from(sampleFiles.png),
  })
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await proof.getByText('Waiting for review').waitFor()
  await expectAccessible(page, 'the documents of a merchant')
  await proof.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await proof.getByText('Not submitted').waitFor()
})

test.each([
  ['merchant@harbour.example', strip],
  ['merchant@galata.example', 'Test modu: para hareketi olmaz'],
])('in Test every page stands in the frame with the word: %s', async (email, word) => {
  portal = await openPortal()
  const { page } = portal
  await page.addInitScript(() => localStorage.setItem('SystemMode', 'Test'))
  await signIn(page, email)
  await page.locator('aside nav a').first().waitFor()
  await openGroups(page, 'aside nav')
  const links = await page
    .locator('aside nav a')
    .evaluateAll((entries) => entries.map((entry) => entry.getAttribute('href') ?? ''))
  expect(links.length).toBeGreaterThan(1)
  for (const link of isFullRun || word === strip ? links : links.slice(0, 2)) {
    await page.locator(`aside nav a[href="${link}"]`).click()
    await page.waitForURL(`**${link}`)
    await page.getByText(word).waitFor()
  }
  await page.goto('/merchant/transaction-management/transaction-lookup')
  await page.getByText(word).waitFor()
})

test('a tenant’s operator looks at what customers did in Test, without a toggle and only for now [mode.switch.operators]', async () => {
  portal = await openPortal()
  const { page } = portal
  await signIn(page, 'operator@northwind.example')
  expect(await page.locator('header button[role=switch]').count()).toBe(0)
  await showAll(page)
  const modes = new Set<string | undefined>()
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) modes.add(request.headers().mode)
  })
  await page.getByLabel('Mode', { exact: true }).selectOption('Test')
  await page.getByText('You are now in Test mode').waitFor()
  await page.getByText(strip).waitFor()
  await followEntry(page, 'Transaction lookup')
  await page.getByRole('heading', { name: 'Transaction lookup' }).waitFor()
  await page.locator('[data-row-link]').first().waitFor()
  await settle(page)
  expect([...modes]).toEqual(['Test'])
  expect(await page.evaluate(() => localStorage.getItem('SystemMode'))).toBeNull()
  await page.reload()
  await page.locator('#content').waitFor()
  expect(await page.getByText(strip).count()).toBe(0)
  expect(portal.complaints).toEqual([])
})

test('what a merchant left stored is no operator’s mode', async () => {
  portal = await openPortal()
  const { page } = portal
  await page.addInitScript(() => localStorage.setItem('SystemMode', 'Test'))
  await signIn(page, 'operator@northwind.example')
  await page.locator('h1').waitFor()
  expect(await page.getByText(strip).count()).toBe(0)
  expect(await page.getByText('You are now in').count()).toBe(0)
})

// What a phone makes of the portal and of the pay page: a finger, a keyboard on the screen, the button that goes back.
import { contrast } from '@counterfoil/kit/contract/colour.ts'
import type { Locator } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { openGroups, openPortal, type Portal, pathOf, portalUrl, settle, signIn } from './portal.ts'

let portal: Portal
afterEach(() => portal.close())

const merchant = 'merchant@harbour.example'
const links = '/merchant/payment-settings/payment-links'
const terminal = '/merchant/transaction-management/virtual-terminal'

async function openPhone(path: string) {
  portal = await openPortal({ width: 390, height: 844, isPhone: true })
  await signIn(portal.page, merchant, path)
  await portal.page.locator('h1').first().waitFor()
  return portal.page
}

test('fields do not make a phone zoom in, and what moves money is as high as a finger needs', async () => {
  const page = await openPhone(terminal)
  await page.getByLabel('Amount').waitFor()
  await settle(page)
  const fields = await page
    .locator('main :is(input:not([type=checkbox]), select, textarea):visible')
    .evaluateAll((all) =>
      all.map((one) => ({
        letters: Number.parseFloat(getComputedStyle(one).fontSize),
        height: one.getBoundingClientRect().height,
      })),
    )
  expect(fields.length).toBeGreaterThan(5)
  for (const { letters, height } of fields) {
    expect(letters).toBeGreaterThanOrEqual(16)
    expect(height).toBeGreaterThanOrEqual(44)
  }
  const charge = await page.getByRole('button', { name: 'Charge' }).boundingBox()
  expect(charge?.height).toBeGreaterThanOrEqual(44)
  expect(await page.getByLabel('Customer’s e-mail').getAttribute('type')).toBe('email')
})

test('Back closes a dialog, asking before it loses what was typed, and then leaves the page', async () => {
  const page = await openPhone('/dashboard')
  await page.getByRole('button', { name: 'Open the menu' }).tap()
  const menu = page.getByRole('dialog')
  await menu.waitFor()
  await openGroups(page, '[role=dialog]')
  await menu.getByRole('link', { name: 'Payment links' }).tap()
  await page.getByRole('button', { name: 'New link' }).waitFor()
  await page.getByRole('button', { name: 'Open the menu' }).tap()
  await menu.getByRole('link', { name: 'Payment links' }).waitFor()
  await page.goBack()
  await menu.waitFor({ state: 'detached' })
  expect(pathOf(page)).toBe(links)
  await page.getByRole('button', { name: 'New link' }).tap()
  const dialog = page.getByRole('dialog', { name: 'New link' })
  const description = dialog.getByRole('textbox', { name: 'Description' })
  await description.fill('Two chairs')
  await page.goBack()
  await page.getByText('Discard what you typed?').waitFor()
  expect(pathOf(page)).toBe(links)
  await page.goBack()
  await page.getByText('Discard what you typed?').waitFor({ state: 'detached' })
  expect(await description.inputValue()).toBe('Two chairs')
  await page.goBack()
  await page.getByRole('button', { name: 'Discard' }).tap()
  await dialog.waitFor({ state: 'detached' })
  expect(pathOf(page)).toBe(links)
  await page.goBack()
  await page.waitForURL('**/dashboard')
})

test.each([
  ['light', '#ffffff'],
  ['light', '#ffef5a'],
  ['dark', '#1b2028'],
] as const)(
  'in %s the button that pays is seen as one on a merchant’s %s, and text twice as large has room',
  async (scheme, colour) => {
    portal = await openPortal({ width: 390, height: 844, isPhone: true, scheme })
    const { page } = portal
    await page.route('**/api/pay/*', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), colour } })
    })
    await page.goto(`${portalUrl}/pay/demo_harbour_books_signed_copy`)
    const pay = page.locator('button[type=submit]')
    await pay.waitFor()
    const hex = (of: string) =>
      `#${(of.match(/\d+/g) ?? [])
        .slice(0, 3)
        .map((part) => Number(part).toString(16).padStart(2, '0'))
        .join('')}`
    const [width, line, paper] = await pay.evaluate((button) => [
      getComputedStyle(button).borderTopWidth,
      getComputedStyle(button).borderTopColor,
      getComputedStyle(button.closest('.paper') ?? button).backgroundColor,
    ])
    expect(width).toBe('1px')
    expect(contrast(hex(line ?? ''), hex(paper ?? ''))).toBeGreaterThanOrEqual(3)
    const widthOf = async (id: string) => (await page.locator(id).boundingBox())?.width ?? 0
    expect(await widthOf('#cc-csc')).toBeLessThan(160)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await expect.poll(() => widthOf('#cc-csc')).toBeGreaterThan(200)
  },
)

test('a logo that is very wide keeps its form and is read, where one signs in and where one pays', async () => {
  portal = await openPortal({ width: 390, height: 844, isPhone: true })
  const { page } = portal
  const logo = '/wide.svg'
  await page.route(`**${logo}`, (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="100"></svg>',
    }),
  )
  const look = (img: HTMLImageElement) => ({
    fit: getComputedStyle(img).objectFit,
    width: img.getBoundingClientRect().width,
  })
  await page.goto('/')
  await page.locator('input[name=email]').waitFor()
  const signsIn = await page.locator('.name').evaluate((name, src) => {
    const img = document.createElement('img')
    name.prepend(Object.assign(img, { src }))
    return getComputedStyle(img).objectFit
  }, `${portalUrl}${logo}`)
  expect(signsIn).toBe('contain')
  await page.route('**/api/pay/*', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), logo } })
  })
  await page.goto(`${portalUrl}/pay/demo_harbour_books_signed_copy`)
  const pays = page.locator('header img')
  await expect.poll(() => pays.evaluate(look)).toEqual({ fit: 'contain', width: 112 })
})

test('a card that a finger holds at the edge of the board comes to the last column, and no farther', async () => {
  portal = await openPortal({ width: 390, height: 844, isPhone: true })
  const { page, context } = portal
  await signIn(page, 'operator@northwind.example', '/crm/opportunities/board')
  const handle = page.getByRole('button', { name: 'Move Pennine Cycle Works', exact: true })
  await handle.scrollIntoViewIfNeeded()
  await settle(page)
  const box = await handle.boundingBox()
  const [x, y] = [(box?.x ?? 0) + 14, (box?.y ?? 0) + 14]
  const session = await context.newCDPSession(page)
  type Kind = 'touchStart' | 'touchMove' | 'touchCancel'
  const touch = (type: Kind, ...touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  const last = page.getByRole('region', { name: 'Lost', exact: true })
  // as a message that appears meanwhile does: the card is measured anew while the board scrolls
  await page.evaluate(() =>
    setInterval(() => {
      const message = document.createElement('p')
      document.body.append(message)
      message.remove()
    }, 40),
  )
  await touch('touchStart', { x, y })
  await touch('touchMove', { x: (x + 372) / 2, y })
  await touch('touchMove', { x: 372, y })
  await expect.poll(async () => (await last.boundingBox())?.x ?? 390).toBeLessThan(150)
  // it would have gone on and on
  await page.waitForTimeout(1000)
  await touch('touchMove', { x: 370, y })
  const rightOf = async (of: Locator) => {
    const { x = 0, width = 0 } = (await of.boundingBox()) ?? {}
    return x + width
  }
  // from the column's row to the board
  expect(await rightOf(last)).toBeCloseTo(await rightOf(last.locator('../..')), 0)
  await touch('touchCancel')
})

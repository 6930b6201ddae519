import { contrast } from '@counterfoil/kit/contract/colour.ts'
import type { Locator } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { openPortal, type Portal, settle, signIn } from './portal.ts'

let portal: Portal
afterEach(() => portal.close())

const merchant = 'merchant@harbour.example'
const lookup = '/transaction-management/transaction-lookup'
const terminal = '/merchant/transaction-management/virtual-terminal'

const styleOf = (target: Locator, name: string) =>
  target.evaluate((element, of) => getComputedStyle(element).getPropertyValue(of), name)

/** `rgb(1, 2, 3)` as `#010203`. */
const hexOf = (colour: string) =>
  `#${(colour.match(/\d+/g) ?? [])
    .slice(0, 3)
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')}`

async function openTerminal(scheme: 'light' | 'dark') {
  portal = await openPortal({ scheme })
  const { page } = portal
  await signIn(page, merchant, terminal)
  await page.getByLabel('Amount').waitFor()
  await settle(page)
  return page
}

test.each(['light', 'dark'] as const)(
  'in %s a field has a line that is seen, and one that has the keyboard differs, refused or not',
  async (scheme) => {
    const page = await openTerminal(scheme)
    const fields = ['Amount', 'Reference'].map((label) => page.getByLabel(label))
    const [amount, reference] = fields as [Locator, Locator]
    const ground = hexOf(await styleOf(reference, 'background-color'))
    const line = hexOf(await styleOf(reference, 'border-top-color'))
    expect(contrast(line, ground)).toBeGreaterThanOrEqual(3)

    await page.getByRole('button', { name: 'Charge' }).click()
    await page.locator('[aria-invalid=true]').first().waitFor()
    await reference.focus()
    const ring = async (of: Locator) => [
      await styleOf(of, 'outline-style'),
      await styleOf(of, 'border-top-color'),
    ]
    const before = await ring(amount)
    await amount.focus()
    expect(await ring(amount)).not.toEqual(before)
    expect(await styleOf(amount, 'outline-style')).toBe('solid')
    expect(await styleOf(reference, 'outline-style')).toBe('none')
  },
)

/** Ink and ground of an element as they are seen: the nearest ground that is not transparent. */
const contrastOf = async (target: Locator) => {
  const [ink, ground] = await target.evaluate((element) => {
    let around: Element | null = element
    const isSeen = (one: Element) =>
      !/, 0\)$|transparent/.test(getComputedStyle(one).backgroundColor)
    while (around !== null && !isSeen(around)) around = around.parentElement
    return [
      getComputedStyle(element).color,
      getComputedStyle(around ?? element).backgroundColor,
    ] as const
  })
  return contrast(hexOf(ink), hexOf(ground))
}

test.each(['#1b2028', '#000000', '#777777', '#ffef5a', '#ffffff'])(
  'on a page that a tenant coloured %s amounts, labels and what can be done are read',
  async (colour) => {
    portal = await openPortal()
    const { page } = portal
    const themed = /"((?:mainBackground|buttonsLink|text)Color)":"#[0-9a-f]{6}"/g
    await page.route('**/api/users', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.text()).replace(themed, `"$1":"${colour}"`)
      await route.fulfill({ response: answer, body })
    })
    await signIn(page, 'operator@northwind.example', '/transaction-management/virtual-terminal')
    const seen = async (...targets: Locator[]) => {
      for (const target of targets) {
        await target.first().waitFor()
        expect(await contrastOf(target.first()), `${target}`).toBeGreaterThanOrEqual(4.5)
      }
    }
    await seen(page.locator('h1'), page.locator('main label', { hasText: 'Merchant' }))
    await seen(page.getByText('Choose the merchant that the payment is for'))
    await page.goto(lookup)
    await seen(page.locator('main dl dd > *'), page.locator('main dl dt'))
    await page.goto('/transaction-management/pending-payments')
    await seen(page.getByRole('tab', { name: 'Held payments' }).locator('span').last())
    await page.goto('/tenant/support-service-levels')
    await seen(page.getByRole('link', { name: 'Changes' }))
  },
)

test('buttons are large enough: those of a list with a filter, and of a payment', async () => {
  portal = await openPortal()
  const { page } = portal
  await signIn(page, 'operator@northwind.example', `${lookup}?method=card&currency=GBP`)
  await page.locator('[data-row-link]').first().waitFor()
  await page.getByRole('searchbox').fill('42')
  const sizes = async () =>
    page.locator('button:visible').evaluateAll((all) =>
      all.flatMap((one) => {
        const { width, height } = one.getBoundingClientRect()
        const name = one.getAttribute('aria-label') ?? one.textContent
        return Math.min(width, height) < 24 ? [`${name} ${width} × ${height}`] : []
      }),
    )
  expect(await sizes()).toEqual([])
  await page.goto(`${lookup}?method=card&currency=GBP`)
  await page.locator('[data-row-link]').first().click()
  await page.getByRole('button', { name: 'Block this card' }).waitFor()
  await settle(page)
  expect(await sizes()).toEqual([])
})

test('in the system’s own colours what is chosen differs from what is not: a mode, a box, one of two', async () => {
  const page = await openTerminal('light')
  await page.emulateMedia({ forcedColors: 'active' })
  const groundOf = (selector: string) => styleOf(page.locator(selector).first(), 'background-color')
  const box = page.getByRole('checkbox').first()
  expect(await box.isChecked()).toBe(true)
  const checked = await styleOf(box, 'background-color')
  await box.uncheck()
  expect(await styleOf(box, 'background-color')).not.toBe(checked)
  expect(await groundOf('header [data-side=Live]')).not.toBe(
    await groundOf('header [data-side=Test]'),
  )
  const choices = '.mantine-SegmentedControl-label'
  expect(await groundOf(`${choices}[data-active]`)).not.toBe(
    await groundOf(`${choices}:not([data-active])`),
  )
})

test('on paper a list has all its columns, without what is pressed, in black from a dark screen', async () => {
  portal = await openPortal({ scheme: 'dark' })
  const { page } = portal
  await signIn(page, merchant, '/merchant/payments/balances')
  const amount = page.locator('tbody td').nth(1)
  await amount.waitFor()
  // a sheet of A4 between its margins
  await page.setViewportSize({ width: 718, height: 1000 })
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.locator('header [data-side=Live]').isVisible()).toBe(false)
  expect(await page.getByRole('button', { name: 'Columns' }).isVisible()).toBe(false)
  const hidden = await page.locator('tbody td, thead th').evaluateAll((all) =>
    all.filter((one) => {
      for (let around = one.parentElement; around !== null; around = around.parentElement) {
        const isCut = getComputedStyle(around).overflowX !== 'visible'
        const { right } = around.getBoundingClientRect()
        if (isCut && one.getBoundingClientRect().right > right + 1) return true
      }
      return one.getBoundingClientRect().right > innerWidth
    }),
  )
  expect(hidden).toEqual([])
  const ink = await styleOf(amount.locator('span').first(), 'color')
  expect(contrast(hexOf(ink), '#ffffff')).toBeGreaterThanOrEqual(7)
})

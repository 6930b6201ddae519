// How a journey looks at the portal's frame: in which appearance, and what the menu has in each layout.
import type { Page } from 'playwright-core'
import { expectAccessible, openGroups, reloadForToken } from './portal.ts'

export const layouts = ['vertical-layout-1', 'Entreprise', 'Material', 'vertical-v2'] as const
const schemes = ['light', 'dark'] as const
const languages = ['en', 'tr'] as const
const widths = [1440, 1024, 390] as const

export interface Appearance {
  readonly layout: (typeof layouts)[number]
  readonly scheme: (typeof schemes)[number]
  readonly language: (typeof languages)[number]
  readonly width: (typeof widths)[number]
}

export const nameOf = (appearance: Appearance) =>
  `${appearance.layout} ${appearance.scheme} ${appearance.language} ${appearance.width}`

/** Every layout with every scheme, language and width. */
export const allAppearances: readonly Appearance[] = layouts.flatMap((layout) =>
  schemes.flatMap((scheme) =>
    languages.flatMap((language) => widths.map((width) => ({ layout, scheme, language, width }))),
  ),
)

/** Appearances among which, from five on, each layout, scheme, language and width is. */
export function coveringAppearances(count: number): Appearance[] {
  const at = <T>(values: readonly T[], place: number) => values[place % values.length] as T
  return Array.from({ length: count }, (_, k) => ({
    layout: at(layouts, k),
    scheme: at(schemes, Math.floor(k / 4)),
    language: at(languages, k + Math.floor(k / 8)),
    width: at(widths, k),
  }))
}

/** Below this width the menu is the side navigation, opened by the toolbar's button. */
const dockedFrom = 1100

/** Sets the appearance as the user's own, on the server, and loads the portal with it. */
export async function setAppearance(page: Page, appearance: Appearance): Promise<void> {
  const { layout, scheme: colourScheme, language, width } = appearance
  await changePreferences(page, width, { layout, colourScheme, language })
  await page.locator(`[data-layout="${layout}"]`).first().waitFor()
}

/** Takes the user's own appearance away, as other journeys expect to find it. */
export const resetAppearance = (page: Page): Promise<void> =>
  changePreferences(page, 1440, { layout: null, colourScheme: null, language: null })

async function changePreferences(page: Page, width: number, preferences: object): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  const authorization = await reloadForToken(page)
  const answer = await page.request.put('/api/user-preferences', {
    headers: { authorization },
    data: preferences,
  })
  if (!answer.ok()) throw new Error(`The appearance was refused with ${answer.status()}`)
  await page.reload()
  await page.locator('h1').waitFor()
}

/** Opens each closed group, one after the other, and visits it. */
async function throughGroups(page: Page, visit: () => Promise<boolean>): Promise<void> {
  const groups = page.locator('aside nav button[aria-haspopup=menu]')
  for (let at = 0; at < (await groups.count()); at += 1) {
    await groups.nth(at).click()
    await page.locator('aside nav [role=menu] a').first().waitFor()
    if (await visit()) return
    await page.keyboard.press('Escape')
    await page.locator('aside nav [role=menu] a').first().waitFor({ state: 'hidden' })
  }
}

const hrefsOf = (page: Page, selector: string): Promise<string[]> =>
  page
    .locator(selector)
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))

async function openSideNavigation(page: Page): Promise<void> {
  await page.locator('header button').first().click()
  await page.locator('[role=dialog] nav').waitFor()
  await openGroups(page, '[role=dialog] nav')
}

/** The addresses of all entries of the user's menu, in whatever form the layout shows it. */
export async function menuEntries(page: Page, appearance: Appearance): Promise<string[]> {
  if (appearance.width < dockedFrom) {
    await openSideNavigation(page)
    const found = await hrefsOf(page, '[role=dialog] nav a')
    await expectAccessible(page, 'side navigation')
    await page.keyboard.press('Escape')
    await page.locator('[role=dialog] nav').waitFor({ state: 'hidden' })
    return [...found, ...(await settingsIn(page, found))]
  }
  await page.locator('aside nav').first().waitFor()
  await openGroups(page, 'aside nav')
  const found = await hrefsOf(page, 'aside nav li > a')
  await throughGroups(page, async () => {
    found.push(...(await hrefsOf(page, 'aside nav [role=menu] a')))
    return false
  })
  return [...new Set([...found, ...(await settingsIn(page, found))])]
}

const hub = '/crm/settings'
/** Whose menus have the hub in the place of the settings. */
const withHub = new WeakSet<Page>()

/** The settings behind the menu's one entry for them. */
async function settingsIn(page: Page, entries: readonly string[]): Promise<string[]> {
  if (!entries.includes(hub)) return []
  withHub.add(page)
  await page.goto(hub)
  await page.locator('[data-hub] a').first().waitFor()
  return hrefsOf(page, '[data-hub] a')
}

/** Goes to an entry as a person does: through the menu. */
export async function chooseEntry(page: Page, appearance: Appearance, href: string): Promise<void> {
  if (href.startsWith(`${hub}/`) && withHub.has(page)) {
    await chooseEntry(page, appearance, hub)
    await page.locator(`[data-hub] a[href="${href}"]`).click()
    await page.waitForURL(({ pathname }) => pathname === href)
    return
  }
  const link = `a[href="${href}"]`
  // the previous page stays until the next one's code is loaded, and must not be mistaken for it
  if (new URL(page.url()).pathname !== href) {
    await page.evaluate("document.querySelector('h1')?.setAttribute('data-left', '')")
  }
  // of a page that has just been loaded the menu may come last
  if (appearance.width >= dockedFrom) await page.locator('aside nav').first().waitFor()
  if (appearance.width < dockedFrom) {
    await openSideNavigation(page)
    await page.locator(`[role=dialog] nav ${link}`).click()
  } else if ((await page.locator(`aside nav li > ${link}`).count()) > 0) {
    // of a long menu, groups that are not in use may be closed
    await openGroups(page, 'aside nav')
    await page.locator(`aside nav li > ${link}`).first().click()
  } else {
    await throughGroups(page, async () => {
      const entry = page.locator(`aside nav [role=menu] ${link}`)
      if ((await entry.count()) === 0) return false
      await entry.click()
      return true
    })
  }
  // a list may add its filters to the address at once
  await page
    .waitForURL(({ pathname }) => pathname === href)
    .catch((cause: unknown) => {
      throw new Error(`${href} was chosen, and ${page.url()} is shown`, { cause })
    })
  await page.locator('h1:not([data-left])').waitFor()
  await page.locator('[role=dialog] nav').waitFor({ state: 'hidden' })
}

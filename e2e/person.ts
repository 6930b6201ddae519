// A person at work in the portal: with the mouse or with the keyboard alone, in a language, on a wide or a narrow screen.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type LanguageCode, languageCodes } from '@counterfoil/kit/contract/languages.ts'
import { readText } from '@counterfoil/kit/contract/messages.ts'
import { type Say, sayIn, type Text, type TextsOf } from '@counterfoil/kit/contract/texts.ts'
import { isFullRun } from '@counterfoil/tools/testing/full-run.ts'
import type { Locator, Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { enterNextCode } from './one-time-codes.ts'
import { expectFits, openGroups, openPortal, type Portal, settle, signIn } from './portal.ts'

/** The texts of a folder by their English, as the portal shows them: `const roles = textsOf('features/access/roles')`. */
export const textsOf =
  (folder: string) =>
  <const English extends string>(english: English, name = ''): TextsOf<English> => {
    const text = readText(join(import.meta.dirname, '..', folder), english, name)
    for (const language of languageCodes) {
      if (!(language in text)) throw new Error(`${folder} has no text "${english}" in ${language}`)
    }
    return text as TextsOf<English>
  }

const shell = textsOf('apps/web/shell')
const confirmation = textsOf('apps/web/confirmation')
const palette = textsOf('apps/web/shell/palette')

export interface Conditions {
  readonly input: 'mouse' | 'keyboard'
  readonly language: LanguageCode
  readonly width: 1440 | 1280 | 390
}

const allConditions: readonly Conditions[] = (['mouse', 'keyboard'] as const).flatMap((input) =>
  (['en', 'tr'] as const).flatMap((language) =>
    ([1440, 1280, 390] as const).map((width) => ({ input, language, width })),
  ),
)

/** Of ten jobs each has conditions of its own, among which each input, language and width is. */
const conditionsOf = (place: number) =>
  isFullRun ? allConditions : allConditions.slice((place * 5) % 12).slice(0, 1)

/** What a job is done with: accounts to open in a browser, and texts in the language of the run. */
export interface Job {
  readonly conditions: Conditions
  readonly say: Say
  open(email: string, path?: string): Promise<Person>
  /** A browser in which nobody is signed in. */
  openBrowser(): Promise<Person>
}

let portals: Portal[] = []
afterEach(async () => {
  const complaints = portals.flatMap((portal) => portal.complaints)
  await Promise.all(portals.map((portal) => portal.close()))
  portals = []
  expect(complaints).toEqual([])
})

/** Declares the test of a job: done once, or in the full run under all conditions. `place`: which of the ten it is. */
export function job(place: number, name: string, work: (job: Job) => Promise<void>): void {
  test.each(conditionsOf(place))(
    `${name}: by $input, in $language, $width px wide`,
    async (conditions) => {
      const people: Person[] = []
      const openBrowser = async () => {
        const portal = await openPortal({
          width: conditions.width,
          scheme: (place + conditions.width) % 4 === 0 ? 'dark' : 'light',
          locale: conditions.language === 'tr' ? 'tr-TR' : 'en-GB',
        })
        portals.push(portal)
        await portal.context.addInitScript(`localStorage.Language = '${conditions.language}'`)
        const person = new Person(portal, conditions, `${place}-${portals.length}`)
        people.push(person)
        return person
      }
      const doing = work({
        conditions,
        say: sayIn(conditions.language),
        openBrowser,
        async open(email, path = '/') {
          const person = await openBrowser()
          await signIn(person.page, email, path)
          await person.page.locator('h1').first().waitFor()
          return person
        },
      })
      await doing.finally(() => Promise.all(people.map((person) => person.takePicture('end'))))
    },
    240_000,
  )
}

/** Where the focus is, seen from an element: `earlier` and `later` are further up and down the page. */
const placeOfFocus = (target: Locator) =>
  target.evaluate((element): 'here' | 'nowhere' | 'earlier' | 'later' | 'beside' => {
    const { activeElement: focused, body } = element.ownerDocument
    if (focused === null || focused === body) return 'nowhere'
    if (element === focused || element.contains(focused)) return 'here'
    // the arrows move within what is one stop for the Tab key
    if (element.closest('[role=tablist], [role=menu]')?.contains(focused)) return 'beside'
    const following = 4
    return focused.compareDocumentPosition(element) & following ? 'earlier' : 'later'
  })

export class Person {
  /** How often something was pressed so far: a button, a link, an option. */
  presses = 0
  readonly page: Page
  private readonly portal: Portal
  private readonly conditions: Conditions
  private readonly name: string
  private pictures = 0

  /** `name`: what its pictures are called. */
  constructor(portal: Portal, conditions: Conditions, name: string) {
    this.portal = portal
    this.page = portal.page
    this.conditions = conditions
    this.name = name
  }

  private get hasKeyboardOnly() {
    return this.conditions.input === 'keyboard'
  }
  private get say(): Say {
    return sayIn(this.conditions.language)
  }

  button = (name: Text | string, within: Page | Locator = this.page) =>
    within.getByRole('button', { name: this.nameOf(name), exact: true })
  link = (name: Text | string, within: Page | Locator = this.page) =>
    within.getByRole('link', { name: this.nameOf(name), exact: true })
  field = (name: Text | string, within: Page | Locator = this.page) =>
    within.getByLabel(this.nameOf(name), { exact: false }).first()
  dialog = (name?: Text | string) =>
    name === undefined
      ? this.page.getByRole('dialog')
      : this.page.getByRole('dialog', { name: this.nameOf(name) })

  private nameOf = (name: Text | string) => (typeof name === 'string' ? name : this.say(name))

  /** Presses something, where the eye has found it. */
  async press(target: Locator): Promise<void> {
    this.presses += 1
    if (!this.hasKeyboardOnly) return target.click()
    await this.reach(target)
    await this.page.keyboard.press((await this.isTicked(target)) ? 'Space' : 'Enter')
  }

  private isTicked = (target: Locator) =>
    target.evaluate((element) => element.matches('[type=checkbox], [type=radio]'))

  /** Types into a field, in the place of what was in it. */
  async fill(target: Locator, text: string): Promise<void> {
    if (this.hasKeyboardOnly) await this.reach(target)
    else await target.click()
    await this.page.keyboard.press('Control+A')
    await this.page.keyboard.type(text)
  }

  /** Chooses of a native list: its options are no part of the page, so that the mouse's choice is made by name. */
  async choose(target: Locator, option: string): Promise<void> {
    this.presses += 1
    if (!this.hasKeyboardOnly) return void (await target.selectOption(option))
    await this.reach(target)
    // by the arrows: what is typed slowly begins another search with each letter
    const names = await target
      .locator('option:enabled')
      .evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('value')]))
    const place = names.findIndex((of) => of.includes(option))
    expect(place, `option ${option}`).toBeGreaterThanOrEqual(0)
    const chosen = () => target.locator('option:checked').textContent()
    for (let at = 0; at <= place; at += 1) {
      await this.page.keyboard.press(at === 0 ? 'Home' : 'ArrowDown')
      // the page may take the choice a moment later
      await expect.poll(chosen).toBe(names[at]?.[0])
    }
  }

  /** Chooses of a field's options, which are listed when it is opened, or when something is typed to find them by. */
  async pick(target: Locator, option: string, typed?: string): Promise<void> {
    if (typed === undefined) await this.press(target)
    else await this.fill(target, typed)
    const options = this.page.locator('[data-combobox-option]:visible')
    const chosen = options.filter({ hasText: option }).first()
    await chosen.waitFor()
    if (!this.hasKeyboardOnly) await chosen.click()
    else {
      while ((await chosen.getAttribute('data-combobox-selected')) !== 'true') {
        await this.page.keyboard.press('ArrowDown')
      }
      await this.page.keyboard.press('Enter')
    }
    await chosen.waitFor({ state: 'hidden' })
  }

  /** Enters the next code of the demo's authenticator app, where one is asked for. */
  async confirmWithCode(): Promise<void> {
    const question = this.dialog(confirmation('Confirm it is you'))
    await enterNextCode(this.page, async (code) => {
      await this.fill(question.getByRole('textbox'), code)
      await this.press(this.button(confirmation('Confirm'), question))
    })
    await question.waitFor({ state: 'detached' })
    // the answers that asked for it
    const { complaints } = this.portal
    complaints.splice(0, complaints.length, ...complaints.filter((one) => !/\b401\b/.test(one)))
  }

  /** Moves the focus to an element as the keyboard does, and expects that it gets there. */
  async reach(target: Locator): Promise<void> {
    await target.waitFor()
    const steps = { nowhere: 'Tab', earlier: 'Tab', later: 'Shift+Tab', beside: 'Arrow' } as const
    let last: string | undefined
    for (let count = 0; ; count += 1) {
      const place = await placeOfFocus(target)
      if (place === 'here') return
      const step = steps[place]
      const hasPassed = last !== undefined && step !== 'Arrow' && step !== last
      if (hasPassed || count > 300) throw new Error(`Not reached by the keyboard: ${target}`)
      if (place !== 'nowhere') last = step
      const isTab = (await target.getAttribute('role')) === 'tab'
      const arrow = isTab ? 'ArrowRight' : 'ArrowDown'
      await this.page.keyboard.press(step === 'Arrow' ? arrow : step)
    }
  }

  /** Looks for something in the search that every page has, and goes to what is found. */
  async search(text: string, found: string | RegExp): Promise<void> {
    this.presses += 1
    if (this.hasKeyboardOnly) await this.page.keyboard.press('Control+k')
    else await this.page.getByRole('button', { name: this.say(palette('Search or go to')) }).click()
    const dialog = this.dialog(palette('Search or go to'))
    await dialog.getByRole('combobox').waitFor()
    await this.page.keyboard.type(text)
    const option = dialog.getByRole('option', { name: found }).first()
    await option.waitFor()
    await this.choosePaletteOption(option)
    await dialog.waitFor({ state: 'hidden' })
  }

  private async choosePaletteOption(option: Locator): Promise<void> {
    this.presses += 1
    if (!this.hasKeyboardOnly) return option.click()
    while ((await option.getAttribute('aria-selected')) !== 'true') {
      await this.page.keyboard.press('ArrowDown')
    }
    await this.page.keyboard.press('Enter')
  }

  /** Goes to a page by its name: through the menu, or through the search where there is no mouse. */
  async goTo(title: Text): Promise<void> {
    const name = this.say(title)
    // the previous page stays until the next one's code is loaded, and must not be mistaken for it
    await this.page.evaluate("document.querySelector('h1')?.setAttribute('data-left', '')")
    if (this.hasKeyboardOnly) await this.search(name, new RegExp(`^${name}`))
    else {
      const isDocked = this.conditions.width > 1100
      const menu = isDocked ? 'aside nav' : '[role=dialog] nav'
      if (!isDocked) await this.press(this.button(shell('Open the menu')))
      await this.page.locator(menu).first().waitFor()
      await openGroups(this.page, menu)
      await this.press(this.page.locator(menu).getByRole('link', { name, exact: true }))
    }
    await this.page.locator('h1:not([data-left])').waitFor()
    await this.page.getByRole('dialog').waitFor({ state: 'hidden' })
  }

  /** Expects that the page fits its width. */
  async look(what: string): Promise<void> {
    await settle(this.page)
    await expectFits(this.page, what)
    await this.takePicture(what)
  }

  /** Leaves a picture of the page, with SCREENSHOTS. */
  async takePicture(what: string): Promise<void> {
    const { SCREENSHOTS: folder } = process.env
    if (folder === undefined) return
    mkdirSync(folder, { recursive: true })
    const { input, language, width } = this.conditions
    this.pictures += 1
    const file = `${this.name}-${this.pictures}-${language}-${width}-${input}-${what}.png`
    await this.page.screenshot({ path: join(folder, file.replaceAll(' ', '-')) })
  }
}

import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { scanResources } from '@counterfoil/kit/server/scan.ts'
import { settle } from '@counterfoil/tools/testing/browser.ts'
import { isFullRun } from '@counterfoil/tools/testing/full-run.ts'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { isAsked, uncoveredOptions } from './testing/covering-resources.ts'
import { makeHistory } from './testing/history.ts'
import { takeRows } from './testing/imports.ts'
import { ask } from './testing/resource-calls.ts'
import { changeable, othersThan, valuesIn } from './testing/resource-changes.ts'
import { complaintAt, fillIn } from './testing/resource-form.ts'
import { rightsToGive, valuesFor } from './testing/resource-values.ts'
import type { Actor, ActorKind } from './testing/test-api.ts'
import { openTestPortal, type Visitor } from './testing/test-portal.ts'

// Declared resources in a browser, at each address that they have: opened by somebody who holds just the permission,
// made, changed, found, refused, switched off and exported there, and closed to everybody else.
const testApi = await openTestPortal()
// what some refer to is there
await makeHistory(testApi)

// the browser's part has types of its own
const entryRules = new URL('../web/entry.rules.ts', import.meta.url)
const { groupOf } = (await import(entryRules.href)) as {
  groupOf(path: string): { readonly permission?: readonly string[] } | undefined
}

interface Place {
  readonly of: Resource
  readonly path: string
  readonly kind: ActorKind
  readonly permissions: readonly string[]
}

const resources = await scanResources()
const places = resources.flatMap((of): [string, Place][] => {
  const kind = of.owner === 'platform' || !of.audience?.includes('tenant') ? 'platform' : 'operator'
  const permissions = [...new Set(Object.values(of.permission))]
  // what is a part of another record is shown with that
  if (of.screen === undefined) return []
  const usual: Place = { of, path: of.screen.path, kind, permissions }
  const { merchants } = of
  if (merchants === undefined) return [[usual.path, usual]]
  const { path, permission, edit = [] } = merchants
  const theirs: Place = { of, path, kind: 'merchant', permissions: [...permission, ...edit] }
  return [
    [usual.path, usual],
    [path, theirs],
  ]
})

/** Somebody who holds nothing but what the page asks for, and what the group asks for in which it stands. */
function holderOf({ of, kind, path, permissions }: Place) {
  const group = groupOf(path)?.permission ?? []
  const wanted = [...permissions, ...rightsToGive(of), ...group]
  return testApi.actor(
    kind,
    testApi.permissionsOf(kind).filter((one) => !wanted.includes(one)),
  )
}

test('every declared resource has a page', () => {
  expect(places.length).toBeGreaterThan(20)
  expect(new Set(places.map(([path]) => path)).size).toBe(places.length)
})

test('the resources that are walked through use every option', () => {
  expect(uncoveredOptions(resources)).toEqual([])
})

// merchants' pages are made as all others are: one of them shows it
const isFurtherAddress = ({ of, kind }: Place) => kind === 'merchant' && of.id !== 'websites'
const walked = places.filter(
  ([, place]) => isFullRun || (isAsked(place.of) && !isFurtherAddress(place)),
)

const ofMerchants = walked.filter(([, { kind }]) => kind === 'merchant')
const ofOthers = walked.filter(([, { kind }]) => kind !== 'merchant')

describe('the page of a resource', () => {
  test.concurrent.each(ofOthers)('%s', (_, place) =>
    testApi.visit(async (visitor) => {
      await new Walk(place, visitor, await holderOf(place)).whole()
      await refuseStranger(place, visitor)
      const [view, ...further] = place.permissions
      if (further.length > 0 && view !== undefined) await lookOnly(place, visitor)
    }),
  )
})

describe('the page of a resource that merchants have too', () => {
  beforeAll(openOwnLists)
  test.concurrent.each(ofMerchants)('%s', (_, place) =>
    testApi.visit(async (visitor) => {
      await new Walk(place, visitor, await holderOf(place)).whole()
      await refuseStranger(place, visitor)
    }),
  )
})

/** Merchants have lists and rules of their own as far as their operator opens them. */
async function openOwnLists(): Promise<void> {
  await testApi.test.owner.query('delete from app.merchant_screening')
  await testApi.test.owner.query(`
    insert into app.merchant_screening (tenant_id, id, merchant_id, may_block, may_trust, own_rules, created_at, updated_at)
    select tenant_id, id, id, true, true, 'block', now(), now() from app.merchant`)
}

test('rows of a CSV are taken while the screen says how far they are, and what was refused and why', () =>
  testApi.visit(async (visitor) => {
    const { page, open } = visitor
    const place = places.find(([, { of }]) => of.id === 'whitelist')?.[1]
    if (place === undefined) throw new Error('No whitelist')
    const actor = await holderOf(place)
    await open(actor, place.path)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const dialog = page.getByRole('dialog')
    const text = 'value,kind,reason\nada@example.com,email,Known\n10.0.0.300,ip,Typed wrong\n'
    const file = { name: 'known.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
    await dialog.locator('input[type=file]').setInputFiles(file)
    const sent = page.waitForResponse((answer) => answer.url().includes(`${place.of.path}/import`))
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await dialog.getByText('0 of 2 rows looked at').waitFor()
    await takeRows(testApi, actor.tenantId, (await (await sent).json()).id)
    await dialog.getByText('1 of 2 rows imported, 1 refused').waitFor()
    const refused = dialog.getByRole('region', { name: 'Refused rows' }).locator('tbody tr')
    // the count above stands before the rows are fetched
    await refused.first().waitFor()
    expect(await refused.allTextContents()).toEqual([expect.stringMatching(/^3.*Value/)])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download refused rows' }).click(),
    ])
    const chunks = await (await download.createReadStream()).toArray()
    expect(Buffer.concat(chunks).toString()).toContain('10.0.0.300')
    await page.keyboard.press('Escape')
    await page.locator('tbody').getByText('ada@example.com').waitFor()
    expect(visitor.complaints()).toEqual([])
  }))

test('one is made, found and exported by keyboard alone, which is always seen and comes back to where it was', () =>
  testApi.visit(async (visitor) => {
    const { page, open } = visitor
    const place = places.find(([, { of }]) => of.id === 'document-types')?.[1]
    if (place === undefined) throw new Error('No document types')
    await open(await holderOf(place), place.path)
    await page.getByRole('button', { name: 'New', exact: true }).waitFor()
    const press = (key: string) => page.keyboard.press(key)
    await tabTo(page, 'New')
    await press('Enter')
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).waitFor()
    await expect.poll(() => focused(page)).toMatch(/^Name/)
    await page.keyboard.type('Utility bill')
    await tabTo(page, 'Proves')
    await press('ArrowDown')
    await tabTo(page, 'Save')
    await press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('New')
    await tabTo(page, 'Search')
    await page.keyboard.type('utility')
    await press('Enter')
    const link = page.locator('tbody').getByRole('link', { name: 'Utility bill' })
    await page.waitForURL(/searchKey=utility/)
    await link.waitFor()
    await tabTo(page, 'Utility bill')
    await press('Enter')
    await page.getByRole('dialog').waitFor()
    await press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Utility bill')
    const downloading = page.waitForEvent('download')
    await tabTo(page, 'Export', 'Shift+Tab')
    await press('Enter')
    expect((await downloading).suggestedFilename()).toMatch(/\.csv$/)
    expect(visitor.complaints()).toEqual([])
  }))

/** How what has the focus is called. */
const focused = (page: Page) =>
  page.evaluate<string>(`(() => {
  const at = document.activeElement
  const label = at?.getAttribute('aria-label') ?? at?.labels?.[0]?.textContent
  return (label ?? at?.textContent ?? '').trim()
})()`)

/** Whether something tells where the focus is: a ring, a shadow, or the caret of a field. */
const isFocusSeen = (page: Page) =>
  page.evaluate<boolean>(`(() => {
  const at = document.activeElement
  if (at === null || at === document.body || at.matches('input, select, textarea')) return true
  return [at, at.parentElement, ...at.children].some((one) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
  })
})()`)

/** Goes on until it is there; wherever it stops on the way, it is seen. */
async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  for (let stops = 0; stops < 60; stops += 1) {
    await page.keyboard.press(key)
    const isSeen = await isFocusSeen(page)
    const now = await focused(page)
    expect([now, isSeen]).toEqual([now, true])
    if (now.startsWith(name)) return
  }
  throw new Error(`No keyboard comes to ${name}`)
}

async function refuseStranger({ path, kind, permissions }: Place, { page, open }: Visitor) {
  await open(await testApi.actor(kind, permissions), path)
  await page.waitForURL('**/authentication/unauthorized')
}

/** Who may look and not change has nothing to change with. */
async function lookOnly({ of, path, kind }: Place, { page, open }: Visitor) {
  await open(await testApi.actor(kind, [of.permission.edit, of.permission.remove]), path)
  await page.locator('a[data-row-link]').first().waitFor()
  expect(await page.getByRole('button', { name: /^(New|Import)$/ }).count()).toBe(0)
  expect(await page.locator('tbody').getByRole('checkbox').count()).toBe(0)
  await page.locator('a[data-row-link]').first().click()
  if (of.screen?.record === undefined) await page.getByRole('dialog').locator('h2').waitFor()
  else await page.waitForURL(`**${of.screen?.record.replace(':id', '*')}`)
  expect(await page.getByRole('button', { name: /^(Save|Delete|Edit)$/ }).count()).toBe(0)
}

/** One person's way through one page. */
class Walk {
  readonly #place: Place
  readonly #of: Resource
  readonly #visitor: Visitor
  readonly #page: Page
  readonly #actor: Actor
  readonly #drawer: Locator

  constructor(place: Place, visitor: Visitor, actor: Actor) {
    this.#place = place
    this.#of = place.of
    this.#visitor = visitor
    this.#page = visitor.page
    this.#actor = actor
    this.#drawer = visitor.page.getByRole('dialog')
  }

  async whole(): Promise<void> {
    const of = this.#of
    await this.#visitor.open(this.#actor, this.#place.path)
    const { en: name } = (this.#actor.kind === 'merchant' && of.merchants?.many) || of.many
    await this.#page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    // what most people come for is shown alone; here everything is looked for
    if (Object.values(of.relationFilters ?? {}).some(({ initial }) => initial !== undefined)) {
      await this.#page.getByRole('button', { name: 'Clear filters' }).click()
    }
    const row = of.calls.create === undefined ? await this.#lastRow() : await this.#make()
    await this.#find(row)
    if (of.calls.update === undefined) await this.#look(row)
    else await this.#change(row)
    await this.#switchOff(row)
    await this.#export(row)
    await settle(this.#page)
    expect(this.#visitor.complaints()).toEqual([])
  }

  #ask(method: string, path = '', asked: Parameters<typeof ask>[4] = {}) {
    return ask(testApi.app, this.#actor, method, `${this.#of.path}${path}`, asked)
  }

  async #keysFor(name: string, partOf?: string): Promise<string[]> {
    // what the platform's people make is their own organisation's unless they say whose
    const query: Record<string, string> = {
      ...(this.#of.owner === 'tenant' ? { tenantId: this.#actor.tenantId } : {}),
      ...(partOf === undefined ? {} : { partOf }),
    }
    const found = await this.#ask('GET', `/options/${name}`, { query })
    return found.json().map(({ id }: ResourceRow) => id)
  }

  async #read(row: ResourceRow): Promise<ResourceRow> {
    return (await this.#ask('GET', `/${row.id}`)).json()
  }

  /** What comes by itself: not the first, for that is English, which the other walks speak. */
  async #lastRow(): Promise<ResourceRow> {
    return (await this.#ask('GET')).json().data.at(-1)
  }

  get #save(): Locator {
    return this.#drawer.getByRole('button', { name: 'Save', exact: true })
  }

  /** Nothing typed is refused at each field that needs something; then it is typed and kept. */
  async #make(): Promise<ResourceRow> {
    const of = this.#of
    const notAsked = this.#actor.kind === 'merchant' ? [of.merchantField ?? ''] : []
    const values = await valuesFor(of, (...about) => this.#keysFor(...about))
    await this.#page.getByRole('button', { name: 'New', exact: true }).click()
    await this.#save.click()
    for (const [name, field] of Object.entries(of.fields)) {
      const isNeeded = !field.isOptional && !field.schema.safeParse('').success
      const isThere = field.startsAs !== undefined || field.kind === 'yesNo'
      if (!isNeeded || isThere || notAsked.includes(name)) continue
      await complaintAt(this.#drawer, field)
    }
    await fillIn(this.#drawer, of, values, notAsked)
    const made = this.#page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().includes(of.path),
    )
    await this.#save.click()
    const answer = await made
    expect([answer.status(), await answer.text()]).toEqual([201, expect.anything()])
    if (of.credential !== undefined) {
      await this.#drawer.getByRole('button', { name: 'I have saved it' }).click()
    }
    await this.#drawer.waitFor({ state: 'detached' })
    const row = await answer.json()
    // as its hint says, what is left empty may be filled in
    const isFilledIn = (name: string) => of.fields[name]?.hint?.en.startsWith('If empty: ')
    const typed = Object.entries(values).filter(
      ([name, value]) => !notAsked.includes(name) && !(value === null && isFilledIn(name)),
    )
    expect(await this.#read(row)).toMatchObject(Object.fromEntries(typed))
    return row
  }

  #rowOf({ id }: ResourceRow): Locator {
    const link = `a[href*="record=${id}"], a[href$="/${id}"]`
    return this.#page.locator('tbody tr', { has: this.#page.locator(link) })
  }

  /** By what is searched, with as many others as the server found: more are made by other walks at the same time. */
  async #find(row: ResourceRow): Promise<void> {
    const words = this.#of.search.map((name) => row[name])
    const word = words.find((one) => typeof one === 'string' && one !== '')
    expect(word, 'nothing to search for').toBeDefined()
    const found = this.#page.waitForResponse(
      (answer) => answer.url().includes(this.#of.path) && answer.url().includes('searchKey='),
    )
    await this.#page.getByRole('searchbox').fill(String(word))
    await this.#page.keyboard.press('Enter')
    await this.#page.waitForURL(/searchKey=/)
    await this.#rowOf(row).waitFor()
    const { data } = await (await found).json()
    // some pages show what comes from elsewhere in a table of its own
    const rows = this.#page.locator('table', { has: this.#rowOf(row) }).locator('tbody tr')
    await rows.nth(data.length - 1).waitFor()
    await rows.nth(data.length).waitFor({ state: 'detached' })
  }

  async #clearSearch(): Promise<void> {
    await this.#page.getByRole('searchbox').fill('')
    await this.#page.keyboard.press('Enter')
    await this.#page.waitForURL((url) => !url.searchParams.has('searchKey'))
  }

  async #open(row: ResourceRow): Promise<void> {
    await this.#rowOf(row).locator('a[data-row-link]').click()
    if (this.#of.screen?.record !== undefined) {
      await this.#page.getByRole('button', { name: 'Edit', exact: true }).click()
    }
    await this.#drawer.locator('h2').waitFor()
  }

  /** Back at the list, from the drawer beside it or from the record's own page. */
  async #closed(): Promise<void> {
    await this.#drawer.waitFor({ state: 'detached' })
    if (this.#of.screen?.record !== undefined) await this.#page.goBack()
  }

  /** What comes by itself is looked at. */
  async #look(row: ResourceRow): Promise<void> {
    await this.#open(row)
    for (const { label } of Object.values(this.#of.fields)) {
      await this.#drawer.locator('dt', { hasText: label.en }).first().waitFor()
    }
    await this.#page.keyboard.press('Escape')
    await this.#drawer.waitFor({ state: 'detached' })
  }

  /** Saved, and then saved while somebody else did: both versions stand there, and mine is kept in the end. */
  async #change(row: ResourceRow): Promise<void> {
    const of = this.#of
    const { name, first, other, mine } = await this.#values(row)
    // it is no longer found by what it was called
    if (of.search.includes(name)) await this.#clearSearch()
    await this.#open(row)
    await this.#save.waitFor()
    await fillIn(this.#drawer, of, { [name]: first })
    await this.#save.click()
    await this.#closed()
    const saved = await this.#read(row)
    expect(saved[name]).toEqual(first)

    await this.#open(row)
    await this.#save.waitFor()
    const body = { ...valuesIn(of, saved), [name]: other, version: saved.version }
    expect((await this.#ask('PUT', `/${row.id}`, { body })).status).toBe(200)
    await fillIn(this.#drawer, of, { [name]: mine })
    await this.#save.click()
    const note = this.#drawer.getByRole('alert', { name: /Somebody else saved this record/ })
    const versions = note
      .locator('tr', { hasText: of.fields[name]?.label.en ?? name })
      .locator('td')
    await versions.first().waitFor()
    const [ours, theirs] = await versions.allTextContents()
    expect([ours, theirs]).toEqual([
      expect.stringMatching(/./),
      expect.not.stringMatching(`^${ours}$`),
    ])
    await note.getByRole('button', { name: 'Save mine over it' }).click()
    await this.#closed()
    expect((await this.#read(row))[name]).toEqual(mine)
    const refusals = this.#visitor.complaints()
    expect(refusals.filter((one) => !one.includes('409'))).toEqual([])
  }

  /** A field of which other values are taken: three of them, or, where there are but two, the same one again. */
  async #values(row: ResourceRow) {
    let best: { name: string; taken: unknown[] } | undefined
    for (const [name, field] of changeable(this.#of)) {
      const { [name]: now } = await this.#read(row)
      const taken: unknown[] = []
      const keys = field.target === undefined ? [] : await this.#keysFor(name)
      for (const value of othersThan(field, now, keys)) {
        if (taken.length < 3 && (await this.#isTaken(row, { [name]: value }))) taken.push(value)
      }
      if (taken.length > 0) await this.#isTaken(row, { [name]: now })
      if (taken.length > (best?.taken.length ?? 0)) best = { name, taken }
      if (taken.length === 3) break
    }
    if (best === undefined) throw new Error(`No field of ${this.#of.id} can be changed`)
    const { name, taken } = best
    const [first, other = (await this.#read(row))[name], mine = first] = taken
    return { name, first, other, mine }
  }

  async #isTaken(row: ResourceRow, values: Record<string, unknown>): Promise<boolean> {
    const now = await this.#read(row)
    const body = { ...valuesIn(this.#of, now), ...values, version: now.version }
    return (await this.#ask('PUT', `/${row.id}`, { body })).status === 200
  }

  async #switchOff(row: ResourceRow): Promise<void> {
    await this.#rowOf(row).getByRole('checkbox').check()
    await this.#page.getByRole('button', { name: 'Deactivate', exact: true }).click()
    await this.#rowOf(row)
      .getByText(/^(Inactive|Suspended)$/)
      .waitFor()
    expect((await this.#read(row)).isActive).toBe(false)
  }

  /** What is shown, as a file. */
  async #export(row: ResourceRow): Promise<void> {
    const [download] = await Promise.all([
      this.#page.waitForEvent('download'),
      this.#page.getByRole('button', { name: 'Export', exact: true }).click(),
    ])
    const chunks = await (await download.createReadStream()).toArray()
    const lines = Buffer.concat(chunks).toString().split('\n')
    expect(download.suggestedFilename()).toMatch(
      new RegExp(`^${this.#of.id}_[a-z0-9-]+_\\d{4}-\\d\\d-\\d\\d\\.csv$`),
    )
    expect(lines[0]).toContain(Object.keys(this.#of.fields).join(','))
    expect(lines.find((line) => line.startsWith(row.id))).toMatch(/,false\r?$/)
  }
}

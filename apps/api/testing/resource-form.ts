// How a form of a declared resource is filled in by its kinds of fields, as a person would: by what its fields are called.
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import { type AnyField, isAsked } from '@counterfoil/kit/contract/resource-field.ts'
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

type Values = Readonly<Record<string, unknown>>
/** Types a value into the field of this name, where the form is one of the resource's own. */
export type Filler = (form: Locator, value: unknown) => Promise<void>

/**
 * Fields that a rich resource's own form shows otherwise than their kind is shown, by resource and field. A form whose
 * fields have the declaration's labels needs none.
 */
const fillers: Readonly<Record<string, Readonly<Record<string, Filler>>>> = {}

/** Types every value; those of `notAsked` have no field, as whose a merchant's own record is. */
export async function fillIn(
  form: Locator,
  of: Resource,
  values: Values,
  notAsked: readonly string[] = [],
): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = of.fields[name]
    if (field === undefined || notAsked.includes(name)) continue
    // what decides of it stands in the form already, or is typed too
    if ((field.onlyFor?.field ?? '') in values && !isAsked(field, values)) continue
    const own = fillers[of.id]?.[name]
    await (own === undefined ? fillField(form, field, value) : own(form, value))
  }
}

/** Waits until the form says something at a field. */
export function complaintAt(form: Locator, field: AnyField): Promise<void> {
  const wrapper = controlOf(form, field).first().locator(wrapperOfField)
  return wrapper.locator('[id$="-error"], [class*="InputWrapper-error"]').first().waitFor()
}

const wrapperOfField =
  'xpath=ancestor-or-self::*[contains(@class, "InputWrapper-root") or contains(@class, "Checkbox-root")][last()]'

/** Where the field stands; of a group of check boxes the group. */
function controlOf(form: Locator, { kind, label: { en: name } }: AnyField): Locator {
  const exact = { name, exact: true } as const
  switch (kind) {
    case 'yesNo':
      return form.getByRole('checkbox', exact).or(form.getByRole('switch', exact))
    case 'choices':
      return form.getByRole('group', exact)
    case 'choice':
    case 'reference':
    case 'references':
      return form.getByRole('combobox', exact)
    case 'instant':
      return form.getByRole('button', exact).or(form.locator(`button[aria-label="${name}"]`))
    default:
      return form.getByRole('textbox', exact).or(form.getByRole('spinbutton', exact))
  }
}

async function fillField(form: Locator, field: AnyField, value: unknown): Promise<void> {
  const control = controlOf(form, field)
  switch (field.kind) {
    case 'yesNo':
      return control.setChecked(value === true)
    case 'choice':
      await control.selectOption(value === null ? '' : String(value))
      return
    case 'choices':
      for (const { value: one, label, anyOf } of field.choices ?? []) {
        const box = control.getByRole('checkbox', { name: label.en, exact: true })
        const isChosen = (value as readonly string[]).includes(one)
        // whoever lacks the right that it hands on is not offered it
        if (anyOf !== undefined && !isChosen) expect(await box.count()).toBe(0)
        else await box.setChecked(isChosen)
      }
      return
    case 'reference':
      return value === null ? undefined : choose(control, String(value))
    case 'references':
      for (const one of value as readonly string[]) await choose(control, one)
      return
    case 'richText':
      // what the editor makes of plain typing is a paragraph
      return control.fill(String(value ?? '').replace(/<[^>]+>/g, ''))
    case 'day':
      await control.fill(String(value).split('-').reverse().join('/'))
      return control.press('Tab')
    case 'list':
      return control.fill((value as readonly string[]).join('\n'))
    case 'instant':
      return value === null ? undefined : pickNextMonth(control)
    default:
      return control.fill(value === null ? '' : typedNumber(field, value))
  }
}

/** Per cent and amounts are typed in whole units, of which what is stored is a hundredth. */
const typedNumber = ({ kind, input }: AnyField, value: unknown): string =>
  kind === 'amount' || input === 'basisPoints' ? String(Number(value) / 100) : String(value)

/** Opens the choices and takes one; `key` is what is stored, which no person sees. */
async function choose(control: Locator, key: string): Promise<void> {
  await control.click()
  // of many choices the first are shown, and a code finds its own
  if (/^[A-Z]{2,3}$/.test(key)) await control.fill(key)
  // another field's list may still be closing
  const list = control.page().locator(`[id="${await control.getAttribute('aria-controls')}"]`)
  await list.locator(`[role=option][value="${key}"]`).click()
}

/** A day that has not come yet. */
async function pickNextMonth(control: Locator): Promise<void> {
  await control.click()
  const page = control.page()
  await page.locator('[data-direction=next]').first().click()
  await page.locator('table button:not([data-outside])').nth(14).click()
  await page.keyboard.press('Escape')
}

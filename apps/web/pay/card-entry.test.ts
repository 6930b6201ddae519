// What a payer types into the fields of a card.
import type { InOneLanguage } from '@counterfoil/kit/contract/texts.ts'
import { inLanguage } from '@counterfoil/kit/contract/texts.ts'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { cardChoice } from './card-choice.ts'
import { cardFields } from './card-fields.ts'
import { element, redraw } from './elements.ts'
import { payTexts } from './pay.messages.ts'

const t: InOneLanguage<typeof payTexts> = inLanguage(payTexts, 'en')
const user = userEvent.setup()
const input = (id: string) => document.getElementById(id) as HTMLInputElement

beforeEach(() => document.body.replaceChildren())

test.each([
  ['1230', '12/30'],
  ['12/30', '12/30'],
  ['1/30', '1/30'],
  ['9/30', '09/30'],
  ['930', '09/30'],
])('an expiry typed as %s is %s', async (typed, shown) => {
  const card = cardFields(t, false)
  document.body.append(...card.blocks)
  await user.type(input('cc-number'), '4242424242424242')
  await user.type(input('cc-csc'), '123')
  await user.type(input('cc-exp'), typed)
  expect(input('cc-exp').value).toBe(shown)
  expect(card.read()).toMatchObject({ expiryYear: 2030, expiryMonth: Number(shown.split('/')[0]) })
})

test('the slash that comes by itself is deleted like any other sign', async () => {
  document.body.append(...cardFields(t, false).blocks)
  await user.type(input('cc-exp'), '12{Backspace}{Backspace}1/30')
  expect(input('cc-exp').value).toBe('11/30')
})

test.each([
  ['american_express', '1234', '123'],
  ['visa', '123', '1234'],
])('the code of a kept card of %s is %s and not %s', async (brand, right, wrong) => {
  const stored = { id: 'one', brand, last4: '0005', expiryMonth: 12, expiryYear: 2030 }
  const card = cardChoice(t, [stored], undefined)
  document.body.append(card.block)
  await user.type(input('cc-csc'), wrong)
  expect(card.read()).toBeUndefined()
  await user.clear(input('cc-csc'))
  await user.type(input('cc-csc'), right)
  expect(card.read()).toEqual({ stored: { id: 'one', securityCode: right } })
})

test('what was typed stays when the page is drawn in another language', async () => {
  const place = element('main')
  document.body.append(place)
  const draw = () => place.replaceChildren(...cardFields(t, true).blocks)
  draw()
  await user.type(input('cc-number'), '4242424242424242')
  await user.type(input('cc-exp'), '1230')
  await user.type(input('cc-name'), 'A Reader')
  redraw(place, draw)
  expect(['cc-number', 'cc-exp', 'cc-name'].map((id) => input(id).value)).toEqual([
    ...['4242 4242 4242 4242', '12/30', 'A Reader'],
  ])
  expect(place.querySelector('.brand')?.textContent).toBe('Visa')
})

test('a refused card leaves the name on it for the next one, and nothing else', async () => {
  document.body.append(...cardFields(t, true).blocks)
  await user.type(input('cc-number'), '4242424242424242')
  await user.clear(input('cc-name'))
  await user.type(input('cc-name'), 'Ada Lovelace')
  document.body.replaceChildren(...cardFields(t, true).blocks)
  expect([input('cc-name').value, input('cc-number').value]).toEqual(['Ada Lovelace', ''])
})

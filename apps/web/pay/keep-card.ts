import type { InOneLanguage } from '@counterfoil/kit/contract/texts.ts'
import { element } from './elements.ts'
import type { payTexts } from './pay.messages.ts'

/** Whether the merchant may keep the card, with what the payer agrees to; nothing is ticked before the payer does. */
export function keepChoice(
  label: string,
  consent: string | undefined,
  keeping: { isTicked: boolean },
): HTMLElement | undefined {
  if (consent === undefined) return undefined
  const box = element('input', {
    ...{ type: 'checkbox', name: 'keep-card', 'aria-describedby': 'keep-hint' },
    checked: keeping.isTicked,
    change: () => {
      keeping.isTicked = box.checked
    },
  })
  return element(
    'div',
    { class: 'field' },
    element('label', { class: 'keep' }, box, label),
    element('span', { class: 'hint', id: 'keep-hint' }, consent),
  )
}

/** What the payer agrees to by saving the card: the button says no more than that it is saved. */
export const agreement = (t: InOneLanguage<typeof payTexts>, consent: string): HTMLElement =>
  element(
    'div',
    { class: 'field', id: 'consent' },
    element('strong', {}, t.agree),
    ' ',
    element('span', { class: 'hint' }, consent),
  )

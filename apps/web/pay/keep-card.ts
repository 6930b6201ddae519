import { element } from './elements.ts'

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

type Attributes = Readonly<Record<string, string | boolean | ((event: Event) => void) | undefined>>
type Child = Node | string | false | undefined | null

/** An element with attributes, listeners and children; texts are texts, never markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name, value)
    else if (value === true) made.setAttribute(name, '')
    else if (typeof value === 'string') made.setAttribute(name, value)
  }
  made.append(...children.filter((child) => child !== false && child != null))
  return made
}

/** What was typed stays when the fields around it are drawn anew. */
export function redraw(place: HTMLElement, draw: () => void): void {
  const typed = [...place.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[id][name]')]
  const before = typed.map(({ id, value }) => ({ id, value }))
  draw()
  for (const { id, value } of before) {
    const field = document.getElementById(id)
    if (value === '' || !(field instanceof HTMLInputElement || field instanceof HTMLSelectElement))
      continue
    field.value = value
    field.dispatchEvent(new Event('input'))
  }
}

/** A labelled input with its hint and its error, which a screen reader reads with it. */
export interface Field {
  readonly block: HTMLElement
  readonly input: HTMLInputElement
  /** Undefined: nothing is wrong. */
  complain(error: string | undefined): void
}

export function field(
  name: string,
  label: string,
  attributes: Attributes,
  { hint, beside }: { hint?: string | undefined; beside?: Node } = {},
): Field {
  const error = element('span', { class: 'error', id: `${name}-error` })
  const described = [`${name}-error`, ...(hint === undefined ? [] : [`${name}-hint`])].join(' ')
  const input = element('input', {
    ...{ id: name, name, 'aria-describedby': described, autocomplete: name },
    ...attributes,
  })
  const block = element(
    'div',
    { class: 'field' },
    element('label', { for: name }, label),
    element('div', { class: 'number' }, input, beside ?? null),
    hint === undefined ? null : element('span', { class: 'hint', id: `${name}-hint` }, hint),
    element('div', {}, error),
  )
  return {
    block,
    input,
    complain(text) {
      error.textContent = text ?? ''
      if (text === undefined) input.removeAttribute('aria-invalid')
      else input.setAttribute('aria-invalid', 'true')
    },
  }
}

/** WCAG's relative luminance, 0 to 1. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Whether white is read better on it than black. */
export const isDark = (colour: string): boolean => luminance(colour) < 0.179

/** On which of the page's two papers the colour is not seen (less than 3:1), so that a button on it needs a line. */
export function unseenOn(colour: string): 'light' | 'dark' | '' {
  const shade = luminance(colour)
  return shade > 0.3 ? 'light' : shade < 0.143 ? 'dark' : ''
}

import { useEffect } from 'react'
import { isPanel, topPanel } from './covered.ts'

/** What was disabled while it had the focus: what was pressed, as long as it works. */
let working: HTMLElement | null = null

/** Where the focus would be, were what was pressed not disabled for as long as it works. */
export const activeControl = (): HTMLElement | null =>
  working?.matches(':disabled') === true ? working : null

/** Longer than what goes away takes to give the focus back itself. */
const lostAfterMs = 80

const isNowhere = () => document.activeElement === null || document.activeElement === document.body

function* ancestorsOf(element: Element): Generator<Element> {
  for (let one = element.parentElement; one !== null; one = one.parentElement) yield one
}

function headingOver(around: readonly Element[]): HTMLElement | null | undefined {
  const panel = topPanel()
  if (panel === undefined) {
    return around
      .filter(({ isConnected }) => isConnected)
      .map((one) => one.querySelector<HTMLElement>('main :is(h1, h2)'))
      .find((found) => found !== null)
  }
  // what was in the page gives its focus to the dialog that opens over it by itself
  return around.some(isPanel) ? panel.querySelector<HTMLElement>('h2') : undefined
}

/** The heading over what is gone: of its part of the page, of the page, or of the dialog or drawer that is still open. */
function focusHeading(around: readonly Element[]): void {
  if (!isNowhere()) return
  const heading = headingOver(around)
  if (heading == null) return
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/**
 * A button or switch that is working is disabled, and what is disabled has no focus: without this, whoever pressed it by the
 * keyboard or listens to the page would stand nowhere afterwards. Once it can be pressed again it has the focus again, unless
 * the focus went elsewhere meanwhile; a dialog that came and went in between is nowhere else. Where it is gone for good, as
 * "Refund" is after all was refunded, the heading over it has the focus; after a row that is gone the browser goes on with
 * the next one by itself.
 */
export function useFocusKept(): void {
  useEffect(() => {
    let last: HTMLElement | null = null
    let around: readonly Element[] = []
    let timer = 0
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof HTMLElement ? target : null
      around = last === null ? [] : [...ancestorsOf(last)]
    }
    const giveBack = (changes: readonly MutationRecord[]) => {
      if (last?.matches(':disabled') === true) working = last
      if (!isNowhere()) return
      if (last?.isConnected === false && !around.some((one) => one.matches('tr, li'))) {
        window.clearTimeout(timer)
        timer = window.setTimeout(focusHeading, lostAfterMs, around)
      }
      const from = last?.isConnected === true ? last : working
      if (from === null || from.matches(':disabled')) return
      if (changes.some(({ target }) => target.contains(from))) from.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(giveBack)
    observer.observe(document, { subtree: true, childList: true, attributeFilter: ['disabled'] })
    document.addEventListener('focusin', remember)
    return () => {
      observer.disconnect()
      window.clearTimeout(timer)
      document.removeEventListener('focusin', remember)
      working = null
    }
  }, [])
}

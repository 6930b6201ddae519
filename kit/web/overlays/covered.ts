const panels = '.mantine-Modal-content, .mantine-Drawer-content'

/** Whether a dialog, a drawer or a calendar was opened over this one: a key that closes is that one's. */
export const isCovered = (inside: HTMLElement | null): boolean =>
  [...document.querySelectorAll(`${panels}, [data-dates-dropdown]`)].some(
    (dialog) =>
      inside !== null &&
      (inside.compareDocumentPosition(dialog) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  )

/** The dialog or drawer that stands over all else. */
export const topPanel = (): Element | undefined => [...document.querySelectorAll(panels)].at(-1)

export const isPanel = (element: Element): boolean => element.matches(panels)

/** Whether a dialog or a drawer stands over the page, so that nothing beside the page is seen. */
export const isPageCovered = (): boolean => document.querySelector(panels) !== null

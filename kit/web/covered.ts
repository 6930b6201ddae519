/** Whether a dialog or a calendar was opened over this one: a key that closes is that one's. */
export const isCovered = (inside: HTMLElement | null): boolean =>
  [...document.querySelectorAll('.mantine-Modal-content, [data-dates-dropdown]')].some(
    (dialog) =>
      inside !== null &&
      (inside.compareDocumentPosition(dialog) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  )

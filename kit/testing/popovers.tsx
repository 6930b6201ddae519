/**
 * The browser's popovers, which the DOM of component tests does not have: the methods, the button that names one in
 * `popovertarget`, and the toggle event.
 */
export function installPopovers(): void {
  // by another file of the same worker
  if ('showPopover' in HTMLElement.prototype) return
  const open = new WeakSet<Element>()
  function toggle(element: HTMLElement, opens: boolean) {
    if (open.has(element) === opens) return
    if (opens) open.add(element)
    else open.delete(element)
    const event = new Event('toggle')
    element.dispatchEvent(Object.assign(event, { newState: opens ? 'open' : 'closed' }))
  }
  Object.assign(HTMLElement.prototype, {
    showPopover(this: HTMLElement) {
      toggle(this, true)
    },
    hidePopover(this: HTMLElement) {
      toggle(this, false)
    },
  })
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button[popovertarget]') : null
    const popover = document.getElementById(button?.getAttribute('popovertarget') ?? '')
    if (popover !== null) toggle(popover, !open.has(popover))
  })
}

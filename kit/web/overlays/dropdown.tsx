import {
  type KeyboardEvent,
  type ReactNode,
  type ToggleEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import classes from './dropdown.module.css'

const gapPx = 6
const marginPx = 8

/** Where the panel stands: below the button with the right or left edges together, or beside it. */
export type DropdownSide = 'below-right' | 'below-left' | 'beside'

/** By its button, and never beyond the window. */
function place(panel: HTMLElement, button: HTMLElement, side: DropdownSide) {
  const at = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = panel
  const rightmost = document.documentElement.clientWidth - marginPx - width
  const lowest = window.innerHeight - marginPx - height
  const left = { 'below-right': at.right - width, 'below-left': at.left, beside: at.right + gapPx }
  const fitsBelow = at.bottom + gapPx + height < window.innerHeight
  const below = fitsBelow ? at.bottom + gapPx : at.top - gapPx - height
  const top = side === 'beside' ? Math.min(at.top, lowest) : below
  panel.style.left = `${Math.max(marginPx, Math.min(left[side], rightmost))}px`
  panel.style.top = `${Math.max(marginPx, top)}px`
}

/** Arrow keys go from entry to entry. */
function moveBetweenEntries(event: KeyboardEvent<HTMLElement>) {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')]
  const at = entries.indexOf(document.activeElement as HTMLElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
  if (to === undefined || entries.length === 0) return
  event.preventDefault()
  entries.at(to % entries.length)?.focus()
}

/**
 * A button that opens a small panel: a menu of entries, or anything else. It stands on the browser's own
 * popovers, which close on Escape and on a click beside them, and give the focus back.
 */
export function Dropdown(props: {
  /** The accessible name of button and panel. */
  label: string
  /** What the button shows. */
  button: ReactNode
  /** The look of the button; undefined: a button of a toolbar. */
  className?: string | undefined
  /** A menu, whose entries the arrow keys walk; otherwise a panel of controls. */
  isMenu?: boolean
  panelClassName?: string | undefined
  side?: DropdownSide
  /** Marks the button of a control that is set to something, or of the menu that holds the open page. */
  isSet?: boolean
  children: ReactNode | ((close: () => void) => ReactNode)
}) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)

  function follow(event: ToggleEvent<HTMLDivElement>) {
    const opens = event.newState === 'open'
    // what it holds decides how large it is, and is first in it to be focused
    flushSync(() => setOpen(opens))
    if (!opens || panel.current === null || button.current === null) return
    place(panel.current, button.current, props.side ?? 'below-right')
    panel.current.querySelector<HTMLElement>('a, button, input, select, [tabindex]')?.focus()
  }
  const close = () => panel.current?.hidePopover()

  return (
    <>
      <button
        ref={button}
        type="button"
        className={props.className ?? classes.button}
        data-set={props.isSet === true || undefined}
        popoverTarget={id}
        aria-label={props.label}
        aria-haspopup={props.isMenu === true ? 'menu' : 'dialog'}
        aria-expanded={isOpen}
        title={props.label}
      >
        {props.button}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the role is menu or dialog */}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles have names */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role={props.isMenu === true ? 'menu' : 'dialog'}
        aria-label={props.label}
        className={`${classes.panel} ${props.panelClassName ?? ''}`}
        data-kind={props.isMenu === true ? 'menu' : 'controls'}
        onToggle={follow}
        onKeyDown={props.isMenu === true ? moveBetweenEntries : undefined}
        onClick={props.isMenu === true ? close : undefined}
      >
        {isOpen && (typeof props.children === 'function' ? props.children(close) : props.children)}
      </div>
    </>
  )
}

/** The look of an entry in a dropdown menu; on a button or a link with `role="menuitem"`. */
export const dropdownItem = classes.item ?? ''

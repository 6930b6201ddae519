import { ScreenContext } from '@counterfoil/kit/web/page/breadcrumbs.ts'
import {
  isAtOrBelow,
  type MenuSection,
  partsOf,
  type Screen,
  shownMenu,
} from '@counterfoil/kit/web/page/screen.ts'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { IconChevronDown } from '@tabler/icons-react'
import { Activity, useContext, useEffect, useId, useMemo, useRef, useState } from 'react'
import { NavLink } from 'react-router'
import { screens } from '../screens.ts'
import { shellTexts } from './shell.messages.ts'
import classes from './sidebar.module.css'

const storageKey = 'menu-groups'
/** A menu with more entries begins with its groups closed, except the one in use. */
const maxOpenEntries = 24

/** Which groups the user opened (true) or closed (false) on this device. */
function storedGroups(): Readonly<Record<string, boolean>> {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '{}')
  } catch {
    return {}
  }
}

/** The user's menu of the declared screens, in groups that open and close. */
export function Menu(props: {
  isCollapsed: boolean
  /** Called when an entry is chosen, also that of the open page. */
  onChoose?: () => void
}) {
  const { isCollapsed } = props
  const user = useUser()
  const t = useTexts(shellTexts)
  const { open } = useContext(ScreenContext)
  const sections = useMemo(() => shownMenu(screens, user), [user])
  const [groups, setGroups] = useState(storedGroups)
  const isLong = sections.flatMap((section) => section.screens).length > maxOpenEntries
  const isInUse = (section: MenuSection) =>
    section.screens.some(({ path }) => open !== undefined && isAtOrBelow(open.path, path))
  // what a merchant has to do before it may take payments is not hidden
  const isToDo = ({ group }: MenuSection) =>
    group.id === 'onboarding' && user.processingStatus !== 'FullProcessing'
  const isOpen = (section: MenuSection) =>
    groups[section.group.id] ?? (!isLong || isInUse(section) || isToDo(section))

  function toggle(section: MenuSection) {
    const next = { ...groups, [section.group.id]: !isOpen(section) }
    localStorage.setItem(storageKey, JSON.stringify(next))
    setGroups(next)
  }

  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    nav.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [open])

  return (
    <nav ref={nav} className={classes.menu} aria-label={t.menu}>
      {sections.map((section) => (
        <Group
          key={section.group.id}
          section={section}
          isCollapsed={isCollapsed}
          isOpen={isCollapsed || isOpen(section)}
          onToggle={() => toggle(section)}
          onChoose={props.onChoose}
        />
      ))}
    </nav>
  )
}

function Group(props: {
  section: MenuSection
  isCollapsed: boolean
  isOpen: boolean
  onToggle(): void
  onChoose: (() => void) | undefined
}) {
  const translate = useTranslate()
  const { group } = props.section
  const id = useId()
  return (
    <div className={classes.group}>
      {!props.isCollapsed && (
        <button
          type="button"
          className={classes.groupTitle}
          aria-expanded={props.isOpen}
          aria-controls={id}
          onClick={props.onToggle}
        >
          {translate(group.title)}
          <IconChevronDown size={14} stroke={1.75} className={classes.chevron} aria-hidden />
        </button>
      )}
      <ul id={id} hidden={!props.isOpen}>
        {/* of a long menu most is closed: it is drawn once the page stands */}
        <Activity mode={props.isOpen ? 'visible' : 'hidden'}>
          {partsOf(props.section).map(({ part, screens: below }) => {
            const entries = below.map((screen) => (
              <li key={screen.id}>
                <Entry screen={screen} isCollapsed={props.isCollapsed} onChoose={props.onChoose} />
              </li>
            ))
            if (part === undefined || props.isCollapsed) return entries
            const heading = `${id}-${part.from}`
            return (
              <li key={part.from}>
                <span id={heading} className={classes.partTitle}>
                  {translate(part.title)}
                </span>
                <ul aria-labelledby={heading}>{entries}</ul>
              </li>
            )
          })}
        </Activity>
      </ul>
    </div>
  )
}

function Entry(props: {
  screen: Screen
  isCollapsed: boolean
  onChoose: (() => void) | undefined
}) {
  const { screen, isCollapsed } = props
  const translate = useTranslate()
  const label = translate(screen.menu?.label ?? screen.title)
  const Icon = screen.menu?.icon
  return (
    <NavLink
      to={screen.path}
      className={classes.entry}
      aria-label={isCollapsed ? label : undefined}
      title={isCollapsed ? label : undefined}
      onClick={props.onChoose}
      // Loads the page's code before the click.
      onPointerEnter={() => screen.component().catch(() => {})}
    >
      {Icon !== undefined && <Icon size={18} stroke={1.6} />}
      {!isCollapsed && (
        <span>
          <EntryLabel screen={screen} />
        </span>
      )}
    </NavLink>
  )
}

/** The label of a screen in the menu, with its annotation. */
export function EntryLabel({ screen }: { screen: Screen }) {
  const translate = useTranslate()
  const { menu } = screen
  return (
    <>
      {translate(menu?.label ?? screen.title)}
      {menu?.annotation !== undefined && (
        <>
          {' '}
          <small className={classes.annotation}>({translate(menu.annotation)})</small>
        </>
      )}
    </>
  )
}

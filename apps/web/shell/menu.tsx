import { useTexts, useTranslate } from '@counterfoil/kit/web/i18n.tsx'
import { type MenuSection, menuFor, type Screen } from '@counterfoil/kit/web/screen.ts'
import { useUser } from '@counterfoil/kit/web/user.tsx'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useMemo, useState } from 'react'
import { NavLink } from 'react-router'
import { screens } from '../screens.ts'
import { shellTexts } from './shell.messages.ts'
import classes from './sidebar.module.css'

const closedKey = 'menu-closed'

function storedClosed(): ReadonlySet<string> {
  try {
    return new Set(JSON.parse(localStorage.getItem(closedKey) ?? '[]'))
  } catch {
    return new Set()
  }
}

/** The user's menu, made of the declared screens. Groups can be closed; that is kept on this device. */
export function Menu({ isCollapsed }: { isCollapsed: boolean }) {
  const user = useUser()
  const t = useTexts(shellTexts)
  const sections = useMemo(() => menuFor(screens, user), [user])
  const [closed, setClosed] = useState(storedClosed)

  function toggle(id: string) {
    const next = new Set(closed)
    if (!next.delete(id)) next.add(id)
    localStorage.setItem(closedKey, JSON.stringify([...next]))
    setClosed(next)
  }

  return (
    <nav className={classes.menu} aria-label={t.menu}>
      {sections.map((section) => (
        <Group
          key={section.group.id}
          section={section}
          isCollapsed={isCollapsed}
          isOpen={isCollapsed || !closed.has(section.group.id)}
          onToggle={() => toggle(section.group.id)}
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
        {props.section.screens.map((screen) => (
          <li key={screen.id}>
            <Entry screen={screen} isCollapsed={props.isCollapsed} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Entry({ screen, isCollapsed }: { screen: Screen; isCollapsed: boolean }) {
  const translate = useTranslate()
  const label = translate(screen.menu?.label ?? screen.title)
  const Icon = screen.menu?.icon
  return (
    <NavLink
      to={screen.path}
      className={classes.entry}
      aria-label={isCollapsed ? label : undefined}
      title={isCollapsed ? label : undefined}
      // The page's code is usually there by the time of the click.
      onPointerEnter={() => screen.component().catch(() => {})}
    >
      {Icon !== undefined && <Icon size={18} stroke={1.6} />}
      {!isCollapsed && <span>{label}</span>}
    </NavLink>
  )
}

import { Dropdown, dropdownItem } from '@counterfoil/kit/web/overlays/dropdown.tsx'
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
import { useContext, useMemo } from 'react'
import { NavLink } from 'react-router'
import { screens } from '../screens.ts'
import { Brand } from './brand.tsx'
import classes from './group-navigation.module.css'
import { EntryLabel } from './menu.tsx'
import { shellTexts } from './shell.messages.ts'

type Kind = 'rail' | 'bar'

/**
 * The menu by its groups: a rail of icons beside the page, or a bar above it. A group opens its entries; one with a
 * single entry is that entry.
 */
export function GroupNavigation({ kind }: { kind: Kind }) {
  const t = useTexts(shellTexts)
  const user = useUser()
  const sections = useMemo(() => shownMenu(screens, user), [user])
  return (
    <aside className={classes[kind]}>
      {kind === 'rail' && <Brand isCollapsed />}
      <nav aria-label={t.menu}>
        <ul>
          {sections.map((section) => (
            <li key={section.group.id}>
              <Group section={section} kind={kind} />
            </li>
          ))}
        </ul>
      </nav>
    </aside>
  )
}

function Group({ section, kind }: { section: MenuSection; kind: Kind }) {
  const translate = useTranslate()
  const { open } = useContext(ScreenContext)
  const [first, ...others] = section.screens
  if (first === undefined) return null
  const Icon = first.menu?.icon
  const icon = Icon !== undefined && <Icon size={kind === 'rail' ? 21 : 17} stroke={1.6} />
  if (others.length === 0) {
    return (
      <NavLink to={first.path} className={classes.group} onPointerEnter={() => prefetch(first)}>
        {icon}
        <span>
          <EntryLabel screen={first} />
        </span>
      </NavLink>
    )
  }
  return (
    <Dropdown
      isMenu
      label={translate(section.group.title)}
      className={classes.group}
      panelClassName={classes.entries}
      side={kind === 'rail' ? 'beside' : 'below-left'}
      isSet={section.screens.some(({ path }) => open !== undefined && isAtOrBelow(open.path, path))}
      button={
        <>
          {icon}
          <span>{translate(section.group.title)}</span>
          {kind === 'bar' && <IconChevronDown size={14} stroke={1.75} aria-hidden />}
        </>
      }
    >
      {partsOf(section).map(({ part, screens: below }) => {
        const entries = below.map((screen) => <Entry key={screen.id} screen={screen} />)
        if (part === undefined) return entries
        const title = translate(part.title)
        return (
          // biome-ignore lint/a11y/useSemanticElements: entries of a menu, not fields of a form
          <div key={part.from} role="group" aria-label={title}>
            <span className={classes.part} aria-hidden>
              {title}
            </span>
            {entries}
          </div>
        )
      })}
    </Dropdown>
  )
}

function Entry({ screen }: { screen: Screen }) {
  return (
    <NavLink
      to={screen.path}
      role="menuitem"
      className={`${dropdownItem} ${classes.entry ?? ''}`}
      onPointerEnter={() => prefetch(screen)}
    >
      <EntryLabel screen={screen} />
    </NavLink>
  )
}

/** Loads the page's code before the click; if that fails, the click shows the error. */
function prefetch(screen: Screen) {
  screen.component().catch(() => {})
}

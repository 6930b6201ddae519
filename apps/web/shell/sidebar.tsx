import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { Brand } from './brand.tsx'
import { Menu } from './menu.tsx'
import { shellTexts } from './shell.messages.ts'
import classes from './sidebar.module.css'

/** The menu beside the page on large screens; collapsed it shows only icons. */
export function Sidebar(props: { isCollapsed: boolean; onToggle(): void; hasBrand: boolean }) {
  const t = useTexts(shellTexts)
  const Icon = props.isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const label = props.isCollapsed ? t.expand : t.collapse
  return (
    <aside className={classes.sidebar} data-collapsed={props.isCollapsed || undefined}>
      {props.hasBrand && <Brand isCollapsed={props.isCollapsed} />}
      <Menu isCollapsed={props.isCollapsed} />
      <button
        type="button"
        className={classes.collapse}
        aria-label={label}
        title={label}
        onClick={props.onToggle}
      >
        <Icon size={18} stroke={1.6} aria-hidden />
      </button>
    </aside>
  )
}

import { NotificationsBell } from '@counterfoil/features/messaging/notifications/panel/notifications.screens.ts'
import { Dropdown, dropdownItem } from '@counterfoil/kit/web/dropdown.tsx'
import { languageNames, languages, useLanguage, useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { Breadcrumbs } from '@counterfoil/kit/web/page.tsx'
import { useUser } from '@counterfoil/kit/web/user.tsx'
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import {
  IconCheck,
  IconLanguage,
  IconMail,
  IconMenu2,
  IconMoon,
  IconSun,
} from '@tabler/icons-react'
import { Suspense } from 'react'
import { ModeSwitch } from './mode-switch.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { shellTexts } from './shell.messages.ts'
import classes from './toolbar.module.css'

/** Above the page: where it is, the mode, and what concerns the user. */
export function Toolbar({ onOpenMenu }: { onOpenMenu(): void }) {
  const t = useTexts(shellTexts)
  return (
    <header className={classes.toolbar}>
      <button
        type="button"
        className={`${classes.tool} ${classes.menuButton}`}
        aria-label={t.openMenu}
        onClick={onOpenMenu}
      >
        <IconMenu2 size={20} stroke={1.75} />
      </button>
      <Breadcrumbs />
      <div className={classes.tools}>
        <ModeSwitch />
        <EmailSupport />
        <Suspense fallback={<span className={classes.tool} />}>
          <NotificationsBell className={classes.tool} />
        </Suspense>
        <SchemeButton />
        <LanguageMenu />
        <ProfileMenu />
      </div>
    </header>
  )
}

/** Holders of the e-mail permission write to their tenant's support address. */
function EmailSupport() {
  const t = useTexts(shellTexts)
  const user = useUser()
  if (!user.permissions.has('Merchant.Support.EmailButton') || user.tenantSupportEmail === null) {
    return null
  }
  return (
    <a
      href={`mailto:${user.tenantSupportEmail}`}
      className={classes.tool}
      aria-label={t.emailSupport}
      title={t.emailSupport}
    >
      <IconMail size={19} stroke={1.6} />
    </a>
  )
}

function SchemeButton() {
  const t = useTexts(shellTexts)
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  const label = isDark ? t.lightScheme : t.darkScheme
  const Icon = isDark ? IconSun : IconMoon
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      <Icon size={19} stroke={1.6} />
    </button>
  )
}

function LanguageMenu() {
  const t = useTexts(shellTexts)
  const { language, setLanguage } = useLanguage()
  return (
    <Dropdown
      isMenu
      label={t.language}
      className={classes.tool}
      button={<IconLanguage size={19} stroke={1.6} />}
    >
      {languages.map((each) => (
        <button
          key={each}
          type="button"
          lang={each}
          role="menuitemradio"
          aria-checked={each === language}
          className={dropdownItem}
          onClick={() => setLanguage(each)}
        >
          <IconCheck size={15} className={classes.chosen} data-chosen={each === language} />
          {languageNames[each]}
        </button>
      ))}
    </Dropdown>
  )
}

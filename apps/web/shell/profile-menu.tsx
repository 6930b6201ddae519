import { Dropdown, dropdownItem } from '@counterfoil/kit/web/overlays/dropdown.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { IconLogout, IconUser } from '@tabler/icons-react'
import { Link } from 'react-router'
import { portalLogout } from '../authentication/logout.tsx'
import { screens } from '../screens.ts'
import { shellTexts } from './shell.messages.ts'
import classes from './toolbar.module.css'

/** The user's initials, with a menu of profile and Logout. */
export function ProfileMenu() {
  const t = useTexts(shellTexts)
  const user = useUser()
  const profile =
    user.audience === 'merchant' ? '/merchant/profile-settings' : '/tenant/profile-settings'
  const initialOf = (name: string) => [...name][0]?.toLocaleUpperCase(user.locale) ?? ''
  const initials = initialOf(user.firstName) + initialOf(user.lastName)
  return (
    <Dropdown
      isMenu
      label={`${initials} · ${t.account}`}
      className={classes.avatar}
      panelClassName={classes.profile}
      button={initials}
    >
      <div className={classes.who}>
        <strong>
          {user.firstName} {user.lastName}
        </strong>
        <span>{user.email}</span>
      </div>
      {screens.some(({ path }) => path === profile) && (
        <Link to={profile} role="menuitem" className={dropdownItem}>
          <IconUser size={16} stroke={1.6} />
          {t.profile}
        </Link>
      )}
      <Link
        to="/authentication/logout"
        state={portalLogout}
        role="menuitem"
        className={dropdownItem}
      >
        <IconLogout size={16} stroke={1.6} />
        {t.logout}
      </Link>
    </Dropdown>
  )
}

import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { shellTexts } from './shell.messages.ts'
import classes from './shell.module.css'

/** The tenant's name and support address, and the time zone of all times. */
export function Footer() {
  const t = useTexts(shellTexts)
  const user = useUser()
  return (
    <footer className={classes.footer}>
      <span>{user.tenantName}</span>
      {user.tenantSupportEmail !== null && (
        <a href={`mailto:${user.tenantSupportEmail}`}>{user.tenantSupportEmail}</a>
      )}
      <span className={classes.zone}>{t.times({ zone: user.timeZone })}</span>
    </footer>
  )
}

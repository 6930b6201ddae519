import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { shellTexts } from './shell.messages.ts'
import classes from './shell.module.css'

/** Whose portal it is, whom to write to, and in which zone the times are. */
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

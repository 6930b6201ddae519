import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { Link } from 'react-router'
import { homePathOf } from '../state/user-context.ts'
import classes from './sidebar.module.css'

/** The merchant's or tenant's logo and name. Without a logo its initial is shown. */
export function Brand({ isCollapsed }: { isCollapsed: boolean }) {
  const user = useUser()
  const name = user.merchantName ?? user.tenantName
  return (
    <Link
      to={homePathOf(user.audience)}
      className={classes.brand}
      title={isCollapsed ? name : undefined}
    >
      {user.logo === null ? (
        <span className={classes.monogram} aria-hidden>
          {[...name][0]?.toLocaleUpperCase(user.locale)}
        </span>
      ) : (
        <img className={classes.logo} src={user.logo} alt="" />
      )}
      {isCollapsed ? (
        <span className="cf-quiet">{name}</span>
      ) : (
        <span className={classes.names}>
          <span className={classes.name}>{name}</span>
          {user.merchantName !== null && <span className={classes.tenant}>{user.tenantName}</span>}
        </span>
      )}
    </Link>
  )
}

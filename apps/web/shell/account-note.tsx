import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { shellTexts } from './shell.messages.ts'
import classes from './shell.module.css'

/** Says to a merchant's people on every page that nothing is taken and paid out while its account is not active. */
export function AccountNote() {
  const t = useTexts(shellTexts)
  const { audience, merchantStatus, tenantName } = useUser()
  const texts: Readonly<Record<string, string>> = {
    'On hold': t.onHold,
    Suspended: t.suspended,
    Closed: t.closed,
  }
  const text = texts[merchantStatus ?? '']
  if (audience !== 'merchant' || text === undefined) return null
  return (
    <section className={classes.note} aria-label={t.account}>
      <span>
        <strong>{text}</strong> {t.accountRests({ tenant: tenantName })}
      </span>
    </section>
  )
}

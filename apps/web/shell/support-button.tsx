import { requestSupport } from '@counterfoil/kit/web/session/support-request.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { IconHelp, IconMail } from '@tabler/icons-react'
import { shellTexts } from './shell.messages.ts'
import { supportButtonOf } from './support-button.rules.ts'
import classes from './toolbar.module.css'

/**
 * Opens the support dialog. Users with the e-mail permission write to their tenant's support address instead.
 */
export function SupportButton() {
  const t = useTexts(shellTexts)
  const user = useUser()
  const button = supportButtonOf(user)
  if (button.kind === 'none') return null
  if (button.kind === 'dialog') {
    return (
      <button
        type="button"
        className={classes.tool}
        aria-label={t.support}
        title={t.support}
        onClick={() => requestSupport()}
      >
        <IconHelp size={19} stroke={1.6} />
      </button>
    )
  }
  return (
    <a
      href={`mailto:${button.address}`}
      className={classes.tool}
      aria-label={t.emailSupport}
      title={t.emailSupport}
    >
      <IconMail size={19} stroke={1.6} />
    </a>
  )
}

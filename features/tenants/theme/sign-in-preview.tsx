import { textColourOn } from '@counterfoil/kit/contract/colour.ts'
import type { ThemeSettings } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { isColour } from '@counterfoil/kit/web/theme/colour.ts'
import { buttonColour, tenantColours } from '@counterfoil/kit/web/theme/tenant-theme.ts'
import { themeTexts } from './theme.messages.ts'
import classes from './theme-settings.module.css'

/** A small preview of the sign-in page, which the portal itself does not show. */
export function SignInPreview(props: {
  tenantName: string
  logo: string | null
  settings: ThemeSettings & { logoFileId?: string | null | undefined }
}) {
  const t = useTexts(themeTexts)
  const { sidebar, primary } = tenantColours(props.settings)
  const button = buttonColour(props.settings)
  const hasLogo = props.logo !== null && props.settings.logoFileId === undefined
  return (
    <div className={classes.signIn} role="img" aria-label={t.signIn}>
      <div
        className={classes.signInAside}
        style={{
          background: sidebar,
          color: isColour(sidebar) ? textColourOn(sidebar) : undefined,
        }}
      >
        {hasLogo && <img src={props.logo ?? ''} alt="" className={classes.signInLogo} />}
        <span>{props.tenantName}</span>
        <span className={classes.signInAccent} style={{ background: primary }} />
      </div>
      <div className={classes.signInForm}>
        <span className={classes.signInLine} />
        <span className={classes.signInLine} />
        <span
          className={classes.signInButton}
          style={{ background: button, color: textColourOn(button) }}
        >
          {t.signInButton}
        </span>
      </div>
    </div>
  )
}

import type { ThemeSettings } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { contrastWarnings } from '@counterfoil/kit/web/theme/tenant-theme.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { themeTexts } from './theme.messages.ts'
import classes from './theme-settings.module.css'

/** The chosen colours that are hard to read, and how the portal adjusts them. */
export function ContrastWarnings({ settings }: { settings: ThemeSettings }) {
  const t = useTexts(themeTexts)
  const { locale } = useLanguage()
  const warnings = contrastWarnings(settings)
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  return (
    <div role="status">
      {warnings.length > 0 && (
        <div className={classes.warnings}>
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
          <div>
            <ul>
              {warnings.map(({ pair, ratio }) => (
                <li key={pair}>{t.hardToRead({ what: t[pair], ratio: format.format(ratio) })}</li>
              ))}
            </ul>
            <p>{t.shownReadably}</p>
          </div>
        </div>
      )}
    </div>
  )
}

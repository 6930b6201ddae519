import { languageNames } from '@counterfoil/kit/contract/languages.ts'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { layoutNames } from '@counterfoil/features/access/sign-in-context/preferences.contract.ts'
import { layoutTexts } from '@counterfoil/kit/web/page/layout-texts.ts'
import { usePreferences } from '@counterfoil/kit/web/session/preferences.ts'
import { useOfferedLanguages, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { settingTexts } from './quick-panel.messages.ts'
import classes from './quick-panel.module.css'

const schemes = ['auto', 'light', 'dark'] as const
const densities = ['comfortable', 'compact'] as const
const mailed = ['important', 'all', 'none'] as const

/** How the portal looks to this user on every device, and what it mails. */
export function SettingsTab() {
  const t = useTexts(settingTexts)
  const { preferences, change } = usePreferences()
  const { colorScheme } = useMantineColorScheme()
  const { language } = useLanguage()
  const offered = useOfferedLanguages()
  return (
    <div className={classes.settings}>
      <Layouts />
      <Setting label={t.scheme}>
        <SegmentedControl
          fullWidth
          aria-label={t.scheme}
          value={preferences.colourScheme ?? colorScheme}
          onChange={(colourScheme) => change({ colourScheme })}
          data={schemes.map((value) => ({ value, label: t[value] }))}
        />
      </Setting>
      <Setting label={t.density}>
        <SegmentedControl
          fullWidth
          aria-label={t.density}
          value={preferences.density ?? 'comfortable'}
          onChange={(density) => change({ density })}
          data={densities.map((value) => ({ value, label: t[value] }))}
        />
      </Setting>
      <Setting label={t.language}>
        <SegmentedControl
          fullWidth
          aria-label={t.language}
          value={language}
          onChange={(chosen) => change({ language: chosen })}
          data={offered.map((value) => ({ value, label: languageNames[value] }))}
        />
      </Setting>
      <Setting label={t.noticeMails}>
        <SegmentedControl
          fullWidth
          aria-label={t.noticeMails}
          value={preferences.noticeMails ?? 'important'}
          onChange={(noticeMails) => change({ noticeMails })}
          data={mailed.map((value) => ({ value, label: t[value] }))}
        />
        <p className={`${classes.muted} ${classes.hint}`}>{t.noticeMailsHint}</p>
      </Setting>
      <p className={classes.muted}>{t.kept}</p>
    </div>
  )
}

function Setting({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <div className={classes.settingLabel}>{label}</div>
      {children}
    </div>
  )
}

/** A small picture of each layout. */
function Layouts() {
  const t = useTexts(settingTexts)
  const names = useTexts(layoutTexts)
  // they may stand on the page and in the panel at once
  const group = useId()
  const { preferences, change } = usePreferences()
  const { theme } = useUser()
  const chosen = preferences.layout ?? theme.layoutName ?? layoutNames[0]
  return (
    <fieldset className={classes.layouts}>
      <legend className={classes.settingLabel}>{t.layout}</legend>
      {layoutNames.map((layout) => (
        <label key={layout} className={classes.layout}>
          <input
            type="radio"
            name={group}
            value={layout}
            checked={layout === chosen}
            onChange={() => change({ layout })}
          />
          <span className={classes.picture} data-layout={layout} aria-hidden>
            <i />
            <i />
            <i />
          </span>
          {names[layout]}
        </label>
      ))}
    </fieldset>
  )
}

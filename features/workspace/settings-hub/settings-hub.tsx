import '@counterfoil/kit/web/theme/input-styles.ts'
import { foldText } from '@counterfoil/kit/contract/fold-text.ts'
import { ScreenContext } from '@counterfoil/kit/web/page/breadcrumbs.ts'
import { Page } from '@counterfoil/kit/web/page/page.tsx'
import { menuFor, partsOf, type Screen } from '@counterfoil/kit/web/page/screen.ts'
import { EmptyState } from '@counterfoil/kit/web/page/states.tsx'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useContext, useState } from 'react'
import { Link } from 'react-router'
import { hubTexts } from './settings-hub.messages.ts'
import classes from './settings-hub.module.css'

/** All settings that the user may open, in groups, found by their name. */
export default function SettingsHub() {
  const t = useTexts(hubTexts)
  const translate = useTranslate()
  const user = useUser()
  const { screens } = useContext(ScreenContext)
  const [typed, setTyped] = useState('')
  const section = menuFor(screens, user).find(({ group }) => group.id === 'settings')
  const nameOf = (screen: Screen) => translate(screen.menu?.label ?? screen.title)
  const wanted = foldText(typed.trim())
  const parts = (section === undefined ? [] : partsOf(section))
    .map(({ part, screens: all }) => ({
      title: part === undefined ? t.title : translate(part.title),
      found: all.filter((screen) => foldText(nameOf(screen)).includes(wanted)),
    }))
    .filter(({ found }) => found.length > 0)
  return (
    <Page title={t.title}>
      {section === undefined ? (
        <EmptyState title={t.none} />
      ) : (
        <>
          <TextInput
            type="search"
            className={classes.search}
            aria-label={t.search}
            placeholder={t.search}
            maxLength={100}
            leftSection={<IconSearch size={15} stroke={1.75} />}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {parts.length === 0 && <EmptyState title={t.nothing} />}
          <div className={classes.parts} data-hub>
            {parts.map(({ title, found }) => (
              <section key={title} className={classes.part} aria-label={title}>
                <h2>{title}</h2>
                <ul>
                  {found.map((screen) => (
                    <li key={screen.id}>
                      <Setting screen={screen} name={nameOf(screen)} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        </>
      )}
    </Page>
  )
}

function Setting({ screen, name }: { screen: Screen; name: string }) {
  const translate = useTranslate()
  const Icon = screen.menu?.icon
  const annotation = screen.menu?.annotation
  return (
    <Link to={screen.path} className={classes.setting}>
      {Icon !== undefined && <Icon size={17} stroke={1.6} />}
      <span>
        {name}
        {annotation !== undefined && <small> ({translate(annotation)})</small>}
      </span>
    </Link>
  )
}

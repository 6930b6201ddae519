import { foldText } from '@counterfoil/kit/contract/fold-text.ts'
import '@counterfoil/kit/web/theme/input-styles.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { Page, Section } from '@counterfoil/kit/web/page/page.tsx'
import { menuFor } from '@counterfoil/kit/web/page/screen.ts'
import { useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor, Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { screens } from '../screens.ts'
import { EntryLabel } from './menu.tsx'
import classes from './shell.module.css'

const msg = messagesOf(import.meta.url)

const texts = msg({
  title: 'There is no page at this address',
  about: 'The address may be misspelt, or the page may have moved: {address}',
  search: 'Search the pages that you can open',
  none: 'No page has this name.',
  toStart: 'To the start page',
})

/** Says that there is no page at the address, and finds those that the user can open. */
export function NoSuchPage({ address }: { address: string }) {
  const t = useTexts(texts)
  const translate = useTranslate()
  const user = useUser()
  const [search, setSearch] = useState('')
  const pages = menuFor(screens, user)
    .flatMap((section) => section.screens)
    .map((screen) => ({ screen, name: translate(screen.menu?.label ?? screen.title) }))
  const found = pages.filter(({ name }) => foldText(name).includes(foldText(search.trim())))
  return (
    <div className={classes.content}>
      <Page
        title={t.title}
        description={t.about({ address })}
        actions={
          <Button component={Link} to="/dashboard" size="xs">
            {t.toStart}
          </Button>
        }
      >
        <Section>
          <TextInput
            type="search"
            label={t.search}
            leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          {found.length === 0 && <p role="status">{t.none}</p>}
          <ul className={classes.found}>
            {found.map(({ screen }) => (
              <li key={screen.path}>
                <Anchor component={Link} to={screen.path} size="sm">
                  <EntryLabel screen={screen} />
                </Anchor>
              </li>
            ))}
          </ul>
        </Section>
      </Page>
    </div>
  )
}

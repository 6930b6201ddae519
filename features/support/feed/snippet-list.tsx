import { snippets } from '@counterfoil/features/support/snippets/snippets.resource.ts'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { feedTexts } from './ticket-feed.messages.ts'
import classes from './ticket-feed.module.css'
import type { Snippet, useSnippets } from './use-snippets.tsx'

export const snippetBoxId = 'ticket-snippet-box'
export const snippetListId = 'ticket-snippets'
export const snippetOptionId = (snippet: Snippet | undefined) => `snippet-${snippet?.id}`

/** The saved replies that fit what was typed behind the slash. The keyboard stays in the field. */
export function SnippetList({ of }: { of: ReturnType<typeof useSnippets> }) {
  const t = useTexts(feedTexts)
  if (!of.isOpen) return null
  return (
    <div className={classes.snippets} id={snippetBoxId}>
      <div id={snippetListId} role="listbox" aria-label={t.snippets} tabIndex={-1}>
        {of.found.map((snippet, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the field
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          <div
            key={snippet.id}
            id={snippetOptionId(snippet)}
            role="option"
            aria-selected={place === of.active}
            className={classes.snippet}
            // the field keeps the focus
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => of.insert(snippet)}
          >
            <strong>{snippet.name}</strong>
            <span>{snippet.body}</span>
          </div>
        ))}
      </div>
      <p className={classes.hint} role="status">
        {of.found.length > 0 && t.snippetKeys}
        {of.found.length === 0 && of.state === 'found' && (of.isNone ? t.noSnippets : t.noMatch)}{' '}
        <Anchor
          component={Link}
          to={snippets.screen?.path ?? ''}
          inherit
          // the field keeps the focus: without it the list closes before the press has become a click
          onMouseDown={(event) => event.preventDefault()}
          onBlur={of.close}
        >
          {t.manageSnippets}
        </Anchor>
      </p>
    </div>
  )
}

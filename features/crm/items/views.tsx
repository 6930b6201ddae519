import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { IconLayoutKanban, IconList } from '@tabler/icons-react'
import { Link } from 'react-router'
import { itemTexts } from './items.messages.ts'

/** A switch between the list and the board of the same records. */
export function Views({ path, current }: { path: string; current: 'list' | 'board' }) {
  const t = useTexts(itemTexts)
  return (
    <nav aria-label={t.views}>
      <Button.Group>
        {(
          [
            ['list', path, IconList],
            ['board', `${path}/board`, IconLayoutKanban],
          ] as const
        ).map(([view, to, Icon]) => (
          <Button
            key={view}
            component={Link}
            to={to}
            size="xs"
            variant={view === current ? 'light' : 'default'}
            leftSection={<Icon size={15} stroke={1.75} aria-hidden />}
            {...(view === current ? { 'aria-current': 'page' as const } : {})}
          >
            {t[view]}
          </Button>
        ))}
      </Button.Group>
    </nav>
  )
}

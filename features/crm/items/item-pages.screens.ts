import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { type ComponentType, createElement } from 'react'
import type { ItemKindCalls } from './item-kinds.tsx'

const msg = messagesOf(import.meta.url)

type Kind = 'opportunityKind' | 'projectKind'

/** Opportunities and projects have the same pages. */
async function pageOf(kind: Kind, page: Promise<ComponentType<{ kind: ItemKindCalls }>>) {
  const [kinds, Own] = await Promise.all([import('./item-kinds.tsx'), page])
  const calls = kinds[kind] as ItemKindCalls
  return { default: () => createElement(Own, { kind: calls }) }
}

const operators = ['platform', 'tenant'] as const

const screensOf = (
  kind: Kind,
  said: Pick<Screen, 'id' | 'path' | 'title' | 'permission'> & { boardTitle: Screen['title'] },
): Screen[] => {
  const { id, path, title, permission, boardTitle } = said
  const common = { audience: operators, permission }
  return [
    screen({
      ...common,
      id: `${id}-board`,
      path: `${path}/board`,
      title: boardTitle,
      wide: true,
      component: () =>
        pageOf(
          kind,
          import('./board-page.tsx').then((part) => part.BoardPage),
        ),
    }),
    screen({
      ...common,
      id,
      path: `${path}/:id`,
      title,
      breadcrumb: 'dynamic',
      component: () =>
        pageOf(
          kind,
          import('./item-page.tsx').then((part) => part.ItemPage),
        ),
    }),
  ]
}

// the lists follow from the declared resources
export const screens: readonly Screen[] = [
  ...screensOf('opportunityKind', {
    id: 'crm-opportunity',
    path: '/crm/opportunities',
    title: msg('Opportunity'),
    boardTitle: msg('Board'),
    permission: ['CRM.Opportunity.View'],
  }),
  ...screensOf('projectKind', {
    id: 'crm-project',
    path: '/crm/projects',
    title: msg('Project'),
    boardTitle: msg('Board'),
    permission: ['CRM.Project.View'],
  }),
]

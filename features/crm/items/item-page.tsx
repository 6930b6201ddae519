import { Activity } from '@counterfoil/features/crm/activity/activity.screens.ts'
import { RecordTasks } from '@counterfoil/features/crm/tasks/tasks.screens.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { RecordFacts } from '@counterfoil/kit/web/resource/record-facts.tsx'
import { RecordPage } from '@counterfoil/kit/web/resource/record-page.tsx'
import { useMay } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor, Button } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import type { ItemKindCalls } from './item-kinds.tsx'
import { itemTexts } from './item-pages.messages.ts'
import { StagePill } from './items.screens.ts'
import { StageBar } from './stage-bar.tsx'
import { useWinning } from './use-winning.tsx'

/** One opportunity or project: its stage, details, tasks and activity. */
export function ItemPage({ kind }: { kind: ItemKindCalls }) {
  const t = useTexts(itemTexts)
  const { of, story } = kind
  const winning = useWinning(kind)
  const seesTasks = useMay('CRM.Task.View')
  const links = useLinks()
  return (
    <RecordPage
      of={of}
      named="name"
      badge={(item) => <StagePill row={item} />}
      actions={(item) =>
        winning.mayCreate &&
        item.merchantId === null && (
          <Button size="xs" variant="default" onClick={() => winning.create(item.id)}>
            {t.createCustomer}
          </Button>
        )
      }
    >
      {(item) => (
        <>
          <StageBar kind={kind} item={item} />
          {winning.drawer}
          <Section title={t.details}>
            <RecordFacts of={of} row={item} names={shown} own={linksOf(item, links)} />
          </Section>
          <Suspense fallback={<LoadingLines lines={4} />}>
            {seesTasks && <RecordTasks about={{ itemId: item.id }} />}
            <Activity calls={story} id={item.id} />
          </Suspense>
        </>
      )}
    </RecordPage>
  )
}

const shown = [
  ...['merchantId', 'leadId', 'pipelineId', 'amountMinor', 'expectedClose'],
  ...['ownerId', 'stageSince'],
]

interface Links {
  readonly merchantId: boolean
  readonly leadId: boolean
}

const paths = { merchantId: '/crm/organizations', leadId: '/crm/leads' } as const

/** Which linked records the user may open. */
function useLinks(): Links {
  return { merchantId: useMay('CRM.Organization.View'), leadId: useMay('CRM.Lead.View') }
}

function linksOf(row: ResourceRow, may: Links): Record<string, ReactNode> {
  const links = (['merchantId', 'leadId'] as const).flatMap((name) => {
    const id = row[name]
    if (!may[name] || typeof id !== 'string') return []
    const link = (
      <Anchor key={name} component={Link} to={`${paths[name]}/${id}`} size="sm">
        {row.names[id] ?? id}
      </Anchor>
    )
    return [[name, link] as const]
  })
  return Object.fromEntries(links)
}

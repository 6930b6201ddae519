import '@counterfoil/kit/web/theme/input-styles.ts'
import '@mantine/core/styles/Tabs.layer.css'
import { LinkedPayments } from '@counterfoil/features/payments/linked-payments/linked-payments.screens.ts'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { NativeSelect, Tabs } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type { PaymentDetails } from './details.contract.ts'
import type { PaymentCalls } from './payment-calls.tsx'
import { pageTexts } from './payment-page.messages.ts'
import classes from './payment-page.module.css'
import {
  AlertsTab,
  CascadingTab,
  EntriesTab,
  EventsTab,
  FeesTab,
  RelatedTab,
  RoutingTab,
} from './record-tabs.tsx'
import { ApiLogTab, RelationsTab, WebhooksTab } from './server-tabs.tsx'

export interface TabProps {
  readonly payment: PaymentDetails
  readonly calls: PaymentCalls
}

function LinksTab({ payment }: TabProps) {
  return (
    <Suspense fallback={<LoadingLines lines={3} />}>
      <LinkedPayments payment={payment} />
    </Suspense>
  )
}

/** The tabs of a payment; the open one is in the URL. */
export function PaymentTabs(props: TabProps) {
  const t = useTexts(pageTexts)
  const [search, setSearch] = useSearchParams()
  const tabs: [string, string, (props: TabProps) => ReactNode][] = [
    ['events', t.events, EventsTab],
    ['related', t.related, RelatedTab],
    ['links', t.links, LinksTab],
    ['cascading', t.cascading, CascadingTab],
    ...(props.calls.isOperator
      ? ([
          ['routing', t.routing, RoutingTab],
          ['alerts', t.alerts, AlertsTab],
        ] as [string, string, (props: TabProps) => ReactNode][])
      : []),
    // bank statements belong to the tenant, so merchants do not see their lines
    ...(props.calls.isOperator && props.payment.method.type === 'bank_transfer'
      ? ([['relations', t.relations, RelationsTab]] as [
          string,
          string,
          (props: TabProps) => ReactNode,
        ][])
      : []),
    ['api-log', t.apiLog, ApiLogTab],
    ['fees', t.fees, FeesTab],
    ['entries', t.entries, EntriesTab],
    ['webhooks', t.webhooks, WebhooksTab],
  ]
  const requested = search.get('tab')
  const open = tabs.find(([id]) => id === requested) ?? tabs[0]
  const [openId, , Content] = open ?? ['', '', () => null]
  function openTab(id: string | null) {
    setSearch(
      (current) => {
        current.set('tab', id ?? 'events')
        return current
      },
      { replace: true },
    )
  }
  return (
    <Section flush>
      <Tabs value={openId} onChange={openTab} keepMounted={false}>
        <NativeSelect
          className={classes.tabChoice ?? ''}
          aria-label={t.records}
          value={openId}
          data={tabs.map(([value, label]) => ({ value, label }))}
          onChange={(event) => openTab(event.currentTarget.value)}
        />
        <Tabs.List className={classes.tabList ?? ''}>
          {tabs.map(([id, title]) => (
            <Tabs.Tab key={id} value={id}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={openId} p="md">
          <Content {...props} />
        </Tabs.Panel>
      </Tabs>
    </Section>
  )
}

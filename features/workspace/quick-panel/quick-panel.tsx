import '@mantine/core/styles/Tabs.layer.css'
import { SideDrawer } from '@counterfoil/kit/web/overlays/side-drawer.tsx'
import { ErrorBoundary } from '@counterfoil/kit/web/page/error-boundary.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Tabs } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { EventsTab } from './events-tab.tsx'
import { NotesTab } from './notes-tab.tsx'
import { quickPanelTexts } from './quick-panel.messages.ts'
import classes from './quick-panel.module.css'
import { SettingsTab } from './settings-tab.tsx'
import { TodayTab } from './today-tab.tsx'

const tabs = ['today', 'events', 'notes', 'settings'] as const
type Tab = (typeof tabs)[number]

/** Beside any page: today's figures, what was last done, the user's notes, and how the portal looks. */
export default function QuickPanel(props: { isOpen: boolean; onClose(): void }) {
  const t = useTexts(quickPanelTexts)
  const [tab, setTab] = useState<Tab>('today')
  const contents: Readonly<Record<Tab, () => ReactNode>> = {
    today: () => <TodayTab onLeave={props.onClose} />,
    events: () => <EventsTab onLeave={props.onClose} />,
    notes: () => <NotesTab />,
    settings: () => <SettingsTab />,
  }
  return (
    <SideDrawer isOpen={props.isOpen} onClose={props.onClose} title={t.title}>
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(chosen) => setTab(tabs.find((each) => each === chosen) ?? 'today')}
      >
        <Tabs.List className={classes.tabs ?? ''}>
          {tabs.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((each) => (
          <Tabs.Panel key={each} value={each} className={classes.panel ?? ''}>
            <ErrorBoundary pageKey={each}>{contents[each]()}</ErrorBoundary>
          </Tabs.Panel>
        ))}
      </Tabs>
    </SideDrawer>
  )
}

import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import { type MenuIcon, type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconBan, IconFileText, IconHistory } from '@tabler/icons-react'
import { merchantReports, operatorReports } from './report-pages.schema.ts'

const msg = messagesOf(import.meta.url)

interface Place {
  readonly order: number
  readonly icon: MenuIcon
  readonly annotation?: Text
}

/** One report of operators under one of its names. */
const operatorReport = (face: Exclude<keyof typeof operatorReports, 'tool'>, place: Place) =>
  screen({
    ...operatorReports[face],
    menu: { group: 'reports', ...place },
    wide: true,
    component: async () => {
      const { operatorPage } = await import('./summary-report.tsx')
      return operatorPage(face)
    },
  })

const merchantReport = (face: Exclude<keyof typeof merchantReports, 'tool'>, place: Place) =>
  screen({
    ...merchantReports[face],
    menu: { group: 'reports', ...place },
    wide: true,
    component: async () => {
      const { merchantPage } = await import('./summary-report.tsx')
      return merchantPage(face)
    },
  })

export const screens: readonly Screen[] = [
  operatorReport('dailyV1', { order: 0, icon: IconHistory }),
  operatorReport('daily', { order: 10, icon: IconHistory }),
  operatorReport('summaryV1', { order: 20, icon: IconFileText }),
  operatorReport('summary', { order: 30, icon: IconFileText }),
  operatorReport('summaryV3', { order: 40, icon: IconFileText }),
  operatorReport('perDay', { order: 50, icon: IconHistory }),
  operatorReport('declinedReasons', { order: 60, icon: IconBan }),
  operatorReport('channels', {
    order: 80,
    icon: IconFileText,
    annotation: msg('channel reports'),
  }),
  operatorReport('declineReasons', { order: 100, icon: IconBan }),
  merchantReport('dailyV1', { order: 0, icon: IconHistory }),
  merchantReport('daily', { order: 10, icon: IconHistory }),
  merchantReport('summaryV1', { order: 20, icon: IconFileText }),
  merchantReport('summary', { order: 30, icon: IconFileText }),
]

/** The report as a part of another page: with more above its rows, and more to do. */
export const SummaryReport = lazyPart(() =>
  import('./summary-report.tsx').then((part) => part.SummaryReportPart),
)

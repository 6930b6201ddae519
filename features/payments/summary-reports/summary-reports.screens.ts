import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import { lazyPart } from '@counterfoil/kit/web/page/lazy-part.ts'
import { type MenuIcon, type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconBan, IconFileText, IconHistory } from '@tabler/icons-react'
import type { merchantFaces, operatorFaces } from './report-faces.rules.ts'

const msg = messagesOf(import.meta.url)

const titles = msg({
  dailyV1: 'Transactions daily (v1)',
  daily: 'Transactions daily',
  summaryV1: 'Transactions summary (v1)',
  summary: 'Transactions summary',
  summaryV3: 'Transactions summary (v3)',
  perDay: 'Transactions summary per day / month',
  declinedReasons: 'Declined transaction reasons',
  channels: 'PMP configuration report',
  declineReasons: 'Decline reasons',
})

interface Place {
  readonly path: string
  readonly permission: string
  readonly order: number
  readonly icon: MenuIcon
  readonly annotation?: Text
}

/** One report of operators under one of its names. */
const operatorReport = (face: Exclude<keyof typeof operatorFaces, 'tool'>, place: Place): Screen =>
  screen({
    id: `crm-reports-${place.path}`,
    path: `/crm/reports/${place.path}`,
    title: titles[face],
    audience: ['platform', 'tenant'],
    permission: [place.permission],
    menu: menuOf(place),
    wide: true,
    component: async () => {
      const { operatorPage } = await import('./summary-report.tsx')
      return operatorPage(face, titles[face])
    },
  })

const merchantReport = (face: Exclude<keyof typeof merchantFaces, 'tool'>, place: Place): Screen =>
  screen({
    id: `reports-${place.path}`,
    path: `/reports/${place.path}`,
    title: titles[face],
    audience: ['merchant'],
    permission: [place.permission],
    menu: menuOf(place),
    wide: true,
    component: async () => {
      const { merchantPage } = await import('./summary-report.tsx')
      return merchantPage(face, titles[face])
    },
  })

const menuOf = ({ order, icon, annotation }: Place) => ({
  group: 'reports' as const,
  order,
  icon,
  ...(annotation === undefined ? {} : { annotation }),
})

export const screens: readonly Screen[] = [
  operatorReport('dailyV1', {
    path: 'transactions-daily-v1',
    permission: 'CRM.Reports.TransactionsDaily',
    order: 0,
    icon: IconHistory,
  }),
  operatorReport('daily', {
    path: 'transactions-daily',
    permission: 'CRM.Reports.NewTransactionsDaily',
    order: 10,
    icon: IconHistory,
  }),
  operatorReport('summaryV1', {
    path: 'transactions-summary-v1',
    permission: 'CRM.Reports.TransactionsSummary',
    order: 20,
    icon: IconFileText,
  }),
  operatorReport('summary', {
    path: 'transactions-summary',
    permission: 'CRM.Reports.TransactionsSummaryV2',
    order: 30,
    icon: IconFileText,
  }),
  operatorReport('summaryV3', {
    path: 'transactions-summary-v3',
    permission: 'CRM.Reports.TransactionsSummaryV3',
    order: 40,
    icon: IconFileText,
  }),
  operatorReport('perDay', {
    path: 'transactions-summary-per-day-month',
    permission: 'CRM.Reports.TransactionSummaryPerDayPerMonth',
    order: 50,
    icon: IconHistory,
  }),
  operatorReport('declinedReasons', {
    path: 'declined-transaction-reasons',
    permission: 'CRM.Reports.DeclinedTransactionReasons',
    order: 60,
    icon: IconBan,
  }),
  operatorReport('channels', {
    path: 'pmp-configuration-report',
    permission: 'Reports.Channel.Reports.View',
    order: 80,
    icon: IconFileText,
    annotation: msg('channel reports'),
  }),
  operatorReport('declineReasons', {
    path: 'decline-reasons',
    permission: 'CRM.Reports.DeclineReasons',
    order: 100,
    icon: IconBan,
  }),
  merchantReport('dailyV1', {
    path: 'transactions-daily-v1',
    permission: 'Merchant.Reports.TransactionsDaily',
    order: 0,
    icon: IconHistory,
  }),
  merchantReport('daily', {
    path: 'transactions-daily',
    permission: 'Merchant.Reports.NewTransactionsDaily',
    order: 10,
    icon: IconHistory,
  }),
  merchantReport('summaryV1', {
    path: 'transactions-summary-v1',
    permission: 'Merchant.Reports.TransactionsSummary',
    order: 20,
    icon: IconFileText,
  }),
  merchantReport('summary', {
    path: 'transactions-summary',
    permission: 'Merchant.Reports.TransactionsSummaryV2',
    order: 30,
    icon: IconFileText,
  }),
]

/** The report as a part of another page: with more above its rows, and more to do. */
export const SummaryReport = lazyPart(() =>
  import('./summary-report.tsx').then((part) => part.SummaryReportPart),
)

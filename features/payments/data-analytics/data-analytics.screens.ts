import {
  merchantReports,
  operatorReports,
} from '@counterfoil/features/payments/summary-reports/report-pages.schema.ts'
import type { ReportPage } from '@counterfoil/kit/contract/reports.contract.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { IconChartBar } from '@tabler/icons-react'

/** The tool as a page, and in a window of its own. */
const tool = (page: ReportPage, order: number): Screen[] => [
  screen({
    ...page,
    menu: { group: 'reports', order, icon: IconChartBar },
    wide: true,
    component: () => import('./data-analytics-page.tsx'),
  }),
  screen({
    ...page,
    ...{ id: `${page.id}-window`, path: `${page.path}/window` },
    wide: true,
    component: () => import('./analytics-window.tsx'),
  }),
]

export const screens: readonly Screen[] = [
  ...tool(operatorReports.tool, 70),
  ...tool(merchantReports.tool, 40),
]

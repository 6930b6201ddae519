import { DataAnalytics } from './data-analytics.tsx'

export default function DataAnalyticsPage() {
  return <DataAnalytics />
}

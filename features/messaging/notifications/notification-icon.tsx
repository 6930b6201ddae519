import {
  IconAlertTriangle,
  IconBell,
  IconChecklist,
  IconClipboardCheck,
  IconFileCertificate,
  IconFiles,
  IconFileText,
  IconReportAnalytics,
} from '@tabler/icons-react'

const icons: Readonly<Record<string, typeof IconBell>> = {
  PreCheckForm: IconClipboardCheck,
  Proposal: IconFileText,
  Agreement: IconFileCertificate,
  BoardingDocuments: IconFiles,
  Task: IconChecklist,
  TransactionVelocityAlert: IconAlertTriangle,
  ReportGenerated: IconReportAnalytics,
}

/** The picture of a type of notification; a bell for those that have none of their own. */
export function NotificationIcon({ type }: { type: string }) {
  const Icon = icons[type] ?? IconBell
  return <Icon size={20} stroke={1.6} aria-hidden />
}

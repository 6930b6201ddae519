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

/** The icon of a type of notification; a bell for types without one. */
export function NotificationIcon({ type }: { type: string }) {
  const Icon = icons[type] ?? IconBell
  return <Icon size={20} stroke={1.6} aria-hidden />
}

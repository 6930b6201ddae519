// Operators’ reports, as the documents have it.
import { operators, type SiteEntry, staff } from './site-entry.ts'

export const crmReportsTransactionsDailyV1 = {
  path: '/crm/reports/transactions-daily-v1',
  title: ['Transactions daily (v1)', 'Günlük işlemler (v1)'],
  audience: operators,
  permission: ['CRM.Reports.TransactionsDaily'],
  menu: { group: 'reports', order: 0 },
} as const satisfies SiteEntry

export const crmReportsTransactionsDaily = {
  path: '/crm/reports/transactions-daily',
  title: ['Transactions daily', 'Günlük işlemler'],
  audience: operators,
  permission: ['CRM.Reports.NewTransactionsDaily'],
  menu: { group: 'reports', order: 10 },
} as const satisfies SiteEntry

export const crmReportsTransactionsSummaryV1 = {
  path: '/crm/reports/transactions-summary-v1',
  title: ['Transactions summary (v1)', 'İşlem özeti (v1)'],
  audience: operators,
  permission: ['CRM.Reports.TransactionsSummary'],
  menu: { group: 'reports', order: 20 },
} as const satisfies SiteEntry

export const crmReportsTransactionsSummary = {
  path: '/crm/reports/transactions-summary',
  title: ['Transactions summary', 'İşlem özeti'],
  audience: operators,
  permission: ['CRM.Reports.TransactionsSummaryV2'],
  menu: { group: 'reports', order: 30 },
} as const satisfies SiteEntry

export const crmReportsTransactionsSummaryV3 = {
  path: '/crm/reports/transactions-summary-v3',
  title: ['Transactions summary (v3)', 'İşlem özeti (v3)'],
  audience: operators,
  permission: ['CRM.Reports.TransactionsSummaryV3'],
  menu: { group: 'reports', order: 40 },
} as const satisfies SiteEntry

export const crmReportsTransactionsSummaryPerDayMonth = {
  path: '/crm/reports/transactions-summary-per-day-month',
  title: ['Transactions summary per day / month', 'Gün / ay bazında işlem özeti'],
  audience: operators,
  permission: ['CRM.Reports.TransactionSummaryPerDayPerMonth'],
  menu: { group: 'reports', order: 50 },
} as const satisfies SiteEntry

export const crmReportsDeclinedTransactionReasons = {
  path: '/crm/reports/declined-transaction-reasons',
  title: ['Declined transaction reasons', 'Reddedilen işlem nedenleri'],
  audience: operators,
  permission: ['CRM.Reports.DeclinedTransactionReasons'],
  menu: { group: 'reports', order: 60 },
} as const satisfies SiteEntry

export const crmReportsDataAnalytics = {
  path: '/crm/reports/data-analytics',
  title: ['Data analytics', 'Veri analitiği'],
  audience: operators,
  permission: ['Crm.Reports.ConversionTool.View'],
  menu: { group: 'reports', order: 70 },
} as const satisfies SiteEntry

export const crmReportsPmpConfigurationReport = {
  path: '/crm/reports/pmp-configuration-report',
  title: ['PMP configuration report', 'PMP yapılandırma raporu'],
  audience: operators,
  permission: ['Reports.Channel.Reports.View'],
  menu: { group: 'reports', order: 80, annotation: ['channel reports', 'kanal raporları'] },
} as const satisfies SiteEntry

export const crmReportsSupportAnalyticsReport = {
  path: '/crm/reports/support-analytics-report',
  title: ['Support analytics report', 'Destek analiz raporu'],
  audience: operators,
  permission: ['Reports.SupportAnalytics.Reports.View'],
  menu: { group: 'reports', order: 90 },
} as const satisfies SiteEntry

export const crmReportsDeclineReasons = {
  path: '/crm/reports/decline-reasons',
  title: ['Decline reasons', 'Ret nedenleri'],
  audience: operators,
  permission: ['CRM.Reports.DeclineReasons'],
  menu: { group: 'reports', order: 100 },
} as const satisfies SiteEntry

export const crmReportsApiLogs = {
  path: '/crm/reports/api-logs',
  title: ['API logs', 'API kayıtları'],
  audience: operators,
  permission: ['Settings.DeveloperSettings.ApiLog.View'],
  menu: { group: 'reports', order: 110 },
} as const satisfies SiteEntry

export const crmReportsWebhookreport = {
  path: '/crm/reports/webhookreport',
  title: ['Webhook report', 'Webhook raporu'],
  audience: operators,
  permission: ['Settings.DeveloperSettings.Webhook.View'],
  menu: { group: 'reports', order: 120 },
} as const satisfies SiteEntry

export const crmReportsWebhookreportV2 = {
  path: '/crm/reports/webhookreportV2',
  title: ['Webhook report V2', 'Webhook raporu V2'],
  audience: operators,
  permission: ['Settings.DeveloperSettings.WebhookV2.View'],
  menu: { group: 'reports', order: 130 },
} as const satisfies SiteEntry

export const crmReportsWebhooksDestinationsStatus = {
  path: '/crm/reports/webhooks-destinations/status',
  title: ['Webhook destinations status', 'Webhook hedeflerinin durumu'],
  audience: operators,
  permission: ['CRM.Reports.WebhookDestinationsStatus'],
  menu: { group: 'reports', order: 140 },
} as const satisfies SiteEntry

export const crmReportsWebhooksDestinationsStatistics = {
  path: '/crm/reports/webhooks-destinations/statistics',
  title: ['Webhook destinations statistics', 'Webhook hedef istatistikleri'],
  audience: operators,
  permission: ['CRM.Reports.WebhookDestinationsStatistics'],
  menu: { group: 'reports', order: 150 },
} as const satisfies SiteEntry

export const crmReportsResendWebhooks = {
  path: '/crm/reports/resend-webhooks',
  title: ['Resend webhooks', 'Webhook’ları yeniden gönder'],
  audience: operators,
  permission: ['CRM.Reports.ResendWebhooks'],
  menu: { group: 'reports', order: 160 },
} as const satisfies SiteEntry

export const crmReportsAlerts = {
  path: '/crm/reports/alerts',
  title: ['Alerts', 'Uyarılar'],
  audience: operators,
  permission: ['CRM.Reports.Alerts', 'Platform.Reports.Alerts'],
  menu: { group: 'reports', order: 170 },
} as const satisfies SiteEntry

export const crmReportsLoginHistory = {
  path: '/crm/reports/login-history',
  title: ['Login history', 'Oturum geçmişi'],
  audience: staff,
  permission: ['Platform.Reports.LoginHistory'],
  menu: { group: 'reports', order: 180 },
} as const satisfies SiteEntry

export const crmReportsAccountStatement = {
  path: '/crm/reports/account-statement',
  title: ['Account statement', 'Hesap özeti'],
  audience: operators,
  permission: ['CRM.Reports.AccountStatement.View'],
  menu: { group: 'reports', order: 190 },
} as const satisfies SiteEntry

export const crmReportsInvoices = {
  path: '/crm/reports/invoices',
  title: ['Invoices', 'Faturalar'],
  audience: operators,
  permission: ['CRM.Reports.Invoices.View'],
  menu: { group: 'reports', order: 200 },
} as const satisfies SiteEntry

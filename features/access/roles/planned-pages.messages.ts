import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'

const msg = messagesOf(import.meta.url)

/** Permissions of pages that no screen declares yet, by the group in which the menu will have the page. */
export const plannedPages: Readonly<
  Record<'operator' | 'merchant', Readonly<Record<string, Readonly<Record<string, Text>>>>>
> = msg({
  operator: {
    crm: {
      'CRM.Contact.View': 'Contacts',
      'CRM.Product.View': 'Products',
      'CRM.PriceBook.View': 'Price books',
    },
    transactions: {
      'CRM.Transaction.LookupColumns': 'Columns of the lookup',
      'CRM.UTR.Resubmissions': 'UTR resubmissions',
      'CRM.Transaction.Terminals.View': 'Terminal transaction lookup',
      'CRM.TransactionBDT.View': 'Transaction lookup BDT',
      'CRM.VRPaymentsTransaction.View': 'VR transaction lookup',
      'CRM.Transaction.VirtualTerminal': 'Virtual terminal',
      'CRM.Transaction.RDR.BatchSummary.View': 'RDR batch summary',
      'CRM.Transaction.Disputes.View': 'Disputes lookup',
      'CRM.Transaction.ProcessingSetupTool': 'Processing setup tool',
    },
    reports: {
      'CRM.Reports.TransactionsDaily': 'Transactions daily (v1)',
      'CRM.Reports.NewTransactionsDaily': 'Transactions daily',
      'CRM.Reports.TransactionsSummary': 'Transactions summary (v1)',
      'CRM.Reports.TransactionsSummaryV2': 'Transactions summary',
      'CRM.Reports.TransactionsSummaryV3': 'Transactions summary (v3)',
      'CRM.Reports.TransactionSummaryPerDayPerMonth': 'Transactions summary per day / month',
      'CRM.Reports.DeclinedTransactionReasons': 'Declined transaction reasons',
      'Crm.Reports.ConversionTool.View': 'Data analytics',
      'Reports.Channel.Reports.View': 'PMP configuration report',
      'Reports.SupportAnalytics.Reports.View': 'Support analytics report',
      'CRM.Reports.DeclineReasons': 'Decline reasons',
      'Settings.DeveloperSettings.ApiLog.View': 'API logs',
      'Settings.DeveloperSettings.Webhook.View': 'Webhook report',
      'Settings.DeveloperSettings.WebhookV2.View': 'Webhook report V2',
      'CRM.Reports.WebhookDestinationsStatus': 'Webhook destinations status',
      'CRM.Reports.WebhookDestinationsStatistics': 'Webhook destinations statistics',
      'CRM.Reports.ResendWebhooks': 'Resend webhooks',
      'CRM.Reports.Alerts': 'Alerts',
      'Platform.Reports.Alerts': 'Alerts of all tenants',
      'Platform.Reports.LoginHistory': 'Login history',
      'CRM.Reports.AccountStatement.View': 'Account statement',
      'CRM.Reports.Invoices.View': 'Invoices',
    },
    settings: {
      'Dashboard.Settings.Categories': 'Dashboard categories settings',
      'Dashboard.Settings.Widgets': 'Dashboard widgets settings',
      'Dashboard.WidgetSettings.TenantRoles': 'Dashboard tenant roles',
      'Dashboard.WidgetSettings.MerchantRoles': 'Dashboard merchant roles',
      'CRM.Settings.Report.View': 'Reports overview',
      'Platform.ReportV2.Settings': 'Report settings',
    },
    platform: {
      'Platform.Transaction.LookupColumns': 'Columns of the lookup',
      'Platform.Transaction.ProcessingSetupTool': 'Processing setup tool',
    },
    documentation: {
      'Documentation.View': 'Wiki',
    },
    leave: {
      'Platform.LeaveManagement.View': 'Leaves',
    },
    assistant: {
      'Platform.AIAgent.View': 'AI Chat',
    },
  },
  merchant: {
    onboarding: {
      viewMerchantPortalPrecheck: 'Pre-check form',
    },
    transactions: {
      'Merchant.Transaction.LookupColumns': 'Columns of the lookup',
      'Merchant.UTR.Resubmissions': 'UTR resubmissions',
      'Merchant.Transaction.VirtualTerminal': 'Virtual terminal',
      'Merchant.Transaction.ProcessingSetupTool': 'Processing setup tool',
    },
    payments: {
      'Merchant.Payments.Single.View': 'Single payment',
      'Merchant.Payments.Batch.View': 'Batch payment',
      'Merchant.Beneficiaries.View': 'Beneficiaries',
      'Merchant.Payments.View': 'Open banking connections',
      'Merchant.Payments.Settings': 'Payment settings',
    },
    'payment-settings': {
      'Merchant.PaymentsSettings.Website.View': 'Websites',
      'Merchant.PaymentsSettings.PaymentChannel.View': 'Payment channels',
      'Merchant.PaymentsSettings.SmartRoutingV2': 'Smart routing V2',
      'Merchant.PaymentsSettings.SmartRouting.View': 'Smart routing',
      'Merchant.Payment.Links': 'Payment links',
      'Merchant.PaymentsSettings.PaymentChannel.MidManagement': 'MID management',
      'Merchant.Whiteliting.Management': 'White listing',
      'Merchant.PaymentsSettings.Antifraud': 'Antifraud',
      'Merchant.PaymentsSettings.Antifraud.Rules.View': 'Antifraud rules',
      'Merchant.PaymentsSettings.Antifraud.Blacklist.View': 'Antifraud blacklist',
      'Merchant.Organization.ErrorManagement': 'Error mappings',
    },
    reports: {
      'Merchant.Reports.TransactionsDaily': 'Transactions daily (v1)',
      'Merchant.Reports.NewTransactionsDaily': 'Transactions daily',
      'Merchant.Reports.TransactionsSummary': 'Transactions summary (v1)',
      'Merchant.Reports.TransactionsSummaryV2': 'Transactions summary',
      'Merchant.Reports.ConversionTool.View': 'Data analytics',
      'Merchant.Settings.APILogs': 'API logs',
      'Merchant.Settings.WebhookReport': 'Webhook report',
      'Merchant.Settings.WebhookReportV2': 'Webhook report V2',
      'Merchant.Reports.ResendWebhooks': 'Resend webhooks',
      'Merchant.Reports.AccountStatement.View': 'Account statement',
      'Merchant.Reports.Invoices.View': 'Invoices',
    },
    developer: {
      'Merchant.Settings.PPC': 'Hosted payment',
      'Merchant.Settings.WebhookUrls': 'Webhook addresses',
    },
    documentation: {
      'Merchant.Documentation': 'Wiki',
    },
  },
})

export const plannedTitles: Readonly<Record<string, Text>> = Object.assign(
  {},
  ...Object.values(plannedPages).flatMap((groups) => Object.values(groups)),
)

/** Pages that the product does not have yet: their permissions guard nothing so far, and are offered to no role. */
export const isPlanned = (name: string): boolean => name in plannedTitles

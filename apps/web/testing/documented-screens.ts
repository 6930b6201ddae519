export interface DocumentedScreen {
  readonly path: string
  readonly audience: readonly string[]
  /** Any one suffices. Undefined where neither the documents nor our reading of them names one. */
  readonly permission: readonly string[] | undefined
}

/** Every page of the documents, built or not, with who may open it. Pages themselves say it in their `*.screens.ts`. */
export const documentedScreens: readonly DocumentedScreen[] = `
/boarding merchant unsaid
/dashboard merchant unsaid
/merchant/support merchant Merchant.Support.Lookup
/merchant/support-tickets merchant Merchant.Support.Lookup
/merchant/payments merchant Merchant.Payments.View
/merchant/transaction-management merchant unsaid
/reports merchant unsaid
/developer-settings merchant unsaid
/documentation merchant Merchant.Documentation
/merchant/profile-settings merchant unsaid
/smart-routing-visualization merchant Merchant.PaymentsSettings.SmartRouting.View
/merchant/payment-settings merchant Merchant.Payments.Settings
/merchant/users merchant everybody
/crm/dashboard platform,tenant CRM.Dashboard.View
/crm platform,tenant unsaid
/crm/users platform,tenant unsaid
/crm/settings platform,tenant unsaid
/crm/reports platform,tenant unsaid
/tenant/support tenant CRM.Support.Lookup
/tenant/support-tickets tenant CRM.Support.Lookup
/transaction-management platform,tenant unsaid
/tenant/profile-settings tenant unsaid
/crm/disputes platform,tenant unsaid
/platform/transaction-management/transaction-lookup platform Platform.Transaction.Lookup
/platform/transaction-management/transaction-lookup-columns platform Platform.Transaction.LookupColumns
/platform/transaction-management platform Platform.Transaction.Lookup
/platform/support platform Platform.Support.Lookup
/platform/support-tickets platform Platform.Support.Lookup
/crm/tenant-management platform unsaid
/crm/leave-management platform Platform.LeaveManagement.View
/platform/ai-agent platform Platform.AIAgent.View
/crm/tasks platform,tenant CRM.Task.View
/crm/leads platform,tenant CRM.Lead.View
/crm/contacts platform,tenant CRM.Contact.View
/crm/opportunities platform,tenant CRM.Opportunity.View
/crm/products platform,tenant CRM.Product.View
/crm/projects platform,tenant CRM.Project.View
/crm/organizations platform,tenant CRM.Organization.View
/crm/emails platform,tenant CRM.Email.View
/crm/price-books platform,tenant CRM.PriceBook.View
/transaction-management/transaction-lookup platform,tenant CRM.Transaction.View
/transaction-management/transaction-lookup-columns platform,tenant CRM.Transaction.LookupColumns
/transaction-management/utr-resubmissions platform,tenant CRM.UTR.Resubmissions
/transaction-management/terminal-transaction-lookup platform,tenant CRM.Transaction.Terminals.View
/transaction-management/terminal-currency-conversions platform,tenant CRM.Transaction.Terminals.View
/transaction-management/terminal-settlements platform,tenant CRM.Transaction.Terminals.View
/transaction-management/transaction-lookup-v2 platform,tenant CRM.TransactionReportingService.View
/transaction-management/transaction-lookup-apm platform,tenant CRM.TransactionV2.View
/transaction-management/transaction-lookup-v3 platform,tenant CRM.TransactionBDT.View
/transaction-management/pending-payments platform,tenant Crm.Payments.PendingTransactions
/transaction-management/bank-order-uploads platform,tenant Crm.Payments.PendingTransactions
/transaction-management/vrtransaction-lookup platform,tenant CRM.VRPaymentsTransaction.View
/transaction-management/virtual-terminal platform,tenant CRM.Transaction.VirtualTerminal
/transaction-management/rdr/batch-summary platform,tenant CRM.Transaction.RDR.BatchSummary.View
/transaction-management/disputes/disputes-lookup platform,tenant CRM.Transaction.Disputes.View
/transaction-management/processing-setup-tool platform,tenant CRM.Transaction.ProcessingSetupTool
/crm/reports/transactions-daily-v1 platform,tenant CRM.Reports.TransactionsDaily
/crm/reports/transactions-daily platform,tenant CRM.Reports.NewTransactionsDaily
/crm/reports/transactions-summary-v1 platform,tenant CRM.Reports.TransactionsSummary
/crm/reports/transactions-summary platform,tenant CRM.Reports.TransactionsSummaryV2
/crm/reports/transactions-summary-v3 platform,tenant CRM.Reports.TransactionsSummaryV3
/crm/reports/transactions-summary-per-day-month platform,tenant CRM.Reports.TransactionSummaryPerDayPerMonth
/crm/reports/declined-transaction-reasons platform,tenant CRM.Reports.DeclinedTransactionReasons
/crm/reports/data-analytics platform,tenant Crm.Reports.ConversionTool.View
/crm/reports/pmp-configuration-report platform,tenant Reports.Channel.Reports.View
/crm/reports/support-analytics-report platform,tenant Reports.SupportAnalytics.Reports.View
/crm/reports/decline-reasons platform,tenant CRM.Reports.DeclineReasons
/crm/reports/api-logs platform,tenant Settings.DeveloperSettings.ApiLog.View
/crm/reports/webhookreport platform,tenant Settings.DeveloperSettings.Webhook.View
/crm/reports/webhookreportV2 platform,tenant Settings.DeveloperSettings.WebhookV2.View
/crm/reports/webhooks-destinations/status platform,tenant CRM.Reports.WebhookDestinationsStatus
/crm/reports/webhooks-destinations/statistics platform,tenant CRM.Reports.WebhookDestinationsStatistics
/crm/reports/resend-webhooks platform,tenant CRM.Reports.ResendWebhooks
/crm/reports/alerts platform,tenant CRM.Reports.Alerts,Platform.Reports.Alerts
/crm/reports/login-history platform Platform.Reports.LoginHistory
/crm/reports/account-statement platform,tenant CRM.Reports.AccountStatement.View
/crm/reports/invoices platform,tenant CRM.Reports.Invoices.View
/crm/settings/scheduler/recurring-jobs platform,tenant Settings.Scheduler.RecurringJob.View
/crm/settings/scheduler/custom-jobs platform,tenant Settings.Scheduler.CustomJob.View
/crm/settings/scheduler/process-logs platform,tenant Settings.Scheduler.ProcessLog.View
/crm/settings/banking-service/banking-channels platform,tenant Settings.BankingService.BankingChannel.View
/crm/settings/pos-providers platform,tenant CRM.Settings.Terminals.View
/crm/settings/default-parameters platform,tenant CRM.Settings.Terminals.View
/crm/settings/mid-managment platform,tenant Settings.Mid.Management.View
/crm/settings/mpi platform,tenant CRM.ThreeDsMpiProvider.View
/crm/settings/payment-method platform,tenant Settings.PaymentSettings.PaymentMethod.View
/crm/settings/service-provider platform,tenant Settings.PaymentSettings.ServiceProvider.View
/crm/settings/ai-scoping platform,tenant Settings.AI.Scoping
/crm/settings/whitelisting-import platform,tenant CRM.Whiteliting.Import
/crm/settings/fees platform,tenant Settings.GeneralSettings.Fee.View
/crm/settings/webhook-endpoints platform,tenant Settings.GeneralSettings.WebhookEndpoint.View
/crm/settings/accounting/billing-settings platform,tenant CRM.Organization.Accounting.CustomerLedgerAccounts.View
/crm/settings/countries platform,tenant Settings.GeneralSettings.Country.View
/crm/settings/currencies platform,tenant Settings.GeneralSettings.Currency.View
/crm/settings/languages platform,tenant Settings.GeneralSettings.Language.View
/crm/settings/document-types platform,tenant Settings.GeneralSettings.DocumentType.View
/crm/settings/systemvariables platform,tenant Settings.GeneralSettings.SystemVariable.View
/crm/settings/platform-currencies platform Platform.Settings.GeneralSettings.Currency
/crm/settings/crm/pipelines platform,tenant Settings.CrmSettings.Pipeline.View
/crm/settings/crm/lead-statuses platform,tenant Settings.CrmSettings.LeadStatus.View
/crm/settings/crm/activity-sets platform,tenant Settings.CrmSettings.ActivitySet.View
/crm/settings/crm/proposal-templates platform,tenant Settings.CrmSettings.ProposalTemplate.View
/crm/settings/crm/proposal-signatures platform,tenant Settings.CrmSettings.ProposalSignature.View
/crm/settings/crm/agreement-templates platform,tenant Settings.CrmSettings.AgreementTemplate.View
/crm/settings/crm/agreement-signatures platform,tenant Settings.CrmSettings.AgreementSignature.View
/crm/settings/crm/email-templates platform,tenant Settings.CrmSettings.EmailTemplate.View
/crm/settings/antifraud/antifraud platform,tenant Settings.AntifraudSettings.Antifraud.View
/crm/settings/antifraud/blacklist platform,tenant Settings.AntifraudSettings.Blacklist.View
/crm/settings/developer-settings/api-keys platform,tenant Settings.DeveloperSettings.tenantApiKeys.View
/crm/settings/dashboard/management/categories-settings platform,tenant Dashboard.Settings.Categories
/crm/settings/dashboard/management/Widgets-settings platform,tenant Dashboard.Settings.Widgets
/crm/settings/dashboard/management/tenant/roles platform,tenant Dashboard.WidgetSettings.TenantRoles
/crm/settings/dashboard/management/merchant/roles platform,tenant Dashboard.WidgetSettings.MerchantRoles
/crm/settings/reports/overview platform,tenant CRM.Settings.Report.View
/crm/settings/reports/table platform,tenant CRM.Settings.Report.View
/crm/settings/alerts/decline-pending-ratio platform Platform.Tenants.View
/crm/settings/leave-settings/holidays platform Platform.LeaveSettings.View
/crm/settings/leave-settings/employees platform Platform.LeaveSettings.View
/crm/settings/report-settings/reports platform Platform.ReportV2.Settings
/platform/transaction-management/transaction-bulk-update-request platform Platform.Transaction.Actions.TransactionStatusChange
/platform/transaction-management/transaction-bulk-update-history platform Platform.Transaction.Actions.TransactionStatusChange
/platform/transaction-management/processing-setup-tool platform Platform.Transaction.ProcessingSetupTool
/crm/tenant-management/tenants platform Platform.Tenants.View
/crm/tenant-management/encryption-keys platform Tenant.Keys.View
/crm/users/merchant platform,tenant manageMerchantRoles
/crm/users/crm platform,tenant manageCrmRoles
/crm/users/managment platform,tenant manageCrmRoles,manageMerchantRoles
/crm/documentation/wiki/details platform,tenant Documentation.View
/crm/documentation/api-references/details platform,tenant Documentation.View
/crm/documentation/section/user-manuals/details platform,tenant Documentation.View
/crm/documentation/section/faq/details platform,tenant Documentation.View
/crm/leave-management/leaves platform Platform.LeaveManagement.View
/boarding/precheckform merchant viewMerchantPortalPrecheck
/boarding/documents merchant viewMerchantPortalDocuments
/merchant/transaction-management/transaction-lookup merchant Merchant.Transaction.View
/merchant/transaction-management/transaction-lookup-columns merchant Merchant.Transaction.LookupColumns
/merchant/transaction-management/utr-resubmissions merchant Merchant.UTR.Resubmissions
/merchant/transaction-management/virtual-terminal merchant Merchant.Transaction.VirtualTerminal
/merchant/transaction-management/processing-setup-tool merchant Merchant.Transaction.ProcessingSetupTool
/merchant/payments/single-payment merchant Merchant.Payments.Single.View
/merchant/payments/batch-payment merchant Merchant.Payments.Batch.View
/merchant/payments/beneficiaries merchant Merchant.Beneficiaries.View
/merchant/payments/pending-payments merchant Merchant.Payments.PendingTransactions
/merchant/payments/batch-summary merchant Merchant.Payments.Batch.View
/merchant/payments/open-banking-connections merchant Merchant.Payments.View
/merchant/payments/open-banking-history merchant Merchant.Payments.View
/merchant/payment-settings/websites merchant Merchant.PaymentsSettings.Website.View
/merchant/payment-settings/payment-channels merchant Merchant.PaymentsSettings.PaymentChannel.View
/merchant/payment-settings/smart-routing-v2 merchant Merchant.PaymentsSettings.SmartRoutingV2
/merchant/payment-settings/smart-routing merchant Merchant.PaymentsSettings.SmartRouting.View
/merchant/payment-settings/payment-links merchant Merchant.Payment.Links
/merchant/payment-settings/mid-management merchant Merchant.PaymentsSettings.PaymentChannel.MidManagement
/merchant/payment-settings/white-listing merchant Merchant.Whiteliting.Management
/merchant/payment-settings/confirmation-levels merchant Merchant.Confirmation.Level
/merchant/payment-settings/antifraud-rules merchant Merchant.PaymentsSettings.Antifraud.Rules.View
/merchant/payment-settings/antifraud-blacklist merchant Merchant.PaymentsSettings.Antifraud.Blacklist.View
/merchant/payment-settings/webhook-endpoints merchant Merchant.PaymentsSettings.WebhookEndpoints
/merchant/payment-settings/error-mappings merchant Merchant.Organization.ErrorManagement
/reports/transactions-daily-v1 merchant Merchant.Reports.TransactionsDaily
/reports/transactions-daily merchant Merchant.Reports.NewTransactionsDaily
/reports/transactions-summary-v1 merchant Merchant.Reports.TransactionsSummary
/reports/transactions-summary merchant Merchant.Reports.TransactionsSummaryV2
/reports/data-analytics merchant Merchant.Reports.ConversionTool.View
/reports/api-logs merchant Merchant.Settings.APILogs
/reports/webhookreport merchant Merchant.Settings.WebhookReport
/reports/webhookreportV2 merchant Merchant.Settings.WebhookReportV2
/reports/resend-webhooks merchant Merchant.Reports.ResendWebhooks
/reports/account-statement merchant Merchant.Reports.AccountStatement.View
/reports/invoices merchant Merchant.Reports.Invoices.View
/developer-settings/hosted-payment merchant Merchant.Settings.PPC
/developer-settings/merchant-api-keys merchant Merchant.Settings.APIKeys,Organization.Tpp.Credentials
/merchant/users/merchant-management merchant Merchant.UserManagement.Users,Merchant.UserManagement.Users.View
`
  .trim()
  .split('\n')
  .map((line) => {
    const [path = '', audience = '', permission = ''] = line.split(' ')
    return {
      path,
      audience: audience.split(','),
      permission:
        permission === 'unsaid'
          ? undefined
          : permission === 'everybody'
            ? []
            : permission.split(','),
    }
  })

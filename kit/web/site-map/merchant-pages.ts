// What merchants open, as the documents have it.
import { merchants, type SiteEntry } from './site-entry.ts'

export const dashboard = {
  path: '/dashboard',
  title: ['Dashboard', 'Gösterge paneli'],
  audience: merchants,
  permission: [],
  menu: { group: 'overview', order: 0 },
} as const satisfies SiteEntry

export const merchantSupport = {
  path: '/merchant/support',
  title: ['Support', 'Destek'],
  audience: merchants,
  permission: ['Merchant.Support.Lookup'],
  menu: { group: 'support', order: 0 },
} as const satisfies SiteEntry

export const merchantSupportTickets = {
  path: '/merchant/support-tickets',
  title: ['Support tickets', 'Destek talepleri'],
  audience: merchants,
  permission: ['Merchant.Support.Lookup'],
  menu: { group: 'support', order: 10 },
} as const satisfies SiteEntry

export const merchantProfileSettings = {
  path: '/merchant/profile-settings',
  title: ['Profile settings', 'Profil ayarları'],
  audience: merchants,
  permission: [],
} as const satisfies SiteEntry

export const smartRoutingVisualization = {
  path: '/smart-routing-visualization',
  title: ['Smart Routing Visualization', 'Akıllı yönlendirme görünümü'],
  audience: merchants,
  permission: ['Merchant.PaymentsSettings.SmartRouting.View'],
} as const satisfies SiteEntry

export const boardingPrecheckform = {
  path: '/boarding/precheckform',
  title: ['Pre-check form', 'Ön kontrol formu'],
  audience: merchants,
  permission: ['viewMerchantPortalPrecheck'],
  menu: { group: 'onboarding', order: 0 },
} as const satisfies SiteEntry

export const boardingDocuments = {
  path: '/boarding/documents',
  title: ['Boarding documents', 'Başvuru belgeleri'],
  audience: merchants,
  permission: ['viewMerchantPortalDocuments'],
  menu: { group: 'onboarding', order: 10 },
} as const satisfies SiteEntry

export const merchantTransactionManagementTransactionLookup = {
  path: '/merchant/transaction-management/transaction-lookup',
  title: ['Transaction lookup', 'İşlem arama'],
  audience: merchants,
  permission: ['Merchant.Transaction.View'],
  menu: { group: 'transactions', order: 0 },
} as const satisfies SiteEntry

export const merchantTransactionManagementTransactionLookupColumns = {
  path: '/merchant/transaction-management/transaction-lookup-columns',
  title: ['Transaction lookup', 'İşlem arama'],
  audience: merchants,
  permission: ['Merchant.Transaction.LookupColumns'],
  menu: { group: 'transactions', order: 10, annotation: ['V2', 'V2'] },
} as const satisfies SiteEntry

export const merchantTransactionManagementUtrResubmissions = {
  path: '/merchant/transaction-management/utr-resubmissions',
  title: ['UTR resubmissions', 'UTR yeniden gönderimleri'],
  audience: merchants,
  permission: ['Merchant.UTR.Resubmissions'],
  menu: { group: 'transactions', order: 20 },
} as const satisfies SiteEntry

export const merchantTransactionManagementVirtualTerminal = {
  path: '/merchant/transaction-management/virtual-terminal',
  title: ['Virtual terminal', 'Sanal terminal'],
  audience: merchants,
  permission: ['Merchant.Transaction.VirtualTerminal'],
  menu: { group: 'transactions', order: 30 },
} as const satisfies SiteEntry

export const merchantTransactionManagementProcessingSetupTool = {
  path: '/merchant/transaction-management/processing-setup-tool',
  title: ['Processing setup tool', 'İşleme kurulum aracı'],
  audience: merchants,
  permission: ['Merchant.Transaction.ProcessingSetupTool'],
  menu: { group: 'transactions', order: 40 },
} as const satisfies SiteEntry

export const merchantPaymentsSinglePayment = {
  path: '/merchant/payments/single-payment',
  title: ['Single payment', 'Tekli ödeme'],
  audience: merchants,
  permission: ['Merchant.Payments.Single.View'],
  menu: { group: 'payments', order: 0 },
} as const satisfies SiteEntry

export const merchantPaymentsBatchPayment = {
  path: '/merchant/payments/batch-payment',
  title: ['Batch payment', 'Toplu ödeme'],
  audience: merchants,
  permission: ['Merchant.Payments.Batch.View'],
  menu: { group: 'payments', order: 10 },
} as const satisfies SiteEntry

export const merchantPaymentsBeneficiaries = {
  path: '/merchant/payments/beneficiaries',
  title: ['Beneficiaries', 'Alıcılar'],
  audience: merchants,
  permission: ['Merchant.Beneficiaries.View'],
  menu: { group: 'payments', order: 20 },
} as const satisfies SiteEntry

export const merchantPaymentsPendingPayments = {
  path: '/merchant/payments/pending-payments',
  title: ['Pending payments', 'Bekleyen ödemeler'],
  audience: merchants,
  permission: ['Merchant.Payments.PendingTransactions'],
  menu: { group: 'payments', order: 30 },
} as const satisfies SiteEntry

export const merchantPaymentsBatchSummary = {
  path: '/merchant/payments/batch-summary',
  title: ['Batch summary', 'Toplu ödeme özeti'],
  audience: merchants,
  permission: ['Merchant.Payments.Batch.View'],
  menu: { group: 'payments', order: 40 },
} as const satisfies SiteEntry

export const merchantPaymentsOpenBankingConnections = {
  path: '/merchant/payments/open-banking-connections',
  title: ['Open banking connections', 'Açık bankacılık bağlantıları'],
  audience: merchants,
  permission: ['Merchant.Payments.View'],
  menu: { group: 'payments', order: 50 },
} as const satisfies SiteEntry

export const merchantPaymentsOpenBankingHistory = {
  path: '/merchant/payments/open-banking-history',
  title: ['Open banking history', 'Açık bankacılık geçmişi'],
  audience: merchants,
  permission: ['Merchant.Payments.View'],
  menu: { group: 'payments', order: 60 },
} as const satisfies SiteEntry

export const merchantPaymentSettingsWebsites = {
  path: '/merchant/payment-settings/websites',
  title: ['Websites', 'Web siteleri'],
  audience: merchants,
  permission: ['Merchant.PaymentsSettings.Website.View'],
  alsoPermission: [['Merchant.Payments.Settings']],
  menu: { group: 'payment-settings', order: 0 },
} as const satisfies SiteEntry

export const merchantPaymentSettingsPaymentChannels = {
  path: '/merchant/payment-settings/payment-channels',
  title: ['Payment channels', 'Ödeme kanalları'],
  audience: merchants,
  permission: ['Merchant.PaymentsSettings.PaymentChannel.View'],
  alsoPermission: [['Merchant.Payments.Settings']],
  menu: { group: 'payment-settings', order: 10 },
} as const satisfies SiteEntry

export const merchantPaymentSettingsSmartRoutingV2 = {
  path: '/merchant/payment-settings/smart-routing-v2',
  title: ['Smart routing V2', 'Akıllı yönlendirme V2'],
  audience: merchants,
  permission: ['Merchant.PaymentsSettings.SmartRoutingV2'],
  alsoPermission: [['Merchant.Payments.Settings']],
  menu: { group: 'payment-settings', order: 20 },
} as const satisfies SiteEntry

export const merchantPaymentSettingsSmartRouting = {
  path: '/merchant/payment-settings/smart-routing',
  title: ['Smart routing', 'Akıllı yönlendirme'],
  audience: merchants,
  permission: ['Merchant.PaymentsSettings.SmartRouting.View'],
  alsoPermission: [['Merchant.Payments.Settings']],
  menu: { group: 'payment-settings', order: 30 },
} as const satisfies SiteEntry

export const merchantPaymentSettingsPaymentLinks = {
  path: '/merchant/payment-settings/payment-links',
  title: ['Payment links', 'Ödeme bağlantıları'],
  audience: merchants,
  permission: ['Merchant.Payment.Links'],
  alsoPermission: [['Merchant.Payments.Settings']],
  menu: { group: 'payment-settings', order: 40 },
} as const satisfies SiteEntry

export const merchantPaymentSettingsMidManagement = {
  path: '/merchant/payment-settings/mid-management',
  title: ['MID management', 'MID yönetimi'],
  audience: merchants,
  permission: ['Merchant.PaymentsSettings.PaymentChannel.MidManagement'],
  alsoPermission: [['Merchant.Payments.Settings']],
  menu: { group: 'payment-settings', order: 50 },
} as const satisfies SiteEntry

export const merchantPaymentSettingsWhiteListing = {
  path: '/merchant/payment-settings/white-listing',
  title: ['White listing', 'Beyaz liste'],
  audience: merchants,
  permission: ['Merchant.Whiteliting.Management'],
  alsoPermission: [['Merchant.Payments.Settings']],
  menu: { group: 'payment-settings', order: 60 },
} as const satisfies SiteEntry

export const merchantPaymentSettingsConfirmationLevels = {
  path: '/merchant/payment-settings/confirmation-levels',
  title: ['Confirmation levels', 'Onay seviyeleri'],
  audience: merchants,
  permission: ['Merchant.Confirmation.Level'],
  alsoPermission: [['Merchant.Payments.Settings']],
  menu: { group: 'payment-settings', order: 70 },
} as const satisfies SiteEntry

export const merchantPaymentSettingsAntifraudRules = {
  path: '/merchant/payment-settings/antifraud-rules',
  title: ['Antifraud rules', 'Dolandırıcılık kuralları'],
  audience: merchants,
  permission: ['Merchant.PaymentsSettings.Antifraud.Rules.View'],
  alsoPermission: [['Merchant.Payments.Settings']],
  menu: { group: 'payment-settings', order: 80 },
} as const satisfies SiteEntry

export const merchantPaymentSettingsAntifraudBlacklist = {
  path: '/merchant/payment-settings/antifraud-blacklist',
  title: ['Antifraud blacklist', 'Dolandırıcılık kara listesi'],
  audience: merchants,
  permission: ['Merchant.PaymentsSettings.Antifraud.Blacklist.View'],
  alsoPermission: [['Merchant.Payments.Settings']],
  menu: { group: 'payment-settings', order: 90 },
} as const satisfies SiteEntry

export const merchantPaymentSettingsWebhookEndpoints = {
  path: '/merchant/payment-settings/webhook-endpoints',
  title: ['Webhook endpoints', 'Webhook uç noktaları'],
  audience: merchants,
  permission: ['Merchant.PaymentsSettings.WebhookEndpoints'],
  alsoPermission: [['Merchant.Payments.Settings']],
  menu: { group: 'payment-settings', order: 100 },
} as const satisfies SiteEntry

export const merchantPaymentSettingsErrorMappings = {
  path: '/merchant/payment-settings/error-mappings',
  title: ['Error mappings', 'Hata eşlemeleri'],
  audience: merchants,
  permission: ['Merchant.Organization.ErrorManagement'],
  alsoPermission: [['Merchant.Payments.Settings']],
  menu: { group: 'payment-settings', order: 110 },
} as const satisfies SiteEntry

export const reportsTransactionsDailyV1 = {
  path: '/reports/transactions-daily-v1',
  title: ['Transactions daily (v1)', 'Günlük işlemler (v1)'],
  audience: merchants,
  permission: ['Merchant.Reports.TransactionsDaily'],
  menu: { group: 'reports', order: 0 },
} as const satisfies SiteEntry

export const reportsTransactionsDaily = {
  path: '/reports/transactions-daily',
  title: ['Transactions daily', 'Günlük işlemler'],
  audience: merchants,
  permission: ['Merchant.Reports.NewTransactionsDaily'],
  menu: { group: 'reports', order: 10 },
} as const satisfies SiteEntry

export const reportsTransactionsSummaryV1 = {
  path: '/reports/transactions-summary-v1',
  title: ['Transactions summary (v1)', 'İşlem özeti (v1)'],
  audience: merchants,
  permission: ['Merchant.Reports.TransactionsSummary'],
  menu: { group: 'reports', order: 20 },
} as const satisfies SiteEntry

export const reportsTransactionsSummary = {
  path: '/reports/transactions-summary',
  title: ['Transactions summary', 'İşlem özeti'],
  audience: merchants,
  permission: ['Merchant.Reports.TransactionsSummaryV2'],
  menu: { group: 'reports', order: 30 },
} as const satisfies SiteEntry

export const reportsDataAnalytics = {
  path: '/reports/data-analytics',
  title: ['Data analytics', 'Veri analitiği'],
  audience: merchants,
  permission: ['Merchant.Reports.ConversionTool.View'],
  menu: { group: 'reports', order: 40 },
} as const satisfies SiteEntry

export const reportsApiLogs = {
  path: '/reports/api-logs',
  title: ['API logs', 'API kayıtları'],
  audience: merchants,
  permission: ['Merchant.Settings.APILogs'],
  menu: { group: 'reports', order: 50 },
} as const satisfies SiteEntry

export const reportsWebhookreport = {
  path: '/reports/webhookreport',
  title: ['Webhook report', 'Webhook raporu'],
  audience: merchants,
  permission: ['Merchant.Settings.WebhookReport'],
  menu: { group: 'reports', order: 60 },
} as const satisfies SiteEntry

export const reportsWebhookreportV2 = {
  path: '/reports/webhookreportV2',
  title: ['Webhook report V2', 'Webhook raporu V2'],
  audience: merchants,
  permission: ['Merchant.Settings.WebhookReportV2'],
  menu: { group: 'reports', order: 70 },
} as const satisfies SiteEntry

export const reportsResendWebhooks = {
  path: '/reports/resend-webhooks',
  title: ['Resend webhooks', 'Webhook’ları yeniden gönder'],
  audience: merchants,
  permission: ['Merchant.Reports.ResendWebhooks'],
  menu: { group: 'reports', order: 80 },
} as const satisfies SiteEntry

export const reportsAccountStatement = {
  path: '/reports/account-statement',
  title: ['Account statement', 'Hesap özeti'],
  audience: merchants,
  permission: ['Merchant.Reports.AccountStatement.View'],
  menu: { group: 'reports', order: 90 },
} as const satisfies SiteEntry

export const reportsInvoices = {
  path: '/reports/invoices',
  title: ['Invoices', 'Faturalar'],
  audience: merchants,
  permission: ['Merchant.Reports.Invoices.View'],
  menu: { group: 'reports', order: 100 },
} as const satisfies SiteEntry

export const developerSettingsHostedPayment = {
  path: '/developer-settings/hosted-payment',
  title: ['Hosted payment', 'Barındırılan ödeme'],
  audience: merchants,
  permission: ['Merchant.Settings.PPC'],
  menu: { group: 'developer', order: 0, annotation: ['websites settings', 'web sitesi ayarları'] },
} as const satisfies SiteEntry

export const developerSettingsMerchantApiKeys = {
  path: '/developer-settings/merchant-api-keys',
  title: ['Merchant API keys', 'Üye iş yeri API anahtarları'],
  audience: merchants,
  permission: ['Merchant.Settings.APIKeys', 'Organization.Tpp.Credentials'],
  menu: { group: 'developer', order: 10, annotation: ['TPP configuration', 'TPP yapılandırması'] },
} as const satisfies SiteEntry

export const merchantUsersMerchantManagement = {
  path: '/merchant/users/merchant-management',
  title: ['Merchant management', 'Üye iş yeri yönetimi'],
  audience: merchants,
  permission: ['Merchant.UserManagement.Users', 'Merchant.UserManagement.Users.View'],
  menu: { group: 'users', order: 0 },
} as const satisfies SiteEntry

export const merchantDocumentationWiki = {
  path: '/documentation/wiki/details',
  title: ['Wiki', 'Wiki'],
  audience: merchants,
  permission: ['Merchant.Documentation'],
  menu: { group: 'documentation', order: 0 },
} as const satisfies SiteEntry

export const merchantDocumentationApiReferences = {
  path: '/documentation/api-references/details',
  title: ['API references', 'API başvuruları'],
  audience: merchants,
  permission: ['Merchant.Documentation'],
  menu: { group: 'documentation', order: 10 },
} as const satisfies SiteEntry

export const merchantDocumentationDownloads = {
  path: '/documentation/section/user-manuals/details',
  title: ['Downloads', 'İndirilenler'],
  audience: merchants,
  permission: ['Merchant.Documentation'],
  menu: { group: 'documentation', order: 20 },
} as const satisfies SiteEntry

export const merchantDocumentationFaqs = {
  path: '/documentation/section/faq/details',
  title: ['FAQs', 'SSS'],
  audience: merchants,
  permission: ['Merchant.Documentation'],
  menu: { group: 'documentation', order: 30 },
} as const satisfies SiteEntry

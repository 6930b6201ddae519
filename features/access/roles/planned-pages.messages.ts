import type { Text } from '@counterfoil/kit/web/texts/i18n.tsx'

/** Permissions of pages that no screen declares yet, by the group in which the menu will have the page. */
export const plannedPages: Readonly<
  Record<'operator' | 'merchant', Readonly<Record<string, Readonly<Record<string, Text>>>>>
> = {
  operator: {
    crm: {
      'CRM.Contact.View': ['Contacts', 'Kişiler'],
      'CRM.Product.View': ['Products', 'Ürünler'],
      'CRM.PriceBook.View': ['Price books', 'Fiyat listeleri'],
    },
    transactions: {
      'CRM.Transaction.LookupColumns': ['Columns of the lookup', 'İşlem arama sütunları'],
      'CRM.UTR.Resubmissions': ['UTR resubmissions', 'UTR yeniden gönderimleri'],
      'CRM.Transaction.Terminals.View': ['Terminal transaction lookup', 'Terminal işlem arama'],
      'CRM.TransactionReportingService.View': [
        'Transaction lookup of the reporting service',
        'Raporlama servisi işlem arama',
      ],
      'CRM.TransactionV2.View': ['Transaction lookup APM', 'APM işlem arama'],
      'CRM.TransactionBDT.View': ['Transaction lookup BDT', 'BDT işlem arama'],
      'CRM.VRPaymentsTransaction.View': ['VR transaction lookup', 'VR işlem arama'],
      'CRM.Transaction.VirtualTerminal': ['Virtual terminal', 'Sanal terminal'],
      'CRM.Transaction.RDR.BatchSummary.View': ['RDR batch summary', 'RDR toplu özeti'],
      'CRM.Transaction.Disputes.View': ['Disputes lookup', 'İtiraz arama'],
      'CRM.Transaction.ProcessingSetupTool': ['Processing setup tool', 'İşleme kurulum aracı'],
    },
    reports: {
      'CRM.Reports.TransactionsDaily': ['Transactions daily (v1)', 'Günlük işlemler (v1)'],
      'CRM.Reports.NewTransactionsDaily': ['Transactions daily', 'Günlük işlemler'],
      'CRM.Reports.TransactionsSummary': ['Transactions summary (v1)', 'İşlem özeti (v1)'],
      'CRM.Reports.TransactionsSummaryV2': ['Transactions summary', 'İşlem özeti'],
      'CRM.Reports.TransactionsSummaryV3': ['Transactions summary (v3)', 'İşlem özeti (v3)'],
      'CRM.Reports.TransactionSummaryPerDayPerMonth': [
        'Transactions summary per day / month',
        'Gün / ay bazında işlem özeti',
      ],
      'CRM.Reports.DeclinedTransactionReasons': [
        'Declined transaction reasons',
        'Reddedilen işlem nedenleri',
      ],
      'Crm.Reports.ConversionTool.View': ['Data analytics', 'Veri analitiği'],
      'Reports.Channel.Reports.View': ['PMP configuration report', 'PMP yapılandırma raporu'],
      'Reports.SupportAnalytics.Reports.View': ['Support analytics report', 'Destek analiz raporu'],
      'CRM.Reports.DeclineReasons': ['Decline reasons', 'Ret nedenleri'],
      'Settings.DeveloperSettings.ApiLog.View': ['API logs', 'API kayıtları'],
      'Settings.DeveloperSettings.Webhook.View': ['Webhook report', 'Webhook raporu'],
      'Settings.DeveloperSettings.WebhookV2.View': ['Webhook report V2', 'Webhook raporu V2'],
      'CRM.Reports.WebhookDestinationsStatus': [
        'Webhook destinations status',
        'Webhook hedeflerinin durumu',
      ],
      'CRM.Reports.WebhookDestinationsStatistics': [
        'Webhook destinations statistics',
        'Webhook hedef istatistikleri',
      ],
      'CRM.Reports.ResendWebhooks': ['Resend webhooks', 'Webhook’ları yeniden gönder'],
      'CRM.Reports.Alerts': ['Alerts', 'Uyarılar'],
      'Platform.Reports.Alerts': ['Alerts of all tenants', 'Tüm kiracıların uyarıları'],
      'Platform.Reports.LoginHistory': ['Login history', 'Oturum geçmişi'],
      'CRM.Reports.AccountStatement.View': ['Account statement', 'Hesap özeti'],
      'CRM.Reports.Invoices.View': ['Invoices', 'Faturalar'],
    },
    settings: {
      'Dashboard.Settings.Categories': [
        'Dashboard categories settings',
        'Gösterge paneli kategorileri',
      ],
      'Dashboard.Settings.Widgets': ['Dashboard widgets settings', 'Gösterge paneli bileşenleri'],
      'Dashboard.WidgetSettings.TenantRoles': [
        'Dashboard tenant roles',
        'Gösterge paneli kiracı rolleri',
      ],
      'Dashboard.WidgetSettings.MerchantRoles': [
        'Dashboard merchant roles',
        'Gösterge paneli üye iş yeri rolleri',
      ],
      'CRM.Settings.Report.View': ['Reports overview', 'Raporlara genel bakış'],
      'Platform.ReportV2.Settings': ['Report settings', 'Rapor ayarları'],
    },
    platform: {
      'Platform.Transaction.LookupColumns': ['Columns of the lookup', 'İşlem arama sütunları'],
      'Platform.Transaction.Actions.TransactionStatusChange': [
        'Change of status',
        'Durum değişikliği',
      ],
      'Platform.Transaction.ProcessingSetupTool': ['Processing setup tool', 'İşleme kurulum aracı'],
    },
    documentation: {
      'Documentation.View': ['Wiki', 'Wiki'],
    },
    leave: {
      'Platform.LeaveManagement.View': ['Leaves', 'İzinler'],
    },
    assistant: {
      'Platform.AIAgent.View': ['AI Chat', 'Yapay zekâ sohbeti'],
    },
  },
  merchant: {
    onboarding: {
      viewMerchantPortalPrecheck: ['Pre-check form', 'Ön kontrol formu'],
    },
    transactions: {
      'Merchant.Transaction.LookupColumns': ['Columns of the lookup', 'İşlem arama sütunları'],
      'Merchant.UTR.Resubmissions': ['UTR resubmissions', 'UTR yeniden gönderimleri'],
      'Merchant.Transaction.VirtualTerminal': ['Virtual terminal', 'Sanal terminal'],
      'Merchant.Transaction.ProcessingSetupTool': ['Processing setup tool', 'İşleme kurulum aracı'],
    },
    payments: {
      'Merchant.Payments.Single.View': ['Single payment', 'Tekli ödeme'],
      'Merchant.Payments.Batch.View': ['Batch payment', 'Toplu ödeme'],
      'Merchant.Beneficiaries.View': ['Beneficiaries', 'Alıcılar'],
      'Merchant.Payments.View': ['Open banking connections', 'Açık bankacılık bağlantıları'],
    },
    'payment-settings': {
      'Merchant.PaymentsSettings.Website.View': ['Websites', 'Web siteleri'],
      'Merchant.PaymentsSettings.PaymentChannel.View': ['Payment channels', 'Ödeme kanalları'],
      'Merchant.PaymentsSettings.SmartRoutingV2': ['Smart routing V2', 'Akıllı yönlendirme V2'],
      'Merchant.PaymentsSettings.SmartRouting.View': ['Smart routing', 'Akıllı yönlendirme'],
      'Merchant.Payment.Links': ['Payment links', 'Ödeme bağlantıları'],
      'Merchant.PaymentsSettings.PaymentChannel.MidManagement': ['MID management', 'MID yönetimi'],
      'Merchant.Whiteliting.Management': ['White listing', 'Beyaz liste'],
      'Merchant.Confirmation.Level': ['Confirmation levels', 'Onay seviyeleri'],
      'Merchant.PaymentsSettings.Antifraud.Rules.View': [
        'Antifraud rules',
        'Dolandırıcılık kuralları',
      ],
      'Merchant.PaymentsSettings.Antifraud.Blacklist.View': [
        'Antifraud blacklist',
        'Dolandırıcılık kara listesi',
      ],
      'Merchant.Organization.ErrorManagement': ['Error mappings', 'Hata eşlemeleri'],
    },
    reports: {
      'Merchant.Reports.TransactionsDaily': ['Transactions daily (v1)', 'Günlük işlemler (v1)'],
      'Merchant.Reports.NewTransactionsDaily': ['Transactions daily', 'Günlük işlemler'],
      'Merchant.Reports.TransactionsSummary': ['Transactions summary (v1)', 'İşlem özeti (v1)'],
      'Merchant.Reports.TransactionsSummaryV2': ['Transactions summary', 'İşlem özeti'],
      'Merchant.Reports.ConversionTool.View': ['Data analytics', 'Veri analitiği'],
      'Merchant.Settings.APILogs': ['API logs', 'API kayıtları'],
      'Merchant.Settings.WebhookReport': ['Webhook report', 'Webhook raporu'],
      'Merchant.Settings.WebhookReportV2': ['Webhook report V2', 'Webhook raporu V2'],
      'Merchant.Reports.ResendWebhooks': ['Resend webhooks', 'Webhook’ları yeniden gönder'],
      'Merchant.Reports.AccountStatement.View': ['Account statement', 'Hesap özeti'],
      'Merchant.Reports.Invoices.View': ['Invoices', 'Faturalar'],
    },
    developer: {
      'Merchant.Settings.PPC': ['Hosted payment', 'Barındırılan ödeme'],
    },
    documentation: {
      'Merchant.Documentation': ['Wiki', 'Wiki'],
    },
  },
}

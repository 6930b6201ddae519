// Operators’ settings, as the documents have it.
import { operators, type SiteEntry, staff } from './site-entry.ts'

export const crmSettingsSchedulerRecurringJobs = {
  path: '/crm/settings/scheduler/recurring-jobs',
  title: ['Recurring jobs', 'Yinelenen işler'],
  audience: operators,
  permission: ['Settings.Scheduler.RecurringJob.View'],
  menu: { group: 'settings', order: 0 },
} as const satisfies SiteEntry

export const crmSettingsSchedulerCustomJobs = {
  path: '/crm/settings/scheduler/custom-jobs',
  title: ['Custom jobs', 'Özel işler'],
  audience: operators,
  permission: ['Settings.Scheduler.CustomJob.View'],
  menu: { group: 'settings', order: 10 },
} as const satisfies SiteEntry

export const crmSettingsSchedulerProcessLogs = {
  path: '/crm/settings/scheduler/process-logs',
  title: ['Process logs', 'Süreç kayıtları'],
  audience: operators,
  permission: ['Settings.Scheduler.ProcessLog.View'],
  menu: { group: 'settings', order: 20 },
} as const satisfies SiteEntry

export const crmSettingsBankingServiceBankingChannels = {
  path: '/crm/settings/banking-service/banking-channels',
  title: ['Banking channels', 'Bankacılık kanalları'],
  audience: operators,
  permission: ['Settings.BankingService.BankingChannel.View'],
  menu: { group: 'settings', order: 30 },
} as const satisfies SiteEntry

export const crmSettingsPosProviders = {
  path: '/crm/settings/pos-providers',
  title: ['POS providers', 'POS sağlayıcıları'],
  audience: operators,
  permission: ['CRM.Settings.Terminals.View'],
  menu: { group: 'settings', order: 40 },
} as const satisfies SiteEntry

export const crmSettingsDefaultParameters = {
  path: '/crm/settings/default-parameters',
  title: ['Default parameters', 'Varsayılan parametreler'],
  audience: operators,
  permission: ['CRM.Settings.Terminals.View'],
  menu: { group: 'settings', order: 50 },
} as const satisfies SiteEntry

export const crmSettingsMidManagment = {
  path: '/crm/settings/mid-managment',
  title: ['MID management', 'MID yönetimi'],
  audience: operators,
  permission: ['Settings.Mid.Management.View'],
  menu: { group: 'settings', order: 60 },
} as const satisfies SiteEntry

export const crmSettingsMpi = {
  path: '/crm/settings/mpi',
  title: ['MPI', 'MPI'],
  audience: operators,
  permission: ['CRM.ThreeDsMpiProvider.View'],
  menu: { group: 'settings', order: 70 },
} as const satisfies SiteEntry

export const crmSettingsPaymentMethod = {
  path: '/crm/settings/payment-method',
  title: ['Payment method', 'Ödeme yöntemi'],
  audience: operators,
  permission: ['Settings.PaymentSettings.PaymentMethod.View'],
  menu: { group: 'settings', order: 80 },
} as const satisfies SiteEntry

export const crmSettingsServiceProvider = {
  path: '/crm/settings/service-provider',
  title: ['Service provider', 'Hizmet sağlayıcı'],
  audience: operators,
  permission: ['Settings.PaymentSettings.ServiceProvider.View'],
  menu: { group: 'settings', order: 90 },
} as const satisfies SiteEntry

export const crmSettingsAiScoping = {
  path: '/crm/settings/ai-scoping',
  title: ['AI scoping', 'Yapay zekâ kapsamlandırma'],
  audience: operators,
  permission: ['Settings.AI.Scoping'],
  menu: { group: 'settings', order: 100 },
} as const satisfies SiteEntry

export const crmSettingsWhitelistingImport = {
  path: '/crm/settings/whitelisting-import',
  title: ['Whitelisting import', 'Beyaz liste aktarımı'],
  audience: operators,
  permission: ['CRM.Whiteliting.Import'],
  menu: { group: 'settings', order: 110 },
} as const satisfies SiteEntry

export const crmSettingsFees = {
  path: '/crm/settings/fees',
  title: ['Fees', 'Ücretler'],
  audience: operators,
  permission: ['Settings.GeneralSettings.Fee.View'],
  menu: { group: 'settings', order: 120 },
} as const satisfies SiteEntry

export const crmSettingsWebhookEndpoints = {
  path: '/crm/settings/webhook-endpoints',
  title: ['Webhook endpoints', 'Webhook uç noktaları'],
  audience: operators,
  permission: ['Settings.GeneralSettings.WebhookEndpoint.View'],
  menu: { group: 'settings', order: 130 },
} as const satisfies SiteEntry

export const crmSettingsAccountingBillingSettings = {
  path: '/crm/settings/accounting/billing-settings',
  title: ['Billing settings', 'Faturalama ayarları'],
  audience: operators,
  permission: ['CRM.Organization.Accounting.CustomerLedgerAccounts.View'],
  menu: { group: 'settings', order: 140 },
} as const satisfies SiteEntry

export const crmSettingsCountries = {
  path: '/crm/settings/countries',
  title: ['Countries', 'Ülkeler'],
  audience: operators,
  permission: ['Settings.GeneralSettings.Country.View'],
  menu: { group: 'settings', order: 150 },
} as const satisfies SiteEntry

export const crmSettingsCurrencies = {
  path: '/crm/settings/currencies',
  title: ['Currencies', 'Para birimleri'],
  audience: operators,
  permission: ['Settings.GeneralSettings.Currency.View'],
  menu: { group: 'settings', order: 160 },
} as const satisfies SiteEntry

export const crmSettingsLanguages = {
  path: '/crm/settings/languages',
  title: ['Languages', 'Diller'],
  audience: operators,
  permission: ['Settings.GeneralSettings.Language.View'],
  menu: { group: 'settings', order: 170 },
} as const satisfies SiteEntry

export const crmSettingsDocumentTypes = {
  path: '/crm/settings/document-types',
  title: ['Document types', 'Belge türleri'],
  audience: operators,
  permission: ['Settings.GeneralSettings.DocumentType.View'],
  menu: { group: 'settings', order: 180 },
} as const satisfies SiteEntry

export const crmSettingsSystemvariables = {
  path: '/crm/settings/systemvariables',
  title: ['System variables', 'Sistem değişkenleri'],
  audience: operators,
  permission: ['Settings.GeneralSettings.SystemVariable.View'],
  menu: { group: 'settings', order: 190 },
} as const satisfies SiteEntry

export const crmSettingsPlatformCurrencies = {
  path: '/crm/settings/platform-currencies',
  title: ['Platform currencies', 'Platform para birimleri'],
  audience: staff,
  permission: ['Platform.Settings.GeneralSettings.Currency'],
  menu: { group: 'settings', order: 200 },
} as const satisfies SiteEntry

export const crmSettingsCrmPipelines = {
  path: '/crm/settings/crm/pipelines',
  title: ['Pipelines', 'Süreçler'],
  audience: operators,
  permission: ['Settings.CrmSettings.Pipeline.View'],
  menu: { group: 'settings', order: 210 },
} as const satisfies SiteEntry

export const crmSettingsCrmLeadStatuses = {
  path: '/crm/settings/crm/lead-statuses',
  title: ['Lead statuses', 'Aday durumları'],
  audience: operators,
  permission: ['Settings.CrmSettings.LeadStatus.View'],
  menu: { group: 'settings', order: 220 },
} as const satisfies SiteEntry

export const crmSettingsCrmActivitySets = {
  path: '/crm/settings/crm/activity-sets',
  title: ['Activity sets', 'Etkinlik setleri'],
  audience: operators,
  permission: ['Settings.CrmSettings.ActivitySet.View'],
  menu: { group: 'settings', order: 230 },
} as const satisfies SiteEntry

export const crmSettingsCrmProposalTemplates = {
  path: '/crm/settings/crm/proposal-templates',
  title: ['Proposal templates', 'Teklif şablonları'],
  audience: operators,
  permission: ['Settings.CrmSettings.ProposalTemplate.View'],
  menu: { group: 'settings', order: 240 },
} as const satisfies SiteEntry

export const crmSettingsCrmProposalSignatures = {
  path: '/crm/settings/crm/proposal-signatures',
  title: ['Proposal signatures', 'Teklif imzaları'],
  audience: operators,
  permission: ['Settings.CrmSettings.ProposalSignature.View'],
  menu: { group: 'settings', order: 250 },
} as const satisfies SiteEntry

export const crmSettingsCrmAgreementTemplates = {
  path: '/crm/settings/crm/agreement-templates',
  title: ['Agreement templates', 'Sözleşme şablonları'],
  audience: operators,
  permission: ['Settings.CrmSettings.AgreementTemplate.View'],
  menu: { group: 'settings', order: 260 },
} as const satisfies SiteEntry

export const crmSettingsCrmAgreementSignatures = {
  path: '/crm/settings/crm/agreement-signatures',
  title: ['Agreement signatures', 'Sözleşme imzaları'],
  audience: operators,
  permission: ['Settings.CrmSettings.AgreementSignature.View'],
  menu: { group: 'settings', order: 270 },
} as const satisfies SiteEntry

export const crmSettingsCrmEmailTemplates = {
  path: '/crm/settings/crm/email-templates',
  title: ['Email templates', 'E-posta şablonları'],
  audience: operators,
  permission: ['Settings.CrmSettings.EmailTemplate.View'],
  menu: { group: 'settings', order: 280 },
} as const satisfies SiteEntry

export const crmSettingsAntifraudAntifraud = {
  path: '/crm/settings/antifraud/antifraud',
  title: ['Antifraud', 'Dolandırıcılık önleme'],
  audience: operators,
  permission: ['Settings.AntifraudSettings.Antifraud.View'],
  menu: { group: 'settings', order: 290 },
} as const satisfies SiteEntry

export const crmSettingsAntifraudBlacklist = {
  path: '/crm/settings/antifraud/blacklist',
  title: ['Antifraud blacklist', 'Dolandırıcılık kara listesi'],
  audience: operators,
  permission: ['Settings.AntifraudSettings.Blacklist.View'],
  menu: { group: 'settings', order: 300 },
} as const satisfies SiteEntry

export const crmSettingsDeveloperSettingsApiKeys = {
  path: '/crm/settings/developer-settings/api-keys',
  title: ['API keys', 'API anahtarları'],
  audience: operators,
  permission: ['Settings.DeveloperSettings.tenantApiKeys.View'],
  menu: { group: 'settings', order: 310 },
} as const satisfies SiteEntry

export const crmSettingsDashboardManagementCategoriesSettings = {
  path: '/crm/settings/dashboard/management/categories-settings',
  title: ['Dashboard categories settings', 'Gösterge paneli kategorileri'],
  audience: operators,
  permission: ['Dashboard.Settings.Categories'],
  menu: { group: 'settings', order: 320 },
} as const satisfies SiteEntry

export const crmSettingsDashboardManagementWidgetsSettings = {
  path: '/crm/settings/dashboard/management/Widgets-settings',
  title: ['Dashboard widgets settings', 'Gösterge paneli bileşenleri'],
  audience: operators,
  permission: ['Dashboard.Settings.Widgets'],
  menu: { group: 'settings', order: 330 },
} as const satisfies SiteEntry

export const crmSettingsDashboardManagementTenantRoles = {
  path: '/crm/settings/dashboard/management/tenant/roles',
  title: ['Dashboard tenant roles', 'Gösterge paneli kiracı rolleri'],
  audience: operators,
  permission: ['Dashboard.WidgetSettings.TenantRoles'],
  menu: { group: 'settings', order: 340 },
} as const satisfies SiteEntry

export const crmSettingsDashboardManagementMerchantRoles = {
  path: '/crm/settings/dashboard/management/merchant/roles',
  title: ['Dashboard merchant roles', 'Gösterge paneli üye iş yeri rolleri'],
  audience: operators,
  permission: ['Dashboard.WidgetSettings.MerchantRoles'],
  menu: { group: 'settings', order: 350 },
} as const satisfies SiteEntry

export const crmSettingsReportsOverview = {
  path: '/crm/settings/reports/overview',
  title: ['Reports overview', 'Raporlara genel bakış'],
  audience: operators,
  permission: ['CRM.Settings.Report.View'],
  menu: { group: 'settings', order: 360 },
} as const satisfies SiteEntry

/** A page, but hidden from the menu. */
export const crmSettingsReportsTable = {
  path: '/crm/settings/reports/table',
  title: ['Reports table', 'Rapor tablosu'],
  audience: operators,
  permission: ['CRM.Settings.Report.View'],
} as const satisfies SiteEntry

export const crmSettingsAlertsDeclinePendingRatio = {
  path: '/crm/settings/alerts/decline-pending-ratio',
  title: ['Decline / pending ratio alerts', 'Ret / bekleme oranı uyarıları'],
  audience: staff,
  permission: ['Platform.Tenants.View'],
  menu: { group: 'settings', order: 370 },
} as const satisfies SiteEntry

export const crmSettingsLeaveSettingsHolidays = {
  path: '/crm/settings/leave-settings/holidays',
  title: ['Holidays', 'Tatiller'],
  audience: staff,
  permission: ['Platform.LeaveSettings.View'],
  menu: { group: 'settings', order: 380 },
} as const satisfies SiteEntry

export const crmSettingsLeaveSettingsEmployees = {
  path: '/crm/settings/leave-settings/employees',
  title: ['Employees', 'Çalışanlar'],
  audience: staff,
  permission: ['Platform.LeaveSettings.View'],
  menu: { group: 'settings', order: 390 },
} as const satisfies SiteEntry

export const crmSettingsReportSettingsReports = {
  path: '/crm/settings/report-settings/reports',
  title: ['Report settings', 'Rapor ayarları'],
  audience: staff,
  permission: ['Platform.ReportV2.Settings'],
  menu: { group: 'settings', order: 365 },
} as const satisfies SiteEntry

/** The documents list it without a route: the path is ours. */
export const settingsReasons = {
  path: '/crm/settings/reasons',
  title: ['Reasons', 'Nedenler'],
  audience: operators,
  permission: ['manageReasons'],
  menu: { group: 'settings', order: 410 },
} as const satisfies SiteEntry

/** The documents list it without a route: the path is ours. */
export const settingsIndustryTypes = {
  path: '/crm/settings/industry-types',
  title: ['Industry types', 'Sektör türleri'],
  audience: operators,
  permission: ['manageIndustryTypes'],
  menu: { group: 'settings', order: 420 },
} as const satisfies SiteEntry

/** The documents list it without a route: the path is ours. */
export const settingsRiskLevels = {
  path: '/crm/settings/risk-levels',
  title: ['Risk levels', 'Risk seviyeleri'],
  audience: operators,
  permission: ['manageRiskLevels'],
  menu: { group: 'settings', order: 430 },
} as const satisfies SiteEntry

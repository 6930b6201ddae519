// What operators open besides reports and settings, as the documents have it.
import { operators, type SiteEntry, staff, tenants } from './site-entry.ts'

export const crmDashboard = {
  path: '/crm/dashboard',
  title: ['Dashboard', 'Gösterge paneli'],
  audience: operators,
  permission: ['CRM.Dashboard.View'],
  menu: { group: 'overview', order: 0 },
} as const satisfies SiteEntry

export const tenantSupport = {
  path: '/tenant/support',
  title: ['Support', 'Destek'],
  audience: tenants,
  permission: ['CRM.Support.Lookup'],
  menu: { group: 'support', order: 0 },
} as const satisfies SiteEntry

export const tenantSupportTickets = {
  path: '/tenant/support-tickets',
  title: ['Support tickets', 'Destek talepleri'],
  audience: tenants,
  permission: ['CRM.Support.Lookup'],
  menu: { group: 'support', order: 10 },
} as const satisfies SiteEntry

export const tenantProfileSettings = {
  path: '/tenant/profile-settings',
  title: ['Profile settings', 'Profil ayarları'],
  audience: operators,
  permission: [],
} as const satisfies SiteEntry

export const platformTransactionLookup = {
  path: '/platform/transaction-management/transaction-lookup',
  title: ['Transaction lookup', 'İşlem arama'],
  audience: staff,
  permission: ['Platform.Transaction.Lookup'],
  menu: { group: 'platform', order: 0 },
} as const satisfies SiteEntry

export const platformTransactionLookupColumns = {
  path: '/platform/transaction-management/transaction-lookup-columns',
  title: ['Transaction lookup', 'İşlem arama'],
  audience: staff,
  permission: ['Platform.Transaction.LookupColumns'],
  menu: { group: 'platform', order: 10, annotation: ['V2', 'V2'] },
} as const satisfies SiteEntry

export const platformSupport = {
  path: '/platform/support',
  title: ['Support', 'Destek'],
  audience: staff,
  permission: ['Platform.Support.Lookup'],
  menu: { group: 'support', order: 20 },
} as const satisfies SiteEntry

export const platformSupportTickets = {
  path: '/platform/support-tickets',
  title: ['Support tickets', 'Destek talepleri'],
  audience: staff,
  permission: ['Platform.Support.Lookup'],
  menu: { group: 'support', order: 30 },
} as const satisfies SiteEntry

export const platformAiAgent = {
  path: '/platform/ai-agent',
  title: ['AI Chat', 'Yapay zekâ sohbeti'],
  audience: staff,
  permission: ['Platform.AIAgent.View'],
  menu: { group: 'assistant', order: 0 },
} as const satisfies SiteEntry

export const crmTasks = {
  path: '/crm/tasks',
  title: ['Tasks', 'Görevler'],
  audience: operators,
  permission: ['CRM.Task.View'],
  menu: { group: 'crm', order: 0 },
} as const satisfies SiteEntry

export const crmLeads = {
  path: '/crm/leads',
  title: ['Leads', 'Aday müşteriler'],
  audience: operators,
  permission: ['CRM.Lead.View'],
  menu: { group: 'crm', order: 10 },
} as const satisfies SiteEntry

export const crmContacts = {
  path: '/crm/contacts',
  title: ['Contacts', 'Kişiler'],
  audience: operators,
  permission: ['CRM.Contact.View'],
  menu: { group: 'crm', order: 20 },
} as const satisfies SiteEntry

export const crmOpportunities = {
  path: '/crm/opportunities',
  title: ['Opportunities', 'Fırsatlar'],
  audience: operators,
  permission: ['CRM.Opportunity.View'],
  menu: { group: 'crm', order: 30 },
} as const satisfies SiteEntry

export const crmProducts = {
  path: '/crm/products',
  title: ['Products', 'Ürünler'],
  audience: operators,
  permission: ['CRM.Product.View'],
  menu: { group: 'crm', order: 40 },
} as const satisfies SiteEntry

export const crmProjects = {
  path: '/crm/projects',
  title: ['Projects', 'Projeler'],
  audience: operators,
  permission: ['CRM.Project.View'],
  menu: { group: 'crm', order: 50 },
} as const satisfies SiteEntry

export const crmOrganizations = {
  path: '/crm/organizations',
  title: ['Customers', 'Müşteriler'],
  audience: operators,
  permission: ['CRM.Organization.View'],
  menu: { group: 'crm', order: 60 },
} as const satisfies SiteEntry

export const crmEmails = {
  path: '/crm/emails',
  title: ['Emails', 'E-postalar'],
  audience: operators,
  permission: ['CRM.Email.View'],
  menu: { group: 'crm', order: 70 },
} as const satisfies SiteEntry

export const crmPriceBooks = {
  path: '/crm/price-books',
  title: ['Price books', 'Fiyat listeleri'],
  audience: operators,
  permission: ['CRM.PriceBook.View'],
  menu: { group: 'crm', order: 80 },
} as const satisfies SiteEntry

export const transactionManagementTransactionLookup = {
  path: '/transaction-management/transaction-lookup',
  title: ['Transaction lookup', 'İşlem arama'],
  audience: operators,
  permission: ['CRM.Transaction.View'],
  menu: { group: 'transactions', order: 0 },
} as const satisfies SiteEntry

export const transactionManagementTransactionLookupColumns = {
  path: '/transaction-management/transaction-lookup-columns',
  title: ['Transaction lookup', 'İşlem arama'],
  audience: operators,
  permission: ['CRM.Transaction.LookupColumns'],
  menu: { group: 'transactions', order: 10, annotation: ['V2', 'V2'] },
} as const satisfies SiteEntry

export const transactionManagementUtrResubmissions = {
  path: '/transaction-management/utr-resubmissions',
  title: ['UTR resubmissions', 'UTR yeniden gönderimleri'],
  audience: operators,
  permission: ['CRM.UTR.Resubmissions'],
  menu: { group: 'transactions', order: 20 },
} as const satisfies SiteEntry

export const transactionManagementTerminalTransactionLookup = {
  path: '/transaction-management/terminal-transaction-lookup',
  title: ['Terminal transaction lookup', 'Terminal işlem arama'],
  audience: operators,
  permission: ['CRM.Transaction.Terminals.View'],
  menu: { group: 'transactions', order: 30 },
} as const satisfies SiteEntry

export const transactionManagementTerminalCurrencyConversions = {
  path: '/transaction-management/terminal-currency-conversions',
  title: ['Terminal currency conversions', 'Terminal döviz çevrimleri'],
  audience: operators,
  permission: ['CRM.Transaction.Terminals.View'],
  menu: { group: 'transactions', order: 40 },
} as const satisfies SiteEntry

export const transactionManagementTerminalSettlements = {
  path: '/transaction-management/terminal-settlements',
  title: ['Terminal settlements', 'Terminal mutabakatları'],
  audience: operators,
  permission: ['CRM.Transaction.Terminals.View'],
  menu: { group: 'transactions', order: 50 },
} as const satisfies SiteEntry

export const transactionManagementTransactionLookupV2 = {
  path: '/transaction-management/transaction-lookup-v2',
  title: ['Transaction lookup', 'İşlem arama'],
  audience: operators,
  permission: ['CRM.TransactionReportingService.View'],
  menu: {
    group: 'transactions',
    order: 60,
    annotation: ['reporting service', 'raporlama servisi'],
  },
} as const satisfies SiteEntry

export const transactionManagementTransactionLookupApm = {
  path: '/transaction-management/transaction-lookup-apm',
  title: ['Transaction lookup APM', 'APM işlem arama'],
  audience: operators,
  permission: ['CRM.TransactionV2.View'],
  menu: { group: 'transactions', order: 70 },
} as const satisfies SiteEntry

export const transactionManagementTransactionLookupV3 = {
  path: '/transaction-management/transaction-lookup-v3',
  title: ['Transaction lookup', 'İşlem arama'],
  audience: operators,
  permission: ['CRM.TransactionBDT.View'],
  menu: { group: 'transactions', order: 80, annotation: ['BDT', 'BDT'] },
} as const satisfies SiteEntry

export const transactionManagementPendingPayments = {
  path: '/transaction-management/pending-payments',
  title: ['Pending payments', 'Bekleyen ödemeler'],
  audience: operators,
  permission: ['Crm.Payments.PendingTransactions'],
  menu: { group: 'transactions', order: 90 },
} as const satisfies SiteEntry

export const transactionManagementBankOrderUploads = {
  path: '/transaction-management/bank-order-uploads',
  title: ['Bank order uploads', 'Banka talimatı yüklemeleri'],
  audience: operators,
  permission: ['Crm.Payments.PendingTransactions'],
  menu: { group: 'transactions', order: 100 },
} as const satisfies SiteEntry

export const transactionManagementVrtransactionLookup = {
  path: '/transaction-management/vrtransaction-lookup',
  title: ['VR transaction lookup', 'VR işlem arama'],
  audience: operators,
  permission: ['CRM.VRPaymentsTransaction.View'],
  menu: {
    group: 'transactions',
    order: 110,
    annotation: ['APM requests lookup', 'APM istekleri arama'],
  },
} as const satisfies SiteEntry

export const transactionManagementVirtualTerminal = {
  path: '/transaction-management/virtual-terminal',
  title: ['Virtual terminal', 'Sanal terminal'],
  audience: operators,
  permission: ['CRM.Transaction.VirtualTerminal'],
  menu: { group: 'transactions', order: 120 },
} as const satisfies SiteEntry

export const transactionManagementRdrBatchSummary = {
  path: '/transaction-management/rdr/batch-summary',
  title: ['RDR batch summary', 'RDR toplu özeti'],
  audience: operators,
  permission: ['CRM.Transaction.RDR.BatchSummary.View'],
  menu: { group: 'transactions', order: 130 },
} as const satisfies SiteEntry

export const transactionManagementDisputesDisputesLookup = {
  path: '/transaction-management/disputes/disputes-lookup',
  title: ['Disputes lookup', 'İtiraz arama'],
  audience: operators,
  permission: ['CRM.Transaction.Disputes.View'],
  menu: { group: 'transactions', order: 140 },
} as const satisfies SiteEntry

export const transactionManagementProcessingSetupTool = {
  path: '/transaction-management/processing-setup-tool',
  title: ['Processing setup tool', 'İşleme kurulum aracı'],
  audience: operators,
  permission: ['CRM.Transaction.ProcessingSetupTool'],
  menu: { group: 'transactions', order: 150 },
} as const satisfies SiteEntry

export const platformTransactionBulkUpdateRequest = {
  path: '/platform/transaction-management/transaction-bulk-update-request',
  title: ['Transaction bulk update request', 'Toplu işlem güncelleme isteği'],
  audience: staff,
  permission: ['Platform.Transaction.Actions.TransactionStatusChange'],
  alsoPermission: [['Platform.Transaction.Lookup']],
  menu: { group: 'platform', order: 20 },
} as const satisfies SiteEntry

export const platformTransactionBulkUpdateHistory = {
  path: '/platform/transaction-management/transaction-bulk-update-history',
  title: ['Transaction bulk update history', 'Toplu işlem güncelleme geçmişi'],
  audience: staff,
  permission: ['Platform.Transaction.Actions.TransactionStatusChange'],
  alsoPermission: [['Platform.Transaction.Lookup']],
  menu: { group: 'platform', order: 30 },
} as const satisfies SiteEntry

export const platformProcessingSetupTool = {
  path: '/platform/transaction-management/processing-setup-tool',
  title: ['Processing setup tool', 'İşleme kurulum aracı'],
  audience: staff,
  permission: ['Platform.Transaction.ProcessingSetupTool'],
  alsoPermission: [['Platform.Transaction.Lookup']],
  menu: { group: 'platform', order: 40 },
} as const satisfies SiteEntry

export const crmTenantManagementTenants = {
  path: '/crm/tenant-management/tenants',
  title: ['Tenants', 'Kiracılar'],
  audience: staff,
  permission: ['Platform.Tenants.View'],
  menu: { group: 'tenants', order: 0 },
} as const satisfies SiteEntry

export const crmTenantManagementEncryptionKeys = {
  path: '/crm/tenant-management/encryption-keys',
  title: ['Encryption keys', 'Şifreleme anahtarları'],
  audience: staff,
  permission: ['Tenant.Keys.View'],
  menu: { group: 'tenants', order: 10 },
} as const satisfies SiteEntry

export const crmUsersMerchant = {
  path: '/crm/users/merchant',
  title: ['Merchant users', 'Üye iş yeri kullanıcıları'],
  audience: operators,
  permission: ['manageMerchantRoles'],
  menu: { group: 'users', order: 0 },
} as const satisfies SiteEntry

export const crmUsersCrm = {
  path: '/crm/users/crm',
  title: ['CRM users', 'CRM kullanıcıları'],
  audience: operators,
  permission: ['manageCrmRoles'],
  menu: { group: 'users', order: 10 },
} as const satisfies SiteEntry

export const crmUsersManagment = {
  path: '/crm/users/managment',
  title: ['User management', 'Kullanıcı yönetimi'],
  audience: operators,
  permission: ['manageCrmRoles', 'manageMerchantRoles'],
  menu: { group: 'users', order: 20 },
} as const satisfies SiteEntry

export const crmDocumentationWikiDetails = {
  path: '/crm/documentation/wiki/details',
  title: ['Wiki', 'Wiki'],
  audience: operators,
  permission: ['Documentation.View'],
  menu: { group: 'documentation', order: 0 },
} as const satisfies SiteEntry

export const crmDocumentationApiReferencesDetails = {
  path: '/crm/documentation/api-references/details',
  title: ['API references', 'API başvuruları'],
  audience: operators,
  permission: ['Documentation.View'],
  menu: { group: 'documentation', order: 10 },
} as const satisfies SiteEntry

export const crmDocumentationSectionUserManualsDetails = {
  path: '/crm/documentation/section/user-manuals/details',
  title: ['User manuals', 'Kullanım kılavuzları'],
  audience: operators,
  permission: ['Documentation.View'],
  menu: { group: 'documentation', order: 20 },
} as const satisfies SiteEntry

export const crmDocumentationSectionFaqDetails = {
  path: '/crm/documentation/section/faq/details',
  title: ['FAQ', 'SSS'],
  audience: operators,
  permission: ['Documentation.View'],
  menu: { group: 'documentation', order: 30 },
} as const satisfies SiteEntry

export const crmLeaveManagementLeaves = {
  path: '/crm/leave-management/leaves',
  title: ['Leaves', 'İzinler'],
  audience: staff,
  permission: ['Platform.LeaveManagement.View'],
  menu: { group: 'leave', order: 0 },
} as const satisfies SiteEntry

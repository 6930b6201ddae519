import type { Audience } from '@counterfoil/kit/contract/audience.ts'
/** Permissions that belong together on the role form, and who may hold them. */
export interface PermissionGroup {
  readonly name: string
  readonly audiences: readonly Audience[]
  readonly permissions: readonly string[]
}

const transactionActions = [
  'Refund',
  'Capture',
  'Void',
  'Reversal',
  'CheckStatus',
  'Approve',
  'Decline',
  'Dispute',
  'StatusChange',
  'ResendWebhook',
  'Payout',
  'Note',
] as const

/** Operators close disputes by another call. */
const merchantActions = ['AcceptDispute'] as const

/** Actions on a payment's card, for operators only. */
const cardActions = ['ResetRestriction', 'BinData'] as const

/** One permission for each action on a transaction; to view transactions is a permission of its own. */
function transactionPermissions(prefix: string, further: readonly string[] = []): string[] {
  return [...transactionActions, ...further].map(
    (action) => `${prefix}.Transaction.Actions.${action}`,
  )
}

/** To look at records of a kind, and to change them. */
const viewAndEdit = (kind: string) => [`${kind}.View`, `${kind}.Edit`]

/** To delete is a permission of its own where more goes with the record than itself. */
const withDelete = (kind: string) => [...viewAndEdit(kind), `${kind}.Delete`]

/** Every permission. The spelling is fixed, odd ones included: roles store these strings, and they are compared exactly. */
export const permissionGroups: readonly PermissionGroup[] = [
  {
    name: 'CRM',
    audiences: ['platform', 'tenant'],
    permissions: [
      ...viewAndEdit('CRM.Task'),
      ...withDelete('CRM.Lead'),
      'CRM.Contact.View',
      ...withDelete('CRM.Opportunity'),
      'CRM.Product.View',
      ...withDelete('CRM.Project'),
      ...withDelete('CRM.Organization'),
      'CRM.Email.View',
      'CRM.PriceBook.View',
    ],
  },
  {
    name: 'Transactions',
    audiences: ['platform', 'tenant'],
    permissions: [
      'CRM.Transaction.View',
      'CRM.Transaction.LookupColumns',
      'CRM.UTR.Resubmissions',
      'CRM.Transaction.Terminals.View',
      'CRM.TransactionReportingService.View',
      'CRM.TransactionV2.View',
      'CRM.TransactionBDT.View',
      'Crm.Payments.PendingTransactions',
      'CRM.VRPaymentsTransaction.View',
      'CRM.Transaction.VirtualTerminal',
      'CRM.Transaction.RDR.BatchSummary.View',
      'CRM.Transaction.Disputes.View',
      'CRM.Transaction.ProcessingSetupTool',
      'CRM.Transaction.Event.Details',
      ...viewAndEdit('CRM.Transaction.AcquirerNotices'),
      ...viewAndEdit('CRM.Transaction.Suspense'),
      'CRM.StoredCards.Delete',
    ],
  },
  {
    name: 'Reports',
    audiences: ['platform', 'tenant'],
    permissions: [
      'CRM.Reports.TransactionsDaily',
      'CRM.Reports.NewTransactionsDaily',
      'CRM.Reports.TransactionsSummary',
      'CRM.Reports.TransactionsSummaryV2',
      'CRM.Reports.TransactionsSummaryV3',
      'CRM.Reports.TransactionSummaryPerDayPerMonth',
      'CRM.Reports.DeclinedTransactionReasons',
      'CRM.Reports.DeclineReasons',
      'CRM.Reports.Alerts',
      'CRM.Reports.WebhookDestinationsStatus',
      'CRM.Reports.WebhookDestinationsStatistics',
      'CRM.Reports.AccountStatement.View',
      'CRM.Reports.Invoices.View',
      'CRM.Reports.ResendWebhooks',
      'Crm.Reports.ConversionTool.View',
      'Reports.Channel.Reports.View',
      'Reports.SupportAnalytics.Reports.View',
      'Settings.DeveloperSettings.ApiLog.View',
      'Settings.DeveloperSettings.Webhook.View',
      'Settings.DeveloperSettings.WebhookV2.View',
    ],
  },
  {
    name: 'Reports',
    audiences: ['platform'],
    permissions: ['Platform.Reports.Alerts', 'Platform.Reports.LoginHistory'],
  },
  {
    name: 'Settings',
    audiences: ['platform', 'tenant'],
    permissions: [
      ...viewAndEdit('Settings.Scheduler.RecurringJob'),
      ...viewAndEdit('Settings.Scheduler.CustomJob'),
      'Settings.Scheduler.ProcessLog.View',
      ...viewAndEdit('Settings.BankingService.BankingChannel'),
      ...viewAndEdit('CRM.Settings.Terminals'),
      ...viewAndEdit('Settings.Mid.Management'),
      ...viewAndEdit('CRM.ThreeDsMpiProvider'),
      ...viewAndEdit('Settings.PaymentSettings.PaymentMethod'),
      ...viewAndEdit('Settings.PaymentSettings.ServiceProvider'),
      ...viewAndEdit('Settings.PaymentSettings.ConfirmationLevel'),
      ...viewAndEdit('Settings.PaymentSettings.ErrorMapping'),
      ...viewAndEdit('Settings.PaymentSettings.DisputeRefund'),
      'Settings.AI.Scoping',
      'CRM.Whiteliting.Import',
      ...viewAndEdit('Settings.GeneralSettings.Fee'),
      ...viewAndEdit('Settings.GeneralSettings.WebhookEndpoint'),
      ...viewAndEdit('Settings.GeneralSettings.Country'),
      ...viewAndEdit('Settings.GeneralSettings.Currency'),
      ...viewAndEdit('Settings.GeneralSettings.Language'),
      ...viewAndEdit('Settings.GeneralSettings.DocumentType'),
      'Settings.GeneralSettings.SystemVariable.View',
      ...viewAndEdit('Settings.GeneralSettings.Retention'),
      // the tenant's colours and logo
      ...viewAndEdit('Settings.GeneralSettings.Theme'),
      // where the tenant's people sign in
      ...viewAndEdit('Settings.GeneralSettings.IdentityProvider'),
      'Settings.GeneralSettings.Audit.View',
      ...viewAndEdit('Settings.CrmSettings.Pipeline'),
      ...viewAndEdit('Settings.CrmSettings.LeadStatus'),
      ...viewAndEdit('Settings.CrmSettings.ActivitySet'),
      ...viewAndEdit('Settings.CrmSettings.ProposalTemplate'),
      ...viewAndEdit('Settings.CrmSettings.ProposalSignature'),
      ...viewAndEdit('Settings.CrmSettings.AgreementTemplate'),
      ...viewAndEdit('Settings.CrmSettings.AgreementSignature'),
      ...viewAndEdit('Settings.CrmSettings.EmailTemplate'),
      ...viewAndEdit('Settings.AntifraudSettings.Antifraud'),
      ...viewAndEdit('Settings.AntifraudSettings.Blacklist'),
      ...viewAndEdit('Settings.DeveloperSettings.tenantApiKeys'),
      'Dashboard.Settings.Categories',
      'Dashboard.Settings.Widgets',
      'Dashboard.WidgetSettings.TenantRoles',
      'Dashboard.WidgetSettings.MerchantRoles',
      ...viewAndEdit('CRM.Settings.Report'),
      ...viewAndEdit('CRM.Organization.Accounting.CustomerLedgerAccounts'),
    ],
  },
  {
    name: 'Settings',
    audiences: ['platform'],
    permissions: [
      ...viewAndEdit('Platform.Tenants.Features'),
      'Platform.Settings.GeneralSettings.Currency',
      // to set what applies to every tenant
      'Platform.Settings.GeneralSettings.SystemVariable',
      ...viewAndEdit('Platform.Tenants'),
      ...viewAndEdit('Platform.LeaveSettings'),
      'Platform.ReportV2.Settings',
    ],
  },
  { name: 'Support', audiences: ['tenant'], permissions: ['CRM.Support.Lookup'] },
  { name: 'Support', audiences: ['platform'], permissions: ['Platform.Support.Lookup'] },
  {
    name: 'Platform',
    audiences: ['platform'],
    permissions: [
      'Platform.Transaction.Lookup',
      'Platform.Transaction.LookupColumns',
      'Platform.Transaction.Actions.TransactionStatusChange',
      'Platform.Transaction.ProcessingSetupTool',
      ...viewAndEdit('Tenant.Keys'),
      'Platform.LeaveManagement.View',
      'Platform.AIAgent.View',
    ],
  },
  {
    name: 'Users',
    audiences: ['platform', 'tenant'],
    permissions: ['manageMerchantRoles', 'manageCrmRoles', 'CRM.User.ViewAs'],
  },
  {
    name: 'Other',
    audiences: ['platform', 'tenant'],
    permissions: ['manageReasons', 'manageIndustryTypes', 'manageRiskLevels', 'Documentation.View'],
  },
  {
    name: 'Notification actions',
    audiences: ['platform', 'tenant'],
    permissions: ['CRM.Dashboard.View'],
  },
  {
    name: 'Onboarding',
    audiences: ['merchant'],
    permissions: ['viewMerchantPortalPrecheck', 'viewMerchantPortalDocuments'],
  },
  {
    name: 'Notification actions',
    audiences: ['merchant'],
    permissions: ['viewMerchantPortalProposals', 'viewMerchantPortalAgreements'],
  },
  {
    name: 'Merchant transactions',
    audiences: ['merchant'],
    permissions: [
      'Merchant.Transaction.View',
      'Merchant.Transaction.LookupColumns',
      'Merchant.Transaction.VirtualTerminal',
      'Merchant.Transaction.ProcessingSetupTool',
      'Merchant.UTR.Resubmissions',
      'Merchant.StoredCards.Delete',
    ],
  },
  {
    name: 'Merchant payments',
    audiences: ['merchant'],
    permissions: [
      ...viewAndEdit('Merchant.Payments'),
      ...viewAndEdit('Merchant.Payments.Single'),
      ...viewAndEdit('Merchant.Payments.Batch'),
      'Merchant.Payments.PendingTransactions',
      'Merchant.Payments.Settings',
      ...viewAndEdit('Merchant.Beneficiaries'),
    ],
  },
  {
    name: 'Merchant payment settings',
    audiences: ['merchant'],
    permissions: [
      'Merchant.PaymentsSettings.Website.View',
      'Merchant.PaymentsSettings.PaymentChannel.View',
      'Merchant.PaymentsSettings.SmartRoutingV2',
      ...viewAndEdit('Merchant.PaymentsSettings.SmartRouting'),
      'Merchant.PaymentsSettings.PaymentChannel.MidManagement',
      'Merchant.PaymentsSettings.Antifraud',
      'Merchant.PaymentsSettings.Antifraud.Rules.View',
      'Merchant.PaymentsSettings.Antifraud.Blacklist.View',
      'Merchant.PaymentsSettings.WebhookEndpoints',
      'Merchant.Payment.Links',
      'Merchant.Whiteliting.Management',
      'Merchant.Confirmation.Level',
      'Merchant.Organization.ErrorManagement',
    ],
  },
  {
    name: 'Merchant reports',
    audiences: ['merchant'],
    permissions: [
      'Merchant.Reports.TransactionsDaily',
      'Merchant.Reports.NewTransactionsDaily',
      'Merchant.Reports.TransactionsSummary',
      'Merchant.Reports.TransactionsSummaryV2',
      'Merchant.Reports.ConversionTool.View',
      'Merchant.Reports.ResendWebhooks',
      'Merchant.Reports.AccountStatement.View',
      'Merchant.Reports.Invoices.View',
    ],
  },
  {
    name: 'Merchant settings',
    audiences: ['merchant'],
    permissions: [
      'Merchant.Settings.APILogs',
      'Merchant.Settings.WebhookReport',
      'Merchant.Settings.WebhookReportV2',
      'Merchant.Settings.WebhookUrls',
      'Merchant.Settings.APIKeys',
      'Merchant.Settings.PPC',
      'Organization.Tpp.Credentials',
    ],
  },
  {
    name: 'Merchant support',
    audiences: ['merchant'],
    permissions: ['Merchant.Support.Lookup', 'Merchant.Support.EmailButton'],
  },
  {
    name: 'Merchant users',
    audiences: ['merchant'],
    permissions: ['Merchant.UserManagement.Users', 'Merchant.UserManagement.Users.View'],
  },
  {
    name: 'Merchant documentation',
    audiences: ['merchant'],
    permissions: ['Merchant.Documentation'],
  },
  {
    name: 'Transaction actions',
    audiences: ['platform', 'tenant'],
    permissions: transactionPermissions('CRM', cardActions),
  },
  {
    name: 'Platform transaction actions',
    audiences: ['platform'],
    permissions: transactionPermissions('Platform', cardActions),
  },
  {
    name: 'Merchant transaction actions',
    audiences: ['merchant'],
    permissions: transactionPermissions('Merchant', merchantActions),
  },
]

/** The permissions to change and to delete what this one shows; none for those of other kinds. */
export const changesOf = (view: string): string[] =>
  ['.Edit', '.Delete']
    .map((end) => view.replace(/\.View$/, end))
    .filter((name) => name !== view && isPermission(name))

/** The permission to look at what this one changes; none where it stands alone. */
export const seenWith = (change: string): string[] =>
  [change.replace(/\.(Edit|Delete)$/, '.View')].filter(
    (name) => name !== change && isPermission(name),
  )

const everyPermission = new Set(permissionGroups.flatMap((group) => group.permissions))

export const isPermission = (name: string): boolean => everyPermission.has(name)

/** All permissions of an audience. Platform staff may also have those of tenants: they work on the tenants' records. */
export function permissionsOf(audience: Audience): string[] {
  const audiences: readonly Audience[] =
    audience === 'platform' ? ['platform', 'tenant'] : [audience]
  return permissionGroups
    .filter((group) => group.audiences.some((one) => audiences.includes(one)))
    .flatMap((group) => group.permissions)
}

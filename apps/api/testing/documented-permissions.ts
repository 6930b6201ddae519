// Who may do what, as the documents say it. Written from them and not from the product: what the product declares is held
// against it.

/**
 * The permission of each settings page, by its address; some are spelled out, others follow from a line like
 * `Settings.GeneralSettings.*`. Of the calls behind the pages the documents say none: looking asks for the
 * page's own, changing for the same with `.Edit` in the place of `.View`.
 */
export const settingsPages: Readonly<Record<string, string>> = {
  '/crm/settings/scheduler/recurring-jobs': 'Settings.Scheduler.RecurringJob.View',
  '/crm/settings/scheduler/custom-jobs': 'Settings.Scheduler.CustomJob.View',
  '/crm/settings/scheduler/process-logs': 'Settings.Scheduler.ProcessLog.View',
  '/crm/settings/banking-service/banking-channels': 'Settings.BankingService.BankingChannel.View',
  '/crm/settings/pos-providers': 'CRM.Settings.Terminals.View',
  '/crm/settings/default-parameters': 'CRM.Settings.Terminals.View',
  '/crm/settings/mid-managment': 'Settings.Mid.Management.View',
  '/crm/settings/mpi': 'CRM.ThreeDsMpiProvider.View',
  '/crm/settings/payment-method': 'Settings.PaymentSettings.PaymentMethod.View',
  '/crm/settings/service-provider': 'Settings.PaymentSettings.ServiceProvider.View',
  '/crm/settings/ai-scoping': 'Settings.AI.Scoping',
  '/crm/settings/whitelisting-import': 'CRM.Whiteliting.Import',
  '/crm/settings/fees': 'Settings.GeneralSettings.Fee.View',
  '/crm/settings/webhook-endpoints': 'Settings.GeneralSettings.WebhookEndpoint.View',
  '/crm/settings/accounting/billing-settings':
    'CRM.Organization.Accounting.CustomerLedgerAccounts.View',
  '/crm/settings/countries': 'Settings.GeneralSettings.Country.View',
  '/crm/settings/currencies': 'Settings.GeneralSettings.Currency.View',
  '/crm/settings/languages': 'Settings.GeneralSettings.Language.View',
  '/crm/settings/document-types': 'Settings.GeneralSettings.DocumentType.View',
  '/crm/settings/systemvariables': 'Settings.GeneralSettings.SystemVariable.View',
  '/crm/settings/platform-currencies': 'Platform.Settings.GeneralSettings.Currency',
  '/crm/settings/crm/pipelines': 'Settings.CrmSettings.Pipeline.View',
  '/crm/settings/crm/lead-statuses': 'Settings.CrmSettings.LeadStatus.View',
  '/crm/settings/crm/activity-sets': 'Settings.CrmSettings.ActivitySet.View',
  '/crm/settings/crm/proposal-templates': 'Settings.CrmSettings.ProposalTemplate.View',
  '/crm/settings/crm/proposal-signatures': 'Settings.CrmSettings.ProposalSignature.View',
  '/crm/settings/crm/agreement-templates': 'Settings.CrmSettings.AgreementTemplate.View',
  '/crm/settings/crm/agreement-signatures': 'Settings.CrmSettings.AgreementSignature.View',
  '/crm/settings/crm/email-templates': 'Settings.CrmSettings.EmailTemplate.View',
  '/crm/settings/antifraud/antifraud': 'Settings.AntifraudSettings.Antifraud.View',
  '/crm/settings/antifraud/blacklist': 'Settings.AntifraudSettings.Blacklist.View',
  '/crm/settings/developer-settings/api-keys': 'Settings.DeveloperSettings.tenantApiKeys.View',
  '/crm/settings/dashboard/management/categories-settings': 'Dashboard.Settings.Categories',
  '/crm/settings/dashboard/management/Widgets-settings': 'Dashboard.Settings.Widgets',
  '/crm/settings/dashboard/management/tenant/roles': 'Dashboard.WidgetSettings.TenantRoles',
  '/crm/settings/dashboard/management/merchant/roles': 'Dashboard.WidgetSettings.MerchantRoles',
  '/crm/settings/reports/overview': 'CRM.Settings.Report.View',
  '/crm/settings/reports/table': 'CRM.Settings.Report.View',
  '/crm/settings/alerts/decline-pending-ratio': 'Platform.Tenants.View',
  '/crm/settings/leave-settings/holidays': 'Platform.LeaveSettings.View',
  '/crm/settings/leave-settings/employees': 'Platform.LeaveSettings.View',
  '/crm/settings/report-settings/reports': 'Platform.ReportV2.Settings',
  '/crm/settings/reasons': 'manageReasons',
  '/crm/settings/industry-types': 'manageIndustryTypes',
  '/crm/settings/risk-levels': 'manageRiskLevels',
}

/** Of pages that tenants look at and the platform alone changes: with which permission of the platform's own. */
export const changedByThePlatform: Readonly<Record<string, string>> = {
  '/crm/settings/systemvariables': 'Platform.Settings.GeneralSettings.SystemVariable',
}

const operators = 'manageCrmRoles'
const merchants = 'manageMerchantRoles'
const own = 'Merchant.UserManagement.Users'
const lookingAfter = [operators, merchants, own]
const looking = [...lookingAfter, 'Merchant.UserManagement.Users.View']

/**
 * The calls of the documents' areas tenant-users, roles, user-permissions and users. The documents give the permissions of
 * the pages alone: `crm/users/crm` for operators' accounts, `crm/users/merchant` for merchants', and
 * `merchant/users/merchant-management` for merchants themselves, where `.View` is for looking. Whose accounts a call
 * reaches follows from its address; of `crm/users/managment`, where roles are kept, they say nothing.
 */
export const accountCalls: Readonly<Record<string, readonly string[]>> = {
  'GET /tenants/:id/tenant-users': [operators],
  'POST /tenants/:id/tenant-user': [operators],
  'PUT /tenants/:id/tenant-user/:userId': [operators],
  'DELETE /tenants/:id/tenant-user/:userId': [operators],
  'PUT /tenants/:id/tenant-user/:userId/activate': [operators],
  'PUT /tenants/:id/tenant-user/:userId/deactivate': [operators],
  'POST /tenants/users/password-reset': [operators],
  'GET /tenants/:id/tenant-roles/:x': [operators, merchants],
  'POST /users/roles/:type': lookingAfter,
  'GET /users/roles/details/:id': looking,
  'PUT /users/roles/:type/:id': lookingAfter,
  'GET /users/roles/:x': looking,
  'GET /crm/users/roles/:x': [operators, merchants],
  'GET /users/all/roles/:x': looking,
  // for whoever gives a role
  'GET /users/roles-lookup/:x': lookingAfter,
  'GET /users/:id/roles': looking,
  'GET /users/crm/:id/merchantpermissions': looking,
  // operators alone are limited to merchants
  'PUT /users/crm/:id/merchantpermissions': [operators],
  'GET /crm/users/:id/payment-method-permissions': looking,
  'PUT /users/crm/:id/paymentmethodpermissions': lookingAfter,
  'GET /crm/users/:id/service-provider-permissions': looking,
  'PUT /crm/users/:id/service-provider-permissions': lookingAfter,
  'PUT /users/permissions/:id': lookingAfter,
  'GET /users/permissions/all-merchant': looking,
  'GET /users/permissions/:id': looking,
  'PUT /users/:id/activation': lookingAfter,
  'GET /users/crm': looking,
  'POST /users/crm': lookingAfter,
  'GET /users/crm/:id': looking,
  'PUT /users/crm/:id': lookingAfter,
  'DELETE /users/crm/:id': lookingAfter,
  'GET /all/users/crm': looking,
  'POST /users/password-reset': lookingAfter,
  'PUT /users/:id/unlock': lookingAfter,
}

/** Calls for whoever is signed in, by their subject, after what keeps them to the caller. Every other call asks for a permission. */
export const forEverybody: Readonly<Record<string, readonly [why: string, ...calls: string[]]>> = {
  'access-requests': ['of what one may not open oneself', 'read', 'ask-for-access'],
  audit: ['asks for the permission of the record', 'record'],
  'automated-reports': [
    'one’s own, of reports that one may see',
    ...['list', 'create', 'update', 'activate', 'deactivate', 'run', 'runs'],
    ...['sources', 'targets', 'filter-names', 'of-customer'],
  ],
  context: [
    'who one is, and what every form offers',
    ...['user', 'my-tenant', 'countries', 'countries-merchant', 'currencies'],
    'currencies-merchant',
  ],
  dashboards: [
    'each widget asks for a permission of its own',
    ...['of-user', 'v1.of-user', 'data', 'endpoints'],
  ],
  events: ['of records that one may see', 'list'],
  exports: ['one’s own, of lists that one may see', 'list', 'create', 'cancel', 'download'],
  files: [
    'for those who see what a file belongs to',
    ...['upload', 'named', 'details', 'content', 'delete', 'daily-report'],
  ],
  imports: ['one’s own', 'list', 'read', 'rows', 'export', 'cancel'],
  'lookup-options': ['what every filter offers', 'countries', 'currencies', 'methods'],
  notes: ['one’s own', 'list', 'create', 'update', 'delete'],
  notifications: [
    'one’s own',
    ...['list', 'latest', 'read', 'mark-as-read', 'mark-all-as-read', 'delete', 'delete-all'],
  ],
  preferences: ['one’s own', 'update'],
  profile: ['one’s own', 'read', 'update'],
  'report-settings': ['asks for the permission of the report', 'form', 'options'],
  'summary-reports': ['asks for the permission of the report', 'cost'],
  'user-dashboard': [
    'one’s own, and each widget asks for a permission of its own',
    ...['all', 'add', 'arrange', 'clone', 'remove', 'data', 'widgets', 'base-widgets'],
    ...['categories', 'by-category', 'category.create', 'category.update', 'category.delete'],
    ...['share', 'shares', 'un-share'],
  ],
  'view-as': ['ends one’s own view', 'end-view'],
  workspace: ['each line asks for a permission of its own', 'first-steps', 'to-do'],
}

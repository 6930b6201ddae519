import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'

const msg = messagesOf(import.meta.url)

/** Groups of permissions that stand in no menu. */
export const groupNames: Readonly<Record<string, Text>> = msg({
  CRM: 'CRM',
  Transactions: 'More on transactions',
  Reports: 'More on reports',
  Settings: 'More on settings',
  Support: 'Support',
  Platform: 'Platform',
  Users: 'Users',
  Other: 'Other',
  'Notification actions': 'Notifications',
  Onboarding: 'Onboarding',
  'Merchant transactions': 'More on transactions',
  'Merchant payments': 'More on payments',
  'Merchant payment settings': 'More on payment settings',
  'Merchant reports': 'More on reports',
  'Merchant settings': 'More on developer settings',
  'Merchant support': 'Support',
  'Merchant users': 'Users',
  'Merchant documentation': 'Documentation',
  'Transaction actions': 'Actions on transactions',
  'Platform transaction actions': 'Actions on transactions of all tenants',
  'Merchant transaction actions': 'Actions on transactions',
})

export const actionNames: Readonly<Record<string, Text>> = msg({
  Refund: 'Refund',
  Capture: 'Capture',
  Void: 'Void',
  Reversal: 'Reversal',
  CheckStatus: 'Status check',
  Approve: 'Approve',
  Decline: 'Decline',
  Dispute: 'Dispute',
  StatusChange: 'Mark as refunded',
  TransactionStatusChange: 'Change of status',
  ResendWebhook: 'Resend webhook',
  Payout: 'Payout',
  Note: 'Write notes',
  AcceptDispute: 'Accept a dispute',
  ResetRestriction: 'Lift the restriction of a card',
  BinData: 'Read the issuer of a card again',
})

/** Permissions whose page says too little, or that have none. */
export const otherNames: Readonly<Record<string, Text>> = msg({
  'Platform.Reports.Alerts': 'Alerts of all tenants',
  'Platform.Support.Lookup': 'Support of all tenants',
  'Platform.Tenants.Features.View': 'Features of tenants',
  'Platform.Tenants.Features.Edit': 'Features of tenants, and lists of all tenants: change',
  'Platform.Settings.GeneralSettings.SystemVariable': 'System variables of all tenants: change',
  'Organization.Tpp.Credentials': 'Merchant API keys (third party)',
  viewMerchantPortalProposals: 'Proposals',
  viewMerchantPortalAgreements: 'Agreements',
  manageCrmRoles: 'Operators and their roles',
  manageMerchantRoles: 'Merchants’ users and their roles',
  'CRM.User.ViewAs': 'See the portal as a user does',
  'CRM.StoredCards.Delete': 'Delete stored cards',
  'Merchant.StoredCards.Delete': 'Delete stored cards',
  'Merchant.UserManagement.Users': 'Manage users and roles',
  'Merchant.UserManagement.Users.View': 'See users and roles',
  'CRM.Transaction.Event.Details': 'Details of events',
  'Merchant.Support.EmailButton': 'Support by e-mail',
  'CRM.Transaction.LookupColumns': 'Transaction lookup with columns and views',
  'Platform.Transaction.LookupColumns': 'Transaction lookup with columns and views',
  'Merchant.Transaction.LookupColumns': 'Transaction lookup with columns and views',
  'CRM.TransactionReportingService.View': 'Transaction lookup of the reporting service',
  'CRM.TransactionV2.View': 'Transaction lookup APM',
  'CRM.VRPaymentsTransaction.View': 'VR transaction lookup',
  'CRM.TransactionBDT.View': 'Transaction lookup BDT',
})

/** Permissions that go beyond looking at a page. */
export const changeNames = msg({
  Edit: '{page}: create and change',
  Delete: '{page}: delete',
})

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
      'CRM.UTR.Resubmissions': 'UTR resubmissions',
      'CRM.Transaction.Terminals.View': 'Terminal transaction lookup',
      'CRM.Transaction.RDR.BatchSummary.View': 'RDR batch summary',
      'CRM.Transaction.Disputes.View': 'Disputes lookup',
    },
    reports: {
      'CRM.Reports.AccountStatement.View': 'Account statement',
      'CRM.Reports.Invoices.View': 'Invoices',
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
      'Merchant.UTR.Resubmissions': 'UTR resubmissions',
    },
    payments: {
      'Merchant.Payments.Settings': 'Payment settings',
    },
    'payment-settings': {
      'Merchant.PaymentsSettings.Antifraud': 'Antifraud',
    },
    reports: {
      'Merchant.Reports.AccountStatement.View': 'Account statement',
      'Merchant.Reports.Invoices.View': 'Invoices',
    },
    developer: {
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

import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import type { ToDoKind } from './to-do.contract.ts'

/** What each audience acts on, and any of which rights that takes. */
const acts: Readonly<Record<Audience, Partial<Record<ToDoKind, readonly string[]>>>> = {
  platform: {
    payments: ['Platform.Transaction.Actions.Approve'],
    tickets: ['Platform.Support.Lookup'],
    disputes: ['Platform.Transaction.Actions.Dispute'],
  },
  tenant: {
    tasks: ['CRM.Task.View'],
    documentsToReview: ['CRM.Organization.Edit'],
    payments: ['CRM.Transaction.Actions.Approve'],
    confirmations: ['Crm.Payments.PendingTransactions'],
    payouts: ['Crm.Payments.PendingTransactions'],
    beneficiaryPayouts: ['Crm.Payments.PendingTransactions'],
    tickets: ['CRM.Support.Lookup'],
    disputes: ['CRM.Transaction.Actions.Dispute'],
  },
  merchant: {
    documentsToSubmit: ['viewMerchantPortalDocuments'],
    proposals: ['viewMerchantPortalProposals'],
    agreements: ['viewMerchantPortalAgreements'],
    payments: ['Merchant.Transaction.Actions.Approve'],
    confirmations: ['Merchant.Payments.PendingTransactions'],
    payouts: ['Merchant.Payments.PendingTransactions'],
    beneficiaryPayouts: ['Merchant.Payments.PendingTransactions'],
    tickets: ['Merchant.Support.Lookup'],
    disputes: ['Merchant.Transaction.Actions.AcceptDispute'],
  },
}

/** The kinds on which somebody with these permissions acts. */
export function kindsFor(audience: Audience, permissions: ReadonlySet<string>): ToDoKind[] {
  return Object.entries(acts[audience]).flatMap(([kind, anyOf]) =>
    anyOf.some((permission) => permissions.has(permission)) ? [kind as ToDoKind] : [],
  )
}

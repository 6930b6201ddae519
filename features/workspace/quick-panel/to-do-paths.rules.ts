import type { ToDo } from './to-do.contract.ts'

/** Where one acts on what waits; `payments` is where the reader finds payments. */
export function toDoPath(
  { kind, count, recordId }: ToDo,
  audience: 'platform' | 'tenant' | 'merchant',
  payments: string,
): string {
  const tickets = `/${audience}/support-tickets?state=Opened`
  const pending =
    audience === 'merchant'
      ? '/merchant/payments/pending-payments'
      : '/transaction-management/pending-payments'
  switch (kind) {
    case 'tasks':
      return '/crm/tasks'
    case 'documentsToReview':
      return `/crm/organizations/${recordId}`
    case 'documentsToSubmit':
      return '/boarding/documents'
    case 'payments':
      return `${payments}?status=waiting_for_approval`
    case 'confirmations':
      return pending
    case 'payouts':
      return `${pending}?show=payouts`
    case 'tickets':
      return audience === 'merchant'
        ? `${tickets}&waitingOn=requester`
        : `${tickets}&waitingOn=agent&sort=due`
    case 'disputes':
      return count === 1 ? `${payments}/${recordId}` : `${payments}?disputeState=opened`
  }
}

import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import type { ToDo } from './to-do.contract.ts'

interface Reader {
  readonly audience: Audience
  readonly permissions: ReadonlySet<string>
  /** Where the reader finds payments. */
  readonly payments: string
}

/** Where one acts on what waits. */
export function toDoPath({ kind, count, recordId }: ToDo, reader: Reader): string {
  const { audience, permissions, payments } = reader
  const tickets = `/${audience}/support-tickets?state=Opened`
  const pending =
    audience === 'merchant'
      ? '/merchant/payments/pending-payments'
      : '/transaction-management/pending-payments'
  switch (kind) {
    case 'tasks':
      return '/crm/tasks?state=dueByToday'
    case 'documentsToReview':
      return `/crm/organizations/${recordId}`
    case 'documentsToSubmit':
      return '/boarding/documents'
    case 'proposals':
    case 'agreements': {
      const one = kind === 'proposals' ? 'proposal' : 'agreement'
      return count === 1 ? `/boarding/offers?${one}=${recordId}` : '/boarding/offers'
    }
    case 'payments':
      // the queue of held payments; who has no such page finds the same ones among all
      return opensPending.some((one) => permissions.has(one))
        ? `${pending}?show=held`
        : `${payments}?status=waiting_for_approval`
    case 'confirmations':
      return `${pending}?show=actions&by=others`
    case 'payouts':
      return `${pending}?show=payouts&by=others`
    case 'beneficiaryPayouts':
      return `${pending}?show=beneficiaries`
    case 'tickets':
      return audience === 'merchant'
        ? `${tickets}&waitingOn=requester`
        : `${tickets}&waitingOn=agent&isNearBreach=true&assigneeId=none,me&sort=due`
    case 'disputes':
      return count === 1 ? `${payments}/${recordId}` : `${payments}?disputeState=opened`
  }
}

/** As its screens have it. */
const opensPending = ['Crm.Payments.PendingTransactions', 'Merchant.Payments.PendingTransactions']

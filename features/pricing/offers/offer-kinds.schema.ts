// The names of the two kinds, apart from the contract, because the portal's first page needs them.

export const offerKinds = ['proposal', 'agreement'] as const
export type OfferKind = (typeof offerKinds)[number]

/** The resource, status and permission of each kind. */
export const offerKindNames = {
  proposal: {
    id: 'proposals',
    one: 'proposal',
    pending: 'PendingApproval',
    answering: 'viewMerchantPortalProposals',
  },
  agreement: {
    id: 'agreements',
    one: 'agreement',
    pending: 'PendingAcceptance',
    answering: 'viewMerchantPortalAgreements',
  },
} as const

/** The permission to create offers: that to change the customer. */
export const createPermission = 'CRM.Organization.Edit'

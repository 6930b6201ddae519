// What the two kinds are called, apart from their schemas: the portal's first page knows these words.

export const offerKinds = ['proposal', 'agreement'] as const
export type OfferKind = (typeof offerKinds)[number]

/** What the documents call the same thing of each kind. */
export const wordsOf = {
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

/** Who makes offers: whoever may change the customer. */
export const offerMakers = 'CRM.Organization.Edit'

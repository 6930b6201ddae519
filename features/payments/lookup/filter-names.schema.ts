/** The filters by their names in the URL, which are also the names in the API. */
export const filterNames = [
  'searchKey',
  'dateFrom',
  'dateTo',
  'status',
  'method',
  'currency',
  'amountFrom',
  'amountTo',
  'merchantId',
  'tenantId',
  'provider',
  'disputeState',
  'payout',
  'websiteId',
  'channel',
  'cardBrand',
  'customerCountry',
  'issuerCountry',
  'cardType',
  'midId',
  'routingRule',
  'attempts',
  'declineReason',
  'declineCode',
  'externalId',
  'email',
  'last4',
  'mode',
] as const
/** Those of the face whose rows are requests. */
export const requestFilterNames = [...filterNames, 'requestState'] as const
export type PaymentFilterName = (typeof requestFilterNames)[number]

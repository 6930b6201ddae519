/** What the platform gives a tenant or keeps from it. */
export const featureNames = [
  'virtualTerminal',
  'disputes',
  'payouts',
  'support',
  'reports',
  'antifraud',
  'developer',
  'crm',
  'scheduler',
  'branding',
  'aiScoping',
] as const
export type FeatureName = (typeof featureNames)[number]

/** The permissions that each is made of. No permission is of two. */
const patterns: Readonly<Record<FeatureName, RegExp>> = {
  virtualTerminal: /\.Transaction\.VirtualTerminal$/,
  disputes: /Disputes\.View$|RDR\.BatchSummary|Actions\.(Dispute|AcceptDispute)$/,
  payouts: /Actions\.Payout$|^Merchant\.(Payments\.(Single|Batch)|Beneficiaries)/,
  support: /^(CRM|Merchant)\.Support\.Lookup$|^Reports\.SupportAnalytics/,
  reports: /^(CRM|Crm|Merchant)\.Reports\.|^Reports\.Channel/,
  antifraud: /Antifraud|Whiteliting/,
  developer:
    /^Settings\.DeveloperSettings\.|^Merchant\.Settings\.|^Organization\.Tpp|\.WebhookEndpoints?(\.|$)/,
  crm: /^CRM\.(Task|Lead|Contact|Opportunity|Product|Project|Email|PriceBook)\.|^Settings\.CrmSettings\./,
  scheduler: /^Settings\.Scheduler\./,
  branding: /GeneralSettings\.Theme\./,
  aiScoping: /^Settings\.AI\./,
}

/** Whether the permission is of this feature. */
export const isOfFeature = (permission: string, name: FeatureName): boolean =>
  patterns[name].test(permission)

/** The feature that the permission is of; undefined for what every tenant has. */
export const featureOf = (permission: string): FeatureName | undefined =>
  featureNames.find((name) => isOfFeature(permission, name))

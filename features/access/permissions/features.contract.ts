/** What the platform gives a tenant or keeps from it; features.rules.ts says which permissions each is made of. */
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

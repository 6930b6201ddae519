import { type FeatureName, featureNames } from './features.contract.ts'
import { permissionGroups } from './permissions.rules.ts'

const every = [...new Set(permissionGroups.flatMap(({ permissions }) => permissions))]
const like = (pattern: RegExp) => every.filter((one) => pattern.test(one))

/**
 * What the platform gives a tenant or keeps from it, each as the permissions that it is made of: without the feature they
 * have no effect for anybody of the tenant or of its merchants, so that pages, menu entries and calls go together.
 */
export const features: Readonly<Record<FeatureName, readonly string[]>> = {
  virtualTerminal: like(/\.Transaction\.VirtualTerminal$/),
  disputes: like(/Disputes\.View$|RDR\.BatchSummary|Actions\.(Dispute|AcceptDispute)$/),
  payouts: like(/Actions\.Payout$|^Merchant\.(Payments\.(Single|Batch)|Beneficiaries)/),
  support: like(/^(CRM|Merchant)\.Support\.Lookup$|^Reports\.SupportAnalytics/),
  reports: like(/^(CRM|Crm|Merchant)\.Reports\.|^Reports\.Channel/),
  antifraud: like(/Antifraud|Whiteliting/),
  developer: like(/^Settings\.DeveloperSettings\.|^Merchant\.Settings\.|^Organization\.Tpp/),
  crm: like(
    /^CRM\.(Task|Lead|Contact|Opportunity|Product|Project|Email|PriceBook)\.|^Settings\.CrmSettings\./,
  ),
  scheduler: like(/^Settings\.Scheduler\./),
  branding: like(/GeneralSettings\.Theme\./),
  aiScoping: like(/^Settings\.AI\./),
}

/** The permissions that have no effect as long as these features are off; names of no feature say nothing. */
export function permissionsOff(off: readonly string[]): ReadonlySet<string> {
  return new Set(off.flatMap((name) => features[name as FeatureName] ?? []))
}

/** The feature that keeps the permission back; undefined when none does. */
export function featureKeeping(off: readonly string[], permission: string) {
  return featureNames.find((name) => off.includes(name) && features[name].includes(permission))
}

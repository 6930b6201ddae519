import type { Notification } from './notifications.contract.ts'

export type Clicked = Pick<Notification, 'objectUrl' | 'notificationType' | 'useRouter'>

/** What a click on a notification opens. */
export type ClickTarget =
  | { readonly kind: 'none' }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'download'; readonly fileIds: readonly string[] }
  | { readonly kind: 'dialog'; readonly type: string; readonly recordId: string }
  | { readonly kind: 'screen'; readonly path: string }
  | { readonly kind: 'page'; readonly url: string }

/** A user needs one of these for the action of a notification; other types need none. */
export const actionPermissions: Readonly<Record<string, readonly string[]>> = {
  Proposal: ['viewMerchantPortalProposals', 'CRM.Dashboard.View'],
  Agreement: ['viewMerchantPortalAgreements', 'CRM.Dashboard.View'],
  PreCheckForm: ['viewMerchantPortalPrecheck', 'CRM.Dashboard.View'],
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi

/** `dialogTypes`: the types that open a dialog; `origin`: the portal's own. */
export function clickTarget(
  { objectUrl, notificationType, useRouter }: Clicked,
  dialogTypes: ReadonlySet<string>,
  origin: string,
): ClickTarget {
  if (objectUrl === null || objectUrl === '') return { kind: 'none' }
  const ids = objectUrl.match(uuid) ?? []
  if (notificationType === 'ReportGenerated') {
    return ids.length === 0 ? { kind: 'invalid' } : { kind: 'download', fileIds: ids }
  }
  const recordId = ids.at(-1)
  if (dialogTypes.has(notificationType) && recordId !== undefined) {
    return { kind: 'dialog', type: notificationType, recordId }
  }
  if (!isSafeAddress(objectUrl)) return { kind: 'invalid' }
  const url = new URL(objectUrl, origin)
  return useRouter && url.origin === origin
    ? { kind: 'screen', path: `${url.pathname}${url.search}${url.hash}` }
    : { kind: 'page', url: url.href }
}

/** Whether an address is a path from the root or an http(s) address, and nothing that a browser runs as a script. */
export function isSafeAddress(address: string): boolean {
  // browsers drop tabs and line ends and read \ as /, so that /\host would leave the portal
  if (/[\s\\]/.test(address)) return false
  if (/^\/(?!\/)/.test(address)) return URL.canParse(address, 'https://portal.invalid')
  return /^https?:\/\//i.test(address) && URL.canParse(address)
}

import type { SignedInUser } from '@counterfoil/kit/web/session/user.tsx'

export type SupportButton =
  | { readonly kind: 'none' }
  | { readonly kind: 'dialog' }
  | { readonly kind: 'email'; readonly address: string }

const lookups = ['CRM.Support.Lookup', 'Merchant.Support.Lookup', 'Platform.Support.Lookup']

/** With the e-mail permission the button is a mail link; otherwise with any support lookup it opens the dialog. */
export function supportButtonOf(
  user: Pick<SignedInUser, 'permissions' | 'tenantSupportEmail'>,
): SupportButton {
  if (user.permissions.has('Merchant.Support.EmailButton')) {
    // without the tenant's support address there is no button
    if (user.tenantSupportEmail === null) return { kind: 'none' }
    return { kind: 'email', address: user.tenantSupportEmail }
  }
  return lookups.some((each) => user.permissions.has(each)) ? { kind: 'dialog' } : { kind: 'none' }
}

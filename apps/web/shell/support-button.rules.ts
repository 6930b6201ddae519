import type { SignedInUser } from '@counterfoil/kit/web/session/user.tsx'

export type SupportButton =
  | { readonly kind: 'none' }
  | { readonly kind: 'dialog' }
  | { readonly kind: 'email'; readonly address: string }

const lookups = ['CRM.Support.Lookup', 'Merchant.Support.Lookup', 'Platform.Support.Lookup']

/** Who holds the e-mail permission has the mail link, whatever else; any support lookup has the dialog (READINGS 48). */
export function supportButtonOf(
  user: Pick<SignedInUser, 'permissions' | 'tenantSupportEmail'>,
): SupportButton {
  if (user.permissions.has('Merchant.Support.EmailButton')) {
    // without an address of the tenant there is nobody to write to
    if (user.tenantSupportEmail === null) return { kind: 'none' }
    return { kind: 'email', address: user.tenantSupportEmail }
  }
  return lookups.some((each) => user.permissions.has(each)) ? { kind: 'dialog' } : { kind: 'none' }
}

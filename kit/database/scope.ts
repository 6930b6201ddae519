/**
 * What a caller may see: the query filter, which every query makes of this value (`within`), and
 * row-level security, which the same value sets for the transaction.
 */
export interface TenantScope {
  readonly kind: 'tenant'
  readonly tenantId: string
  /** The merchants that the caller is limited to; null: all of the tenant's. */
  readonly merchantIds: readonly string[] | null
  /** Payments that the caller is limited to besides; undefined: to none. */
  readonly payments?: PaymentLimits | undefined
}

/** Null: all of them. */
export interface PaymentLimits {
  readonly methods: readonly string[] | null
  readonly providers: readonly string[] | null
}

/** Platform staff reading across tenants, on a database role that cannot write. */
export interface PlatformScope {
  readonly kind: 'platform'
}

export type Scope = TenantScope | PlatformScope

export const tenantScope = (
  tenantId: string,
  merchantIds: readonly string[] | null = null,
  payments?: PaymentLimits,
): TenantScope => ({
  kind: 'tenant',
  tenantId,
  merchantIds,
  ...(isLimited(payments) ? { payments } : {}),
})

const isLimited = (limits: PaymentLimits | undefined) =>
  limits !== undefined && (limits.methods !== null || limits.providers !== null)

export const platformScope: PlatformScope = { kind: 'platform' }

/** The same for equal scopes, and for no others: for what is kept or shared among those who may see the same. */
export function scopeKey(scope: Scope): string {
  if (scope.kind === 'platform') return 'platform'
  const { tenantId, merchantIds, payments } = scope
  const parts = [merchantIds, payments?.methods, payments?.providers]
  return JSON.stringify([tenantId, ...parts.map((part) => part?.toSorted() ?? null)])
}

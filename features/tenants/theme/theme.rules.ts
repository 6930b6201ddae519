/** What every browser shows as a picture, of what may be uploaded. */
export const logoTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif']
/** Every page of the portal and of signing in loads it. */
export const maxLogoBytes = 524_288

/** Where a tenant's logo is read; a new one has another address, so that nobody sees the old one from a cache. */
export function logoAddress(tenantId: string, fileId: string): string {
  return `/api/tenants/${tenantId}/logo/${fileId}`
}

/** `#2e43fe` as `46, 67, 254`. */
export function rgbText(colour: string): string {
  const value = Number.parseInt(colour.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255].join(', ')
}

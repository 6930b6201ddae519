/** The uploadable types that every browser shows as a picture. */
export const logoTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif']
/** Small, because every page of the portal and of the sign-in loads it. */
export const maxLogoBytes = 524_288

/** The address of a tenant's logo; a new logo has another address, so that no cache shows the old one. */
export function logoAddress(tenantId: string, fileId: string): string {
  return `/api/tenants/${tenantId}/logo/${fileId}`
}

/** `#2e43fe` as `46, 67, 254`. */
export function rgbText(colour: string): string {
  const value = Number.parseInt(colour.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255].join(', ')
}

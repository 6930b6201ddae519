const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const form = new RegExp(`^(${uuid})\\.(${uuid})\\.([\\w-]{20,100})$`)

/** `tenant.payment.secret`, as it travels through the bank. */
export function returnParts(
  state: string,
): { readonly tenantId: string; readonly id: string; readonly secret: string } | undefined {
  const [, tenantId, id, secret] = form.exec(state) ?? []
  return tenantId === undefined || id === undefined || secret === undefined
    ? undefined
    : { tenantId, id, secret }
}

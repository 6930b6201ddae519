/** The query value that opens the audit outlet beside whatever page is open: `?audit=payment:0190…`. */
export const auditParameter = 'audit'

/** Kept with the address that a link made, so that closing goes back to the page that it was opened on. */
export const openAudit = { auditOpenedHere: true } as const

/** The record in the query parameter `audit`: `payment:0190…`. */
export function parseAuditAddress(
  text: string | null,
): { recordType: string; recordId: string } | undefined {
  const [, recordType, recordId] =
    /^([a-z][a-z_-]{0,39}):([A-Za-z0-9._-]{1,64})$/.exec(text ?? '') ?? []
  return recordType === undefined || recordId === undefined ? undefined : { recordType, recordId }
}

/** The query value that opens the audit outlet beside whatever page is open: `?audit=payment:0190…`. */
export const auditParameter = 'audit'

/** Kept with the address that a link made, so that closing goes back to the page that it was opened on. */
export const openAudit = { auditOpenedHere: true } as const

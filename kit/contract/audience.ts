/** Whose people somebody belongs to, and for whose a screen or report is; also called the user type. */
export const audiences = ['platform', 'tenant', 'merchant'] as const
export type Audience = (typeof audiences)[number]

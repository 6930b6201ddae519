/** How long the link of a mail lets somebody in. The provider's page says the same (identity/password-pages.ts). */
export const resetMinutes = 30
export const invitationDays = 7

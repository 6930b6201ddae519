import validator from 'validator'

/**
 * An e-mail address in the form that its mailbox is known by: without case, and without the dots and tags that providers
 * such as Gmail, Outlook and iCloud ignore. `R.Eader+shop@gmail.com` is `reader@gmail.com`.
 */
export const mailboxOf = (email: string): string =>
  validator.normalizeEmail(email, { all_lowercase: true }) || email.toLowerCase()

// E-mails to users about their accounts, in both languages.
import type { MailContent, MailLanguage } from '@counterfoil/features/messaging/mail/mail.schema.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Say, sayIn, type Text } from '@counterfoil/kit/contract/texts.ts'
import { invitationDays, resetMinutes } from './users.rules.ts'

const msg = messagesOf(import.meta.url)

const greetingOf = (say: Say, firstName: string) => say(msg('Hello {firstName},'), { firstName })

export const invitationMail =
  (to: { firstName: string; inviter: string; url: string }) =>
  (language: MailLanguage, tenant: string): MailContent => {
    const say = sayIn(language)
    const { firstName, inviter, url: link } = to
    return {
      facts: {
        kind: 'invitation',
        values: { firstName, inviter, link, days: String(invitationDays) },
      },
      subject: say(msg('Your invitation to {tenant}'), { tenant }),
      greeting: greetingOf(say, to.firstName),
      paragraphs: [
        say(
          msg(
            '{inviter} has invited you to the portal of {tenant}. Choose a password, and you are in.',
          ),
          { inviter: to.inviter, tenant },
        ),
      ],
      button: { label: say(msg('Set up your account')), url: to.url },
      notes: [
        say(
          msg(
            'The link works once, within {invitationDays} days. If you do not know what this is about, do nothing.',
          ),
          { invitationDays },
        ),
      ],
    }
  }

/** To somebody whose address signs in to another organisation: the inviter does not learn that it does. */
export const elsewhereMail =
  (to: { firstName: string; inviter: string; url: string }) =>
  (language: MailLanguage, tenant: string): MailContent => {
    const say = sayIn(language)
    return {
      subject: say(msg('Your invitation to {tenant}'), { tenant }),
      greeting: greetingOf(say, to.firstName),
      paragraphs: [
        say(
          msg(
            '{inviter} has invited you to the portal of {tenant}. This address already signs in to another organisation here, and can only sign in to one. Ask for an invitation to another address of yours.',
          ),
          { inviter: to.inviter, tenant },
        ),
      ],
      button: { label: say(msg('Open the portal')), url: to.url },
      notes: [],
    }
  }

/** With another identity provider the user has no password to set here. */
export const accessMail =
  (to: { firstName: string; inviter: string; url: string }) =>
  (language: MailLanguage, tenant: string): MailContent => {
    const say = sayIn(language)
    const { firstName, inviter, url: link } = to
    return {
      facts: { kind: 'access', values: { firstName, inviter, link } },
      subject: say(msg('You have access to {tenant}'), { tenant }),
      greeting: greetingOf(say, to.firstName),
      paragraphs: [
        say(
          msg(
            '{inviter} has given you access to the portal of {tenant}. Sign in with your organisation’s account.',
          ),
          { inviter: to.inviter, tenant },
        ),
      ],
      button: { label: say(msg('Open the portal')), url: to.url },
      notes: [],
    }
  }

export const resetMail =
  (to: { firstName: string; url: string; by?: string }) =>
  (language: MailLanguage, tenant: string): MailContent => {
    const say = sayIn(language)
    const { firstName, url: link, by: requester = firstName } = to
    return {
      facts: {
        kind: 'passwordReset',
        values: { firstName, requester, link, minutes: String(resetMinutes) },
      },
      subject: say(msg('A new password for {tenant}'), { tenant }),
      greeting: greetingOf(say, to.firstName),
      paragraphs: [
        to.by === undefined
          ? say(msg('Somebody, most likely you, has asked for a new password for your account.'))
          : say(msg('{by}, who manages your account, asks you to choose a new password.'), {
              by: to.by,
            }),
      ],
      button: { label: say(msg('Choose a new password')), url: to.url },
      notes: [
        say(
          msg(
            'The link works once, within {resetMinutes} minutes. If it was not you, do nothing: your password stays as it is.',
          ),
          { resetMinutes },
        ),
      ],
    }
  }

export type SecurityChange =
  | 'password'
  | 'authenticator_added'
  | 'authenticator_removed'
  | 'authenticator_reset'
  | 'recovery_codes'
  | 'code_asked'
  | 'code_not_asked'

const changes: Readonly<Record<SecurityChange, Text>> = {
  password: msg('Your password was changed.'),
  authenticator_added: msg('An authenticator app was set up for your account.'),
  authenticator_removed: msg('The authenticator app was removed from your account.'),
  authenticator_reset: msg(
    'An administrator removed the authenticator app from your account. You can set up another one.',
  ),
  recovery_codes: msg(
    'New recovery codes were made for your account. The old ones no longer work.',
  ),
  code_asked: msg('From now on a code of your authenticator app is asked at sign-in.'),
  code_not_asked: msg('A code of your authenticator app is no longer asked at sign-in.'),
}

/** Sent so that a user notices a change that somebody else made. */
export const securityMail =
  (to: { firstName: string; what: SecurityChange }) =>
  (language: MailLanguage, tenant: string): MailContent => {
    const say = sayIn(language)
    const change = say(changes[to.what])
    return {
      facts: { kind: 'securityChange', values: { firstName: to.firstName, change } },
      subject: say(msg('Your account with {tenant}'), { tenant }),
      greeting: greetingOf(say, to.firstName),
      paragraphs: [change],
      notes: [say(msg('If it was not you, write to the address below at once.'))],
    }
  }

// E-mails to users about their accounts, in both languages.
import type { MailContent, MailLanguage } from '@counterfoil/features/messaging/mail/mail.rules.ts'
import { invitationDays, resetMinutes } from './users.rules.ts'

type Say = (english: string, turkish: string) => string
const sayIn =
  (language: MailLanguage): Say =>
  (english, turkish) =>
    language === 'tr' ? turkish : english

const greetingOf = (say: Say, firstName: string) =>
  say(`Hello ${firstName},`, `Merhaba ${firstName},`)

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
      subject: say(`Your invitation to ${tenant}`, `${tenant} davetiniz`),
      greeting: greetingOf(say, to.firstName),
      paragraphs: [
        say(
          `${to.inviter} has invited you to the portal of ${tenant}. Choose a password, and you are in.`,
          `${to.inviter} sizi ${tenant} portalına davet etti. Bir parola seçin, hesabınız hazır.`,
        ),
      ],
      button: { label: say('Set up your account', 'Hesabınızı oluşturun'), url: to.url },
      notes: [
        say(
          `The link works once, within ${invitationDays} days. If you do not know what this is about, do nothing.`,
          `Bağlantı bir kez ve ${invitationDays} gün içinde kullanılabilir. Bunun ne olduğunu bilmiyorsanız bir şey yapmayın.`,
        ),
      ],
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
      subject: say(`You have access to ${tenant}`, `${tenant} erişiminiz açıldı`),
      greeting: greetingOf(say, to.firstName),
      paragraphs: [
        say(
          `${to.inviter} has given you access to the portal of ${tenant}. Sign in with your organisation’s account.`,
          `${to.inviter} size ${tenant} portalına erişim verdi. Kuruluşunuzun hesabıyla oturum açın.`,
        ),
      ],
      button: { label: say('Open the portal', 'Portalı aç'), url: to.url },
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
      subject: say(`A new password for ${tenant}`, `${tenant} için yeni parola`),
      greeting: greetingOf(say, to.firstName),
      paragraphs: [
        to.by === undefined
          ? say(
              'Somebody, most likely you, has asked for a new password for your account.',
              'Biri, büyük olasılıkla siz, hesabınız için yeni bir parola istedi.',
            )
          : say(
              `${to.by}, who looks after your account, asks you to choose a new password.`,
              `Hesabınızla ilgilenen ${to.by} yeni bir parola seçmenizi istiyor.`,
            ),
      ],
      button: { label: say('Choose a new password', 'Yeni bir parola seçin'), url: to.url },
      notes: [
        say(
          `The link works once, within ${resetMinutes} minutes. If it was not you, do nothing: your password stays as it is.`,
          `Bağlantı bir kez ve ${resetMinutes} dakika içinde kullanılabilir. Siz istemediyseniz bir şey yapmayın: parolanız aynı kalır.`,
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

const changes: Readonly<Record<SecurityChange, readonly [string, string]>> = {
  password: ['Your password was changed.', 'Parolanız değiştirildi.'],
  authenticator_added: [
    'An authenticator app was set up for your account.',
    'Hesabınız için bir doğrulama uygulaması kuruldu.',
  ],
  authenticator_removed: [
    'The authenticator app was removed from your account.',
    'Doğrulama uygulaması hesabınızdan kaldırıldı.',
  ],
  authenticator_reset: [
    'An administrator removed the authenticator app from your account. You can set up another one.',
    'Bir yönetici doğrulama uygulamasını hesabınızdan kaldırdı. Yenisini kurabilirsiniz.',
  ],
  recovery_codes: [
    'New recovery codes were made for your account. The old ones no longer work.',
    'Hesabınız için yeni kurtarma kodları oluşturuldu. Eskileri artık geçerli değil.',
  ],
  code_asked: [
    'From now on a code of your authenticator app is asked at sign-in.',
    'Artık oturum açarken doğrulama uygulamanızın kodu sorulacak.',
  ],
  code_not_asked: [
    'A code of your authenticator app is no longer asked at sign-in.',
    'Artık oturum açarken doğrulama uygulamanızın kodu sorulmayacak.',
  ],
}

/** Sent so that a user notices a change that somebody else made. */
export const securityMail =
  (to: { firstName: string; what: SecurityChange }) =>
  (language: MailLanguage, tenant: string): MailContent => {
    const say = sayIn(language)
    const change = say(...changes[to.what])
    return {
      facts: { kind: 'securityChange', values: { firstName: to.firstName, change } },
      subject: say(`Your account with ${tenant}`, `${tenant} hesabınız`),
      greeting: greetingOf(say, to.firstName),
      paragraphs: [change],
      notes: [
        say(
          'If it was not you, tell the address below at once.',
          'Bunu siz yapmadıysanız hemen aşağıdaki adrese haber verin.',
        ),
      ],
    }
  }

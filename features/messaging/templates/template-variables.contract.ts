// What the variables in templates stand for, and in which of them each can stand.
import type {
  BothLanguages,
  TextVariable,
  VariablesOf,
} from '@counterfoil/kit/contract/resource-field.ts'

const labels = {
  tenantName: ['Name of the organisation', 'Kuruluşun adı'],
  supportEmail: ['Support e-mail', 'Destek e-postası'],
  merchantName: ['Name of the merchant', 'Üye iş yerinin adı'],
  merchantCountry: ['Country of the merchant', 'Üye iş yerinin ülkesi'],
  merchantCurrency: ['Home currency of the merchant', 'Üye iş yerinin para birimi'],
  merchantWebsite: ['Website of the merchant', 'Üye iş yerinin sitesi'],
  operatorName: ['Name of the operator', 'Operatörün adı'],
  operatorEmail: ['E-mail of the operator', 'Operatörün e-postası'],
  date: ['Date', 'Tarih'],
  signature: ['Signature', 'İmza'],
  firstName: ['First name of the recipient', 'Alıcının adı'],
  inviter: ['Who invites', 'Davet eden'],
  requester: ['Who asks for it', 'İsteyen'],
  link: ['Link', 'Bağlantı'],
  days: ['Days that the link works', 'Bağlantının geçerli olduğu gün'],
  minutes: ['Minutes that the link works', 'Bağlantının geçerli olduğu dakika'],
  change: ['What was changed', 'Değişen'],
  ticketCode: ['Number of the ticket', 'Talep numarası'],
  ticketSubject: ['Subject of the ticket', 'Talebin konusu'],
  author: ['Who wrote or did it', 'Yazan veya yapan'],
  message: ['What was written', 'Yazılan'],
  documentSubject: ['Subject of the document', 'Belgenin konusu'],
} as const satisfies Record<string, BothLanguages>

type Name = keyof typeof labels

const kinds: Readonly<Partial<Record<Name, TextVariable['kind']>>> = {
  link: 'address',
  merchantWebsite: 'address',
  message: 'lines',
  signature: 'html',
}

const variable = (name: Name, needed: readonly Name[] = []): TextVariable => ({
  name,
  label: labels[name],
  kind: kinds[name] ?? 'text',
  isNeeded: needed.includes(name),
})

interface MailKind {
  readonly label: BothLanguages
  readonly names: readonly Name[]
  readonly needed?: readonly Name[]
}

const ofTicket = ['ticketCode', 'ticketSubject', 'link'] as const
const said = [...ofTicket, 'author', 'message'] as const

/** The mails that the product sends by itself, and what each of them knows beside `ofEveryMail`. */
export const mailKinds = {
  invitation: {
    label: ['Invitation of a user', 'Kullanıcı daveti'],
    names: ['firstName', 'inviter', 'link', 'days'],
    needed: ['link'],
  },
  access: {
    label: ['Access given to a user', 'Kullanıcıya erişim verildi'],
    names: ['firstName', 'inviter', 'link'],
    needed: ['link'],
  },
  passwordReset: {
    label: ['New password', 'Yeni parola'],
    names: ['firstName', 'requester', 'link', 'minutes'],
    needed: ['link'],
  },
  securityChange: {
    label: ['Account changed', 'Hesapta değişiklik'],
    names: ['firstName', 'change'],
  },
  ticketReceived: { label: ['Ticket received', 'Talep alındı'], names: ofTicket },
  ticketRaised: {
    label: ['Ticket opened for somebody', 'Biri için talep açıldı'],
    names: ofTicket,
  },
  ticketReply: { label: ['Reply to a ticket', 'Talebe yanıt'], names: said },
  ticketInternalComment: { label: ['Internal comment', 'Ekip içi yorum'], names: said },
  ticketAssigned: { label: ['Ticket assigned', 'Talep atandı'], names: [...ofTicket, 'author'] },
  ticketClosed: { label: ['Ticket closed', 'Talep kapatıldı'], names: ofTicket },
  ticketReopened: { label: ['Ticket opened again', 'Talep yeniden açıldı'], names: ofTicket },
  ticketInvitation: {
    label: ['Invitation to a ticket', 'Talebe davet'],
    names: [...said, 'days'],
    needed: ['link'],
  },
  proposalSent: {
    label: ['Proposal sent', 'Teklif gönderildi'],
    names: ['firstName', 'documentSubject', 'link'],
    needed: ['link'],
  },
  agreementSent: {
    label: ['Agreement sent', 'Sözleşme gönderildi'],
    names: ['firstName', 'documentSubject', 'link'],
    needed: ['link'],
  },
} as const satisfies Record<string, MailKind>

export type MailKindName = keyof typeof mailKinds

/** What a mail says, for the template of its kind: every variable must be given. */
export type MailFacts = {
  [K in MailKindName]: {
    readonly kind: K
    readonly values: Readonly<Record<(typeof mailKinds)[K]['names'][number], string>>
  }
}[MailKindName]

const ofEveryMail = ['tenantName', 'supportEmail', 'merchantName'] as const

export const mailChoices = Object.fromEntries(
  Object.entries(mailKinds).map(([name, { label }]) => [name, label]),
) as { readonly [K in MailKindName]: BothLanguages }

export const mailVariables: VariablesOf = ({ purpose }) => {
  const kind: MailKind | undefined = mailKinds[String(purpose) as MailKindName]
  return [...(kind?.names ?? []), ...ofEveryMail].map((name) => variable(name, kind?.needed))
}

/** What is known of whoever answers or offers. */
export const signatureVariables: VariablesOf = () =>
  (['operatorName', 'operatorEmail', 'tenantName', 'supportEmail'] as const).map((name) =>
    variable(name),
  )

/** What a proposal or an agreement knows of its merchant and of who offers it. */
export const documentVariables: VariablesOf = () =>
  (
    [
      'merchantName',
      'merchantCountry',
      'merchantCurrency',
      'merchantWebsite',
      'tenantName',
      'supportEmail',
      'operatorName',
      'operatorEmail',
      'date',
      'signature',
    ] as const
  ).map((name) => variable(name))

// What the variables in templates stand for, and in which of them each can stand.

import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { TextVariable, VariablesOf } from '@counterfoil/kit/contract/resource-field.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'

const msg = messagesOf(import.meta.url)

const labels = msg({
  tenantName: 'Name of the organisation',
  supportEmail: 'Support e-mail',
  merchantName: 'Name of the merchant',
  merchantCountry: 'Country of the merchant',
  merchantCurrency: 'Home currency of the merchant',
  merchantWebsite: 'Website of the merchant',
  operatorName: 'Name of the operator',
  operatorEmail: 'E-mail of the operator',
  date: 'Date',
  signature: 'Signature',
  firstName: 'First name of the recipient',
  inviter: 'Who invites',
  requester: 'Who asks for it',
  link: 'Link',
  days: 'Days that the link works',
  minutes: 'Minutes that the link works',
  change: 'Change',
  ticketCode: 'Number of the ticket',
  ticketSubject: 'Subject of the ticket',
  author: 'Author',
  message: 'Text',
  documentSubject: 'Subject of the document',
}) satisfies Record<string, Text>

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
  readonly label: Text
  readonly names: readonly Name[]
  readonly needed?: readonly Name[]
}

const ofTicket = ['ticketCode', 'ticketSubject', 'link'] as const
const said = [...ofTicket, 'author', 'message'] as const

/** The mails that the product sends by itself, and what each of them knows beside `ofEveryMail`. */
const mailKinds = {
  invitation: {
    label: msg('Invitation of a user'),
    names: ['firstName', 'inviter', 'link', 'days'],
    needed: ['link'],
  },
  access: {
    label: msg('Access given to a user'),
    names: ['firstName', 'inviter', 'link'],
    needed: ['link'],
  },
  passwordReset: {
    label: msg('New password'),
    names: ['firstName', 'requester', 'link', 'minutes'],
    needed: ['link'],
  },
  securityChange: {
    label: msg('Account changed'),
    names: ['firstName', 'change'],
  },
  ticketReceived: { label: msg('Ticket received'), names: ofTicket },
  ticketRaised: {
    label: msg('Ticket created on behalf of a requester'),
    names: ofTicket,
  },
  ticketReply: { label: msg('Reply to a ticket'), names: said },
  ticketInternalComment: { label: msg('Internal comment'), names: said },
  ticketAssigned: { label: msg('Ticket assigned'), names: [...ofTicket, 'author'] },
  ticketClosed: { label: msg('Ticket closed'), names: ofTicket },
  ticketReopened: { label: msg('Ticket opened again'), names: ofTicket },
  ticketInvitation: {
    label: msg('Invitation to a ticket'),
    names: [...said, 'days'],
    needed: ['link'],
  },
  proposalSent: {
    label: msg('Proposal sent'),
    names: ['firstName', 'documentSubject', 'link'],
    needed: ['link'],
  },
  agreementSent: {
    label: msg('Agreement sent'),
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
) as { readonly [K in MailKindName]: Text }

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

import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { targets } from '@counterfoil/kit/contract/reference-targets.ts'
import { resource } from '@counterfoil/kit/contract/resource.ts'
import type { VariablesOf } from '@counterfoil/kit/contract/resource-field.ts'
import {
  choice,
  optional,
  reference,
  richText,
  text,
} from '@counterfoil/kit/contract/resource-fields.ts'
import {
  documentVariables,
  mailChoices,
  mailVariables,
  signatureVariables,
} from './template-variables.schema.ts'

const msg = messagesOf(import.meta.url)

const name = text(msg('Name'), { max: 120 })
const language = reference(msg('Language'), targets.language)
const body = (variables: VariablesOf) => richText(msg('Text'), { variables })

/** What all kinds of templates share: one table with a column `kind`. */
const common = (kind: string, address: string, order: number, icon: string) =>
  ({
    id: address,
    path: `/crm/settings/crm/${address}`,
    screen: { path: `/crm/settings/crm/${address}`, order, icon },
    table: 'template',
    only: { kind },
    owner: 'tenant',
    sort: 'name',
    search: ['name'],
    unique: [['name']],
  }) as const

const written = '<p>{{tenantName}}</p>'

export const emailTemplates = resource({
  ...common('email', 'email-templates', 230, 'IconMailCog'),
  one: msg('E-mail template'),
  many: msg('E-mail templates'),
  about: msg(
    'Your own texts for the product’s e-mails. One template is active for each e-mail and language: switching one on switches the other off.',
  ),
  permission: 'Settings.CrmSettings.EmailTemplate.View',
  fields: {
    name,
    purpose: choice(msg('Mail'), mailChoices),
    language,
    subject: text(msg('Subject'), { max: 200, variables: mailVariables }),
    body: body(mailVariables),
  },
  columns: ['name', 'purpose', 'language', 'subject', 'updatedAt'],
  filters: ['purpose', 'language'],
  search: ['name', 'subject'],
  example: { purpose: 'ticketReopened', body: written },
})

const ofDocument = (kind: string, address: string, order: number, icon: string) =>
  ({
    ...common(kind, address, order, icon),
    fields: { name, language, body: body(documentVariables) },
    columns: ['name', 'language', 'updatedAt'],
    filters: ['language'],
    example: { body: written },
  }) as const

export const proposalTemplates = resource({
  ...ofDocument('proposal', 'proposal-templates', 240, 'IconFileText'),
  one: msg('Proposal template'),
  many: msg('Proposal templates'),
  about: msg('The texts that proposals to merchants begin with.'),
  permission: 'Settings.CrmSettings.ProposalTemplate.View',
})

export const agreementTemplates = resource({
  ...ofDocument('agreement', 'agreement-templates', 250, 'IconFileCertificate'),
  one: msg('Agreement template'),
  many: msg('Agreement templates'),
  about: msg('The texts that agreements with merchants begin with.'),
  permission: 'Settings.CrmSettings.AgreementTemplate.View',
})

const ofSignature = (kind: string, address: string, order: number) =>
  ({
    ...common(kind, address, order, 'IconSignature'),
    fields: {
      name,
      userId: optional(
        reference(msg('Of'), targets.operator, {
          hint: msg('If empty: of the organisation, for everybody who has none'),
        }),
      ),
      language,
      body: body(signatureVariables),
    },
    columns: ['name', 'userId', 'language', 'updatedAt'],
    filters: ['userId', 'language'],
    example: { body: written },
  }) as const

export const emailSignatures = resource({
  ...ofSignature('email_signature', 'email-signatures', 235),
  one: msg('E-mail signature'),
  many: msg('E-mail signatures'),
  about: msg(
    'Shown below the e-mails of replies to tickets: the author’s signature, otherwise the organisation’s.',
  ),
  permission: 'Settings.CrmSettings.EmailTemplate.View',
})

export const proposalSignatures = resource({
  ...ofSignature('proposal_signature', 'proposal-signatures', 245),
  one: msg('Proposal signature'),
  many: msg('Proposal signatures'),
  about: msg(
    'The text of the variable “signature” in proposals: the author’s signature, otherwise the organisation’s.',
  ),
  permission: 'Settings.CrmSettings.ProposalSignature.View',
})

export const agreementSignatures = resource({
  ...ofSignature('agreement_signature', 'agreement-signatures', 255),
  one: msg('Agreement signature'),
  many: msg('Agreement signatures'),
  about: msg(
    'The text of the variable “signature” in agreements: the author’s signature, otherwise the organisation’s.',
  ),
  permission: 'Settings.CrmSettings.AgreementSignature.View',
})

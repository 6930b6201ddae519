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
} from './template-variables.contract.ts'

const name = text(['Name', 'Ad'], { max: 120 })
const language = reference(['Language', 'Dil'], targets.language)
const body = (variables: VariablesOf) => richText(['Text', 'Metin'], { variables })

/** What all kinds of templates share: one table, told apart by its column `kind`. */
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
  one: ['E-mail template', 'E-posta şablonu'],
  many: ['E-mail templates', 'E-posta şablonları'],
  about: [
    'What the mails of the product say instead of their built-in texts. One template of each mail and language is active: switching one on switches the other off.',
    'Ürünün gönderdiği e-postaların hazır metinleri yerine geçen metinler. Her e-posta ve dil için tek şablon etkindir: biri açılınca diğeri kapanır.',
  ],
  permission: 'Settings.CrmSettings.EmailTemplate.View',
  fields: {
    name,
    purpose: choice(['Mail', 'E-posta'], mailChoices),
    language,
    subject: text(['Subject', 'Konu'], { max: 200, variables: mailVariables }),
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
  one: ['Proposal template', 'Teklif şablonu'],
  many: ['Proposal templates', 'Teklif şablonları'],
  about: [
    'The texts that proposals to merchants begin with.',
    'Üye iş yerlerine yapılan tekliflerin başlangıç metinleri.',
  ],
  permission: 'Settings.CrmSettings.ProposalTemplate.View',
})

export const agreementTemplates = resource({
  ...ofDocument('agreement', 'agreement-templates', 250, 'IconFileCertificate'),
  one: ['Agreement template', 'Sözleşme şablonu'],
  many: ['Agreement templates', 'Sözleşme şablonları'],
  about: [
    'The texts that agreements with merchants begin with.',
    'Üye iş yerleriyle yapılan sözleşmelerin başlangıç metinleri.',
  ],
  permission: 'Settings.CrmSettings.AgreementTemplate.View',
})

const ofSignature = (kind: string, address: string, order: number) =>
  ({
    ...common(kind, address, order, 'IconSignature'),
    fields: {
      name,
      userId: optional(
        reference(['Of', 'Sahibi'], targets.operator, {
          hint: [
            'Empty: of the organisation, for everybody who has none',
            'Boş: kuruluşun imzası, kendi imzası olmayan herkes için',
          ],
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
  one: ['E-mail signature', 'E-posta imzası'],
  many: ['E-mail signatures', 'E-posta imzaları'],
  about: [
    'Stand below the mails that a reply to a ticket sends: that of whoever replies, else the organisation’s.',
    'Talebe verilen yanıtla giden e-postaların altında yer alır: yanıtlayanın imzası, yoksa kuruluşunki.',
  ],
  permission: 'Settings.CrmSettings.EmailTemplate.View',
})

export const proposalSignatures = resource({
  ...ofSignature('proposal_signature', 'proposal-signatures', 245),
  one: ['Proposal signature', 'Teklif imzası'],
  many: ['Proposal signatures', 'Teklif imzaları'],
  about: [
    'What the variable signature stands for in proposals: that of whoever makes them, else the organisation’s.',
    'Tekliflerde imza değişkeninin yerine geçer: hazırlayanın imzası, yoksa kuruluşunki.',
  ],
  permission: 'Settings.CrmSettings.ProposalSignature.View',
})

export const agreementSignatures = resource({
  ...ofSignature('agreement_signature', 'agreement-signatures', 255),
  one: ['Agreement signature', 'Sözleşme imzası'],
  many: ['Agreement signatures', 'Sözleşme imzaları'],
  about: [
    'What the variable signature stands for in agreements: that of whoever makes them, else the organisation’s.',
    'Sözleşmelerde imza değişkeninin yerine geçer: hazırlayanın imzası, yoksa kuruluşunki.',
  ],
  permission: 'Settings.CrmSettings.AgreementSignature.View',
})

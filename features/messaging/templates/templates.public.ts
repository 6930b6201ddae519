import { countryName } from '@counterfoil/kit/contract/country-name.ts'
import type { TextVariable } from '@counterfoil/kit/contract/resource-field.ts'
import { textIn } from '@counterfoil/kit/contract/texts.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import {
  renderRichText,
  renderText,
  type VariableValues,
} from '@counterfoil/kit/server/codecs/rich-text.ts'
import {
  documentVariables,
  type MailFacts,
  mailVariables,
  signatureVariables,
} from './template-variables.schema.ts'
import {
  findActive,
  findInForce,
  findMerchant,
  findOperator,
  listActive,
  readTenant,
} from './templates.queries.ts'

interface Mail {
  readonly facts: MailFacts
  readonly language: string
  readonly merchantId: string | null
}

/** A mail from the tenant's own template; undefined: no template is active. */
export async function renderMailTemplate(
  db: Db,
  { facts, language, merchantId }: Mail,
): Promise<{ readonly subject: string; readonly html: string } | undefined> {
  const purpose = facts.kind
  const template = await findInForce(db, { kind: 'email', language, purpose, userId: null })
  if (template === undefined) return undefined
  const [tenant, merchant] = await Promise.all([
    readTenant(db),
    merchantId === null ? undefined : findMerchant(db, merchantId),
  ])
  const values = {
    tenantName: tenant.name,
    supportEmail: tenant.supportEmail,
    merchantName: merchant?.name ?? '',
    ...facts.values,
  }
  return {
    subject: renderText(template.subject ?? '', values),
    html: renderRichText(template.body, mailVariables({ purpose }), values),
  }
}

export type SignatureKind = 'email_signature' | 'proposal_signature' | 'agreement_signature'

/** The user's signature, or the organisation's; undefined: neither has one. */
export async function findSignature(
  db: Db,
  kind: SignatureKind,
  { userId, language }: { readonly userId: string | null; readonly language: string },
): Promise<string | undefined> {
  const signature = await findInForce(db, { kind, language, purpose: null, userId })
  if (signature === undefined) return undefined
  return renderRichText(signature.body, signatureVariables({}), await signatureValues(db, userId))
}

export async function signatureValues(db: Db, userId: string | null): Promise<VariableValues> {
  const [tenant, person] = await Promise.all([
    readTenant(db),
    userId === null ? undefined : findOperator(db, userId),
  ])
  return {
    tenantName: tenant.name,
    supportEmail: tenant.supportEmail,
    operatorName: person === undefined ? tenant.name : `${person.first_name} ${person.last_name}`,
    operatorEmail: person?.email ?? tenant.supportEmail,
  }
}

export type DocumentKind = 'proposal' | 'agreement'

/** The templates for a new document, by name. */
export async function listTemplatesInForce(db: Db, kind: DocumentKind, tenantId: string) {
  const rows = await listActive(db, kind, tenantId)
  return rows.map(({ id, name, language }) => ({ id, name, language: language as 'en' | 'tr' }))
}

interface DocumentInput {
  readonly kind: DocumentKind
  readonly templateId: string
  readonly merchantId: string
  readonly language: string
  /** The author, whose signature is used, or their organisation's. */
  readonly caller: { readonly id: string; readonly timeZone: string }
  readonly now: Date
}

/** What stands in the place of a value that there is not: its author sees it, and writes the value or takes it out. */
const placeholder = ({ label }: TextVariable, language: string) => `[${textIn(label, language)}]`

/** The names of the values that a document still has to be given. */
export const missingValues = (body: string, language: string): string[] =>
  documentVariables({})
    .filter((variable) => body.includes(placeholder(variable, language)))
    .map(({ label }) => textIn(label, language))

/**
 * A template's text with the values of its variables; undefined: it is not active in that language. `db` reads the
 * merchant, `tenant` the texts and users of its tenant.
 */
export async function renderDocument(
  db: Db,
  tenant: Db,
  { kind, templateId, merchantId, language, caller, now }: DocumentInput,
): Promise<{ readonly name: string; readonly body: string } | undefined> {
  const template = await findActive(tenant, kind, templateId)
  if (template === undefined || template.language !== language) return undefined
  const signer = { userId: caller.id, language }
  const [merchant, operator, signature = ''] = await Promise.all([
    findMerchant(db, merchantId),
    signatureValues(tenant, caller.id),
    findSignature(tenant, `${kind}_signature`, signer),
  ])
  const date = longDate(now, language, caller.timeZone)
  const known: VariableValues = { ...operator, ...merchantValues(merchant, language), date }
  const variables = documentVariables({})
  const missing = variables
    .filter(({ name }) => name !== 'signature' && !known[name])
    .map((variable) => [variable.name, placeholder(variable, language)])
  const values = { ...known, ...Object.fromEntries(missing), signature }
  return { name: template.name, body: renderRichText(template.body, variables, values) }
}

/** English is British English. */
export const longDate = (at: Date, language: string, timeZone: string): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'long',
    timeZone,
  }).format(at)

export function merchantValues(
  merchant: Awaited<ReturnType<typeof findMerchant>>,
  language: string,
): VariableValues {
  if (merchant === undefined) return {}
  return {
    merchantName: merchant.name,
    merchantCountry: countryName(merchant.country, language),
    merchantCurrency: merchant.currency,
    merchantWebsite: merchant.url ?? '',
  }
}

import type { Db } from '@counterfoil/kit/database/database.ts'
import {
  renderRichText,
  renderText,
  type VariableValues,
} from '@counterfoil/kit/server/rich-text.ts'
import { type MailFacts, mailVariables, signatureVariables } from './template-variables.contract.ts'
import { findInForce, findMerchant, findOperator, readTenant } from './templates.queries.ts'

interface Mail {
  readonly facts: MailFacts
  readonly language: string
  readonly merchantId: string | null
}

/** A mail as the tenant's own template has it; undefined where none is in force. */
export async function findWrittenMail(
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

/** What stands below what somebody writes; undefined where neither they nor their organisation have one. */
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

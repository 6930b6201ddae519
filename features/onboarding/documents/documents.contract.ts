import { storedFile } from '@counterfoil/features/messaging/files/files.contract.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import {
  calendarDay,
  id,
  idParams,
  pickedDay,
  recordVersion,
  timestamp,
} from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

/** The record type of documents, for their files and their audit entries. */
export const documentRecord = 'merchant_document'

const documentStates = ['asked', 'waiting', 'accepted', 'rejected'] as const
/** The status of a type of document for a merchant: that of its newest document, or `missing`. */
const documentStatuses = ['missing', ...documentStates, 'expired'] as const
export type DocumentState = (typeof documentStates)[number]
export type DocumentStatus = (typeof documentStatuses)[number]

export const maxFilesPerDocument = 5
const line = z.string().trim().min(1).max(1000)

const merchantDocument = z.object({
  id,
  state: z.enum(documentStates),
  version: z.int(),
  /** The remark of the request. */
  remark: z.string().nullable(),
  rejectReason: z.string().nullable(),
  expiresOn: calendarDay.nullable(),
  handedInAt: timestamp.nullable(),
  /** The operator's user who submitted it for the merchant; null: the merchant did. */
  handedInBy: z.string().nullable(),
  reviewedAt: timestamp.nullable(),
  files: z.array(storedFile),
})
export type MerchantDocument = z.infer<typeof merchantDocument>

/** One type of document, with a merchant's status and documents. */
const documentEntry = z.object({
  documentTypeId: id,
  name: z.string(),
  purpose: z.string(),
  isRequired: z.boolean(),
  /** False: submitted documents stay, and no more can be submitted. */
  isActive: z.boolean(),
  standing: z.enum(documentStatuses),
  /** The document that was accepted last is valid, whatever was submitted after it. */
  isAccepted: z.boolean(),
  document: merchantDocument.nullable(),
  /** Newest first. */
  earlier: z.array(merchantDocument),
})
export type DocumentEntry = z.infer<typeof documentEntry>

/** The permission of merchants' users, and those of operators. */
export const submitPermission = 'viewMerchantPortalDocuments'
export const viewPermission = 'CRM.Organization.View'
export const reviewPermission = 'CRM.Organization.Edit'

const own = { path: '/api/boarding/documents', permission: submitPermission } as const
const theirs = '/api/crm/organizations/:id/documents'
const change = { answer: documentEntry, refreshes: ['documents.*'], idempotent: true } as const
const documentParams = z.object({ id, documentId: id })

export const listOwnDocuments = endpoint({
  ...own,
  id: 'documents.own',
  method: 'GET',
  summary: "The types of documents in use, and how the caller's merchant stands with each",
  answer: z.array(documentEntry),
})

const submitBody = z.object({
  documentTypeId: id,
  fileIds: z.array(id).min(1).max(maxFilesPerDocument),
})

export const submitOwnDocument = endpoint({
  ...own,
  ...change,
  id: 'documents.hand-in',
  method: 'POST',
  summary: 'Hands a document in, or another in place of the one that waits',
  body: submitBody.extend({
    /** The version of the waiting document that it replaces; null: none was seen to wait. Left out: not checked. */
    replaces: recordVersion.nullable().optional(),
  }),
})

const versionBody = z.object({ version: recordVersion })

export const withdrawDocument = endpoint({
  ...own,
  ...change,
  id: 'documents.withdraw',
  method: 'POST',
  path: '/api/boarding/documents/:id/withdraw',
  summary: 'Takes a document back that nobody has decided on yet',
  params: idParams,
  body: versionBody.meta({ examples: [{ version: 1 }] }),
})

export const listDocuments = endpoint({
  id: 'documents.list',
  method: 'GET',
  path: theirs,
  summary: "A merchant's documents by type",
  permission: viewPermission,
  params: idParams,
  answer: z.array(documentEntry),
})

export const requestBody = z.object({ documentTypeId: id, remark: line })

export const requestDocument = endpoint({
  ...change,
  id: 'documents.ask',
  method: 'POST',
  path: theirs,
  summary: 'Asks a merchant for a document',
  permission: reviewPermission,
  params: idParams,
  body: requestBody,
})

export const withdrawRequest = endpoint({
  ...change,
  id: 'documents.withdraw-request',
  method: 'POST',
  path: `${theirs}/:documentId/withdraw-request`,
  summary: 'Asks a merchant no more for a document that it has not submitted',
  permission: reviewPermission,
  params: documentParams,
  body: versionBody.meta({ examples: [{ version: 1 }] }),
})

/** For documents that come by mail or on paper. */
export const fileDocument = endpoint({
  ...change,
  id: 'documents.file',
  method: 'POST',
  path: `${theirs}/submission`,
  summary: 'Submits a document for a merchant, with files that the operator uploaded',
  permission: reviewPermission,
  params: idParams,
  body: submitBody,
})

export const acceptBody = versionBody.extend({ expiresOn: pickedDay.nullish() })

export const acceptDocument = endpoint({
  ...change,
  id: 'documents.accept',
  method: 'POST',
  path: `${theirs}/:documentId/accept`,
  summary: 'Accepts a document that waits, for good or until a day',
  permission: reviewPermission,
  params: documentParams,
  body: acceptBody.meta({ examples: [{ version: 1 }] }),
})

const rejectBody = versionBody.extend({ rejectReason: line })

export const rejectDocument = endpoint({
  ...change,
  id: 'documents.reject',
  method: 'POST',
  path: `${theirs}/:documentId/reject`,
  summary: 'Rejects a document that waits or was accepted, with a reason that the merchant reads',
  permission: reviewPermission,
  params: documentParams,
  body: rejectBody.meta({ examples: [{ version: 1, rejectReason: 'It cannot be read' }] }),
})

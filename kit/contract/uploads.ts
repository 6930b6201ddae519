import { z } from 'zod'
import { messagesOf } from './messages.ts'
import type { Template } from './texts.ts'

const msg = messagesOf(import.meta.url)

/** Of one file; exactly as many are allowed. */
export const maxFileBytes = 5_242_880
/** Of all files of one queue, which are added to a record together. */
export const maxTotalBytes = 20_971_520
/** The form field in which a file is sent. */
export const fileField = 'file'

interface FileType {
  /** As it is stored and served. */
  readonly contentType: string
  /** What browsers also call it, by what is installed beside them. */
  readonly alsoDeclared?: readonly string[]
}

const ms = 'application/vnd.ms-'
const openXml = 'application/vnd.openxmlformats-officedocument.'
const openDocument = 'application/vnd.oasis.opendocument.'
const jpeg: FileType = { contentType: 'image/jpeg', alsoDeclared: ['image/jpg', 'image/pjpeg'] }
const tiff: FileType = { contentType: 'image/tiff' }

/** What may be uploaded, by the extension of the name. */
export const fileTypes = {
  jpeg,
  jpg: jpeg,
  png: { contentType: 'image/png' },
  tiff,
  tif: tiff,
  gif: { contentType: 'image/gif' },
  pdf: { contentType: 'application/pdf', alsoDeclared: ['application/x-pdf'] },
  doc: { contentType: 'application/msword' },
  docx: { contentType: `${openXml}wordprocessingml.document` },
  xls: { contentType: `${ms}excel` },
  xlsx: { contentType: `${openXml}spreadsheetml.sheet` },
  ppt: { contentType: `${ms}powerpoint` },
  pptx: { contentType: `${openXml}presentationml.presentation` },
  odt: { contentType: `${openDocument}text` },
  ods: { contentType: `${openDocument}spreadsheet` },
  odp: { contentType: `${openDocument}presentation` },
  txt: { contentType: 'text/plain' },
  // where Excel is installed, browsers call a CSV an Excel file
  csv: {
    contentType: 'text/csv',
    alsoDeclared: [
      'text/plain',
      'application/csv',
      'application/x-csv',
      'text/x-csv',
      `${ms}excel`,
    ],
  },
  xml: { contentType: 'application/xml', alsoDeclared: ['text/xml'] },
} as const satisfies Record<string, FileType>

export type FileExtension = keyof typeof fileTypes

/** Types of which a browser can show a picture. */
export const previewableTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/tiff']

/** What a browser says when it does not know. */
const unknownTypes = ['', 'application/octet-stream']

/** The extension of a name, if it is an allowed one. */
export function extensionOf(name: string): FileExtension | undefined {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return name.includes('.') && Object.hasOwn(fileTypes, extension)
    ? (extension as FileExtension)
    : undefined
}

/** The type of a file by name and declared type; undefined: not allowed, or the two do not agree. */
export function allowedType(name: string, declaredType: string): FileType | undefined {
  const extension = extensionOf(name)
  if (extension === undefined) return undefined
  const type: FileType = fileTypes[extension]
  // parameters like charset do not matter
  const declared = declaredType.split(';')[0]?.trim().toLowerCase() ?? ''
  const known = [type.contentType, ...(type.alsoDeclared ?? []), ...unknownTypes]
  return known.includes(declared) ? type : undefined
}

export type UploadRefusal = 'size' | 'type' | 'empty'

/** Why a file is refused before its content is looked at. `totalBytes`: of the files that it joins. */
export function uploadRefusal(
  file: { readonly name: string; readonly size: number; readonly type: string },
  totalBytes = 0,
): UploadRefusal | undefined {
  if (allowedType(file.name, file.type) === undefined) return 'type'
  if (file.size === 0) return 'empty'
  return file.size > maxFileBytes || totalBytes + file.size > maxTotalBytes ? 'size' : undefined
}

/** The first two to the letter as the documents have them. */
export const refusalTexts = msg({
  size: 'File {name} size bigger then allowed',
  type: 'File type not allowed {name}',
  empty: 'File {name} is empty',
}) satisfies Record<UploadRefusal, Template<{ name: string | number }>>

/** A file as it came: nothing of it is trusted yet. */
export interface UploadedFile {
  readonly name: string
  readonly declaredType: string
  readonly bytes: Uint8Array
  /** The form's text fields, as they came. */
  readonly fields?: Readonly<Record<string, string>>
}

/**
 * The body of a call that takes a file: a multipart form with the file in its field `file`. The browser sends
 * FormData; the handler gets the file, never larger than allowed. (Marked as pure, so that a page that only knows the
 * limits does not carry the validation library.)
 */
export const upload = /* @__PURE__ */ z.custom<UploadedFile>(
  isUploadedFile,
  `Send one file in a form field named ${fileField}`,
) as unknown as z.ZodType<UploadedFile, FormData>

interface FileField {
  readonly name: string
  readonly maxBytes: number
}

/** The file's field in forms that call it otherwise than `file`, or take a larger one. */
const otherFileFields = /* @__PURE__ */ new Map<unknown, FileField>()

/** The body of a call whose form has its file in another field beside text fields, or takes a larger one. */
export function uploadIn(
  field: string,
  maxBytes: number = maxFileBytes,
): z.ZodType<UploadedFile, FormData> {
  const schema = z.custom<UploadedFile>(
    isUploadedFile,
    `Send one file in a form field named ${field}`,
  ) as unknown as z.ZodType<UploadedFile, FormData>
  otherFileFields.set(schema, { name: field, maxBytes })
  return schema
}

/** In which field this body takes its file; undefined when it takes none. */
export function fileFieldOf(body: unknown): string | undefined {
  return body === upload ? fileField : otherFileFields.get(body)?.name
}

/** How large its file may be. */
export function maxBytesOf(body: unknown): number {
  return otherFileFields.get(body)?.maxBytes ?? maxFileBytes
}

function isUploadedFile(value: unknown): boolean {
  const { bytes } = (value ?? {}) as Partial<UploadedFile>
  return bytes instanceof Uint8Array
}

/** The form that a browser sends. */
export function uploadForm(file: File): FormData {
  const form = new FormData()
  form.append(fileField, file, file.name)
  return form
}

import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { textIn } from '@counterfoil/kit/contract/texts.ts'
import {
  fileField,
  fileFieldOf,
  maxFileBytes,
  maxTotalBytes,
  refusalTexts,
  type UploadedFile,
} from '@counterfoil/kit/contract/uploads.ts'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Whether the body of this call is a form with a file. */
export function takesUpload(endpoint: AnyEndpoint): boolean {
  return fileFieldOf(endpoint.body) !== undefined
}

/** What a form adds to its one file: boundaries, names, a few small fields. */
const overheadBytes = 65_536

/** Lets the routes of this instance, and no others, take multipart forms. */
export async function acceptUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    // one part more than is allowed, so that it is seen and refused
    limits: { fileSize: maxFileBytes, files: 2, fields: 20, parts: 22, fieldSize: 10_000 },
    // told with the file's name instead, after the rest was read
    throwFileSizeLimit: false,
  })
}

/**
 * Reads the one file of a form. The form is read to its end whatever is wrong with it, without keeping what is too much:
 * a client that is still sending would not hear the answer.
 */
export async function readUpload(
  request: FastifyRequest,
  field: string = fileField,
  maxBytes: number = maxFileBytes,
): Promise<UploadedFile> {
  if (!request.isMultipart()) throw missing(field)
  // its parts could not be told apart, and nothing would answer
  if (!['', 'identity'].includes(request.headers['content-encoding'] ?? '')) {
    throw new Problem(
      'request.compressed_form',
      415,
      'A form with a file is sent as it is, not compressed',
    )
  }
  const readBytes = Math.max(maxTotalBytes, maxBytes) + overheadBytes
  if (Number(request.headers['content-length'] ?? 0) > readBytes) throw tooLargeForm(maxBytes)
  const { file, fields, refusal } = await readParts(request, field, maxBytes)
  if (refusal !== undefined) throw refusal
  if (file === undefined) throw missing(field)
  return { ...file, fields }
}

interface Form {
  readonly file: UploadedFile | undefined
  readonly fields: Record<string, string>
  readonly refusal: Problem | undefined
}

async function readParts(request: FastifyRequest, field: string, maxBytes: number): Promise<Form> {
  let file: UploadedFile | undefined
  let refusal: Problem | undefined
  const fields: Record<string, string> = {}
  try {
    for await (const part of request.parts({ limits: { fileSize: maxBytes } })) {
      if (part.type === 'field') {
        fields[part.fieldname] = String(part.value)
        continue
      }
      refusal ??= refusalOf(part, file, field)
      const bytes = await readPart(part, refusal !== undefined)
      if (part.file.truncated) refusal ??= tooLarge(nameOf(part))
      file ??= { name: nameOf(part), declaredType: part.mimetype, bytes }
    }
  } catch (error) {
    throw malformed(error)
  }
  return { file, fields, refusal }
}

/** What the reader of forms throws without a status: a boundary that never comes, a part without a head. */
function malformed(error: unknown): unknown {
  const { statusCode } = error as { statusCode?: number }
  if (error instanceof Problem || statusCode !== undefined) return error
  return new Problem('request.malformed_form', 400, 'The form could not be read to its end', {
    cause: error,
  })
}

function refusalOf(
  part: MultipartFile,
  before: UploadedFile | undefined,
  field: string,
): Problem | undefined {
  if (part.fieldname !== field) return missing(field)
  if (before === undefined) return undefined
  return new Problem('file.too_many', 400, 'Send one file at a time')
}

function missing(field: string): Problem {
  return new Problem('file.missing', 400, `Send one file in a form field named ${field}`)
}

function tooLargeForm(maxBytes: number): Problem {
  const most = Math.floor(maxBytes / 1_048_576)
  const text = `A file has at most ${most} MB here. Send a smaller one, or its parts one after the other.`
  return new Problem('request.form_too_large', 413, text, { params: { most } })
}

function tooLarge(name: string): Problem {
  return new Problem('file.too_large', 413, textIn(refusalTexts.size, 'en', { name }), {
    params: { name },
  })
}

async function readPart(part: MultipartFile, isRefused: boolean): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    if (isRefused || part.file.truncated) chunks.length = 0
    else chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const maxNameLength = 255

/** The name without a folder, without characters that nobody sees, and not longer than file systems take. */
function nameOf(part: MultipartFile): string {
  const bare = (part.filename ?? '')
    // a quote in a name, as browsers send it
    .replaceAll('%22', '"')
    .replace(/^.*[/\\]/, '')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
  if (bare.length <= maxNameLength) return bare
  const extension = bare.slice(bare.lastIndexOf('.')).slice(-20)
  return bare.slice(0, maxNameLength - extension.length) + extension
}

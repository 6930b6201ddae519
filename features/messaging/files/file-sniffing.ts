import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { textIn } from '@counterfoil/kit/contract/texts.ts'
import {
  allowedType,
  extensionOf,
  type FileExtension,
  refusalTexts,
  type UploadedFile,
} from '@counterfoil/kit/contract/uploads.ts'
import { fileTypeFromBuffer } from 'file-type'

/** The content type of a file. Throws when name, declared type and content differ, or the type is not allowed. */
export async function checkedContentType(file: UploadedFile): Promise<string> {
  const extension = extensionOf(file.name)
  const type = allowedType(file.name, file.declaredType)
  if (
    extension === undefined ||
    type === undefined ||
    !(await isContentOf(extension, file.bytes))
  ) {
    throw new Problem(
      'file.type_not_allowed',
      415,
      textIn(refusalTexts.type, 'en', { name: file.name }),
      {
        params: { name: file.name },
      },
    )
  }
  return type.contentType
}

/** The streams by which older Office files differ from other files in the same container format. */
const compoundStreams: Partial<Record<FileExtension, readonly string[]>> = {
  doc: ['WordDocument'],
  xls: ['Workbook', 'Book'],
  ppt: ['PowerPoint Document'],
}

/** The detected extension, where it differs from the file's. */
const sniffedAs: Partial<Record<FileExtension, string>> = { jpeg: 'jpg', tiff: 'tif' }

async function isContentOf(extension: FileExtension, bytes: Uint8Array): Promise<boolean> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  if (extension === 'txt' || extension === 'csv' || extension === 'xml') {
    return isTextOf(extension, bytes, found?.ext)
  }
  const streams = compoundStreams[extension]
  if (streams !== undefined) {
    return found?.ext === 'cfb' && streams.some((name) => holdsStream(bytes, name))
  }
  return found?.ext === (sniffedAs[extension] ?? extension)
}

/** The directory of a compound file has the names of its streams in UTF-16. */
function holdsStream(bytes: Uint8Array, name: string): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(
    Buffer.from(`${name}\0`, 'utf16le'),
  )
}

/**
 * Formats that consist of text and are opened as something else. Other detected formats are coincidence: a price list that
 * begins with BMW is not a bitmap.
 */
const otherTexts = ['pdf', 'rtf', 'ps', 'eps']

function isTextOf(
  extension: 'txt' | 'csv' | 'xml',
  bytes: Uint8Array,
  sniffed: string | undefined,
): boolean {
  const text = readText(bytes)
  if (text === undefined || otherTexts.includes(sniffed ?? '')) return false
  if (extension === 'xml') return text.trimStart().startsWith('<')
  return extension === 'txt' || sniffed !== 'xml'
}

/** UTF-8 without control characters but tab, line ends and form feed; undefined: it is not. */
function readText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    return /[\0-\x08\x0b\x0e-\x1f\x7f]/.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

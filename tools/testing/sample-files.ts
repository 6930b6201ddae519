// The smallest files of each kind that may be uploaded which are still recognised as what they are.
import { strToU8, zipSync } from 'fflate'

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
const joined = (...parts: Uint8Array[]) => Uint8Array.from(Buffer.concat(parts))

const png =
  '89504e470d0a1a0a 0000000d49484452 00000001000000010806000000 1f15c489' +
  '0000000a49444154 789c6360000000020001 e221bc33 0000000049454e44ae426082'
const gif = '47494638396101000100800000ffffff00000021f90401000000002c00000000010001000002024401003b'
const jpeg = 'ffd8ffe000104a46494600010100000100010000ffd9'
const tiff = '49492a0008000000 0100 0001 0300 01000000 01000000 00000000'

function officeOf(main: string, type: string): Uint8Array {
  const types = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${main}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`
  return zipSync({ '[Content_Types].xml': strToU8(types), [main]: strToU8('<x/>') })
}

function openDocumentOf(type: string): Uint8Array {
  const mimetype = strToU8(`application/vnd.oasis.opendocument.${type}`)
  return zipSync({ mimetype: [mimetype, { level: 0 }], 'content.xml': strToU8('<x/>') })
}

/** A compound file: its header, and a directory that names one stream. */
function compoundOf(stream: string): Uint8Array {
  const file = Buffer.alloc(1024)
  bytesOf('d0cf11e0a1b11ae1').forEach((byte, at) => {
    file[at] = byte
  })
  file.write('Root Entry\0', 512, 'utf16le')
  file.write(`${stream}\0`, 640, 'utf16le')
  return Uint8Array.from(file)
}

/** By extension. */
export const sampleFiles = {
  jpeg: bytesOf(jpeg),
  png: bytesOf(png),
  tiff: joined(bytesOf(tiff), new Uint8Array(32)),
  gif: bytesOf(gif),
  pdf: strToU8('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n'),
  doc: compoundOf('WordDocument'),
  docx: officeOf('word/document.xml', 'wordprocessingml.document'),
  xls: compoundOf('Workbook'),
  xlsx: officeOf('xl/workbook.xml', 'spreadsheetml.sheet'),
  ppt: compoundOf('PowerPoint Document'),
  pptx: officeOf('ppt/presentation.xml', 'presentationml.presentation'),
  odt: openDocumentOf('text'),
  ods: openDocumentOf('spreadsheet'),
  odp: openDocumentOf('presentation'),
  txt: strToU8('Plain text, çok güzel\n'),
  csv: strToU8('a;b\n1;"2"\n'),
  xml: strToU8('<?xml version="1.0"?><a>ü</a>'),
} as const satisfies Record<string, Uint8Array>

/** A multipart form as a browser sends it, and the header that goes with it. */
export function multipartForm(
  parts: readonly {
    readonly field?: string
    readonly name: string
    readonly type?: string
    readonly bytes: Uint8Array
  }[],
): { payload: Buffer; headers: { 'content-type': string } } {
  const boundary = 'form-of-a-test'
  const chunks = parts.flatMap(
    ({ field = 'file', name, type = 'application/octet-stream', bytes }) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name.replaceAll('"', '%22')}"\r\n` +
          `Content-Type: ${type}\r\n\r\n`,
      ),
      Buffer.from(bytes),
      Buffer.from('\r\n'),
    ],
  )
  return {
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

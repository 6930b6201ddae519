import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'

// The least that deflate does already makes rows of text a fifth of their size; more would be slower than the database.
const compressionLevel = 1

/** A zip that holds one file, made while it is read. An error of the file ends the zip in the middle. */
export function zipOf(fileName: string, file: Readable, at: Date): Readable {
  const zip = new ZipFile()
  const out = new PassThrough()
  const fail = (error: Error) => out.destroy(error)
  file.once('error', fail)
  zip.on('error', fail)
  zip.addReadStream(file, fileName, { mtime: at, compressionLevel } as never)
  zip.end()
  zip.outputStream.pipe(out)
  return out
}

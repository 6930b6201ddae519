import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'

// The least that deflate does already makes rows of text a fifth of their size; more would be slower than the database.
const compressionLevel = 1

/** A zip that holds one file, made while it is read. An error of the file ends the zip in the middle. */
export const zipOf = (fileName: string, file: Readable, at: Date): Readable =>
  zipOfFiles([{ name: fileName, open: () => Promise.resolve(file) }], at)

/** A zip of several files, each opened when it is its turn. */
export function zipOfFiles(
  files: readonly { readonly name: string; readonly open: () => Promise<Readable> }[],
  at: Date,
): Readable {
  const zip = new ZipFile()
  const out = new PassThrough()
  const fail = (error: unknown) => out.destroy(error as Error)
  zip.on('error', fail)
  for (const { name, open } of files) {
    zip.addReadStreamLazy(name, { mtime: at, compressionLevel } as never, (take) => {
      open().then((file) => {
        file.once('error', fail)
        take(null, file)
      }, fail)
    })
  }
  zip.end()
  zip.outputStream.pipe(out)
  return out
}

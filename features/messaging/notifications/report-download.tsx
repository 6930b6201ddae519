import { readFile } from '@counterfoil/features/messaging/files/files.contract.ts'
import type { Client, Download } from '@counterfoil/kit/web/calls/call.ts'
import { saveFile } from '@counterfoil/kit/web/calls/save-file.ts'

const stemOf = (file: Download) => (file.fileName ?? 'report').replace(/\.[^.]*$/, '')

/** A CSV is a .csv whatever it is called; a workbook or a printed report keeps its own ending. */
const endingOf = ({ blob, fileName }: Download) =>
  (blob.type.startsWith('text/csv') ? undefined : /\.[^.]+$/.exec(fileName ?? '')?.[0]) ?? '.csv'

/** Downloads the files of a report: one is saved by itself, several as one zip named after the first. */
export async function downloadReport(client: Client, fileIds: readonly string[]): Promise<void> {
  const files: Download[] = []
  for (const id of fileIds) files.push(await client.download(readFile, { params: { id } }))
  const [first, ...others] = files
  if (first === undefined) return
  if (others.length === 0) saveFile(first.blob, `${stemOf(first)}${endingOf(first)}`)
  else saveFile(await zipOf(files), `${stemOf(first)}.zip`)
}

async function zipOf(files: readonly Download[]): Promise<Blob> {
  const { zip } = await import('fflate')
  const entries: Record<string, Uint8Array> = {}
  for (const file of files) {
    const [stem, ending] = [stemOf(file), endingOf(file)]
    let name = `${stem}${ending}`
    for (let copy = 2; Object.hasOwn(entries, name); copy += 1) name = `${stem} (${copy})${ending}`
    entries[name] = new Uint8Array(await file.blob.arrayBuffer())
  }
  const bytes = await new Promise<Uint8Array>((resolve, reject) => {
    zip(entries, (error, data) => (error === null ? resolve(data) : reject(error)))
  })
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/zip' })
}

import { foldText } from '@counterfoil/kit/contract/fold-text.ts'

/** A zip of less is unpacked when it holds one file alone: a few rows need no archive. */
const smallZipBytes = 256 * 1024

/** The only file of a small zip under its own name; anything else as it is. */
export async function unpackSmall(file: { readonly blob: Blob; readonly fileName: string }) {
  const { blob, fileName } = file
  if (!fileName.endsWith('.zip') || blob.size > smallZipBytes) return file
  const { unzipSync } = await import('fflate')
  try {
    const [only, ...others] = Object.entries(unzipSync(new Uint8Array(await blob.arrayBuffer())))
    if (only === undefined || others.length > 0) return file
    return {
      blob: new Blob([only[1] as Uint8Array<ArrayBuffer>], { type: 'text/csv' }),
      fileName: only[0],
    }
  } catch {
    // what cannot be read here is saved as the server sent it
    return file
  }
}

/** What a file holds, whose it is and when it was made: `blacklist_harbour-books_2026-11-23.csv`. */
export function exportName(what: string, whose: string | null, day: string, ending = 'csv') {
  const owner = foldText(whose ?? '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return `${[what, owner, day].filter((part) => part !== '').join('_')}.${ending}`
}

/** Hands a file to the browser, which saves it under the name. */
export function saveFile(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser has taken the blob by the next task; a little later is safe everywhere.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

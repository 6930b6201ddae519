import { inflateRawSync } from 'node:zlib'

/** The one file of a zip. */
export function unzip(zip: Buffer): { name: string; text: string } {
  const central = zip.readUInt32LE(zip.length - 6)
  const size = zip.readUInt32LE(central + 20)
  const nameLength = zip.readUInt16LE(central + 28)
  const name = zip.subarray(central + 46, central + 46 + nameLength).toString()
  const start = 30 + zip.readUInt16LE(26) + zip.readUInt16LE(28)
  return { name, text: inflateRawSync(zip.subarray(start, start + size)).toString() }
}

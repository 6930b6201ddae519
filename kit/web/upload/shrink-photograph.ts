import { maxFileBytes, maxTotalBytes } from '@counterfoil/kit/contract/uploads.ts'

/** So large is a photograph at most once it was made smaller: five of them are one queue's whole. */
export const shrunkBytes = maxTotalBytes / 5
/** The longest side in pixels, tried in turn: with the first the small print of an A4 page can still be read. */
const sides = [3000, 2200, 1600]
const quality = 0.85

/** A photograph of a phone's camera is often larger than a file may be. */
export const isLargePhotograph = ({ name, size }: Pick<File, 'name' | 'size'>): boolean =>
  size > maxFileBytes && /\.jpe?g$/i.test(name)

/** The same picture with fewer pixels, the right way up and without where it was taken; undefined: it is no picture. */
export async function shrinkPhotograph(file: File): Promise<File | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (picture === undefined) return undefined
  try {
    for (const side of sides) {
      const blob = await drawn(picture, Math.min(1, side / Math.max(picture.width, picture.height)))
      if (blob !== null && blob.size <= shrunkBytes) {
        return new File([blob], file.name, { type: 'image/jpeg' })
      }
    }
    return undefined
  } finally {
    picture.close()
  }
}

function drawn(picture: ImageBitmap, scale: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}

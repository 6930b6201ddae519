import { useEffect, useState } from 'react'
import { z } from 'zod'
import { useKeptText } from '../form/unsaved-text.ts'
import { useUploads } from './file-upload.tsx'
import type { UploadedBefore, UploadQueue } from './upload-queue.ts'

const uploadedFiles = z.array(z.object({ fileId: z.string(), name: z.string(), size: z.number() }))

/**
 * The files of something that is not sent yet: those that are uploaded are kept by its name, so that they are there again
 * when the page is opened again. `useQueue` makes the queue that begins with them.
 */
export function useKeptUploads(
  name: string,
  useQueue: (uploaded: readonly UploadedBefore[]) => UploadQueue,
) {
  const { text: kept, write } = useKeptText(`${name}:files`)
  const [before] = useState(() => parseUploaded(kept))
  const queue = useQueue(before)
  const { files, ...uploads } = useUploads(queue)
  const uploaded = files.flatMap(({ fileId, file: { name: fileName, size } }) =>
    fileId === undefined ? [] : [{ fileId, name: fileName, size }],
  )
  const text = uploaded.length === 0 ? '' : JSON.stringify(uploaded)
  useEffect(() => write(text), [text, write])
  return {
    queue,
    ...uploads,
    count: files.length,
    /** Where what they belong to goes at once, sent or given up. */
    forget: () => write(''),
  }
}

function parseUploaded(text: string): readonly UploadedBefore[] {
  if (text === '') return []
  try {
    return uploadedFiles.parse(JSON.parse(text))
  } catch {
    // a draft that cannot be read has no files
    return []
  }
}

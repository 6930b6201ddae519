import type { Endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useDownload } from '../calls/use-download.ts'
import classes from './stored-files.module.css'

type NoQuery = Record<never, never>

/** Files of a record. Each is a download, which is audited. `note`: a word beside the name. */
export function StoredFiles<
  File extends { readonly fileId: string; readonly name: string },
>(props: {
  files: readonly File[]
  /** The call that answers the content. */
  read: Endpoint<{ id: string }, NoQuery, undefined, unknown>
  note?(file: File): ReactNode
}) {
  const { files, read, note } = props
  const download = useDownload(read)
  return (
    <ul className={classes.files}>
      {files.map((file) => (
        <li key={file.fileId}>
          <button
            type="button"
            className={classes.file}
            onClick={() => download.start({ params: { id: file.fileId } }, file.name)}
          >
            <IconDownload size={14} stroke={1.75} aria-hidden /> {file.name}
          </button>{' '}
          {note?.(file)}
        </li>
      ))}
    </ul>
  )
}

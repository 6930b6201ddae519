import type { Endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { type UploadedFile, uploadForm } from '@counterfoil/kit/contract/uploads.ts'
import { useClient } from '../calls/use-call.ts'
import { useUploadQueue } from './file-upload.tsx'
import type { QueueOptions, UploadedBefore, UploadQueue } from './upload-queue.ts'

type NoQuery = Record<never, never>
interface Stored {
  readonly fileId: string
}

/** The calls that store and delete files: a user's own, and those that staff of the platform store under a tenant. */
export interface FileCalls {
  readonly own: {
    readonly upload: Endpoint<NoQuery, NoQuery, UploadedFile, Stored, NoQuery, FormData>
    readonly remove: Endpoint<{ id: string }, NoQuery, undefined, unknown>
  }
  readonly ofTenant: {
    readonly upload: Endpoint<
      { tenantId: string },
      NoQuery,
      UploadedFile,
      Stored,
      NoQuery,
      FormData
    >
    readonly remove: Endpoint<{ tenantId: string; id: string }, NoQuery, undefined, unknown>
  }
}

interface FileQueueOptions extends Pick<QueueOptions, 'accepts' | 'onFinished'> {
  /** Under which tenant staff of the platform store the files; absent: under the user's own organisation. */
  readonly tenantId?: string | undefined
  /** A file that was uploaded is taken out again, before it is deleted. */
  onRemove?(fileId: string): void
}

/** A queue that stores its files, until a record claims them. `uploaded`: files that it begins with. */
export function useFileQueue(
  calls: FileCalls,
  { tenantId, onRemove, ...options }: FileQueueOptions = {},
  uploaded: readonly UploadedBefore[] = [],
): UploadQueue {
  const { client } = useClient()
  const { own, ofTenant } = calls
  return useUploadQueue(
    {
      ...options,
      send: (file, how) => {
        const body = uploadForm(file)
        return tenantId === undefined
          ? client.send(own.upload, { body }, how)
          : client.send(ofTenant.upload, { params: { tenantId }, body }, how)
      },
      remove: (id) => {
        onRemove?.(id)
        return tenantId === undefined
          ? client.send(own.remove, { params: { id } })
          : client.send(ofTenant.remove, { params: { tenantId, id } })
      },
    },
    uploaded,
  )
}

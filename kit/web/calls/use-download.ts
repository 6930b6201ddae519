import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { useMutation } from '@tanstack/react-query'
import type { InputOf } from './call.ts'
import type { CallProblem } from './problem.ts'
import { saveFile, unpackSmall } from './save-file.ts'
import { useClient } from './use-call.ts'

/** Fetches a file and saves it under the given name, or the one that the server gave it. */
export function useDownload<E extends AnyEndpoint>(
  endpoint: E,
  options: { quiet?: boolean } = {},
): {
  start(input: InputOf<E>, fileName?: string): Promise<void>
  readonly isRunning: boolean
  readonly problem: CallProblem | null
} {
  const { client } = useClient()
  const mutation = useMutation<
    Awaited<ReturnType<typeof unpackSmall>>,
    CallProblem,
    { input: InputOf<E>; fileName?: string }
  >({
    mutationFn: async ({ input, fileName }) => {
      const file = await client.download(endpoint, input)
      return unpackSmall({ blob: file.blob, fileName: fileName ?? file.fileName ?? 'download' })
    },
    meta: { quiet: options.quiet ?? false },
    onSuccess: ({ blob, fileName }) => saveFile(blob, fileName),
  })
  return {
    start: async (input, fileName) => {
      await mutation
        .mutateAsync({ input, ...(fileName === undefined ? {} : { fileName }) })
        .catch(() => {})
    },
    isRunning: mutation.isPending,
    problem: mutation.error,
  }
}

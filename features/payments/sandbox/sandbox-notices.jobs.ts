import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Schedule, schedule } from '@counterfoil/kit/jobs/job.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'

const msg = messagesOf(import.meta.url)

export const schedules = (providers: Providers): Schedule[] => [
  schedule({
    name: 'sandbox.send-notices',
    label: msg('Send notices of the sandbox acquirers'),
    everyS: 2,
    async run({ signal }) {
      const sent = await providers.sandboxNotices.send(signal)
      return sent === 0 ? undefined : String(sent)
    },
  }),
]

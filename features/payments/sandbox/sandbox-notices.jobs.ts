import { type Schedule, schedule } from '@counterfoil/kit/jobs/job.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'

export const schedules = (providers: Providers): Schedule[] => [
  schedule({
    name: 'sandbox.send-notices',
    everyS: 2,
    async run({ signal }) {
      const sent = await providers.sandboxNotices.send(signal)
      return sent === 0 ? undefined : String(sent)
    },
  }),
]

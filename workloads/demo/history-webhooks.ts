import { receiveMessage } from '@counterfoil/features/messaging/webhook-receiver/webhook-receiver.public.ts'
import { dayMs, hourMs } from '@counterfoil/kit/contract/durations.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Database } from '@counterfoil/kit/database/database.ts'
import type { OutboundAnswer, Poster } from '@counterfoil/providers/outbound/outbound.ts'
import { historyNow } from './history-time.ts'

const downDaysAgo = 11

/**
 * Calls the demo's webhook receiver directly, because nothing listens on its port while the history is made. On one
 * day of the history it was out of order for some hours, so that there are retries to look at.
 */
export function historyOutbound(database: Database, now: Date): Poster {
  const downFrom = Math.floor(now.getTime() / dayMs - downDaysAgo) * dayMs + 10 * hourMs
  const downTo = downFrom + 6 * hourMs
  return {
    async post({ url, headers, body }) {
      const at = historyNow()
      const durationMs = 40 + (at.getTime() % 140)
      if (at.getTime() >= downFrom && at.getTime() < downTo) {
        return answer(503, '{"error":"maintenance"}', durationMs)
      }
      const endpointId = url.split('/').at(-1) ?? ''
      try {
        await receiveMessage(database.shared, endpointId, { headers, body, now: at })
        return answer(200, '{"received":true}', durationMs)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        return answer(error.status, error.message, durationMs)
      }
    },
  }
}

function answer(status: number, body: string, durationMs: number): OutboundAnswer {
  return { status, body, durationMs, retryAfter: undefined, error: undefined }
}

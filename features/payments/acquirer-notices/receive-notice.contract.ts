import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { z } from 'zod'

/** The address that acquirers send their notices to. */
export const receiveNotice = endpoint({
  id: 'acquirers.receiveNotice',
  method: 'POST',
  path: '/acquirers/:provider/notices',
  summary:
    'An acquirer sends a notice, signed over its body; it may come twice, late and in any order',
  public: true,
  params: z.object({ provider: z.string().meta({ examples: ['sandbox_alpha'] }) }),
  answer: z.object({ received: z.literal(true) }),
})

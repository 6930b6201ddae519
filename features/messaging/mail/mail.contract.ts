import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { z } from 'zod'

/** Where the demo shows the mails that it did not send; outside the demo, and with SMTP, there is no such page. */
export const showOutbox = endpoint({
  id: 'sandbox.showOutbox',
  method: 'GET',
  path: '/sandbox/mail',
  summary: 'The outbox of the demo, as a page',
  public: true,
  answer: z.string(),
  contentType: 'text/html; charset=utf-8',
})

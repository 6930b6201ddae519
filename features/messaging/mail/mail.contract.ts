import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { z } from 'zod'

/** The demo's page of unsent mails; outside of the demo, or with SMTP, the page does not exist. */
export const showOutbox = endpoint({
  id: 'sandbox.showOutbox',
  method: 'GET',
  path: '/sandbox/mail',
  summary: 'The outbox of the demo, as a page',
  public: true,
  answer: z.string(),
  contentType: 'text/html; charset=utf-8',
})

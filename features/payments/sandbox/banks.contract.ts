import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { amountMinor, id } from '@counterfoil/kit/contract/fields.ts'
import { oneLine } from '@counterfoil/kit/contract/plain-text.ts'
import { z } from 'zod'

// The sandbox's banks as the world sees them: UK Open Banking's read/write interface, its tokens, and the page on which
// a customer decides. Their answers, refusals too, are the standard's and none of ours.

const bank = z
  .string()
  .regex(/^sandbox_[a-z]+$/)
  .meta({ examples: ['sandbox_bank'] })
const path = '/sandbox/banks/:bank'
const api = `${path}/open-banking/:version/:api/:resource`
const params = z.object({ bank })
const resource = params.extend({
  version: z.enum(['v4.0', 'v3.1']),
  api: z.enum(['aisp', 'pisp']),
  resource: z.enum([
    'account-access-consents',
    'accounts',
    'domestic-payment-consents',
    'domestic-payments',
  ]),
})
const one = resource.extend({
  id: z
    .string()
    .regex(/^[\w-]{1,60}$/)
    .meta({ examples: ['no-such-record'] }),
})
const part = one.extend({ part: z.enum(['balances', 'transactions']) })
const json = 'application/json; charset=utf-8'
const html = 'text/html; charset=utf-8'
const shared = { public: true, answer: z.string() } as const

export const giveBankTokens = endpoint({
  ...shared,
  id: 'sandbox.bankTokens',
  method: 'POST',
  path: `${path}/token`,
  summary: "A sandbox bank's tokens: an OAuth form, with a client that signs who it is",
  params,
  contentType: json,
})

export const createAtBank = endpoint({
  ...shared,
  id: 'sandbox.createAtBank',
  method: 'POST',
  path: api,
  summary: 'Make a consent or a payment at a sandbox bank',
  params: resource,
  contentType: json,
})

export const listAtBank = endpoint({
  ...shared,
  id: 'sandbox.listAtBank',
  method: 'GET',
  path: api,
  summary: 'The accounts that a consent is for, at a sandbox bank',
  params: resource,
  contentType: json,
})

export const readAtBank = endpoint({
  ...shared,
  id: 'sandbox.readAtBank',
  method: 'GET',
  path: `${api}/:id`,
  summary: 'A consent or a payment at a sandbox bank',
  params: one,
  contentType: json,
})

export const removeAtBank = endpoint({
  ...shared,
  id: 'sandbox.removeAtBank',
  method: 'DELETE',
  path: `${api}/:id`,
  summary: 'Revoke a consent at a sandbox bank',
  params: one,
  contentType: json,
})

export const readPartAtBank = endpoint({
  ...shared,
  id: 'sandbox.readPartAtBank',
  method: 'GET',
  path: `${api}/:id/:part`,
  summary: 'Balances or transactions of an account at a sandbox bank',
  params: part,
  query: z.object({ fromBookingDateTime: z.string().max(40).optional() }),
  contentType: json,
})

export const askAtBank = endpoint({
  ...shared,
  id: 'sandbox.askAtBank',
  method: 'GET',
  path: `${path}/authorize`,
  summary: "A sandbox bank's page on which its customer approves or rejects",
  params,
  query: z.object({
    request: z
      .string()
      .max(8_000)
      .meta({ examples: ['no.signed.request'] }),
    response_type: z.literal('code').default('code'),
    client_id: z.string().max(100).optional(),
    scope: z.string().max(100).optional(),
  }),
  contentType: html,
})

export const decideAtBank = endpoint({
  ...shared,
  id: 'sandbox.decideAtBank',
  method: 'POST',
  path: `${path}/authorize/:id/:choice`,
  summary: "A sandbox bank's customer approves, with an account or all, or rejects",
  params: params.extend({
    id,
    choice: z
      .string()
      .regex(/^(reject|all|[0-9a-f]{12}-\d)$/)
      .meta({ examples: ['reject'] }),
  }),
  contentType: html,
})

export const payInAtBank = endpoint({
  id: 'sandbox.payInAtBank',
  method: 'POST',
  path: `${path}/accounts/:account/entries`,
  summary: 'Demo only: money that somebody sends to a customer of a sandbox bank',
  public: true,
  params: params.extend({
    account: z
      .string()
      .regex(/^[0-9a-f]{12}-\d$/)
      .meta({ examples: ['0123456789ab-1'] }),
  }),
  body: z.strictObject({
    amount: amountMinor,
    currency: z.enum(['GBP', 'EUR']),
    reference: oneLine(z.string().trim().min(1).max(35)),
  }),
  answer: z.object({ booked: z.literal(true) }),
  status: 201,
})

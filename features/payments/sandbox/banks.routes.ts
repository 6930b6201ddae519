import { notFound } from '@counterfoil/kit/contract/problem.ts'
import { bodyTextOf } from '@counterfoil/kit/server/request/body-text.ts'
import type { Context } from '@counterfoil/kit/server/request/context.ts'
import { publicRoute, type Route } from '@counterfoil/kit/server/request/route.ts'
import type { BankAnswer, BankRequest } from '@counterfoil/providers/banks/sandbox/answers.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { backPage, bankPagePolicy, nothingPage, questionPage } from './bank-pages.ts'
import {
  askAtBank,
  createAtBank,
  decideAtBank,
  giveBankTokens,
  listAtBank,
  payInAtBank,
  readAtBank,
  readPartAtBank,
  removeAtBank,
} from './banks.contract.ts'

type PublicContext = Context<undefined>

/** Requests come signed over their text, and tokens are asked for by a form. */
const asItCame = { keepsBodyText: 'unparsed', bodyLimit: 65_536 } as const

export const routes = ({ banks, bankServer }: Providers): Route[] => {
  const nameOf = (bank: string) => {
    const found = banks.get(bank)
    if (found === undefined) throw notFound('The bank')
    return found.name
  }
  const treat = async (
    context: PublicContext,
    bank: string,
    path: readonly string[],
    query: BankRequest['query'] = {},
  ) => {
    const request = requestOf(context, path, query)
    return send(context, await bankServer.answer(bank, request))
  }
  return [
    publicRoute(
      giveBankTokens,
      async ({ params }, context) =>
        send(context, await bankServer.giveTokens(params.bank, requestOf(context, [], {}))),
      asItCame,
    ),
    publicRoute(
      createAtBank,
      ({ params: { bank, api, resource } }, context) => treat(context, bank, [api, resource]),
      asItCame,
    ),
    publicRoute(listAtBank, ({ params: { bank, api, resource } }, context) =>
      treat(context, bank, [api, resource]),
    ),
    publicRoute(readAtBank, ({ params: { bank, api, resource, id } }, context) =>
      treat(context, bank, [api, resource, id]),
    ),
    publicRoute(
      removeAtBank,
      ({ params: { bank, api, resource, id } }, context) =>
        treat(context, bank, [api, resource, id]),
      asItCame,
    ),
    publicRoute(readPartAtBank, ({ params: { bank, api, resource, id, part }, query }, context) =>
      treat(context, bank, [api, resource, id, part], query),
    ),
    publicRoute(askAtBank, async ({ params, query }, { reply }) => {
      const name = nameOf(params.bank)
      asPage(reply)
      const question = await bankServer.ask(params.bank, query.request)
      return question === undefined ? nothingPage(name) : questionPage(question)
    }),
    publicRoute(decideAtBank, async ({ params }, { reply }) => {
      const { bank, id, choice } = params
      const name = nameOf(bank)
      asPage(reply)
      const question = await bankServer.find(bank, id)
      if (question === undefined) return nothingPage(name)
      const all = question.accounts.map((one) => one.id)
      const chosen = choice === 'reject' ? null : choice === 'all' ? all : [choice]
      const address = await bankServer.decide(bank, id, chosen)
      return address === undefined ? nothingPage(name) : backPage(name, address)
    }),
    publicRoute(payInAtBank, async ({ params, body }, { settings }) => {
      if (!settings.isDemo) throw notFound('The bank')
      nameOf(params.bank)
      const { amount, currency, reference } = body
      const entry = { amountMinor: BigInt(amount), currency, reference }
      await bankServer.payIn(params.bank, params.account, entry)
      return { booked: true as const }
    }),
  ]
}

function requestOf(
  { request }: PublicContext,
  path: readonly string[],
  query: BankRequest['query'],
): BankRequest {
  const { method, headers } = request
  return { method, path, query, headers, body: bodyTextOf(request) }
}

/** As the bank answers, with its own status. */
function send({ reply, request }: PublicContext, answer: BankAnswer | undefined): string {
  if (answer === undefined) throw notFound('The bank')
  const { status, body } = answer
  const interaction = request.headers['x-fapi-interaction-id']
  if (typeof interaction === 'string' && /^[\w-]{1,64}$/.test(interaction)) {
    reply.header('x-fapi-interaction-id', interaction)
  }
  reply.header('cache-control', 'no-store').code(status)
  if (body === null) void reply.send()
  else void reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
  return ''
}

function asPage(reply: PublicContext['reply']): void {
  reply.header('content-security-policy', bankPagePolicy).header('cache-control', 'no-store')
}

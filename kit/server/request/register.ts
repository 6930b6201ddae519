import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { fileFieldOf, maxBytesOf } from '@counterfoil/kit/contract/uploads.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { identify, permit } from './access.ts'
import { Call, findCall, type RouteServices } from './call.ts'
import { parserOf } from './parse.ts'
import type { Route } from './route.ts'
import { serializerOf } from './serializer.ts'
import { readUpload } from './uploads.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: AnyEndpoint
    keepsBodyText?: boolean | 'unparsed'
  }
}

type Step = (call: Call) => unknown

/**
 * The way of every request to this route, in order: a step that throws ends it, and what it throws is the answer.
 * Nothing else in the product authorises, asks for codes, scopes or audits.
 */
function stepsOf(route: Route, services: RouteServices) {
  const { endpoint } = route
  const fileField = fileFieldOf(endpoint.body)
  const parse = parserOf(endpoint)
  const send = senderOf(route)
  return {
    /** Before the body is read: who may not call need not send one. The caller's rate is limited between these two. */
    onRequest: {
      identify: async (call) => {
        call.caller = await identify(endpoint, call.request, services)
        logViewer(call)
      },
    },
    preParsing: {
      permit: ({ caller }) => permit(endpoint, caller),
    },
    handler: {
      readForm: async ({ request }) => {
        if (fileField === undefined) return
        request.body = await readUpload(request, fileField, maxBytesOf(endpoint.body))
      },
      parse: (call) => {
        call.input = parse(call.request)
      },
      /** After the input was found good and before anything is done: a mistyped field spends no code. */
      confirm: (call) => call.confirm(),
      run: (call) => call.run(),
      audit: (call) => call.auditAlone(),
      sayPosition: (call) => call.sayPosition(),
      answer: ({ reply, answer }) => send(reply, answer),
    },
  } satisfies Record<string, Record<string, Step>>
}

/** Every line that is logged of a request through a user's eyes names both. */
function logViewer({ caller, request }: Call): void {
  if (caller?.kind !== 'user' || caller.viewedBy === undefined) return
  const { id, viewId } = caller.viewedBy
  request.log = request.log.child({
    viewAs: { id: viewId, administratorId: id, userId: caller.id },
  })
}

/** Makes a Fastify route of a declared one. */
export function registerRoute(app: FastifyInstance, route: Route, services: RouteServices): void {
  const { endpoint, options } = route
  const { onRequest, preParsing, handler } = stepsOf(route, services)
  const walk =
    (steps: Readonly<Record<string, Step>>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const call = findCall(request) ?? new Call(route, services, request, reply)
      for (const step of Object.values(steps)) await step(call)
    }
  const handle = walk(handler)
  const isCrossOrigin = endpoint.isCrossOrigin === true
  if (isCrossOrigin) answerPreflight(app, endpoint)
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(options.bodyLimit === undefined ? {} : { bodyLimit: options.bodyLimit }),
    // the reader of forms is given what was sent
    ...(fileFieldOf(endpoint.body) === undefined ? {} : { decompress: false as const }),
    config: { endpoint, keepsBodyText: options.keepsBodyText ?? false },
    onRequest: isCrossOrigin ? [allowOtherOrigins, walk(onRequest)] : walk(onRequest),
    preParsing: walk(preParsing),
    handler: async (request, reply) => {
      await handle(request, reply)
      return reply
    },
  })
}

/** First of all, so that a browser gives its page the refusals too. */
async function allowOtherOrigins(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('access-control-allow-origin', '*')
}

const preflightKeptS = 86_400

/** What a browser asks before it lets another site's page call. */
function answerPreflight(app: FastifyInstance, { path, method }: AnyEndpoint): void {
  app.options(path, { onRequest: allowOtherOrigins }, (_request, reply) =>
    reply
      .header('access-control-allow-methods', method)
      .header('access-control-allow-headers', 'authorization, content-type, idempotency-key')
      .header('access-control-max-age', String(preflightKeptS))
      .code(204)
      .send(),
  )
}

/** Sends the answer as its schema says: what the schema does not name never leaves. */
function senderOf({ endpoint }: Route): (reply: FastifyReply, answer: unknown) => unknown {
  const { status, contentType } = endpoint
  const writeAnswer = endpoint.answer && !contentType ? serializerOf(endpoint.answer) : undefined
  const writeAccepted = endpoint.accepted && serializerOf(endpoint.accepted)
  return (reply, answer) => {
    if (reply.sent) return
    const isAccepted = writeAccepted !== undefined && reply.statusCode === 202
    if (!isAccepted) reply.code(status)
    const write = isAccepted ? writeAccepted : writeAnswer
    // files have types of their own
    if (contentType !== undefined && !reply.hasHeader('content-type')) reply.type(contentType)
    if (write === undefined) reply.send(answer)
    else reply.type('application/json; charset=utf-8').send(write(answer))
  }
}

import { Problem, type ProblemDetails } from '@counterfoil/kit/contract/problem.ts'
import { databaseProblem } from '@counterfoil/kit/database/failures.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { findCall } from './call.ts'
import { addressNotUtf8 } from './storable-text.ts'

/** Every error of every call leaves through here as RFC 9457 problem details. */
export function answerProblems(app: FastifyInstance): void {
  app.setErrorHandler(async (error: FastifyError | Error, request, reply) => {
    const problem = problemOf(error)
    if (problem.code === 'internal') request.log.error({ err: error }, 'request failed')
    else if (problem.status >= 500) request.log.warn({ err: error }, problem.message)
    // the caller has its answer even where the refusal cannot be stored
    await findCall(request)
      ?.storeRefusal(problem)
      .catch((cause: unknown) => request.log.warn({ err: cause }, 'a refusal could not be stored'))
    return sendProblem(request, reply, problem)
  })
}

function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  if (problem.retryAfterS !== undefined) reply.header('retry-after', problem.retryAfterS)
  if (problem.status === 401) {
    reply.header('www-authenticate', problem.authenticate ?? `Bearer error="${problem.code}"`)
  }
  const details: ProblemDetails = {
    ...problem.details,
    type: `urn:counterfoil:problem:${problem.code}`,
    title: titles[problem.status] ?? 'Error',
    status: problem.status,
    detail: problem.message,
    instance: request.id,
    code: problem.code,
    ...(problem.params === undefined ? {} : { params: problem.params }),
    errors: problem.errors,
  }
  return reply
    .code(problem.status)
    .type('application/problem+json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(details)
}

export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const text = `There is no ${request.method} ${request.url.split('?')[0]}`
  return sendProblem(request, reply, new Problem('not_found', 404, text))
}

/** Fastify answers an address that it cannot read before any route, and so past the error handler. */
export function answerWrongAddress(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const isBadUrl = error.code === 'FST_ERR_BAD_URL'
  sendProblem(request, reply, isBadUrl ? addressNotUtf8() : problemOf(error))
}

const titles: Record<number, string> = {
  400: 'Bad request',
  401: 'Not signed in',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  413: 'Too large',
  415: 'Unsupported media type',
  422: 'Not possible',
  429: 'Too many requests',
  500: 'Internal error',
  503: 'Unavailable',
  507: 'Storage is full',
}

/** What a thrown value means for the caller. What nobody expected is a 500 without its details. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof z.ZodError) return validationProblem(error)
  const fromDatabase = databaseProblem(error)
  if (fromDatabase) return fromDatabase
  const { statusCode, code, message } = error as Partial<FastifyError>
  // a path that no file can have, by its length or by leading elsewhere
  if (code === 'FST_STATIC_FORBIDDEN_PATH')
    return new Problem('not_found', 404, 'There is no such page')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Problem(
      codes[code ?? ''] ?? 'request.invalid',
      statusCode,
      texts[code ?? ''] ?? message ?? 'The request is not valid',
    )
  }
  return new Problem(
    'internal',
    500,
    'Something went wrong on our side. Quote the request id to support.',
    {
      cause: error,
    },
  )
}

const codes: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.empty_body',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.invalid_length',
}

/** What helps, where Fastify's own words do not say it. */
const texts: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE:
    'This kind of body is not taken: send JSON, with the header Content-Type: application/json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON',
}

/** Names each wrong field; values are not repeated, they could be a card number. */
function validationProblem(error: z.ZodError): Problem {
  const errors = error.issues.flatMap(fieldsIn).slice(0, 50)
  const [first] = errors
  const text = first
    ? `${first.path ? `${first.path}: ` : ''}${first.message}`
    : 'The request is not valid'
  const fields = [...new Set(errors.map(({ path }) => path))].filter((path) => path !== '')
  const params = fields.length === 0 ? {} : { params: { fields: fields.join(', ') } }
  return new Problem('request.invalid', 400, text, { errors, ...params })
}

/** Fields that nobody declared are named each by itself; their names are as long as somebody liked. */
function fieldsIn(issue: z.core.$ZodIssue) {
  const path = issue.path.join('.')
  if (issue.code !== 'unrecognized_keys') return [{ message: issue.message, path }]
  return issue.keys.map((key) => ({
    message: 'There is no such field',
    path: [...issue.path, key.slice(0, 100)].join('.'),
  }))
}

import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ProblemDetails } from '@counterfoil/kit/contract/problem.ts'

/** An address with thousands of values still reaches the call, which says which field has too many. */
export const longestHeadBytes = 65_536

const problems = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'request.too_slow',
    detail: 'The request was not sent within its time',
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'request.address_too_long',
    detail: `The address and the headers of the request are longer than ${longestHeadBytes / 1024} KB. Leave out some of the values in the address.`,
  },
  malformed: {
    status: 400,
    code: 'request.malformed',
    detail: 'This is not a request that HTTP knows',
  },
} as const

/** Answers what is no readable request, and so reaches no route, as every other error is answered. */
export function answerUnreadRequest(
  error: Error & { readonly code?: string },
  socket: Socket,
): void {
  // the connection is gone
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const known = error.code !== undefined && error.code in problems
  const { status, code, detail } =
    problems[known ? (error.code as keyof typeof problems) : 'malformed']
  const title = STATUS_CODES[status] ?? 'Error'
  const details: ProblemDetails = {
    ...{ type: `urn:counterfoil:problem:${code}`, title, status, detail, code },
    ...{ instance: '', errors: [{ message: detail }] },
  }
  if (socket.writable) {
    const body = JSON.stringify(details)
    const head = [
      `HTTP/1.1 ${status} ${title}`,
      'content-type: application/problem+json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      'connection: close',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
  socket.destroy(error)
}

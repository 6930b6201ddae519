// Answers as gzip where the client takes it. Written here because Fastify's plugin looks at a text's first two bytes and
// takes what begins with `x ` for compressed already.

import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGzip, gzip, gzipSync } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance, FastifyReply } from 'fastify'

const gzipLater = promisify(gzip)
/** Smaller answers fit into a packet or two as they are. */
const minBytes = 2048
/** Larger ones are compressed beside what else this process does. */
const maxAtOnce = 8192
const compressible =
  /^text\/(?!event-stream)|[/+](?:json|text|xml|javascript)(?:;|$)|octet-stream(?:;|$)/

/** Requests may be compressed too, but forms with files, whose parts could not be counted (uploads.ts). */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, { globalCompression: false, globalDecompression: true })
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isCompressible(reply)) return payload
    const bytes = bytesOf(payload)
    if (bytes !== undefined && bytes.length < minBytes) return payload
    if (bytes === undefined && !(payload instanceof Readable)) return payload
    addVary(reply)
    if (!takesGzip(request.headers['accept-encoding'])) return payload
    reply.header('content-encoding', 'gzip')
    reply.removeHeader('content-length')
    if (bytes === undefined) return pipeline(payload as Readable, createGzip(), () => undefined)
    return bytes.length <= maxAtOnce ? gzipSync(bytes) : gzipLater(bytes)
  })
}

function isCompressible(reply: FastifyReply): boolean {
  const isWhole = reply.statusCode !== 206 && !reply.hasHeader('content-range')
  const type = String(reply.getHeader('content-type') ?? '')
  return isWhole && !reply.hasHeader('content-encoding') && compressible.test(type)
}

function bytesOf(payload: unknown): Buffer | undefined {
  if (typeof payload === 'string') return Buffer.from(payload)
  return Buffer.isBuffer(payload) ? payload : undefined
}

/** `gzip;q=0` refuses it. */
function takesGzip(accepted: string | string[] | undefined): boolean {
  const offers = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.trim().split(/\s*;\s*q\s*=\s*/))
  const weightOf = (name: string) => offers.find(([offer]) => offer === name)?.[1] ?? 1
  const named = offers.find(([offer]) => offer === 'gzip' || offer === 'x-gzip' || offer === '*')
  return named !== undefined && Number(weightOf(named[0] ?? '')) > 0
}

function addVary(reply: FastifyReply): void {
  const before = String(reply.getHeader('vary') ?? '')
  if (/accept-encoding|\*/i.test(before)) return
  reply.header('vary', before === '' ? 'accept-encoding' : `${before}, accept-encoding`)
}

import type { FastifyRequest } from 'fastify'

const texts = new WeakMap<FastifyRequest, string>()

/** Called by the JSON parser before it parses; keeps the text for routes that asked for it. */
export function keepBodyText(request: FastifyRequest, body: string): void {
  if (request.routeOptions.config.keepsBodyText) texts.set(request, body)
}

/** The body exactly as it came; empty for a route without `keepsBodyText`. */
export function bodyTextOf(request: FastifyRequest): string {
  return texts.get(request) ?? ''
}

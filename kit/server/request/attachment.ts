import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'

/**
 * Makes the answer a file that browsers save and never open: whatever it holds, it does not run as a page of the
 * portal. The handler returns the content.
 * Names in any script travel as RFC 5987 has them, with a plain one beside for old clients.
 */
export function describeAttachment(
  reply: FastifyReply,
  file: { readonly name: string; readonly contentType: string; readonly size: number },
): void {
  reply
    .header('content-disposition', contentDisposition(file.name, { type: 'attachment' }))
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, no-store')
    .header('content-length', file.size)
    .type(file.contentType)
}

/**
 * Makes the answer a picture that pages show, those of the sign-in too, which have an origin of their own. Its address
 * changes with its content, so browsers keep it.
 */
export function describePicture(
  reply: FastifyReply,
  file: { readonly contentType: string; readonly size: number },
): void {
  reply
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('content-length', file.size)
    .type(file.contentType)
}

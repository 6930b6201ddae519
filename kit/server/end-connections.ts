import type { Server, ServerResponse } from 'node:http'

/**
 * Makes the function that a server calls when it begins to close: it then ends with its last running request. A proxy keeps
 * its connections open for further requests, and a server waits for them for over a minute; so what is answered from then on
 * says that it is the last on its connection.
 */
export function endConnections(server: Server): () => void {
  const open = new Set<ServerResponse>()
  let isClosing = false
  const sayLast = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('connection', 'close')
  }
  server.prependListener('request', (_request, response) => {
    if (isClosing) sayLast(response)
    open.add(response)
    response.once('close', () => {
      open.delete(response)
      // what had begun to be answered before could not say it any more
      if (isClosing) setImmediate(() => server.closeIdleConnections())
    })
  })
  return () => {
    isClosing = true
    for (const response of open) sayLast(response)
    server.closeIdleConnections()
  }
}

/** From 0 to 1: how much of the body has left. */
export type OnProgress = (share: number) => void

/** `fetch` that tells how much of the body was sent, which the browser's own does not. */
export function fetchWithProgress(onProgress: OnProgress) {
  return (url: string, init: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(init.method ?? 'GET', url)
      request.withCredentials = init.credentials === 'include'
      request.responseType = 'blob'
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total)
      }
      const fail = () => reject(init.signal?.reason ?? new TypeError('The request failed'))
      request.onerror = fail
      request.ontimeout = fail
      request.onabort = fail
      request.onload = () => resolve(responseOf(request))
      init.signal?.addEventListener('abort', () => request.abort(), { once: true })
      if (init.signal?.aborted === true) fail()
      else request.send(init.body as XMLHttpRequestBodyInit)
    })
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const at = line.indexOf(':')
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim())
  }
  // these statuses have no body, and a Response does not take even an empty one
  const body = [204, 205, 304].includes(request.status) ? null : (request.response as Blob)
  return new Response(body, { status: request.status, headers })
}

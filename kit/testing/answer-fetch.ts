import { vi } from 'vitest'

export interface Asked {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly body: unknown
}

/** What a test's server answers: JSON, or a whole response; undefined: there is no such call. */
export type Answering = (asked: Asked) => unknown

/**
 * Stands in for the network of component tests: every fetch reaches `answering`, and is kept in the list that is
 * returned, in order.
 */
export function answerFetch(answering: Answering): Asked[] {
  const all: Asked[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const asked: Asked = {
      method: init.method ?? 'GET',
      url,
      path: pathname,
      query: searchParams,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
    }
    all.push(asked)
    const answer = await answering(asked)
    if (answer instanceof Response) return answer
    if (answer === undefined) return Response.json({ errors: [] }, { status: 404 })
    return Response.json(answer)
  })
  return all
}

/** Uploads tell their progress by XMLHttpRequest: with this they reach what `answerFetch` answers. */
export function sendUploadsByFetch(): void {
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      readonly upload = {}
      #request: [url: string, method: string] = ['', '']
      status = 0
      response: Blob | null = null
      onload?: () => void
      open(method: string, url: string) {
        this.#request = [url, method]
      }
      setRequestHeader() {}
      getAllResponseHeaders() {
        return 'content-type: application/json'
      }
      abort() {}
      async send(body: NonNullable<RequestInit['body']>) {
        const [url, method] = this.#request
        const answer = await fetch(url, { method, body })
        this.status = answer.status
        this.response = await answer.blob()
        this.onload?.()
      }
    },
  )
}

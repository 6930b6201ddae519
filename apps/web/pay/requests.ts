/** A refusal of the server, by its stable code. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly waitS: number

  constructor(status: number, code: string, detail: string, waitS: number) {
    super(detail)
    this.status = status
    this.code = code
    this.waitS = waitS
  }
}

const tries = 4
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Asks the server. An answer that is lost is asked for again with the same key, so that nothing is done twice; then
 * `undefined` is thrown as a plain error.
 */
export async function ask<Answer>(path: string, body?: object, key?: string): Promise<Answer> {
  for (let turn = 1; ; turn += 1) {
    try {
      const answer = await fetch(path, {
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        credentials: 'omit',
        cache: 'no-store',
      })
      const said = (await answer.json()) as Answer & { code?: string; detail?: string }
      if (answer.ok) return said
      const waitS = Number(answer.headers.get('retry-after') ?? 0)
      const refusal = new Refusal(answer.status, said.code ?? '', said.detail ?? '', waitS)
      if (answer.status < 500 || turn === tries) throw refusal
    } catch (cause) {
      if (cause instanceof Refusal || turn === tries) throw cause
    }
    await pause(400 * 2 ** turn)
  }
}

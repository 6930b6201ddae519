import { ask, Refusal } from './requests.ts'

/** A payment that was sent, or a card that is to be saved. */
interface Attempt {
  readonly key: string
  readonly body: object
}

/** A key for one attempt. Browsers give UUIDs to pages of https alone. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Sends the payments of a page, or its cards. One whose answer did not come may have been made: it is sent again as it was, with its key,
 * and nothing else is paid before its answer has come, also when the page is loaded again.
 */
export function attemptsAt<Answer>(address: string) {
  const name = `unanswered ${address}`
  let unanswered = readStored(name)
  const send = async (attempt: Attempt): Promise<Answer> => {
    unanswered = attempt
    store(name, attempt)
    try {
      const answer = await ask<Answer>(address, attempt.body, attempt.key)
      unanswered = undefined
      store(name, undefined)
      return answer
    } catch (cause) {
      if (isFinal(cause)) {
        unanswered = undefined
        store(name, undefined)
      }
      throw cause
    }
  }
  return {
    isUnanswered: () => unanswered !== undefined,
    send: (body: object, key: string) =>
      send(unanswered ?? { key, body: { ...body, browser: browserHere() } }),
    sendAgain: () => (unanswered === undefined ? undefined : send(unanswered)),
  }
}

/** What 3-D Secure asks of the browser; its headers and its address come with the request. */
const browserHere = () => ({
  language: navigator.language || document.documentElement.lang,
  colorDepth: screen.colorDepth,
  screenHeight: screen.height,
  screenWidth: screen.width,
  timeZoneOffset: new Date().getTimezoneOffset(),
  // browsers have no Java any more
  javaEnabled: false,
  // the bank's page takes the whole window
  challengeWindowSize: '05',
})

/** A refusal that says that nothing was paid; a failure of the server, and one that says to wait, do not. */
const isFinal = (cause: unknown): boolean =>
  cause instanceof Refusal &&
  cause.status < 500 &&
  cause.code !== 'idempotency.in_progress' &&
  cause.code !== 'request.too_many'

function readStored(name: string): Attempt | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** A security code is typed with a kept card, whose pages are paid once: the page itself says whether they are. */
const hasCode = ({ body }: Attempt) => JSON.stringify(body).includes('"securityCode"')

function store(name: string, attempt: Attempt | undefined): void {
  try {
    if (attempt === undefined || hasCode(attempt)) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify(attempt))
  } catch {
    // a browser that stores nothing for the page: the attempt is known until it is left
  }
}

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
export function attemptsAt<Answer extends { readonly id: string }>(address: string) {
  const name = `unanswered ${address}`
  const madeName = `made ${address}`
  let unanswered = readStored(name)
  const send = async (attempt: Attempt): Promise<Answer> => {
    unanswered = attempt
    store(name, attempt)
    try {
      const answer = await ask<Answer>(address, attempt.body, attempt.key)
      unanswered = undefined
      store(name, undefined)
      keepId(madeName, answer.id)
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
    /** Of the last one that was made in this browser, in another tab as well. */
    madeId: () => readId(madeName),
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

/** A security code is not left in the browser: without it the server answers again what it answered, and pays nothing. */
const withoutCode = (name: string, value: unknown) => (name === 'securityCode' ? undefined : value)

function store(name: string, attempt: Attempt | undefined): void {
  try {
    if (attempt === undefined) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify(attempt, withoutCode))
  } catch {
    // a browser that stores nothing for the page: the attempt is known until it is left
  }
}

function readId(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** The id alone: who has it and the page's address is shown the result, and may go back to the shop with it. */
function keepId(name: string, id: string): void {
  try {
    localStorage.setItem(name, id)
  } catch {
    // the address of this tab has it as well
  }
}

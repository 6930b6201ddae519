import { messagesOf } from './messages.ts'

const msg = messagesOf(import.meta.url)

/** What the two modes are called, by the name that calls have them by. */
export const modeNames = msg({ Live: 'Live', Test: 'Test' })

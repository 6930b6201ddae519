import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** Of the kinds of values that can be listed. */
export const kindHint = msg(
  'Of stored cards the first six digits alone are known: an entry of seven or eight digits does not find them',
)

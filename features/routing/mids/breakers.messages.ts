import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'

const msg = messagesOf(import.meta.url)

export const breakerTexts = msg({
  title: 'Availability',
  closed: 'Tried',
  failing: 'Failing',
  open: 'Not tried',
  mid: 'This MID',
  acquirer: 'All MIDs at {provider}',
  failures:
    '{count, plural, =0 {No failure in a row} one {One failure in a row} other {{count, number} failures in a row}}',
  last: 'Last failure',
  since: 'Not tried since',
  probe: 'One payment tries it from',
  reset: 'Try again at once',
  wasReset: 'Reset by {name}',
  resetDone: 'Payments try it again',
  about:
    'After several technical failures or time-outs in a row payments go to the next MID. Then one payment tries it again, and when that is answered, all do.',
})

/** Failures that are no answer of the acquirer's; what it answers with stays its code. */
export const failureTexts: Readonly<Record<string, Text>> = msg({
  no_answer_in_time: 'No answer in time',
  adapter_failed: 'The connection to the acquirer failed',
})

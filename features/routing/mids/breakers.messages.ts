import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

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

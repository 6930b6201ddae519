import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const ratioAlertTexts = msg({
  crossings: 'When it was crossed',
  none: 'Not reached yet',
  crossedAt: 'Crossed',
  share: 'Share',
  recoveredAt: 'Recovered',
  still: 'Not yet',
  shareOf: '{counted} of {of}',
})

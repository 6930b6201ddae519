import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const boardTexts = msg({
  move: 'Move {name}',
  back: 'Move {name} back to {stage}',
  on: 'Move {name} on to {stage}',
  instructions:
    'To move a card, press Space, then the left or right arrow key, and Space again to leave it there. Escape puts it back.',
  lifted: '{name} was picked up',
  over: '{name} is at {stage}',
  dropped: '{name} was left at {stage}',
  cancelled: '{name} was moved back',
})

import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Text, textIn } from '@counterfoil/kit/contract/texts.ts'

const msg = messagesOf(import.meta.url)

const defaultNames: Readonly<Record<string, Text>> = msg({
  Pending: 'Pending',
  Done: 'Done',
  'In progress': 'In progress',
})

/** What a label is called: the default ones, whose names no other label can take, are the same in each language's words. */
export function labelName(value: string, language: string): string {
  const name = defaultNames[value]
  return name === undefined ? value : textIn(name, language)
}

import { foldText } from '@counterfoil/kit/web/texts/fold-text.ts'

/** Something that the palette does, rather than a place to which it goes. */
export interface PaletteAction {
  readonly id: string
  readonly name: string
  /** Other words by which people look for it. */
  readonly words: string
  /** Where it is done; or what is done at once. */
  readonly to?: string
  run?(): void
}

/** The actions whose name or words contain all words that were typed; none while nothing was. */
export function findActions(
  actions: readonly PaletteAction[],
  typed: string,
): readonly PaletteAction[] {
  const words = foldText(typed.trim()).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return actions.filter(({ name, words: others }) => {
    const all = foldText(`${name} ${others}`)
    return words.every((word) => all.includes(word))
  })
}

/** What is done with a record, and by which words it is asked for, one language after another. */
export interface RecordVerb {
  readonly id: string
  readonly name: string
  readonly words: string
}

/** `refund HB-1`: the verb and the text by which its record is found; undefined: no such verb was typed. */
export function parseVerb(
  typed: string,
  verbs: readonly RecordVerb[],
): { readonly verb: RecordVerb; readonly text: string } | undefined {
  const [first = '', ...rest] = typed.trim().split(/\s+/)
  const text = rest.join(' ')
  if (text === '') return undefined
  const wanted = foldText(first)
  const verb = verbs.find(({ words }) => foldText(words).split(/\s+/).includes(wanted))
  return verb === undefined ? undefined : { verb, text }
}

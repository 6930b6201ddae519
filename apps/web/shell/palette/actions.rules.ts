import { foldText } from '@counterfoil/kit/contract/fold-text.ts'

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

/**
 * `refund HB-1`: the verb and the text by which its record is found; undefined: no such verb was typed. A verb is asked for by
 * its whole name too, which has two words in Turkish, and there it may stand behind its record: `HB-1 iade et`.
 */
export function parseVerb(
  typed: string,
  verbs: readonly RecordVerb[],
): { readonly verb: RecordVerb; readonly text: string } | undefined {
  const parts = typed.trim().split(/\s+/)
  const folded = parts.map(foldText)
  for (const verb of verbs) {
    const asked = [foldText(verb.name), ...foldText(verb.words).split(/\s+/)].filter(Boolean)
    if (asked.includes(folded.join(' '))) return undefined
    for (const words of asked.map((one) => one.split(/\s+/))) {
      const rest = parts.length - words.length
      const isAt = (start: number) => words.every((word, place) => folded[start + place] === word)
      if (rest > 0 && isAt(0)) return { verb, text: parts.slice(words.length).join(' ') }
      // one word behind another may as well be the subject of a ticket: “late refund”
      if (rest > 0 && words.length > 1 && isAt(rest)) {
        return { verb, text: parts.slice(0, rest).join(' ') }
      }
    }
  }
  return undefined
}

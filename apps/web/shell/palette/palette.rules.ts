import { foldText, wordStems } from '@counterfoil/kit/contract/fold-text.ts'
import { asNamed, judgeScreen, type Screen } from '@counterfoil/kit/web/page/screen.ts'
import type { SignedInUser } from '@counterfoil/kit/web/session/user.tsx'

export interface ScreenChoice {
  readonly screen: Screen
  readonly name: string
  /** The menu group of the screen, if it is in the menu. */
  readonly group: string
}

/** The screens that the user may open and whose path has no parameters. */
export function reachableScreens(screens: readonly Screen[], user: SignedInUser): Screen[] {
  return screens
    .filter((screen) => !screen.path.includes('/:') && judgeScreen(screen, user) === 'open')
    .map((screen) => asNamed(screen, user))
}

/**
 * The choices that match the typed text, best first: the name begins with it, then a word of the name does, then the name
 * contains it, then name and group contain all its words, whatever endings they have at last.
 */
export function findScreens(choices: readonly ScreenChoice[], typed: string): ScreenChoice[] {
  const text = foldText(typed.trim())
  if (text === '') return [...choices]
  const words = text.split(/\s+/)
  return choices
    .map((choice) => ({ choice, rank: rankOf(choice, text, words) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .map(({ choice }) => choice)
}

function rankOf(choice: ScreenChoice, text: string, words: readonly string[]): number {
  const name = foldText(choice.name)
  if (name.startsWith(text)) return 4
  if (name.includes(` ${text}`)) return 3
  if (name.includes(text)) return 2
  const all = `${name} ${foldText(choice.group)}`
  if (words.every((word) => all.includes(word))) return 1
  const stems = wordStems(text)
  const isNamedIn = (where: string) => {
    const named = where.split(/\s+/)
    return stems.every((stem) => named.some((word) => word.startsWith(stem)))
  }
  if (isNamedIn(name)) return 0.7
  return isNamedIn(all) ? 0.5 : 0
}

/** Shorter texts are not searched among records: ids and references are longer. */
export const minRecordTextLength = 3

import type { Language } from './language.ts'

type Sentence = string | ((...parts: never[]) => string)
type Pairs = Readonly<Record<string, readonly [Sentence, Sentence]>>
type Spoken<T extends Pairs> = {
  readonly [K in keyof T]: T[K][0] extends string ? string : T[K][0]
}

/** Sentences in English and Turkish, side by side; answers the ones of a language. */
export function bilingual<const T extends Pairs>(pairs: T): (language: Language) => Spoken<T> {
  const spoken = (at: 0 | 1) =>
    Object.fromEntries(Object.entries(pairs).map(([key, pair]) => [key, pair[at]])) as Spoken<T>
  const each = { en: spoken(0), tr: spoken(1) }
  return (language) => each[language]
}

/** At most so many words of a ticket's texts, and of each comment, are indexed. */
const maxWords = 400
const maxWordLength = 40

/**
 * Splits texts into the words of the search index: in lower case, without accents, with İ, I, ı and i as one letter, so
 * that Turkish and English match alike. Numbers and codes are indexed whole and in parts.
 */
export function tokenizeText(...texts: readonly string[]): string[] {
  const words = new Set<string>()
  for (const text of texts) {
    const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i')
    for (const match of plain.matchAll(/[\p{L}\p{N}]+(?:[-_.@/][\p{L}\p{N}]+)*/gu)) {
      const [whole] = match
      for (const word of [whole, ...whole.split(/[-_.@/]/)]) {
        if (words.size < maxWords && word.length > 1) words.add(word.slice(0, maxWordLength))
      }
    }
  }
  return [...words]
}

/** Splits a search into words. A ticket must have all of them; of the last, its beginning is enough. */
export function tokenizeSearch(search: string): string[] {
  const plain = search.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i')
  const words = plain.match(/[\p{L}\p{N}]+(?:[-_.@/][\p{L}\p{N}]+)*/gu) ?? []
  // single letters are not indexed; as the last word one may be the beginning of a word
  const kept = words.filter((word, index) => word.length > 1 || index === words.length - 1)
  return [...new Set(kept.map((word) => word.slice(0, maxWordLength)))].slice(0, 8)
}

/** The end of the range of texts that begin with the prefix, in byte order. */
export function endOfPrefix(prefix: string): string {
  return `${prefix}\u{10ffff}`
}

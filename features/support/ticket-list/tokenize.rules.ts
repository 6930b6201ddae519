/** A ticket is found by so many of its words. */
const mostWords = 80
const longestWord = 40

/**
 * The words that a text is found by: without accents and capitals, in Turkish and English alike (İ, I, ı and i are one),
 * numbers and codes whole and in their parts.
 */
export function wordsOf(...texts: readonly string[]): string[] {
  const words = new Set<string>()
  for (const text of texts) {
    const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i')
    for (const found of plain.matchAll(/[\p{L}\p{N}]+(?:[-_.@/][\p{L}\p{N}]+)*/gu)) {
      const [whole] = found
      for (const word of [whole, ...whole.split(/[-_.@/]/)]) {
        if (words.size < mostWords && word.length > 1) words.add(word.slice(0, longestWord))
      }
    }
  }
  return [...words]
}

/** Of a search: all of these must be there, the last one perhaps only its beginning. */
export function tokenizeSearch(search: string): string[] {
  const plain = search.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i')
  const words = plain.match(/[\p{L}\p{N}]+(?:[-_.@/][\p{L}\p{N}]+)*/gu) ?? []
  // a single letter is no word that a ticket is found by, unless it is the beginning of the last one
  const kept = words.filter((word, place) => word.length > 1 || place === words.length - 1)
  return [...new Set(kept.map((word) => word.slice(0, longestWord)))].slice(0, 8)
}

/** The end of the range of texts that begin with this one, as bytes sort. */
export function endOfPrefix(prefix: string): string {
  return `${prefix}\u{10ffff}`
}

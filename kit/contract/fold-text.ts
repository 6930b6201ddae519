/**
 * Text for comparing what somebody types with what is there: small letters without marks, and the dotted and the
 * dotless i of Turkish the same, so that `islem`, `işlem` and `İŞLEM` find one another on any keyboard.
 */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/ı/g, 'i')
}

/** Endings of nouns, folded: English plurals; of Turkish plural, possessive and case, one after another. */
const endings =
  /^(.{4,}?)(?:ies|e?s|(?:l[ae]r)?(?:s?[iu])?(?:[ny]?[dt][ae]n?|n?[iu]n|[ny]?[aeiu])?)$/u

/**
 * The words of a folded text without the endings of plural, possessive and case, for comparing by beginnings: with
 * `ödeme bağlantısı` people look for what is called `Ödeme bağlantıları`.
 */
export const wordStems = (folded: string): string[] =>
  folded
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => endings.exec(word)?.[1] ?? word)

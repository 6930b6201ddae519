/**
 * Text for comparing what somebody types with what is there: small letters without marks, and the dotted and the
 * dotless i of Turkish the same, so that `islem`, `işlem` and `İŞLEM` find one another on any keyboard.
 */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/ı/g, 'i')
}

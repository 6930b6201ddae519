/** The `like` pattern of whatever contains a text; `%`, `_` and `\` in the text stand for themselves. */
export function containsPattern(text = ''): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** A column in braces, which a row fills in. */
export const placeholder = /\{([^{}]*)\}/g

/** The navigation of a row, filled in from it; undefined where the row lacks a value. */
export function filledNavigation(
  url: string,
  keys: Readonly<Record<string, string | null>>,
): string | undefined {
  let isWhole = true
  const filled = url.replace(placeholder, (_, name: string) => {
    const key = keys[name]
    if (key === undefined || key === null || key === '') isWhole = false
    return encodeURIComponent(key ?? '')
  })
  return isWhole ? filled : undefined
}

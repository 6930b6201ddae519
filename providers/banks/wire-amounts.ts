/** Minor units of `12.5`, which has at most 13 digits before the point and 5 after it; undefined: it is no such amount. */
export function minorOf(text: string, decimalPlaces: number): bigint | undefined {
  const [, whole = '', part = ''] = /^(\d{1,13})(?:\.(\d{1,5}))?$/.exec(text) ?? []
  const rest = part.slice(decimalPlaces)
  if (whole === '' || /[1-9]/.test(rest)) return undefined
  return BigInt(whole + part.slice(0, decimalPlaces).padEnd(decimalPlaces, '0'))
}

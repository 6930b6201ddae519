/** The IANA names that can be chosen, UTC first: engines know it and do not list it. */
export const timeZones: readonly string[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC'),
]

/**
 * Whether it is the IANA name of a zone. Of a zone with two names an engine lists one, and which one differs from browser to
 * browser (Asia/Calcutta, Asia/Kolkata): both are taken. Offsets are no zones.
 */
export function isTimeZone(name: string): boolean {
  if (!/^(UTC|[A-Za-z_]+(\/[A-Za-z0-9_+-]+)+)$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== ''
  } catch {
    return false
  }
}

/** Choices of a field, with the one that is stored, whatever the browser calls it. */
export const timeZoneChoices = (stored?: string | null): { value: string; label: string }[] =>
  [...(stored && !timeZones.includes(stored) ? [stored] : []), ...timeZones].map((value) => ({
    value,
    label: value.replaceAll('_', ' '),
  }))

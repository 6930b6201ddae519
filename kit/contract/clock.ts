import { once } from './once.ts'

/**
 * What clocks and calendars show in a time zone: parts of two digits, the year with all of its own. The two styles are made in
 * half of the time that a list of the parts takes.
 */
export const clockIn = once(
  (timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
)

import { clockIn } from '@counterfoil/kit/contract/clock.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { useTimeZone } from '../session/user.tsx'
import { useTexts } from '../texts/i18n.tsx'

const msg = messagesOf(import.meta.url)

interface DateParts {
  readonly year: string
  readonly month: string
  readonly day: string
  readonly hour: string
  readonly minute: string
  readonly second: string
}

function partsIn(instant: Date, timeZone: string): DateParts {
  return Object.fromEntries(
    clockIn(timeZone)
      .formatToParts(instant)
      .map((part) => [part.type, part.value]),
  ) as unknown as DateParts
}

/** DD/MM/YYYY in the zone. */
export function formatDate(instant: Date, timeZone: string): string {
  const { day, month, year } = partsIn(instant, timeZone)
  return `${day}/${month}/${year}`
}

/** DD/MM/YYYY HH:mm in the zone; with seconds where lists need the order. */
export function formatDateTime(instant: Date, timeZone: string, withSeconds = false): string {
  const { hour, minute, second } = partsIn(instant, timeZone)
  return `${formatDate(instant, timeZone)} ${hour}:${minute}${withSeconds ? `:${second}` : ''}`
}

/** DD/MM/YYYY of a calendar day, which is in no zone: `2026-11-29`. */
export const formatDay = (day: string): string => day.split('-').reverse().join('/')

const texts = msg({
  justNow: 'just now',
  minutesAgo: '{n} minutes ago',
  hoursAgo: '{n}h ago',
})

/** 'just now', 'N minutes ago', 'Nh ago', and from a day on the date. */
export function useRelativeTime(): (instant: Date, now: Date) => string {
  const t = useTexts(texts)
  const timeZone = useTimeZone()
  return (instant, now) => {
    const minutes = Math.floor((now.getTime() - instant.getTime()) / 60_000)
    if (minutes < 1) return t.justNow
    if (minutes < 60) return t.minutesAgo({ n: minutes })
    if (minutes < 1440) return t.hoursAgo({ n: Math.floor(minutes / 60) })
    return formatDateTime(instant, timeZone)
  }
}

/** An instant of the API (RFC 3339) in the user's zone; a dash when there is none. */
export function DateTime(props: { value: string | null | undefined; seconds?: boolean }) {
  const timeZone = useTimeZone()
  if (props.value === null || props.value === undefined) return <span>–</span>
  return (
    <time dateTime={props.value} title={`${timeZone} · ${props.value}`}>
      {formatDateTime(new Date(props.value), timeZone, props.seconds ?? false)}
    </time>
  )
}

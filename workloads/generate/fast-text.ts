import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { Random } from '../random.ts'

// Text of ids and instants, tens of millions of times: from tables instead of the general functions.

const hex4 = Array.from({ length: 65_536 }, (_, value) => value.toString(16).padStart(4, '0'))
const hex3 = Array.from({ length: 4_096 }, (_, value) => value.toString(16).padStart(3, '0'))
const two = Array.from({ length: 100 }, (_, value) => value.toString().padStart(2, '0'))
const three = Array.from({ length: 1_000 }, (_, value) => value.toString().padStart(3, '0'))
const hexAt = (value: number) => hex4[value] as string

/**
 * Makes UUIDs of version 7 that are the same on every run. Those of one record share their random part, but for
 * the end, and sort in the order in which they were made.
 */
export class Ids {
  readonly #random: Random
  #sequence = 0
  #shared = ''
  #ending = 0
  #ms = Number.NaN
  #time = ''

  constructor(random: Random) {
    this.#random = random
  }

  /** Begins another record; its first three thousand ids sort in the order in which they were made. */
  begin(): void {
    const [a, b] = [this.#random.bits(), this.#random.bits()]
    this.#sequence = this.#random.below(1_000)
    this.#shared = `-${hexAt(0x8000 | (a >>> 18))}-${hexAt(a & 0xffff)}${hexAt(b >>> 16)}`
    this.#ending = b & 0xffff
  }

  at(ms: number): string {
    if (ms !== this.#ms) {
      const high = Math.floor(ms / 0x1_0000)
      this.#ms = ms
      this.#time = `${hexAt(high >>> 16)}${hexAt(high & 0xffff)}-${hexAt(ms % 0x1_0000)}-7`
    }
    this.#sequence = (this.#sequence + 1) & 0xfff
    // an odd step goes through all endings before one comes again
    this.#ending = (this.#ending + 0x9e37) & 0xffff
    return `${this.#time}${hex3[this.#sequence]}${this.#shared}${hexAt(this.#ending)}`
  }
}

let dayAt = Number.NaN
let dayText = ''
let lastMs = Number.NaN
let lastText = ''

/** `2026-03-14 09:26:53.589+00`; most of what is written of one moment is written together. */
export function instantText(ms: number): string {
  if (ms === lastMs) return lastText
  const inDay = ms % dayMs
  if (ms - inDay !== dayAt) {
    dayAt = ms - inDay
    dayText = new Date(dayAt).toISOString().slice(0, 10)
  }
  const seconds = Math.floor(inDay / 1000)
  const hour = two[Math.floor(seconds / 3600)]
  const minute = two[Math.floor(seconds / 60) % 60]
  lastMs = ms
  lastText = `${dayText} ${hour}:${minute}:${two[seconds % 60]}.${three[inDay % 1000]}+00`
  return lastText
}

const dayFunctions = new Map<string, (ms: number) => string>()

/** The day of an instant in a time zone. Zones differ from UTC by whole quarters of an hour. */
export function dayInZone(zone: string): (ms: number) => string {
  const made = dayFunctions.get(zone) ?? makeDayInZone(zone)
  dayFunctions.set(zone, made)
  return made
}

function makeDayInZone(zone: string): (ms: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
  const known = new Map<number, string>()
  return (ms) => {
    const quarter = Math.floor(ms / 900_000)
    let day = known.get(quarter)
    if (day === undefined) {
      day = format.format(quarter * 900_000)
      known.set(quarter, day)
    }
    return day
  }
}

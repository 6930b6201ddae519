/** The counts in the window. */
export interface Counted {
  readonly counted: number
  readonly of: number
}

interface Threshold {
  readonly thresholdPercent: number
  readonly minimumCount: number
}

export type Verdict = 'crossed' | 'recovered' | 'as_it_was'

/**
 * Compares the counts with the threshold. Below `minimumCount` payments nothing changes. A window without any payment
 * ends an alert, so that the next crossing is notified.
 */
export function evaluateAlert(
  { thresholdPercent, minimumCount }: Threshold,
  { counted, of }: Counted,
  isCrossed: boolean,
): Verdict {
  const isTooHigh = counted * 100 >= thresholdPercent * of
  if (!isCrossed) return of >= minimumCount && isTooHigh ? 'crossed' : 'as_it_was'
  if (of === 0) return 'recovered'
  return of >= minimumCount && !isTooHigh ? 'recovered' : 'as_it_was'
}

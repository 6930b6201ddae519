/** Of a call's answer: its status, or that none came. */
export const statusClasses = ['2xx', '3xx', '4xx', '5xx', 'none'] as const
export type StatusClass = (typeof statusClasses)[number]

/** How a call can fail. */
export const failureClasses = [
  '3xx',
  '4xx',
  '5xx',
  'none',
] as const satisfies readonly StatusClass[]
export type FailureClass = (typeof failureClasses)[number]

/**
 * For failures that are logged and not shown. A production build says nothing on the console; what
 * failed is shown by the control itself.
 */
export function logFailure(what: string, cause?: unknown): void {
  if (!import.meta.env.DEV) return
  // biome-ignore lint/suspicious/noConsole: the one place that writes to the browser's console
  console.error(what, ...(cause === undefined ? [] : [cause]))
}

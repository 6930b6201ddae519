/**
 * The name of an action: the last part of its call's id. Suffixes for the same action by merchants, or for customers and
 * tenants, are dropped.
 */
export function actionName(action: string): string {
  const last = action.slice(action.lastIndexOf('.') + 1)
  return last.replace(/-(merchant|((of|for)-)?(tenant|customer))$/, '')
}

import { decimalText } from './decimal.ts'
import type { ReplayPlan } from './replay-plan.ts'
import type { Replayed } from './send-plan.ts'

/** What was done, in words and sums of one currency; nothing is added up across currencies. */
export function summaryOf(
  plan: ReplayPlan,
  replayed: Replayed,
  currency: string,
  decimalPlaces: number,
): string[] {
  const money = (minor: bigint) => `${decimalText(minor, decimalPlaces)} ${currency}`
  const sum = (sent: readonly { readonly planned: { readonly amountMinor: bigint } }[]) =>
    sent.reduce((total, { planned }) => total + planned.amountMinor, 0n)
  const line = (word: string, sent: Parameters<typeof sum>[0]) =>
    `  ${word.padEnd(22)}${String(sent.length).padStart(7)}  ${money(sum(sent)).padStart(20)}`
  const byStatus = (
    kind: string,
    sent: readonly { planned: { amountMinor: bigint }; status: string }[],
  ) =>
    [...Map.groupBy(sent, ({ status }) => status)].map(([status, own]) =>
      line(`${kind} ${status}`, own),
    )
  return [
    ...plan.notes.map((note) => `note: ${note}`),
    ...replayed.failures.map(({ invoice, message }) => `failed: ${invoice}: ${message}`),
    `Summary (${currency})`,
    line('payments', replayed.payments),
    ...byStatus('  payment', replayed.payments),
    line('refunds', replayed.refunds),
    ...byStatus('  refund', replayed.refunds),
    `  ${'left out'.padEnd(22)}${String(plan.notes.length).padStart(7)}`,
    `  ${'failed'.padEnd(22)}${String(replayed.failures.length).padStart(7)}`,
  ]
}

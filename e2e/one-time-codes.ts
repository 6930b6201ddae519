// The codes of the demo's authenticator app, where the portal asks for one.
import { setTimeout } from 'node:timers/promises'
import { codeAt } from '@counterfoil/identity/one-time-codes.ts'
import { demoTotpSecret } from '@counterfoil/workloads/demo/organisations.ts'
import type { Page } from 'playwright-core'

const codeMs = 30_000

/**
 * Enters codes until one is accepted, with `enter`, which types it into the question and confirms. Each is accepted once,
 * and from half a minute before its time; the journey before this one may have used the first, as the same user.
 */
export async function enterNextCode(
  page: Page,
  enter: (code: string) => Promise<void>,
): Promise<void> {
  for (let later = 0; ; later += codeMs) {
    const answered = page.waitForResponse((answer) => 'scacode' in answer.request().headers())
    await enter(codeAt(demoTotpSecret, new Date(Date.now() + Math.min(later, codeMs))))
    if ((await answered).status() !== 401) return
    if (later > 0) await setTimeout(codeMs)
  }
}

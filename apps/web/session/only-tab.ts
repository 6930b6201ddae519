const lockName = 'sign-out'
/** By then the tab that signs out has left the page. */
const holdMs = 5000

/**
 * Runs `work` in only one of several tabs that request it at the same time: the others follow its broadcast, and retry if it
 * failed. Without the Web Locks API (on an insecure origin) each tab runs it.
 */
export async function asOnlyTab(work: () => void): Promise<void> {
  const locks: LockManager | null | undefined = navigator.locks
  if (!locks) return work()
  await locks.request(lockName, { ifAvailable: true }, async (lock) => {
    if (lock === null) return
    work()
    await new Promise((resolve) => setTimeout(resolve, holdMs))
  })
}

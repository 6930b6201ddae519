const lockName = 'sign-out'
/** By then the one that signs out has left the page. */
const holdMs = 5000

/**
 * Does something in one tab of those that all want it now: the others follow its broadcast, and try again should it have failed.
 * Without locks (a page that is not served securely) each does it.
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

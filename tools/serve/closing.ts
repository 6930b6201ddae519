// Ends what was begun, in reverse order, once, whatever asks for it.

export interface Closing {
  /** Adds what undoes a step that has just been taken. */
  add(name: string, close: () => Promise<unknown>): void
  /** Undoes every step. Repeated calls wait for the first. */
  close(): Promise<void>
  /** Closes and ends the process on a signal, on a failure, or when the process that started this one is gone. */
  listen(): void
}

const giveUpAfterMs = 60_000

export function makeClosing(say: (what: string) => void): Closing {
  const steps: { name: string; close: () => Promise<unknown> }[] = []
  let closing: Promise<void> | undefined
  let isClosing = false

  async function closeAll() {
    isClosing = true
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
      await step
        .close()
        .catch((error: Error) => say(`${step?.name} did not end well: ${error.message}`))
    }
  }
  const close = () => {
    closing ??= closeAll()
    return closing
  }
  async function end(why: string, code: number) {
    // asked twice: at once, and the database's guardian sees to the database
    if (isClosing) process.exit(1)
    say(why)
    setTimeout(() => process.exit(1), giveUpAfterMs).unref()
    await close()
    process.exit(code)
  }
  return {
    add(name, one) {
      // begun while everything is being ended
      if (isClosing) void one().catch(() => undefined)
      else steps.push({ name, close: one })
    },
    close,
    listen() {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
        process.on(signal, () => void end('stopping', 0))
      }
      process.on('disconnect', () => void end('stopping, since what started this is gone', 0))
      for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
        process.on(event, (error: unknown) => {
          const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
          void end(`stopping after a failure (${event}): ${text}`, 1)
        })
      }
    },
  }
}

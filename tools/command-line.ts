/** A wrong command line; its text is all that is printed. */
export class UsageError extends Error {}

/** What Node's `parseArgs` says of options that a command does not have. */
const isOfParseArgs = (error: unknown): boolean =>
  (error as { code?: string }).code?.startsWith('ERR_PARSE') === true

/**
 * Runs a command and sets the exit code: what it answers, or 2 with a sentence where the caller can mend what is wrong.
 * @param isExpected errors beside a wrong command line whose text says all, without a stack
 */
export async function runCommand(
  command: () => Promise<number> | Promise<void>,
  isExpected: (error: unknown) => boolean = () => false,
): Promise<void> {
  try {
    process.exitCode = (await command()) ?? 0
  } catch (error) {
    if (!(error instanceof UsageError) && !isOfParseArgs(error) && !isExpected(error)) throw error
    console.error((error as Error).message)
    process.exitCode = 2
  }
}

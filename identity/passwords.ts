import { type Algorithm, hash, verify } from '@node-rs/argon2'

// OWASP's recommendation for argon2id: 19 MiB, two passes, one lane.
const parameters = {
  algorithm: 2 satisfies Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
}

/** Passwords are between these lengths; the upper one is the documents' for password inputs (inputs.max-length.password). */
export const minPasswordLength = 10
export const maxPasswordLength = 128

/** Of every demo account; outside the demo nobody signs in with it. */
export const demoPassword = 'Counterfoil-demo-1'

/** The same characters typed on another keyboard are the same password. */
const normalised = (password: string) => password.normalize('NFKC')

export function hashPassword(password: string): Promise<string> {
  return hash(normalised(password), parameters)
}

let decoy: Promise<string> | undefined

/**
 * Compares with the stored hash, or, when there is no account, with a decoy that nothing matches: both take the same
 * work, so that the time of an answer does not tell which e-mails have an account.
 */
export async function passwordMatches(
  storedHash: string | undefined,
  password: string,
): Promise<boolean> {
  decoy ??= hashPassword(`decoy ${crypto.randomUUID()}`)
  const matches = await verify(storedHash ?? (await decoy), normalised(password))
  return matches && storedHash !== undefined
}

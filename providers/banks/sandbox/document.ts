import { table } from '../../acquirers/sandbox/document.ts'
import { paymentBehaviours, type SandboxBank, sandboxBanks } from './sandbox-banks.ts'

/** What docs/sandbox-banks.md says, written from the tables by which the sandbox's banks behave. */
export function sandboxBanksDocument(): string {
  return `# The sandbox banks

The sandbox's banks speak UK Open Banking under \`/sandbox/banks/<bank>/…\`: tokens, consents for accounts and payments, accounts
with balances and transactions, payments, and a page on which their customers approve or reject. In the demo
\`POST /sandbox/banks/<bank>/accounts/<account>/entries\` sends money to an account.

${table(
  ['Bank', 'What it does'],
  sandboxBanks.map((bank) => [`\`${bank.id}\``, bankSays(bank)]),
)}

Payments by bank, by the last two digits of the amount in minor units; all others are completed at once.

${table(
  ['Amount ends in', 'What happens'],
  Object.entries(paymentBehaviours).map(([digits, { says }]) => [digits, says]),
)}
`
}

function bankSays({ version, currencies, refusedRevocations, isClosed }: SandboxBank): string {
  if (isClosed === true) return 'Is closed: answers nothing else'
  const statuses =
    version === 'v3.1' ? 'Statuses in the words of 3.1' : 'Statuses in the codes of 4.0'
  const words = `${statuses}; payments in ${currencies.join(' and ')}`
  return refusedRevocations === undefined
    ? words
    : `${words}; unavailable for the first ${refusedRevocations} revocations of a consent`
}

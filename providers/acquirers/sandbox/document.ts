import { exemptionLimits } from './authentication.ts'
import { challengeMinutes } from './decisions.ts'
import { answerDays } from './disputes.ts'
import { cardScenarios, declines, type Scenario, transferScenarios } from './scenarios.ts'

/** What docs/sandbox.md says, written from the tables by which the sandbox behaves. */
export function sandboxDocument(): string {
  return `# The sandbox acquirers

\`sandbox_alpha\` and \`sandbox_beta\` simulate acquirers: they move no money, answer as published here, and remember what
they did in a schema of their own. Test mode always goes to them. This page is written from the tables in
\`providers/acquirers/sandbox/scenarios.ts\`; a test holds it to them.

What happens with each test card, and with cards that are kept: \`docs/sandbox-cards.md\`.

## Bank transfers and alternatives

By the last two digits of the amount in minor units; all others are received at once.

${table(
  ['Amount ends in', 'What happens'],
  Object.entries(transferScenarios).map(([digits, one]) => [digits, saidOf(one)]),
)}

## Declines

After a soft decline the payment goes on to the merchant's next MID; after a hard one it is declined.

${table(
  ['Code', 'Text', 'Kind'],
  Object.entries(declines).map(([code, one]) => [
    `\`${code}\``,
    one.text,
    one.isSoft ? 'soft' : 'hard',
  ]),
)}

## Disputes

An answer is due ${answerDays} days after a dispute was opened or came to its next stage; without one it is lost then. A
dispute that is contested is under review 5 seconds later; one that is accepted ends at once.

## Notices

Disputes, and what is decided later, are sent to \`/acquirers/<acquirer>/notices\` within two seconds, until they are taken.
Each is signed: \`x-sandbox-signature: t=<seconds>,v1=<hex>\` holds the HMAC-SHA-256 of \`<seconds>.<body>\`. What could not
be sent for 30 seconds is collected.

## What stays open

An answer that does not arrive leaves the payment pending, or the capture, void or refund open. It is looked up at the
acquirer every few seconds at first and then more and more rarely, and never asked for a second time. A request that
the acquirer does not know after half a minute is cancelled there, and has failed: if it arrives later, it is refused.
`
}

/** What docs/sandbox-cards.md says. */
export function sandboxCardsDocument(): string {
  return `# Cards at the sandbox acquirers

This page is written from the tables in \`providers/acquirers/sandbox/scenarios.ts\`; a test holds it to them. The rest of
what the acquirers do: \`docs/sandbox.md\`.

## Test cards

Any expiry date in the future and any security code will do. Any other number is declined as \`card_not_supported\`.

${table(
  ['Card number', 'What happens'],
  Object.entries(cardScenarios).map(([number, one]) => [spaced(number), saidOf(one)]),
)}

The confirmation page of 3-D Secure answers under \`/sandbox/3ds/…\`, works without JavaScript, and expires after
${challengeMinutes} minutes. Where the 3-D Secure settings ask for a challenge, cards that are simply approved ask for it too;
where they ask for none, the card of 3-D Secure is approved at once.

## Authentication

A card holder is authenticated where the payer is at a browser whose data the merchant sends, on payment pages always, and
where the 3-D Secure settings apply. What comes of it is by the table above; of all other cards it succeeds without a
question. Payments by mail or telephone and those that a merchant takes with a stored card are out of scope.

An exemption is granted at the merchant's risk: \`low_value\` up to ${exemptionLimits.low_value} and \`transaction_risk_analysis\` up to
${exemptionLimits.transaction_risk_analysis} in minor units of any currency, \`trusted_beneficiary\` and \`secure_corporate\` always. One that is refused is
declined softly (\`1A\`, of Mastercard \`65\`), and the same acquirer is asked once more, with a challenge.

${table(
  ['Authentication', 'ECI', 'ECI of Mastercard', 'A chargeback for fraud is borne by'],
  [
    ['Authenticated', '`05`', '`02`', 'the issuer'],
    ['Attempted', '`06`', '`01`', 'the issuer'],
    ['Failed, or could not be done', '`07`', '`00`', 'the merchant'],
    ['Exempted', '`07`', '`06`', 'the merchant'],
  ],
)}

## Stored cards

A card that is to be kept is in the acquirer's vault once its payment is approved, until it is deleted; of the number the
vault keeps what happens by the table above. What a merchant takes with it asks for no confirmation, and has to name the
scheme's transaction id of that payment (\`no_agreement\`).
`
}

const saidOf = (scenario: Scenario): string => scenario.says

const spaced = (number: string): string =>
  `\`${number.length === 15 ? number.replace(/^(.{4})(.{6})(.{5})$/, '$1 $2 $3') : number.replace(/(.{4})(?=.)/g, '$1 ')}\``

/** A table of Markdown, its columns as wide as what stands in them. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, at) =>
    Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [line(heads), rule, ...rows.map(line)].join('\n')
}

import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const routingTexts = msg({
  title: 'Smart routing V2',
  titleOrdered: 'Smart routing',
  titleOperator: 'Smart routing',
  description:
    'Rules that say at which MID a payment is tried first. Drafts are looked through and tried out; another person confirms them before they count.',
  descriptionOrdered:
    'An ordered list: the first rule whose conditions all hold names the MIDs, in the order in which they are tried.',
  merchant: 'Merchant',
  chooseMerchant: 'Choose a merchant to see its rules',
  mode: 'Mode',
  Live: 'Live',
  Test: 'Test',
  versions: 'Versions',
  noVersions: 'No rules yet: payments are tried at the MIDs by their priority.',
  beginDraft: 'Begin a draft to change that.',
  number: 'Version',
  state: 'State',
  note: 'Note',
  rulesCount: 'Rules',
  madeBy: 'Saved by',
  activatedAt: 'In force from',
  open: 'Open',
  newDraft: 'New draft',
  copy: 'New draft from this version',
  traffic: 'Visualization',
  notOpened:
    'Your payment provider has not opened routing to you. You see the rules that it has set.',
  save: 'Save draft',
  saved: 'The draft is saved',
  remove: 'Delete draft',
  removed: 'The draft is deleted',
  removeText: 'Version {number} is deleted. It was never in force.',
  ask: 'Request activation',
  asked: 'Another person has to confirm it now',
  confirm: 'Confirm and put in force',
  confirmed: 'The version is in force',
  withdraw: 'Return to draft',
  rollBack: 'Roll back to this version',
  rolledBack: 'Version {number} is in force again',
  waitsFor: 'Requested by {name}. Another person has to confirm it.',
  unsaved: 'Save the draft before you ask for its activation',
  findings: 'What the analysis finds in the saved version',
  noFindings: 'Nothing is wrong: every rule is reached, and every payment has a way.',
  example: 'For example: {payment}',
  changes: 'Beside version {number}',
  noChanges: 'Its rules are those of version {number}.',
  beyondOrdered:
    'This version uses shares or rankings. They are shown and changed on the page Smart routing V2.',
})

export const stateTexts = msg({
  draft: 'Draft',
  waiting: 'Waits for confirmation',
  active: 'In force',
  past: 'Past',
})

export const severityTexts = msg({ error: 'Error', warning: 'Warning', note: 'Note' })

export const changeTexts = msg({
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
  moved: 'Moved',
})

export const ruleTexts = msg({
  rules: 'Rules',
  rule: 'Rule {number}',
  name: 'Name',
  newRule: 'Rule {number}',
  addRule: 'Add a rule',
  removeRule: 'Remove rule {number}',
  up: 'Move rule {number} up',
  down: 'Move rule {number} down',
  when: 'When all of these hold',
  always: 'Every payment',
  addCondition: 'Add a condition',
  removeCondition: 'Remove condition {number}',
  fact: 'What',
  is: 'is one of',
  isNot: 'is none of',
  operator: 'How',
  values: 'Values',
  currency: 'Currency',
  from: 'From',
  to: 'To',
  fromIin: 'From, first six digits',
  toIin: 'To, first six digits',
  days: 'Days',
  mid: 'MID',
  goesTo: 'Then',
  way: 'Route',
  mids: 'MIDs, the first is tried first',
  share: 'Share',
  addPart: 'Add a MID',
  removePart: 'Remove MID {number}',
  sum: 'Together {sum}%',
  approvalDays: 'Approvals of the last days',
  atLeast: 'Only MIDs with at least so many decided payments',
  goesOn: 'If none of them takes it, go on with the MIDs of “All other payments”',
  otherwise: 'All other payments',
  explore: 'At random, in per cent of the payments',
  exploreHint:
    'Tries one of the rule’s MIDs at random, so that the others are known too. At most 10%.',
})

export const wayTexts = msg({
  order: 'MIDs in this order',
  split: 'Shares',
  cheapest: 'The cheapest first',
  approval: 'The best approved first',
  priority: 'By the MIDs’ priority',
  none: 'Nowhere: they are refused',
})

export const factTexts = msg({
  amount: 'Amount',
  currency: 'Currency',
  method: 'Method',
  brand: 'Card scheme',
  iin: 'First digits of the card (IIN)',
  issuerCountry: 'Country of the issuer',
  customerCountry: 'Country of the customer',
  website: 'Website',
  channel: 'Channel',
  orderType: 'Mail or telephone order',
  risk: 'What screening found',
  time: 'Time',
  health: 'Health of a MID',
})

export const riskTexts = msg({ none: 'Nothing', flag: 'Flagged', review: 'Needs a review' })

export const healthTexts = msg({
  healthy: 'Healthy',
  failing: 'Its last calls failed',
  open: 'Not tried for now',
})

export const dayTexts = msg({
  1: 'Monday',
  2: 'Tuesday',
  3: 'Wednesday',
  4: 'Thursday',
  5: 'Friday',
  6: 'Saturday',
  7: 'Sunday',
})

export const sampleTexts = msg({
  title: 'Try a payment',
  about: 'What each rule says of a payment that you make up. Nothing is sent.',
  amount: 'Amount',
  currency: 'Currency',
  method: 'Method',
  brand: 'Card scheme',
  iin: 'First six digits of the card',
  issuerCountry: 'Country of the issuer',
  customerCountry: 'Country of the customer',
  channel: 'Channel',
  risk: 'What screening found',
  none: 'Not known',
  run: 'Try it',
  takes: 'Takes it',
  passes: 'Does not hold',
  not_reached: 'Not reached',
  holds: 'holds',
  fails: 'does not hold',
  unknown: 'not known of this payment',
  goes: 'It would be tried at',
  nowhere: 'It would be refused: nothing takes it',
  unsaved: 'Save the draft first: what is saved is tried',
})

export const openingTexts = msg({
  title: 'What the merchant may set',
  about: 'Without any of these the merchant sees its rules and changes none.',
  order: 'Rules with MIDs in an order',
  split: 'Shares',
  rank: 'Rankings by cost or approvals, and random trials',
  cost: 'Sees what the acquirers charge',
  confirmedBy: 'Who confirms what the merchant makes',
  merchant: 'Another person of the merchant',
  operator: 'An operator',
  save: 'Save',
  saved: 'Saved',
})

export const backtestTexts = msg({
  title: 'Backtest',
  about:
    'Routes the payments of past days by this version, with the facts that were recorded when they came, and compares it with what happened.',
  period: 'Period',
  days: '{days, plural, =1 {The last day} other {The last # days}}',
  start: 'Start a backtest',
  by: 'Started by {name}',
  failed: 'The backtest failed. Start it again; if it fails again, contact support.',
  progress: '{done} of {total} payments',
  unknown: 'Cannot be known',
  payments: 'Payments',
  same: 'Go the same way',
  moved: 'Go to another MID',
  refused: 'Would be refused',
  taken: 'Would be tried, were refused',
  ofAll: '{count} ({share}%)',
  notRecorded: '{count}: their routing was not recorded',
  factsMissing: '{count}: the version asks for what was not recorded with them',
  newMid: '{count}: the version names a MID that was not looked at for them',
  noEstimate:
    'No estimate of approvals: of too many payments nothing can be known. {count} of those that go elsewhere have fewer than {least} decided payments of their kind at one of the two MIDs.',
  estimate:
    'Of {count} payments that go elsewhere both MIDs have enough payments of the same kind: approvals change by about {approvals} (95%: {low} to {high}). Nothing is known of {rest} others. Past payments were not sent at random, so this is an estimate and no promise.',
  costs: 'Costs as entered today change by {amount}, on {count} payments.',
  from: 'From',
  to: 'To',
  amount: 'Amount',
  nowhere: 'Refused',
})

export const trafficTexts = msg({
  title: 'Smart Routing Visualization',
  about: 'What the rules sent to which MID. Each line leads to its payments.',
  period: 'Period',
  hours: '{hours, plural, =1 {The last hour} other {The last # hours}}',
  graph: 'Rules to the left, MIDs to the right; the wider a line, the more payments',
  table: 'The same as a table',
  rule: 'Rule',
  other: 'All other payments',
  noRules: 'No rules in force',
  mid: 'MID',
  payments: 'Payments',
  approved: 'Approved',
  amount: 'Amount',
  cost: 'Cost',
  noCosts: 'Costs are shown once they are entered with the MIDs.',
  open: 'Open the payments',
  edge: '{rule} to {mid}: {payments} payments, {share} approved',
  nothing: 'No payments in this time',
  nothingText: 'As soon as there are payments, their routes are shown here.',
  version: 'Version {number} is in force',
  toRules: 'To the rules',
})

// Which test changes a setting and sees the product behave otherwise: by declared resource, and by system variable.

/** A file, and words of the title of the test in it. */
export type Proof = readonly [file: string, title: string]

const lists = 'apps/api/settings-lists.test.ts'
const payments = 'apps/api/settings-payments.test.ts'
const merchants = 'apps/api/settings-merchants.test.ts'
const developer = 'apps/api/settings-developer.test.ts'
const templates = 'apps/api/settings-templates.test.ts'
const support = 'features/support/proof/service-levels.test.ts'

export const inForce: Readonly<Record<string, Proof>> = {
  'api-keys': [developer, 'opens what its scopes allow'],
  'ledger-accounts': [payments, 'the next capture is posted to the accounts that were chosen'],
  'billing-settings': [payments, 'the next capture is posted to the accounts that were chosen'],
  fees: [payments, 'a fee is charged on the next capture'],
  merchants: [merchants, 'a merchant that may not process is declined'],
  'webhook-endpoints': [developer, 'gets nothing while it is switched off'],
  'ratio-alerts': [payments, 'a ratio of declines is told once as it is crossed'],
  'antifraud-rules': [payments, 'a rule blocks the next payment that it finds'],
  blacklist: [payments, 'the blacklist stands above it'],
  whitelist: [payments, 'who is on the whitelist is not looked at by the rules'],
  mids: [payments, 'a MID takes payments by priority'],
  'banking-channels': [payments, 'a transfer goes by a banking channel'],
  'default-parameters': [payments, 'default parameters go with every authorisation'],
  mpi: [payments, 'an MPI asks card holders to confirm'],
  'pos-providers': [payments, 'payments at a point of sale go to POS providers alone'],
  countries: [lists, "[countries, 'GB'"],
  currencies: [lists, "[currencies, 'GBP'"],
  'platform-currencies': [lists, 'what the platform switched off is off for every tenant'],
  'payment-methods': [lists, "[paymentMethods, 'card'"],
  'service-providers': [lists, 'a provider that is off gets no new payment'],
  languages: [lists, 'a language that is off is offered to nobody'],
  pipelines: [lists, 'begins at one stage'],
  'pipeline-stages': [lists, 'knows what a stage means by the name'],
  'industry-types': [merchants, 'an industry that is switched off takes no payments'],
  'risk-levels': [merchants, 'a risk level holds payments for approval'],
  reasons: ['apps/api/settings-reasons.test.ts', 'an own reason stands beside the usual ones'],
  'system-variables': [merchants, 'system variables rule the next payment'],
  'email-templates': [templates, 'is what the next mail says'],
  'email-signatures': [templates, 'below a reply to a ticket stands the signature'],
  'language-models': [
    'features/support/proof/scoping.test.ts',
    'a language model writes the words',
  ],
  'employee-leave': [support, 'who is on leave is shown as away'],
  holidays: [support, 'on a holiday of the organisation the clock'],
}

/** Kept whole, previewed and guarded from deletion while used; what they are for is another capability's. */
export const awaited: Readonly<Record<string, string>> = {
  'proposal-templates': 'proposals',
  'proposal-signatures': 'proposals',
  'agreement-templates': 'agreements',
  'agreement-signatures': 'agreements',
  'activity-sets': 'tasks of opportunities',
  'set-activities': 'tasks of opportunities',
  'document-types': 'documents of boarding',
  'lead-statuses': 'leads',
}

export const variablesInForce: Readonly<Record<string, Proof>> = {
  velocity_window: [merchants, 'the velocity window'],
  velocity_counted: [merchants, 'the system variable velocity_counted'],
  card_restriction: [merchants, 'how long a card is kept from paying'],
  dispute_answer: [merchants, 'daysOf()).toBe(3)'],
  party_invitation: [merchants, 'the system variable party_invitation'],
  unclaimed_file: [merchants, 'the system variable unclaimed_file'],
}

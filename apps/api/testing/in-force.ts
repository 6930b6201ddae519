// Which test changes a setting and sees the product behave otherwise: by declared resource, and by system variable.

/** A file, and words of the title of the test in it. */
export type Proof = readonly [file: string, title: string]

const lists = 'apps/api/settings-lists.test.ts'
const payments = 'apps/api/settings-payments.test.ts'
const screening = 'apps/api/settings-screening.test.ts'
const merchants = 'apps/api/settings-merchants.test.ts'
const documents = 'apps/api/boarding-documents.test.ts'
const sales = 'apps/api/settings-sales.test.ts'
const developer = 'apps/api/settings-developer.test.ts'
const templates = 'apps/api/settings-templates.test.ts'
const confirmations = 'features/payments/confirmations/confirmations.test.ts'
const externalSignIn = 'features/access/identity-providers/external-sign-in.test.ts'
const errorMappings = 'apps/api/settings-error-mappings.test.ts'
const merchantLists = 'apps/api/settings-merchant-lists.test.ts'
const retention = 'features/settings/retention/retention.test.ts'
const recovery = 'features/payments/processing/recovery.test.ts'
const websites = 'features/payments/websites/websites.test.ts'
const payoutRules = 'features/payments/payout-orders/payout-rules.test.ts'
const support = 'features/support/service-levels/service-levels.test.ts'

export const inForce: Readonly<Record<string, Proof>> = {
  'api-keys': [developer, 'opens what its scopes allow'],
  'ledger-accounts': [payments, 'the next capture is posted to the accounts that were chosen'],
  'billing-settings': [payments, 'the next capture is posted to the accounts that were chosen'],
  fees: [payments, 'a fee is charged on the next capture'],
  'exchange-rates': [
    'features/payments/summary-reports/base-currency.test.ts',
    'amounts are converted by the rate of their day',
  ],
  'settlement-terms': [
    'features/accounting/ledger/maturity.test.ts',
    'the terms of the next capture',
  ],
  merchants: [merchants, 'a merchant that may not process is declined'],
  websites: [websites, 'payment pages are as their website says'],
  'webhook-endpoints': [developer, 'gets nothing while it is switched off'],
  'alert-rules': [
    'features/payments/alerts/alerts.test.ts',
    'an alert is raised once, acknowledged, and resolved when the figure is back',
  ],
  'antifraud-rules': [screening, 'a rule blocks the next payment that it finds'],
  blacklist: [screening, 'the blacklist stands above it'],
  whitelist: [screening, 'who is on the whitelist is not looked at by the rules'],
  'error-mappings': [errorMappings, 'is then read by a payer in Turkish'],
  'decline-texts': [errorMappings, 'is then read by a payer in Turkish'],
  'merchant-antifraud-rules': [
    'features/payments/screening-rules/merchant-rules.test.ts',
    'a rule of a merchant’s own has its effect on that merchant’s payments',
  ],
  'merchant-screening': [merchantLists, 'once its operator has opened the list'],
  'merchant-blacklist': [merchantLists, 'a merchant lists whom it does not take'],
  'merchant-whitelist': [merchantLists, 'whom a merchant trusts no rule looks at'],
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
  languages: [
    'apps/api/settings-languages.test.ts',
    'a language that is off is refused at its field, wherever one is chosen',
  ],
  pipelines: [sales, 'for opportunities or for projects: the other is not offered it'],
  'pipeline-stages': [sales, 'its kind closes what comes to it'],
  'activity-sets': [sales, 'its activity set becomes tasks at each visit'],
  'set-activities': [sales, 'for a role or for whoever looks after it'],
  'lead-statuses': [sales, 'switched off it leaves the choices and is refused'],
  'industry-types': [merchants, 'an industry that is switched off takes no payments'],
  'risk-levels': [merchants, 'a risk level holds payments for approval'],
  reasons: ['apps/api/settings-reasons.test.ts', 'an own reason stands beside the usual ones'],
  'confirmation-levels': [confirmations, 'waits, and goes to the acquirer once'],
  'merchant-confirmation-levels': [confirmations, 'has levels of its own'],
  'dispute-refunds': [payments, 'a refund while a dispute is open is as the setting says'],
  'required-reasons': [
    'apps/api/settings-reasons.test.ts',
    'what the tenant requires a reason for is refused without one',
  ],
  'system-variables': [merchants, 'system variables rule the next payment'],
  'email-templates': [templates, 'is what the next mail says'],
  'email-signatures': [templates, 'below a reply to a ticket stands the signature'],
  'document-types': [documents, 'a document that is required keeps a merchant in boarding'],
  'proposal-templates': [templates, 'begins with the template in force'],
  'proposal-signatures': [templates, 'signed with the signature of whoever makes it'],
  'agreement-templates': [templates, 'begins with the template in force'],
  'agreement-signatures': [templates, 'signed with the signature of whoever makes it'],
  'language-models': [
    'apps/api/settings-features.test.ts',
    'asks the model that a tenant set, for what it set',
  ],
  'employee-leave': [support, 'a colleague on leave is shown as away'],
  'identity-providers': [externalSignIn, 'somebody with an account signs in there'],
  'identity-provider-groups': [externalSignIn, 'newcomers and groups get the first role that fits'],
  'delivery-targets': [
    'features/payments/reports/report-delivery.test.ts',
    'a report is sent to a server by the clock',
  ],
  'payout-rules': [payoutRules, 'a new account is paid so much at first'],
  holidays: [support, 'on a holiday of the organisation the clock'],
}

export const variablesInForce: Readonly<Record<string, Proof>> = {
  velocity_window: [merchants, 'the velocity window'],
  velocity_counted: [merchants, 'the system variable velocity_counted'],
  card_restriction: [merchants, 'how long a card is kept from paying'],
  dispute_answer: [merchants, 'a system variable has bounds, its default when it is off'],
  party_invitation: [merchants, 'the system variable party_invitation'],
  transfer_expiry: [recovery, 'is the time that payers are given'],
  alternative_expiry: [recovery, 'is the time that payers are given'],
  api_log_retention: [retention, 'old records are deleted'],
  webhook_retention: [retention, 'old records are deleted'],
  attempt_retention: [retention, 'old records are deleted'],
  event_retention: [retention, 'old records are deleted'],
  webhook_warning: ['apps/api/webhook-recovery.test.ts', 'after webhook_warning and webhook_pause'],
  webhook_pause: ['apps/api/webhook-recovery.test.ts', 'after webhook_warning and webhook_pause'],
  acquirer_breaker: [
    'features/payments/processing/breakers.test.ts',
    'the system variable acquirer_breaker',
  ],
  unclaimed_file: [merchants, 'the system variable unclaimed_file'],
}

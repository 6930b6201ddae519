import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import type { BoardingFee } from './offers.contract.ts'

const msg = messagesOf(import.meta.url)

/** What is said of one kind alone. */
export const kindTexts = {
  proposal: msg({
    view: 'View Proposal',
    many: 'Proposals',
    make: 'New proposal',
    edit: 'Edit proposal',
    none: 'No proposals',
    accepted: 'Proposal accepted',
    rejected: 'Proposal rejected',
    sent: 'Proposal sent',
    removeTitle: 'Delete this draft?',
  }),
  agreement: msg({
    view: 'View Agreement',
    many: 'Agreements',
    make: 'New agreement',
    edit: 'Edit agreement',
    none: 'No agreements',
    accepted: 'Agreement accepted',
    rejected: 'Agreement rejected',
    sent: 'Agreement sent',
    removeTitle: 'Delete this draft?',
  }),
}

export const offerTexts = msg({
  about: 'Your proposals and agreements, with all versions.',
  subject: 'Subject',
  version: 'Version',
  status: 'Status',
  created: 'Created',
  sentAt: 'Sent',
  expiresAt: 'Can be accepted until',
  answered: 'Answered',
  answeredBy: '{name}, {at}',
  inStead: '{name}, for the merchant',
  merchant: 'Merchant',
  tenant: 'Offered by',
  rejectReason: 'Reject Reason',
  reject: 'Reject',
  accept: 'Accept',
  acceptedBy: 'Accepted by',
  recordAcceptance: 'Record acceptance',
  save: 'Save',
  send: 'Send',
  edit: 'Edit',
  remove: 'Delete',
  removeText: 'Nobody has been notified of it.',
  removed: 'Draft deleted',
  revise: 'Revise',
  toAgreement: 'Make agreement',
  print: 'Print',
  saved: 'Saved',
  make: 'New',
  begin: 'Begin',
  language: 'Language',
  template: 'Begins with',
  nothing: 'An empty text',
  draftNote: 'A draft: the merchant sees it once it is sent.',
  expired: 'It has expired and cannot be accepted any more.',
  boardingFees: 'Boarding Fees',
  products: 'Products and fees',
  product: 'Product',
  noProducts: 'No products',
  text: 'Text',
  currency: 'Currency',
  feeType: 'Fee type',
  unit: 'Unit',
  value: 'Value',
  valueMissing: 'Enter a value',
  percentage: 'Per cent',
  amount: 'Amount',
  addProduct: 'Add product',
  addFee: 'Add fee',
  removeProduct: 'Remove product',
  removeFee: 'Remove fee',
})

export const acceptTexts = msg({
  title: 'Accept this version?',
  accept: 'Accept version {version}',
  signedBy: 'Your full name',
  consent: 'I have read this version and accept it for {merchant}. It is binding.',
  consentMissing: 'Tick this to accept',
  recordTitle: 'Record that the merchant accepted',
  record: 'Record acceptance by {merchant}',
  acceptedBy: 'Who accepted for the merchant',
  channel: 'How the merchant accepted',
  choose: 'Choose',
  acceptedOn: 'Accepted on',
  later: 'Not a day to come',
  evidence: 'Evidence: the signed document, the e-mail, the recording or the minutes',
  fileMissing: 'Attach the evidence',
  sure: 'I have seen the evidence. {merchant} is bound by this version.',
  sureMissing: 'Confirm this to record the acceptance',
  showEvidence: 'Evidence',
})

export const channelTexts = msg({
  signed_document: 'Signed document',
  email: 'E-mail',
  telephone: 'Telephone call',
  meeting: 'Meeting',
})

export const feeTexts = msg({
  boardingFee: 'Boarding Fee',
  accountConfigurationFee: 'Account Configuration Fee',
  bankAccountSetupFee: 'Bank Account Setup Fee',
  monthlyMinimumFee: 'Monthly Minimum Fee',
  gatewayMonthlyAccess: 'Gateway Monthly Access',
}) satisfies Record<BoardingFee, Text>

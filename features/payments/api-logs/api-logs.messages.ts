import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const logTexts = msg({
  operatorDescription:
    "Calls of merchants' servers that change something or were refused, and calls to acquirers. The last seven days unless you choose others.",
  merchantDescription:
    'Calls of your servers that change something or were refused. The last seven days unless you choose others.',
  time: 'Time',
  direction: 'Direction',
  inbound: 'From the merchant',
  outbound: 'To the acquirer',
  call: 'Call',
  status: 'Status',
  noAnswer: 'No answer',
  peer: 'API key or acquirer',
  apiKey: 'API key',
  merchant: 'Merchant',
  duration: 'Duration',
  idempotencyKey: 'Idempotency key',
  requestId: 'Request id',
  payment: 'Payment',
  show: 'Show',
  nothing: 'No calls found',
  nothingYet: 'Calls appear here as soon as the first one is made.',
  request: 'Request',
  requestNotStored: 'Not stored: what was sent with a refused call may hold the number of a card.',
  response: 'Response',
  curl: 'As curl',
  copyCurl: 'The command',
  curlHint:
    'Put your key into API_KEY. Numbers of cards and security codes are never stored: fill them in.',
})

// Of cards that are stored without a payment. Processing, which they need, knows stored cards by the other public file.
export { resolveVerification, storeOnce } from './verify-card.ts'

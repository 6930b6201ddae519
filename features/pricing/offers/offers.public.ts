// What makes offers and answers them beside the calls: the demo.
export { answerOffer } from './answer-offer.ts'
export type { Called } from './change-offer.ts'
export { changeDraft, createOffer, sendOffer } from './create-offer.ts'

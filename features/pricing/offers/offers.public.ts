// The commands that the demo uses besides the calls.
export { answerOffer } from './answer-offer.ts'
export type { UserContext } from './change-offer.ts'
export { changeDraft, createOffer, sendOffer } from './create-offer.ts'

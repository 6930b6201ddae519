// What makes offers and answers them beside the calls: the demo.
export { answerOffer } from './answering.ts'
export { beginOffer, changeDraft, sendOffer } from './making.ts'
export type { Called } from './opened.ts'

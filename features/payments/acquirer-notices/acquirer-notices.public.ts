import { receiveFrom } from './receive-notice.ts'

// The public functions of acquirers' notices.

export { receiveFrom }

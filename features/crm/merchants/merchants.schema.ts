import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** The status of a merchant's account. */
export const merchantStatuses = msg({
  Active: 'Active',
  'In boarding': 'In boarding',
  'On hold': 'On hold',
  Suspended: 'Suspended',
  Closed: 'Closed',
})

/** In which modes a merchant takes payments. */
export const processingStatuses = msg({
  FullProcessing: 'Test and Live',
  SandboxEnabled: 'Test only',
  NoProcessing: 'None',
})

/** How far its boarding has come. */
export const boardingStages = msg({
  Application: 'Application',
  Documents: 'Documents',
  Integration: 'Integration',
  Completed: 'Completed',
})

export const reviewStatuses = msg({
  'Not started': 'Not started',
  'In review': 'In review',
  Approved: 'Approved',
})

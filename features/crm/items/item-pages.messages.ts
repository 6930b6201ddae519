import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const itemTexts = msg({
  details: 'Details',
  way: 'Stage',
  moveTo: 'Move to {stage}',
  closeAs: 'Close as',
  itemChanged:
    'Somebody else has changed this meanwhile, so nothing was moved. It is shown as it is now: please move it again.',
  stagesChanged:
    'The stages of this pipeline have been changed meanwhile, so nothing was moved. They are shown as they are now: please move it again.',
  reopen: 'Reopen',
  closed: 'Closed',
  pipeline: 'Pipeline',
  noPipeline: 'No pipeline yet',
  noPipelineHint: 'Create pipelines in the settings, under CRM.',
  expected: 'Expected',
  count: '{count, plural, one {1 record} other {# records}}',
  more: '{count} more',
  empty: 'Nothing here',
  due: 'by {day}',
  skipped: 'Skipped',
  notReached: 'Not reached',
  skippedStages: 'Skipped: {stages}',
  createCustomer: 'Create customer',
  customerOf: 'Customer of {name}',
  customerAbout:
    'Check the details before the customer is created. If the customer already exists, choose it with Edit on the record instead.',
  customerAndStage: 'Create customer and close as {stage}',
})

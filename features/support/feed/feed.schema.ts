/** The record type of files that are attached to an internal comment. */
export const internalItemRecord = 'support_internal_item'

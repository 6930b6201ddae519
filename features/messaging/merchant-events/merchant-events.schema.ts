/** `payment.captured` is itself, `payment.*` everything of payments, `*` everything. */
export const eventTypePattern = /^(\*|[a-z_]+\.(\*|[a-z_]+))$/

import { systemVariables } from '@counterfoil/kit/contract/system-variables.ts'

/** The highest limit that a rule which counts may ever have: so many times are kept of a card or an address. */
export const mostCounted = systemVariables.velocity_counted.most

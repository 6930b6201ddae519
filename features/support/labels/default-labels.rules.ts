import { v5 } from 'uuid'
import { defaultLabels } from './labels.contract.ts'

// A fixed namespace gives the default labels of an organisation the same ids, whichever request creates them.
const labelNamespace = '2f6d5a0e-94a1-4b37-8a1c-6a2d6d1f0b53'

/** The labels that a new organisation has: a tenant, a merchant, or the platform. */
export const defaultLabelsFor = (organisationId: string) =>
  defaultLabels.map((one, place) => ({
    ...one,
    id: v5(`${organisationId} ${one.value}`, labelNamespace),
    description: '',
    isDefault: true,
    place,
  }))

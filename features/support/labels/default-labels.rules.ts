import { v5 } from 'uuid'
import { defaultLabels } from './labels.contract.ts'

// Any fixed UUID: with it the defaults have the same ids whoever makes them first.
const keySpace = '2f6d5a0e-94a1-4b37-8a1c-6a2d6d1f0b53'

/** The labels that an organisation begins with: a tenant, a merchant, or the platform. */
export const defaultLabelsOf = (organisationId: string) =>
  defaultLabels.map((one, place) => ({
    ...one,
    id: v5(`${organisationId} ${one.value}`, keySpace),
    description: '',
    isDefault: true,
    place,
  }))

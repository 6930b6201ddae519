import { z } from 'zod'
import type { FieldKind } from './resource-field.ts'

/** What is answered is not asked again whether it could be typed: rules may have changed since it was stored. */
export function storedAs(kind: FieldKind): z.ZodType {
  switch (kind) {
    case 'yesNo':
      return z.boolean()
    case 'number':
    case 'amount':
      return z.int()
    case 'choices':
    case 'list':
    case 'references':
      return z.array(z.string())
    default:
      return z.string()
  }
}

import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { listLanguages } from '@counterfoil/kit/database/lists.ts'

/** Refuses, at its field, a language that the tenant or the platform switched off. */
export async function requireLanguage(
  db: Db,
  tenantId: string | null,
  language: string,
  path: string,
): Promise<void> {
  if ((await listLanguages(db, tenantId)).includes(language)) return
  const message = 'This language is switched off'
  throw new Problem('language.off', 422, message, { path })
}

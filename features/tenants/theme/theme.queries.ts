import type { Db } from '@counterfoil/kit/database/database.ts'

/** A tenant's theme, locked until the end of the transaction, so that two concurrent saves do not mix. */
export function lockTheme(db: Db, tenantId: string) {
  return db
    .selectFrom('tenant')
    .select(['theme', 'logo'])
    .where('id', '=', tenantId)
    .forUpdate()
    .executeTakeFirst()
}

export async function findLogo(db: Db, tenantId: string): Promise<string | null> {
  const found = await db
    .selectFrom('tenant')
    .select('logo')
    .where('id', '=', tenantId)
    .executeTakeFirst()
  return found?.logo ?? null
}

export async function updateTheme(
  db: Db,
  tenantId: string,
  look: { readonly theme: object; readonly logo: string | null },
): Promise<void> {
  await db
    .updateTable('tenant')
    .set({ theme: JSON.stringify(look.theme), logo: look.logo })
    .where('id', '=', tenantId)
    .execute()
}

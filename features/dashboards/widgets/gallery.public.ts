import type { GalleryCategory } from '@counterfoil/features/dashboards/boards/boards.contract.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { productCategories } from './default-widgets.rules.ts'
import { listCategoryNames } from './gallery.queries.ts'
import { listGivenWidgets } from './given-widgets.ts'
import type { Widget } from './widget.schema.ts'

/** What the caller is given, by category; a category without widgets is left out. */
export async function readGallery(context: Context<UserCaller>): Promise<GalleryCategory[]> {
  const { db, caller } = context
  const [widgets, own] = await Promise.all([
    listGivenWidgets(context),
    listCategoryNames(db, caller.tenantId),
  ])
  const names: Record<string, Text> = { ...productCategories, ...own }
  const groups = Map.groupBy(widgets, ({ categoryId }: Widget) => categoryId)
  return Object.entries(names).flatMap(([categoryId, name]) => {
    const found = groups.get(categoryId)
    return found === undefined ? [] : [{ categoryId, name, widgets: found }]
  })
}

import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import type { MenuGroupId } from '@counterfoil/kit/web/page/menu-groups.ts'
import { type Screen, screen } from '@counterfoil/kit/web/page/screen.ts'
import { withGroup } from '../entry.rules.ts'
import table from './documented-screens.csv?raw'

const icon = () => null
const words = (cell = '') => cell.split(' ').filter((word) => word !== '')

function fromLine(line: string): Screen {
  const [path = '', title = '', audience, permission, group, order, annotation] = line.split(',')
  const note = annotation ? { annotation: { en: annotation } } : {}
  const menu = group && { group: group as MenuGroupId, order: Number(order), icon, ...note }
  return screen({
    id: path,
    path,
    title: { en: title },
    audience: words(audience) as Audience[],
    permission: words(permission),
    ...(menu ? { menu } : {}),
    component: async () => ({ default: icon }),
  })
}

/** Every screen that the product is to have, built or not, with its English title, as the specification lists them. */
export const documentedScreens: readonly Screen[] = table
  .trim()
  .split('\n')
  .slice(1)
  .map(fromLine)
  .map(withGroup)

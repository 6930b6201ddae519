import type { ChartProps } from '@counterfoil/kit/web/charts/chart-table.tsx'
import { WorldMap } from '@counterfoil/kit/web/charts/world-map.tsx'
import { alpha2ToNumeric } from 'i18n-iso-countries'

/** The map of countries by their two letters, fetched with the first map that is shown. */
export default function CountryMap(props: ChartProps) {
  return <WorldMap {...props} numericOf={alpha2ToNumeric} />
}

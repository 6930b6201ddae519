import { geoEqualEarth, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import world from 'world-atlas/countries-110m.json'
import { BarList } from './bar-list.tsx'
import type { ChartProps } from './chart-table.tsx'
import classes from './charts.module.css'

const [width, height] = [600, 290]
const topology = world as unknown as Topology<{ countries: GeometryCollection }>
const { features } = feature(topology, topology.objects.countries)
const pathOf = geoPath(
  geoEqualEarth().fitSize([width, height], { type: 'FeatureCollection', features }),
)
/** Each outline once: the page draws the map again with every new figure. */
const outlines = features.map((one) => ({ id: String(one.id), path: pathOf(one) ?? '' }))

/** So many rows stand beside the map; the table has all. */
const maxBars = 6

interface WorldMapProps extends ChartProps {
  /** The ISO 3166 number of a point's country. */
  numericOf(code: string): string | undefined
}

/** The countries of the world, the darker the more; the first of them and all in a table in numbers. */
export function WorldMap({ numericOf, ...props }: WorldMapProps) {
  const { points, label } = props
  const most = Math.max(1, ...points.map(({ values }) => values[0] ?? 0))
  const shade = new Map(
    points.map(({ key, values }) => [numericOf(key), 0.2 + 0.8 * ((values[0] ?? 0) / most)]),
  )
  const sorted = points.toSorted((a, b) => (b.values[0] ?? 0) - (a.values[0] ?? 0))
  return (
    <>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} className={classes.map}>
        {outlines.map(({ id, path }) => (
          <path
            key={path}
            d={path}
            data-known={shade.has(id) || undefined}
            fillOpacity={shade.get(id)}
          />
        ))}
      </svg>
      <BarList {...props} points={sorted.slice(0, maxBars)} tablePoints={sorted} />
    </>
  )
}

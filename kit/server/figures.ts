import type { Gauge as PrometheusGauge, Registry } from 'prom-client'
import { Gauge } from 'prom-client'

/** Figures that are read together, each time that the metrics are. */
export interface FigureSource {
  /** Each figure's name and what it is. */
  readonly gauges: Readonly<Record<string, string>>
  /** A figure without a value is left out: there is nothing to measure. */
  read(): Promise<Readonly<Record<string, number | null>>>
}

/**
 * Puts figures into the registry. The returned function reads them anew; of a source that does not answer there is no value,
 * and `onFailure` is called.
 */
export function measureFigures(
  registry: Registry,
  sources: readonly FigureSource[],
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  const gauges = new Map<string, PrometheusGauge>()
  for (const source of sources) {
    for (const [name, help] of Object.entries(source.gauges)) {
      gauges.set(name, new Gauge({ name, help, registers: [registry] }))
    }
  }
  return async () => {
    await Promise.all(
      sources.map(async (source) => {
        const values = await source.read().catch((error: unknown) => {
          onFailure(error)
          return {} as Readonly<Record<string, number | null>>
        })
        for (const name of Object.keys(source.gauges)) {
          const value = values[name] ?? null
          if (value === null) gauges.get(name)?.remove()
          else gauges.get(name)?.set(value)
        }
      }),
    )
  }
}

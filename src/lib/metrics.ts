import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Observes one finished call. `outcome` is `ok` or an error code. */
export type CallObserver = (
  surface: string,
  operation: string,
  outcome: string,
  seconds: number,
) => void

/** What became of asking a source of facts: `behind` where it answered with what is too old. */
export type SourceOutcome = 'answered' | 'failed' | 'behind'

/** Observes one answer of a source: an endpoint of a chain, named by its network and place in the list, or a price provider. */
export type SourceObserver = (
  kind: 'endpoint' | 'price',
  source: string,
  outcome: SourceOutcome,
) => void

/** Prometheus metrics for the operator. */
export interface Metrics {
  observeCall: CallObserver
  observeSource: SourceObserver
  /** Text exposition format, with its content type. */
  render(): Promise<{ contentType: string; body: string }>
  /** Finished calls, and readings that are known now, for a page. */
  read(): Promise<MetricsReading>
  /** All of them, for a collector. */
  collect(): Promise<CollectedMetric[]>
}

/** A metric as it is kept: of a histogram, the buckets add up, and each value says by its own name what it is. */
export interface CollectedMetric {
  name: string
  help: string
  kind: 'counter' | 'gauge' | 'histogram'
  values: { name: string; labels: Readonly<Record<string, string | number>>; value: number }[]
}

/** Calls counted since the start, and readings of now. */
export interface MetricsReading {
  calls: { surface: string; operation: string; outcome: string; count: number }[]
  gauges: { name: string; help: string; value: number }[]
}

/** A value that is read at each scrape. */
export interface GaugeReading {
  name: string
  help: string
  /** Undefined, or an error, where it is not known. */
  read(): Promise<number | undefined>
}

/** How busy something is that does only so much at once, as it is now. */
export interface Load {
  running: number
  waiting: number
  /** How many were refused for want of room since the start. */
  refused: number
}

/** Readings of a load. */
export function loadReadings(name: string, what: string, read: () => Load): GaugeReading[] {
  const states = [
    ['running', `${what} under way.`],
    ['waiting', `${what} that wait for their turn.`],
    ['refused', `${what} refused for want of room since the start.`],
  ] as const
  return states.map(([state, help]) => ({
    name: `bellhop_${name}_${state}`,
    help,
    read: async () => read()[state],
  }))
}

/** Creates the metrics of one server; `sessionCount` and the other readings are taken at each scrape. */
export function createMetrics(
  sessionCount: () => number,
  readings: readonly GaugeReading[] = [],
): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const calls = new Counter({
    name: 'bellhop_calls_total',
    help: 'Finished calls by surface, operation and outcome (ok or an error code).',
    labelNames: ['surface', 'operation', 'outcome'],
    registers,
  })
  const seconds = new Histogram({
    name: 'bellhop_call_seconds',
    help: 'Duration of finished calls.',
    labelNames: ['surface', 'operation'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers,
  })
  const sources = new Counter({
    name: 'bellhop_sources_total',
    help: 'Answers of endpoints of chains (network/place in the list) and of price providers, by outcome (answered, failed, behind).',
    labelNames: ['kind', 'source', 'outcome'],
    registers,
  })
  const gauges = [
    ['bellhop_mcp_sessions', 'Open sessions of 2025-era MCP clients.', sessionCount],
    [
      'bellhop_resident_memory_bytes',
      'Resident memory of the server process.',
      () => process.memoryUsage.rss(),
    ],
    ['bellhop_uptime_seconds', 'Seconds since the process started.', () => process.uptime()],
  ] as const
  for (const [name, help, read] of gauges) {
    const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(read()) })
  }
  for (const { name, help, read } of readings) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers,
      async collect() {
        // One that cannot be read must not keep the others from the operator.
        gauge.set((await read().catch(() => undefined)) ?? Number.NaN)
      },
    })
  }
  return {
    observeCall(surface, operation, outcome, duration) {
      calls.inc({ surface, operation, outcome })
      seconds.observe({ surface, operation }, duration)
    },
    observeSource(kind, source, outcome) {
      sources.inc({ kind, source, outcome })
    },
    async render() {
      return { contentType: registry.contentType, body: await registry.metrics() }
    },
    async collect() {
      const all = await registry.getMetricsAsJSON()
      return all.map(({ name, help, type, values }) => ({
        name,
        help,
        kind: String(type) as CollectedMetric['kind'],
        values: values.map(({ labels, value, ...rest }) => ({
          name: 'metricName' in rest ? String(rest.metricName) : name,
          labels: labels as Record<string, string | number>,
          value,
        })),
      }))
    },
    async read() {
      const counted = (await calls.get()).values.map(({ labels, value: count }) => ({
        surface: String(labels.surface),
        operation: String(labels.operation),
        outcome: String(labels.outcome),
        count,
      }))
      const read = (await registry.getMetricsAsJSON()).flatMap(({ name, help, type, values }) => {
        const [first] = values
        const isKnown = String(type) === 'gauge' && first && Number.isFinite(first.value)
        return isKnown ? [{ name, help, value: first.value }] : []
      })
      return { calls: counted, gauges: read }
    },
  }
}

import { randomUUID } from 'node:crypto'
import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  ValueType,
} from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  DataPointType,
  type Histogram,
  type MetricData,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { MINUTE_SECONDS } from '../../lib/durations.ts'
import type { Log } from '../../lib/log.ts'
import type { CollectedMetric } from '../../lib/metrics.ts'
import { RateLimit } from '../../lib/rate-limit.ts'
import type { Tracer } from '../../lib/request.ts'
import { VERSION } from '../../lib/version.ts'
import type { Telemetry } from '../config/config.ts'

/** Longest time that the end of a process waits for a collector, in milliseconds. */
const LAST_SENDING_MAX_MS = 2_000

/** Traces and metrics on their way to a collector of the operator. */
export interface SentTelemetry {
  /** Absent where only metrics are sent. */
  tracer: Tracer | undefined
  /** Begins to send metrics; sends none where only traces are sent. */
  sendMetrics(collect: () => Promise<readonly CollectedMetric[]>): void
  /** Sends what is left, as far as the collector takes it soon. */
  close(): Promise<void>
}

/**
 * Sends traces and metrics by OTLP to where the standard variables say. A collector that does not answer costs spans and lines of
 * the log, and nothing else.
 */
export function openTelemetry(settings: Telemetry, log: Log): SentTelemetry {
  reportFailures(log)
  const own = resourceFromAttributes({
    'service.name': 'bellhop',
    'service.version': VERSION,
    'service.instance.id': randomUUID(),
  })
  const resource = own.merge(detectResources({ detectors: [envDetector] }))
  const { ratio, spanDelayMs, metricIntervalMs } = settings
  const provider = settings.traces
    ? new TracerProvider({
        resource,
        ...(ratio === undefined
          ? {}
          : { sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }) }),
        spanProcessors: [
          new BatchSpanProcessor({
            exporter: new OTLPTraceExporter(),
            ...(spanDelayMs === undefined ? {} : { scheduledDelayMillis: spanDelayMs }),
          }),
        ],
      })
    : undefined
  const metricExporter = settings.metrics ? new OTLPMetricExporter() : undefined
  settings.forgetKeys()
  let meters: MeterProvider | undefined
  return {
    tracer: provider && tracerOf(provider),
    sendMetrics(collect) {
      if (!metricExporter) return
      const startedMs = Date.now()
      const collectAll = async () => ({
        resourceMetrics: {
          resource,
          scopeMetrics: [
            {
              scope: { name: 'bellhop', version: VERSION },
              metrics: (await collect()).map((metric) => toOtlp(metric, startedMs, Date.now())),
            },
          ],
        },
        errors: [],
      })
      const reader = new PeriodicExportingMetricReader({
        exporter: metricExporter,
        metricProducers: [{ collect: collectAll }],
        ...(metricIntervalMs === undefined
          ? {}
          : {
              exportIntervalMillis: metricIntervalMs,
              exportTimeoutMillis: Math.min(metricIntervalMs, 30_000),
            }),
      })
      meters = new MeterProvider({ resource, readers: [reader] })
    },
    async close() {
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, LAST_SENDING_MAX_MS)
      await Promise.race([Promise.allSettled([provider?.shutdown(), meters?.shutdown()]), late])
      clearTimeout(timer)
    },
  }
}

function tracerOf(provider: TracerProvider): Tracer {
  const tracer = provider.getTracer('bellhop', VERSION)
  return {
    begin(name, parent, facts) {
      const [, traceId = '', spanId = '', flags = ''] = parent?.split('-') ?? []
      const above = {
        traceId,
        spanId,
        traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED,
        isRemote: true,
      }
      const context =
        parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, above)
      const kind = 'http.request.method' in facts ? SpanKind.SERVER : SpanKind.INTERNAL
      const span = tracer.startSpan(name, { kind, attributes: { ...facts } }, context)
      const { traceId: own, spanId: at, traceFlags } = span.spanContext()
      return {
        trace: `00-${own}-${at}-${String(traceFlags).padStart(2, '0')}`,
        end(outcome, more = {}) {
          span.setAttributes({ ...more, 'bellhop.outcome': outcome })
          const route = more['http.route']
          if (route !== undefined) span.updateName(`${name} ${route}`)
          if (outcome !== 'ok') span.setStatus({ code: SpanStatusCode.ERROR, message: outcome })
          span.end()
        },
      }
    },
  }
}

/** A metric of `/metrics` under its name there. */
function toOtlp(
  { name, help, kind, values }: CollectedMetric,
  start: number,
  now: number,
): MetricData {
  const times = { startTime: timeOf(start), endTime: timeOf(now) }
  const base = {
    descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  const points = values
    .filter(({ value }) => Number.isFinite(value))
    .map(({ labels, value }) => ({ ...times, attributes: { ...labels }, value }))
  if (kind === 'gauge') return { ...base, dataPointType: DataPointType.GAUGE, dataPoints: points }
  if (kind === 'counter') {
    return { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points }
  }
  const histograms = histogramsOf(name, values).map(([attributes, value]) => ({
    ...times,
    attributes,
    value,
  }))
  return { ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms }
}

/** The histograms in the values of a metric, each with its labels. */
function histogramsOf(
  name: string,
  values: CollectedMetric['values'],
): [Record<string, string | number>, Histogram][] {
  const found = new Map<string, [Record<string, string | number>, Histogram]>()
  for (const { name: part, labels, value } of values) {
    const { le, ...others } = labels
    const key = JSON.stringify(others)
    const known = found.get(key) ?? [others, { buckets: { boundaries: [], counts: [] }, count: 0 }]
    found.set(key, known)
    const [, histogram] = known
    if (part === `${name}_sum`) histogram.sum = value
    else if (part === `${name}_count`) histogram.count = value
    else {
      const { boundaries, counts } = histogram.buckets
      if (le !== '+Inf') boundaries.push(Number(le))
      // Each bucket holds those below it too.
      counts.push(value - counts.reduce((sum, count) => sum + count, 0))
    }
  }
  return [...found.values()]
}

function timeOf(ms: number): [number, number] {
  return [Math.floor(ms / 1_000), (ms % 1_000) * 1_000_000]
}

/** Says once a minute that a collector takes nothing. */
function reportFailures(log: Log): void {
  const limit = new RateLimit([{ count: 1, seconds: MINUTE_SECONDS }])
  const report = (message: string) => {
    if (limit.take('collector', Date.now())?.allowed === false) return
    log.warn({ cause: message.slice(0, 300) }, 'traces or metrics could not be sent')
  }
  const ignore = () => {}
  const logger = { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
}

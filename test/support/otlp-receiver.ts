import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json as readJson } from 'node:stream/consumers'

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number | string; doubleValue?: number }
}

/** A span as a collector gets it. */
export interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  /** Which process sent it. */
  instance: string
  facts: Readonly<Record<string, string | number | undefined>>
}

/** A point of a metric as a collector gets it. */
export interface ReceivedPoint {
  asDouble?: number
  asInt?: number | string
  count?: number | string
  explicitBounds?: number[]
  bucketCounts?: (number | string)[]
  attributes?: Attribute[]
}

interface Metric {
  name: string
  sum?: { dataPoints: ReceivedPoint[]; isMonotonic: boolean }
  gauge?: { dataPoints: ReceivedPoint[] }
  histogram?: { dataPoints: ReceivedPoint[] }
}

interface Batch {
  resource: { attributes: Attribute[] }
}

interface TraceBody {
  resourceSpans?: (Batch & {
    scopeSpans: {
      spans: {
        traceId: string
        spanId: string
        parentSpanId?: string
        name: string
        attributes: Attribute[]
      }[]
    }[]
  })[]
}

interface MetricsBody {
  resourceMetrics?: (Batch & { scopeMetrics: { metrics: Metric[] }[] })[]
}

/** A collector of OTLP by HTTP and JSON, which keeps what it gets. */
export interface OtlpReceiver extends AsyncDisposable {
  url: string
  spans: ReceivedSpan[]
  metrics: Map<string, Metric>
  /** Values of the header `authorization` that came. */
  keys: Set<string | undefined>
}

/** Starts one on a free port of loopback. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = []
  const metrics = new Map<string, Metric>()
  const keys = new Set<string | undefined>()
  const takeSpans = ({ resourceSpans = [] }: TraceBody): void => {
    for (const { resource, scopeSpans } of resourceSpans) {
      const instance = String(factsOf(resource.attributes)['service.instance.id'])
      for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
        const { traceId, spanId, name } = span
        const parentSpanId = span.parentSpanId === '' ? undefined : span.parentSpanId
        spans.push({
          traceId,
          spanId,
          parentSpanId,
          name,
          instance,
          facts: factsOf(span.attributes),
        })
      }
    }
  }
  const takeMetrics = ({ resourceMetrics = [] }: MetricsBody): void => {
    for (const { scopeMetrics } of resourceMetrics) {
      for (const metric of scopeMetrics.flatMap((scope) => scope.metrics)) {
        metrics.set(metric.name, metric)
      }
    }
  }
  const server = createServer((request, response) => {
    keys.add(request.headers.authorization)
    void (async () => {
      const body = await readJson(request)
      if (request.url === '/v1/traces') takeSpans(body as TraceBody)
      else if (request.url === '/v1/metrics') takeMetrics(body as MetricsBody)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    metrics,
    keys,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function factsOf(attributes: readonly Attribute[]): ReceivedSpan['facts'] {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.doubleValue ?? (value.intValue && Number(value.intValue)),
    ]),
  )
}

import type { ServerResponse } from 'node:http'
import type { Answer, Wait } from './page.ts'

/** Serves a text when some time has passed. */
export function after(ms: number, type: string, text: string): Answer {
  return (response) => {
    setTimeout(() => response.writeHead(200, { 'content-type': type }).end(text), ms)
  }
}

/** Serves the sentence of a late page as JSON, after its time. */
export function lateJson({ ms, sentence }: Wait): Answer {
  return after(ms, 'application/json', JSON.stringify({ text: sentence }))
}

/** Serves a head, and parts that come when they are due. */
export function inParts(type: string, parts: readonly { atMs: number; text: string }[]): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' })
    response.flushHeaders()
    const lastMs = Math.max(...parts.map(({ atMs }) => atMs))
    for (const { atMs, text } of parts) {
      setTimeout(() => (atMs === lastMs ? response.end(text) : response.write(text)), atMs)
    }
  }
}

/** Serves parts that come when they are due, and stays open, as streams of events do. */
export function openStream(parts: readonly { atMs: number; text: string }[]): Answer {
  return (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.flushHeaders()
    for (const { atMs, text } of parts) setTimeout(() => response.write(text), atMs)
  }
}

/** A string as a script writes it, also inside of a `script` element. */
export function quoted(text: string): string {
  return JSON.stringify(text).replaceAll('<', '\\u003c')
}

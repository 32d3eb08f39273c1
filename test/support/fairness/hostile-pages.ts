import type { RequestListener, ServerResponse } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { pdfOf, text } from '../pdf.ts'

const MB = 1_000_000
const DRIP_INTERVAL_MS = 1_000

/** Sizes of the large PDFs, in bytes: below what a call may fetch. */
const LARGE_PDF_BYTES = [30 * MB, 40 * MB, 49 * MB]

interface HostileBody {
  type: string
  encoding?: string
  bytes: Buffer
}

/** Bodies by path; each is made when it is first asked for. */
const BODIES: Readonly<Record<string, () => HostileBody>> = {
  '/pdf/large-0': () => pdf(largePdf(LARGE_PDF_BYTES[0]!)),
  '/pdf/large-1': () => pdf(largePdf(LARGE_PDF_BYTES[1]!)),
  '/pdf/large-2': () => pdf(largePdf(LARGE_PDF_BYTES[2]!)),
  '/pdf/busy': () => pdf(pdfOf(Array.from({ length: 800 }, (_, page) => busyPage(page)))),
  '/pdf/inflating': () => pdf(inflatingPdf()),
  '/html/nested': () => html(`${'<div>'.repeat(100_000)}<p>text.</p>${'</div>'.repeat(100_000)}`),
  '/html/attributes': () =>
    html(`<div ${attributes(100_000)}><p>${'text. '.repeat(300)}</p></div>`),
  '/html/misnested': () => html('<b><i><p>x'.repeat(300_000)),
  '/html/tables': () => html('<a href=x><table>'.repeat(100_000)),
  '/html/cells': () => html(`<table>${`<tr>${'<td>12</td>'.repeat(20)}</tr>`.repeat(15_000)}`),
  '/html/inflating': () => inflating('text/html'),
  '/html/inflating-br': () => ({
    type: 'text/html',
    encoding: 'br',
    bytes: brotliCompressSync(Buffer.alloc(64 * MB, 'x')),
  }),
  '/xml/entities': () => xml(entities()),
  '/xml/nested': () => xml(`<rss><channel>${'<item>'.repeat(500_000)}`),
  '/xml/items': () => xml(`<rss><channel>${item().repeat(60_000)}</channel></rss>`),
  '/xml/inflating': () => inflating('application/rss+xml'),
  '/xml/packed': () => ({
    type: 'application/gzip',
    bytes: gzipSync(Buffer.concat([Buffer.from('<rss><channel>'), Buffer.alloc(64 * MB, ' ')])),
  }),
}

const made = new Map<string, HostileBody>()

/** Serves `/slow`, which drips a byte a second without end, and the large and misshapen. */
export const hostilePages: RequestListener = ({ url = '/' }, response) => {
  const { pathname } = new URL(url, 'http://origin')
  if (pathname === '/slow') return drip(response)
  const body = bodyAt(pathname)
  if (!body) return void response.writeHead(404).end()
  response.writeHead(200, {
    'content-type': body.type,
    'content-length': body.bytes.length,
    ...(body.encoding === undefined ? {} : { 'content-encoding': body.encoding }),
  })
  response.end(body.bytes)
}

/** Makes the bodies whose paths begin so: what that takes is not to be taken from a server under attack. */
export function makeBodies(prefix: string): void {
  for (const path of hostilePaths(prefix)) bodyAt(path)
}

/** Paths of large and misshapen bodies whose names begin so. */
export function hostilePaths(prefix: string): string[] {
  return Object.keys(BODIES).filter((path) => path.startsWith(prefix))
}

function bodyAt(path: string): HostileBody | undefined {
  const body = made.get(path) ?? BODIES[path]?.()
  if (body) made.set(path, body)
  return body
}

function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html' })
  response.write('<p>')
  const timer = setInterval(() => response.write('x'), DRIP_INTERVAL_MS)
  response.once('close', () => clearInterval(timer))
}

function html(body: string): HostileBody {
  return { type: 'text/html', bytes: Buffer.from(`<body>${body}`) }
}

function xml(body: string): HostileBody {
  return { type: 'application/xml', bytes: Buffer.from(`<?xml version="1.0"?>${body}`) }
}

function pdf(bytes: Buffer): HostileBody {
  return { type: 'application/pdf', bytes }
}

function inflating(type: string): HostileBody {
  return { type, encoding: 'gzip', bytes: gzipSync(Buffer.alloc(64 * MB, ' ')) }
}

/** A page and much that is not on it, all of it behind the end of the document's first stream. */
function largePdf(bytes: number): Buffer {
  const small = pdfOf([text(72, 700, 'A small page in a large file.')])
  // Readers look for the end at the end: what is large stands before it as a comment.
  const at = small.lastIndexOf('startxref')
  const filling = Buffer.alloc(bytes - small.length - 2, 'x')
  filling[0] = 0x25
  filling[filling.length - 1] = 0x0a
  return Buffer.concat([small.subarray(0, at), filling, small.subarray(at)])
}

function busyPage(page: number): string {
  return Array.from({ length: 60 }, (_, line) =>
    text(72, 780 - line * 12, `Page ${page}, line ${line}: nobody wants to read this at all.`),
  ).join('')
}

/** A page whose drawing operators are a thousand times as long as the file. */
function inflatingPdf(): Buffer {
  const marker = 'A stream that grows.'
  const small = pdfOf([text(72, 700, marker)]).toString('latin1')
  const content = deflateSync(Buffer.alloc(200 * MB, 'BT ET '))
  const [, head = '', rest = ''] =
    /^([\s\S]*?\/Filter \/FlateDecode \/Length )\d+>>\nstream\n[\s\S]*?(\nendstream[\s\S]*)$/.exec(
      small,
    ) ?? []
  return Buffer.concat([
    Buffer.from(`${head}${content.length}>>\nstream\n`, 'latin1'),
    content,
    Buffer.from(rest, 'latin1'),
  ])
}

function attributes(count: number): string {
  return Array.from({ length: count }, (_, n) => `a${n}="x"`).join(' ')
}

function entities(): string {
  const levels = Array.from(
    { length: 10 },
    (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`,
  )
  return `<!DOCTYPE rss [<!ENTITY e0 "ha">${levels.join('')}]><rss><channel><title>&e10;</title></channel></rss>`
}

function item(): string {
  return '<item><title>One of very many</title><link>https://example.com/</link><description>&lt;p&gt;x&lt;/p&gt;</description></item>'
}

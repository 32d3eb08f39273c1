import type { Context, Hono } from 'hono'
import { once } from '../../lib/once.ts'
import { pack, type Packing, packingFor } from '../bodies/compress.ts'
import type { NodeBindings } from '../callers/peer.ts'
import { notFound } from './dialect.ts'
import { type LoadWebFiles, pageAnswer } from './page.ts'
import { pathText, type Paths } from './route-says.ts'

/**
 * The page runs its own scripts and nothing else; no text becomes markup but by the policy of that name (Trusted Types), and nothing
 * is of another origin.
 */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types bellhop',
].join('; ')

const PAGE_HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy': CONTENT_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
} as const

const FILE_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'same-origin',
} as const

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/manifest+json',
  png: 'image/png',
  svg: 'image/svg+xml',
}

/** Names of the files of the page, which are no paths. */
const NAME = /^[\w-]+-[\w-]+\.(?:css|js|json|png|svg)$/

const file = {
  description: 'The content of the file.',
  content: { '*/*': {} },
}

/** The page for people. */
export const WEB_PATHS: Paths = {
  '/': {
    get: {
      operationId: 'show_page',
      summary: 'The page for people',
      security: [],
      responses: {
        200: pageAnswer('The page for people.'),
        404: { description: 'This program has no page for people.' },
      },
    },
  },
  '/login': {
    get: {
      operationId: 'show_sign_in',
      summary: 'The page for people, where it asks who they are',
      security: [],
      responses: {
        200: pageAnswer('The page for people.'),
        404: { description: 'This program has no page for people.' },
      },
    },
  },
  '/app/{name}': {
    get: {
      operationId: 'get_page_file',
      summary: 'A script, stylesheet or picture of the page, kept for ever',
      security: [],
      parameters: [pathText('name', 'Name of the file, with a hash of what it holds.')],
      responses: { 200: file, 404: { description: 'There is no file of that name.' } },
    },
  },
}

type App = Hono<{ Bindings: NodeBindings }>

/** Adds the page for people: itself at `/` and `/login`, and its files, which browsers keep. */
export function addWebPage(app: App, load: LoadWebFiles): void {
  const packed = once(async () => {
    const files = await load()
    return new Map([...(files ?? [])].map(([name, text]) => [name, packedForms(name, text)]))
  })
  const show = async (c: Context, name: string, headers: Readonly<Record<string, string>>) => {
    const bytes = (await packed()).get(name)
    if (!bytes) throw notFound()
    const wished = packingFor(c.req.header('accept-encoding')) ?? 'identity'
    const coding = isPicture(name) ? 'identity' : wished
    return c.body(await bytes[coding](), 200, {
      ...headers,
      'content-type': TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
      vary: 'accept-encoding',
    })
  }
  for (const path of ['/', '/login']) {
    app.get(path, async (c) => show(c, 'index.html', PAGE_HEADERS))
  }
  app.get('/app/:name', async (c) => {
    const name = c.req.param('name')
    if (!NAME.test(name)) throw notFound()
    return show(c, name, FILE_HEADERS)
  })
}

/** Whether a file is packed as it is. */
const isPicture = (name: string) => name.endsWith('.png')

/** A file in each coding, made when it is first asked for. */
function packedForms(
  name: string,
  text: string,
): Record<Packing | 'identity', () => Promise<Uint8Array<ArrayBuffer>>> {
  return {
    identity: async () => new Uint8Array(Buffer.from(text, isPicture(name) ? 'base64' : 'utf8')),
    gzip: once(async () => pack(text, 'gzip', 'once')),
    br: once(async () => pack(text, 'br', 'once')),
  }
}

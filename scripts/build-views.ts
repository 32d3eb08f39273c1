import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import type { ViewName } from '../src/contract/result-view.ts'
import { minifyStyle } from './minify-style.ts'

const root = join(import.meta.dirname, '..')
const sources = join(root, 'web/views')

/** The pages for hosts as they are shipped, by name. */
export const VIEWS_FILE = join(root, 'src/mcp/views/pages.json')

const TITLES: Readonly<Record<ViewName, string>> = {
  conversation: 'Conversation',
  question: 'Question',
  qr: 'QR code',
  wallet: 'Wallet',
  article: 'Article',
}

/** Builds every page of `web/views`: one document each, of which nothing runs but the script that it was built with. */
export async function buildViews(): Promise<string> {
  const style = minifyStyle(readFileSync(join(sources, 'views.css'), 'utf8'))
  const pages: Record<string, string> = {}
  for (const [name, title] of Object.entries(TITLES)) {
    pages[name] = pageOf(title, await bundle(name), style)
  }
  return `${JSON.stringify(pages, undefined, 2)}\n`
}

async function bundle(name: string): Promise<string> {
  await using built = await rolldown({ input: join(sources, `${name}.ts`), platform: 'browser' })
  const { output } = await built.generate({ format: 'esm', minify: true, codeSplitting: false })
  // Within a page, the end of a script would end it.
  return output[0].code.trim().replaceAll('</', String.raw`<\/`)
}

function pageOf(title: string, script: string, style: string): string {
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "require-trusted-types-for 'script'",
    'trusted-types bellhop',
  ].join('; ')
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<title>${title}</title><style>${style}</style>`,
    `<script type="module">${script}</script></head><body></body></html>`,
  ].join('')
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

if (import.meta.main) writeFileSync(VIEWS_FILE, await buildViews())

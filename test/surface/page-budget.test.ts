import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { beforeAll, expect, test } from 'vitest'
import { buildPage } from '../../scripts/web.ts'

const FIRST_LOAD_MAX_BYTES = 48 * 1_024
const LAZY_PART_MAX_BYTES = 60 * 1_024

let files: ReadonlyMap<string, string>

beforeAll(async () => {
  ;({ files } = await buildPage())
})

const sizeOf = (name: string) => gzipSync(files.get(name) ?? '', { level: 9 }).byteLength

/** What a file imports at once, and what that does. */
function staticImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  const source = files.get(name) ?? ''
  for (const [, path = ''] of source.matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g)) {
    staticImports(path, found)
  }
  return found
}

/** What the page itself asks for. */
function firstFiles(): string[] {
  const page = files.get('index.html') ?? ''
  const linked = [...page.matchAll(/"\/app\/([\w.-]+\.(?:js|css))"/g)].map(([, name = '']) => name)
  return [...new Set(linked.flatMap((name) => [...staticImports(name)]))]
}

test('what is loaded at first fits its budget', () => {
  const first = firstFiles()
  expect(first.length).toBeGreaterThanOrEqual(2)
  expect(first.every((name) => files.has(name))).toBe(true)
  const bytes = first.reduce((sum, name) => sum + sizeOf(name), 0)
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThanOrEqual(FIRST_LOAD_MAX_BYTES)
})

test('each part that is loaded later fits its budget', () => {
  const first = new Set(firstFiles())
  const later = [...files.keys()].filter((name) => /\.(?:js|css)$/.test(name) && !first.has(name))
  expect(later.length).toBeGreaterThan(5)
  for (const name of later) expect(sizeOf(name), name).toBeLessThanOrEqual(LAZY_PART_MAX_BYTES)
})

test('the page names nothing of another origin, and runs nothing that stands in it', () => {
  const page = files.get('index.html') ?? ''
  expect(page).not.toMatch(/https?:\/\//)
  expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=/)
  const colours = readFileSync(join(import.meta.dirname, '../../web/styles/tokens.css'), 'utf8')
  expect(colours).toContain('color-scheme: light dark')
})

test('every file but the page itself has a hash of what it holds in its name', () => {
  const plain = [...files.keys()].filter(
    (name) => !/-[\w-]{8,}\.(?:js|css|svg|png|json)$/.test(name),
  )
  expect(plain.toSorted()).toEqual(['entry.json', 'index.html'])
})

test('a phone finds icons for its home screen, and what names them', () => {
  const page = files.get('index.html') ?? ''
  const [, manifestName = ''] = /rel="manifest" href="\/app\/([^"]+)"/.exec(page) ?? []
  const manifest = JSON.parse(files.get(manifestName) ?? '{}') as {
    start_url: string
    icons: { src: string; sizes: string; purpose: string }[]
  }
  expect(manifest.start_url).toBe('/')
  const [, touchName = ''] = /rel="apple-touch-icon" href="\/app\/([^"]+)"/.exec(page) ?? []
  const edgeOf = (name: string) => {
    const { width, height, data } = PNG.sync.read(Buffer.from(files.get(name) ?? '', 'base64'))
    return {
      size: `${width}x${height}`,
      isClear: data.some((byte, at) => at % 4 === 3 && byte < 255),
    }
  }
  // Phones put black behind what is clear.
  expect(edgeOf(touchName)).toEqual({ size: '180x180', isClear: false })
  for (const { src, sizes, purpose } of manifest.icons) {
    expect(edgeOf(src.replace('/app/', ''))).toEqual({ size: sizes, isClear: purpose === 'any' })
  }
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(
    expect.arrayContaining(['192x192', '512x512']),
  )
})

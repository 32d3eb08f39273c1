import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { decodePng } from '../src/images/decode-png.ts'
import { onWhite, type Pixels, scale, wholeOf } from '../src/images/pixels.ts'
import { writePng } from '../src/images/write-png.ts'
import { ICON_SVG } from '../src/mcp/icon.ts'
import { minifyStyle } from './minify-style.ts'
import { filesByStart } from './program.ts'

const root = join(import.meta.dirname, '..')
const source = join(root, 'web')

const ICON_FILE = join(root, 'icon.png')

/** Where the server has the files of the page, but for the page itself. */
const BASE = '/app/'

/** Oldest browsers that show the page. */
const TARGET = ['chrome123', 'firefox128', 'safari17.5']

/** Stylesheets that no script asks for: of the page, and of the pages without scripts. */
const LINKED_STYLES = ['main.css', 'entry.css']

const HASH_CHARS = 10

/** Edges of the icons for home screens, in pixels. The last one is what a system cuts its own shape out of. */
const [ICON_EDGES_PX, TOUCH_EDGE_PX, MASKED_EDGE_PX] = [[192, 512], 180, 432]

/** Share of the edge that the drawing takes where a system cuts its own shape out of the icon. */
const MASKED_SHARE = 0.6

/** The page for people, as it is served. */
export interface BuiltPage {
  /** Texts by name, pictures in base64; all but `index.html` and `entry.json` have a hash of their content in it. */
  files: ReadonlyMap<string, string>
  /** Paths of the modules that it holds. */
  modules: readonly string[]
}

/** Builds the page for people from `web/`, with what tests change of it. */
export async function buildPage(changes: readonly Plugin[] = []): Promise<BuiltPage> {
  const files = new Map<string, string>()
  const add = (name: string, text: string): string => {
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, HASH_CHARS)
    const hashed = name.replace(/\.(?=\w+$)/, `-${hash}.`)
    files.set(hashed, text)
    return BASE + hashed
  }
  const names = new Map([['icon.svg', add('icon.svg', ICON_SVG)]])
  for (const [name, text] of homeScreen(add)) names.set(name, add(name, text))
  for (const name of LINKED_STYLES)
    names.set(name, add(name, readStyle(join(source, 'styles', name))))
  await using bundle = await rolldown({
    input: { main: join(source, 'main.tsx') },
    platform: 'browser',
    preserveEntrySignatures: false,
    tsconfig: join(source, 'tsconfig.json'),
    transform: { target: TARGET },
    plugins: [styles(add), ...changes],
  })
  const { output } = await bundle.generate({
    format: 'esm',
    minify: true,
    entryFileNames: '[name]-[hash].js',
    chunkFileNames: '[name]-[hash].js',
    codeSplitting: {
      // What the page begins with is one file, whoever else needs some of it.
      includeDependenciesRecursively: false,
      groups: [{ name: filesByStart([join(source, 'main.tsx')]), debugName: 'start' }],
    },
  })
  const modules: string[] = []
  for (const chunk of output) {
    if (chunk.type !== 'chunk') continue
    files.set(chunk.fileName, chunk.code)
    modules.push(...chunk.moduleIds)
    if (chunk.isEntry) names.set('main.js', BASE + chunk.fileName)
  }
  const page = readFileSync(join(source, 'index.html'), 'utf8')
  files.set(
    'index.html',
    page.replaceAll(/\{\{([\w.]+)\}\}/g, (_, name: string) => names.get(name) ?? ''),
  )
  files.set(
    'entry.json',
    JSON.stringify({ style: names.get('entry.css'), icon: names.get('icon.svg') }),
  )
  return { files, modules }
}

/** Builds the page into a folder, which is what the package holds of it. Returns the paths of its modules. */
export async function writePage(folder: string): Promise<readonly string[]> {
  const { files, modules } = await buildPage()
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of files) writeFileSync(join(folder, name), text, encodingOf(name))
  return modules
}

/** How the text of a file stands for its bytes. */
function encodingOf(name: string): 'base64' | 'utf8' {
  return name.endsWith('.png') ? 'base64' : 'utf8'
}

/** What a phone or a desktop needs to have the page among its programs: icons, and what names them. */
function homeScreen(add: (name: string, text: string) => string): readonly [string, string][] {
  const icon = decodePng(readFileSync(ICON_FILE))
  const draw = (edge: number) => scale(icon, wholeOf(icon), edge, edge)
  const png = (pixels: Pixels) => Buffer.from(writePng(pixels)).toString('base64')
  const icons = ICON_EDGES_PX.map((edge) => ({
    src: add(`icon-${edge}.png`, png(draw(edge))),
    sizes: `${edge}x${edge}`,
    type: 'image/png',
    purpose: 'any',
  }))
  const masked = {
    src: add(
      'icon-masked.png',
      png(onSheet(draw(Math.round(MASKED_EDGE_PX * MASKED_SHARE)), MASKED_EDGE_PX)),
    ),
    sizes: `${MASKED_EDGE_PX}x${MASKED_EDGE_PX}`,
    type: 'image/png',
    purpose: 'maskable',
  }
  const manifest = {
    id: '/',
    name: 'Bellhop',
    short_name: 'Bellhop',
    description: 'Team chat of people and agents.',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: '#f7f5f3',
    icons: [...icons, masked],
  }
  const touch = png(onSheet(draw(Math.round(TOUCH_EDGE_PX * MASKED_SHARE)), TOUCH_EDGE_PX))
  return [
    ['touch.png', touch],
    ['manifest.json', JSON.stringify(manifest)],
  ]
}

/** A picture in the middle of a white square. */
function onSheet(picture: Pixels, edge: number): Pixels {
  const sheet = { width: edge, height: edge, data: new Uint8Array(edge * edge * 4).fill(255) }
  const { width, height, data } = onWhite(picture)
  const [left, top] = [Math.floor((edge - width) / 2), Math.floor((edge - height) / 2)]
  for (let row = 0; row < height; row += 1) {
    const line = data.subarray(row * width * 4, (row + 1) * width * 4)
    sheet.data.set(line, ((top + row) * edge + left) * 4)
  }
  return sheet
}

/** What a script imports of a stylesheet is its address: it is loaded with the part of the page that it is for. */
function styles(add: (name: string, text: string) => string): Plugin {
  return {
    name: 'styles',
    load(id) {
      if (!id.endsWith('.css')) return null
      const address = add(basename(id), readStyle(id))
      return { code: `export const address = ${JSON.stringify(address)}`, moduleType: 'js' }
    },
  }
}

/** A stylesheet with those that it imports in their place. */
function readStyle(path: string): string {
  const css = readFileSync(path, 'utf8').replaceAll(/@import '([^']+)';/g, (_, name: string) =>
    readStyle(join(dirname(path), name)),
  )
  return minifyStyle(css)
}

import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { ICON_SVG } from '../src/mcp/icon.ts'
import { minifyStyle } from './minify-style.ts'
import { filesByStart } from './program.ts'

const root = join(import.meta.dirname, '..')
const source = join(root, 'web')

/** Where the server has the files of the page, but for the page itself. */
const BASE = '/app/'

/** Oldest browsers that show the page. */
const TARGET = ['chrome123', 'firefox128', 'safari17.5']

/** Stylesheets that no script asks for: of the page, and of the pages without scripts. */
const LINKED_STYLES = ['main.css', 'entry.css']

const HASH_CHARS = 10

/** The page for people, as it is served. */
export interface BuiltPage {
  /** Texts by name; all but `index.html` and `entry.json` have a hash of their content in it. */
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
  for (const [name, text] of files) writeFileSync(join(folder, name), text)
  return modules
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

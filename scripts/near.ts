/**
 * `npm run near`: the tests of the loop that are near what changed since `main`, with the guards of the house. `npm test` runs what is
 * further away as well: nearly all of the product is in every server that a test starts.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** Code whose imports are followed. */
const CODE = '{src,tools,test,web,bench,scripts,examples}/**/*.{js,mjs,ts,tsx}'

/** Where a source names other files: what it imports, and programs that it starts. */
const IMPORT = /(?:\bfrom\s+|\bimport\s+|\bimport\s*\(\s*|\bnew URL\(\s*)'(\.[\w@./-]+)'/g
const PATH = /'((?:src|tools|test|web|bench|scripts|examples)\/[\w@./-]+\.\w+)'/g

/** What puts the product together, for users and for tests: nobody is near a file because that is in it. */
const WHOLE = /^(?:src\/(?:app|cli)\/|tools\/[^/]+$|test\/support\/)/

/** The other files that a file names. */
function listNamed(file: string, source: string): string[] {
  const imports = [...source.matchAll(IMPORT)].map(([, path = '']) => join(dirname(file), path))
  return [...imports, ...[...source.matchAll(PATH)].map(([, path = '']) => path)]
}

/** The folders of tests that mirror the one of a source; subjects of the chat have two. */
function listMirrors(file: string): string[] {
  const folder = dirname(file)
  if (!/^(?:src|tools)\//.test(file)) return []
  const other = folder.replace(/^src\/chat\//, 'tools/chat/')
  return [`test/${folder}/`, `test/${other}/`]
}

/**
 * The test files that are near changed ones: themselves, those of the same room, and those that import a changed file, directly or through others.
 */
export function findNear(
  sources: ReadonlyMap<string, string>,
  changed: readonly string[],
): string[] {
  const namers = new Map<string, string[]>()
  for (const [file, source] of sources) {
    for (const named of listNamed(file, source)) {
      namers.set(named, [...(namers.get(named) ?? []), file])
    }
  }
  const near = new Set(changed)
  // Files added on the way are visited as well.
  for (const file of near) {
    if (WHOLE.test(file) && !changed.includes(file)) continue
    for (const namer of namers.get(file) ?? []) near.add(namer)
  }
  const mirrors = changed.flatMap(listMirrors)
  const isMirror = (file: string) => mirrors.some((folder) => file.startsWith(folder))
  return [...sources.keys()]
    .filter((file) => file.endsWith('.test.ts') && (near.has(file) || isMirror(file)))
    .toSorted()
}

/** Files that are other than on a branch, or new. */
function listChanged(branch: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean)
  const [base = branch] = git('merge-base', branch, 'HEAD')
  const added = git('ls-files', '--others', '--exclude-standard')
  return [...git('diff', '--name-only', '--no-renames', base), ...added]
}

if (import.meta.main) {
  const [branch = 'main'] = process.argv.slice(2)
  const files = globSync(CODE, { cwd: ROOT })
  const sources = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]))
  const tests = findNear(sources, listChanged(branch))
  console.log(`Test files near what changed since ${branch}: ${tests.length}`)
  const npm = ['test', '--', 'test/surface/', ...tests]
  process.exitCode = spawnSync('npm', npm, { cwd: ROOT, stdio: 'inherit' }).status ?? 1
}

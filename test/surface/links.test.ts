import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const documents = globSync(['*.md', 'docs/**/*.md', 'scripts/*.md', '.changeset/*.md'], {
  cwd: root,
})

test.each(documents)('what %s links to is there', (document) => {
  expect(deadLinks(document, readText(document))).toEqual([])
})

test.each(documents)('places of the code that %s names are there', (document) => {
  expect(deadPlaces(readText(document))).toEqual([])
})

test('a link or place that is not there is found, and what only looks like one is not', () => {
  const links =
    '[a](docs/nowhere.md), [b](docs/tools.md#nowhere), [c](docs/tools.md#extract), `[d](e)`'
  expect(deadLinks('README.md', links)).toEqual(['docs/nowhere.md', 'docs/tools.md#nowhere'])
  const places = '`src/nowhere/`, `src/cli/bellhop.js`, `tools/<toolset>/x.ts`'
  expect(deadPlaces(places)).toEqual(['src/nowhere/'])
})

test('the pages of docs/ are all named in the README', () => {
  const readme = readText('README.md')
  const unnamed = globSync('docs/*.md', { cwd: root }).filter(
    (page) => !readme.includes(`(${page})`),
  )
  expect(unnamed).toEqual([])
})

test('nobody is told to run a package that is not published', () => {
  const files = globSync(
    '{*.md,docs/**/*.md,scripts/*.md,{src,web,tools,examples}/**/*.{ts,tsx}}',
    { cwd: root },
  )
  const told =
    /npx (?:-y )?bellhop|"npx",\s*"args": \["(?:-y", ")?bellhop|npm (?:i|install|exec) (?:-g |--global )?bellhop/
  expect(files.filter((file) => told.test(readText(file)))).toEqual([])
})

test('the README is short enough to be read', () => {
  expect(readText('README.md').split('\n').length).toBeLessThanOrEqual(README_MAX_LINES)
})

const README_MAX_LINES = 160

function readText(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

/** Links within the project to files or headings that are not there. */
function deadLinks(document: string, text: string): string[] {
  const prose = text.replaceAll(/`[^`\n]*`/g, '')
  return [...prose.matchAll(/\]\(([^()\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target) && !isThere(document, target))
}

/** Paths in code style, without placeholders, to nothing. A method of MCP (`tools/list`) is none. */
function deadPlaces(text: string): string[] {
  return [...text.matchAll(/`((?:bench|docs|examples|scripts|src|test|tools)\/(?!list)[\w./-]*)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !existsSync(join(root, path)))
}

function isThere(document: string, target: string): boolean {
  const [path = '', heading] = target.split('#')
  const file = path === '' ? document : join(dirname(document), path)
  if (!existsSync(join(root, file))) return false
  return heading === undefined || headingsOf(readText(file)).has(heading)
}

/** Addresses of headings, as code hosts make them. */
function headingsOf(text: string): ReadonlySet<string> {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

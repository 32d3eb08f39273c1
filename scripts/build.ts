import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY } from '../src/lib/repository.ts'
import { noticesOf } from './notices.ts'
import { bundleProgram } from './program.ts'
import { writePage } from './web.ts'

const root = join(import.meta.dirname, '..')

/** What a session loads before it has listed its tools. */
const STARTS_WITH = ['src/cli/main.ts', 'src/mcp/stdio.ts', 'tools/chat-tools.ts']

/** The fields of `package.json` that describe the package rather than the project that builds it. */
const PUBLISHED_FIELDS: ReadonlySet<string> = new Set([
  'name',
  'version',
  'description',
  'keywords',
  'license',
  'repository',
  'homepage',
  'bugs',
  'type',
  'engines',
  'peerDependencies',
  'peerDependenciesMeta',
  'mcpName',
])

/**
 * Builds the package into a folder that can be published, copied and zipped as it is: the server and its
 * child programs, each holding what it needs but Node, with the licences of what they hold.
 */
export async function build(out: string): Promise<void> {
  rmSync(out, { recursive: true, force: true })
  const lib = join(out, 'lib')
  const held = [
    ...(await bundleProgram('src/cli/bellhop.js', join(lib, 'bellhop.mjs'), STARTS_WITH)),
    ...(await bundleProgram('src/app/sandbox-child.ts', join(lib, 'sandbox/child.mjs'))),
    ...(await bundleProgram('src/app/browser-keeper.ts', join(lib, 'browser/keeper.mjs'))),
    ...(await writePage(join(lib, 'web'))),
  ]
  // A child may read its own folder only.
  cpSync(join(root, 'src/pdf/file/cmaps'), join(lib, 'sandbox/cmaps'), { recursive: true })
  cpSync(join(root, 'LICENSE'), join(out, 'LICENSE'))
  writeFileSync(join(out, 'README.md'), packageReadme())
  writeFileSync(join(out, 'THIRD-PARTY-NOTICES'), noticesOf(held))
  writeFileSync(join(out, 'package.json'), packageJson())
}

/** The README of the package: its links lead to the project's pages, since the package holds no others. */
export function packageReadme(): string {
  const text = readFileSync(join(root, 'scripts/package-readme.md'), 'utf8')
  return text
    .replaceAll(/(!\[[^\]]*\]\()\.\.\//g, `$1${REPOSITORY}/raw/main/`)
    .replaceAll(/(\]\()\.\.\//g, `$1${REPOSITORY}/blob/main/`)
}

function packageJson(): string {
  const project = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as object
  const fields = Object.entries(project).filter(([name]) => PUBLISHED_FIELDS.has(name))
  const bin = { bellhop: './lib/bellhop.mjs' }
  return `${JSON.stringify({ ...Object.fromEntries(fields), bin }, undefined, 2)}\n`
}

if (import.meta.main) await build(join(root, 'dist'))

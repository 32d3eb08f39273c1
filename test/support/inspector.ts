import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cleanEnv, ROOT } from './bellhop.ts'

const run = promisify(execFile)

/** Release of the official inspector that judges. It is installed on demand: it brings an application for browsers along. */
const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0'

/** Longest wait for its installation. */
export const INSTALL_MAX_MS = 180_000

const CACHE = join(ROOT, 'node_modules/.cache')
const FOLDER = join(CACHE, INSPECTOR.replaceAll(/[@/]/g, '-').slice(1))

/** The era of the protocol that the inspector speaks: 2025 revisions, or 2026-07-28. */
export type Era = 'legacy' | 'modern'

/** What the inspector found. */
export interface Verdict {
  /** 0 where every schema is fit for every client, 6 where some would be refused. */
  code: number
  report: string
}

/** What the inspector knows of the page that hosts show for a tool. */
export interface AppInfo {
  hasApp: boolean
  toolName: string
  resourceUri?: string
  /** Why its page could not be read. */
  resourceError?: string
}

/** Has the inspector list the tools of a server, and judge each schema (`--strict`). `target` is a command, or flags with an address. */
export async function judgeTools(target: readonly string[], era: Era): Promise<Verdict> {
  return inspect(target, era, ['--strict', '--format', 'json'])
}

/** Has it read the page of each tool, as a client that shows such pages where `isAdvertised`, else as any other. */
export async function readApps(
  target: readonly string[],
  era: Era,
  isAdvertised: boolean,
): Promise<AppInfo[]> {
  const flags = ['--app-info', ...(isAdvertised ? ['--advertise-apps'] : [])]
  const { report } = await inspect(target, era, flags)
  return report
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as AppInfo)
}

async function inspect(
  target: readonly string[],
  era: Era,
  flags: readonly string[],
): Promise<Verdict> {
  const program = join(await installInspector(), 'node_modules/.bin/mcp-inspector')
  const home = mkdtempSync(join(CACHE, 'inspector-home-'))
  const listing = ['--protocol-era', era, '--method', 'tools/list', ...flags]
  try {
    const { stdout, stderr } = await run(program, ['--cli', ...target, ...listing], {
      env: cleanEnv({ HOME: home }),
      maxBuffer: 64 * 1024 * 1024,
    })
    return { code: 0, report: stdout + stderr }
  } catch (thrown) {
    const { code, stdout, stderr } = thrown as { code?: unknown; stdout?: string; stderr?: string }
    if (typeof code !== 'number') throw thrown
    return { code, report: `${stdout}${stderr}` }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** Installs the inspector where that was not done before, and returns its folder. */
export async function installInspector(): Promise<string> {
  if (existsSync(FOLDER)) return FOLDER
  mkdirSync(CACHE, { recursive: true })
  const temp = mkdtempSync(join(CACHE, 'inspector-'))
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--omit', 'dev']
  try {
    // Beside its place, then moved: two runs may do so at once.
    await run('npm', ['install', '--prefix', temp, ...flags, INSPECTOR], {
      timeout: INSTALL_MAX_MS,
      shell: process.platform === 'win32',
    })
    renameSync(temp, FOLDER)
  } catch (thrown) {
    rmSync(temp, { recursive: true, force: true })
    if (!existsSync(FOLDER)) throw thrown
  }
  return FOLDER
}

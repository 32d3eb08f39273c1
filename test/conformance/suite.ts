import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT, tempDir } from '../support/bellhop.ts'

const SUITE = join(ROOT, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
const run = promisify(execFile)

/** A protocol revision whose requirements the suite has frozen. */
export type Revision = '2025-11-25' | '2026-07-28'

interface Check {
  id: string
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  errorMessage?: string
}

/** Checks of each scenario that ran, by scenario name. */
export type Results = ReadonlyMap<string, readonly Check[]>

/** Names of the server scenarios that a revision requires. */
export async function requiredScenarios(revision: Revision): Promise<string[]> {
  const { stdout } = await run(process.execPath, [SUITE, 'list', '--requirements', revision])
  const [, afterHead = ''] = stdout.split(/^Server scenarios.*$/m)
  const [servers = ''] = afterHead.split(/^Client scenarios.*$/m)
  return [...servers.matchAll(/^ {2}- (\S+)$/gm)].map(([, name = '']) => name)
}

/** Runs the suite against a server and returns what it recorded, whatever its exit code. */
export async function runSuite(url: string, args: readonly string[]): Promise<Results> {
  using out = tempDir()
  const command = [SUITE, 'server', '--url', url, '-o', out.path, ...args]
  await run(process.execPath, command, { maxBuffer: 64 * 1024 * 1024 }).catch(() => {})
  const results = new Map<string, Check[]>()
  for (const folder of readdirSync(out.path)) {
    const scenario = /^server-(.+)-\d{4}-\d{2}-\d{2}T/.exec(folder)?.[1] ?? folder
    const checks = JSON.parse(
      readFileSync(join(out.path, folder, 'checks.json'), 'utf8'),
    ) as Check[]
    results.set(scenario, [...(results.get(scenario) ?? []), ...checks])
  }
  return results
}

/** Faults of some scenarios: those that did not run, and each check that is not fine. */
export function problems(results: Results, scenarios: readonly string[]): string[] {
  return scenarios.flatMap((scenario) => {
    const checks = results.get(scenario)
    if (!checks?.some(({ status }) => status === 'SUCCESS')) return [`${scenario}: no check passed`]
    return checks
      .filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
      .map(({ id, status, errorMessage = '' }) => `${scenario}/${id}: ${status} ${errorMessage}`)
  })
}

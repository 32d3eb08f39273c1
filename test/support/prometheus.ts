import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { ROOT } from './bellhop.ts'
import { systemProgram } from './debian.ts'
import { freePort } from './free-port.ts'

/** The rules that are shipped. */
export const ALERTS = join(ROOT, 'deploy/prometheus/alerts.yaml')

/** Debian's Prometheus and promtool; undefined, which is said aloud, where they cannot be had. */
export function findPrometheus(): { prometheus: string; promtool: string } | undefined {
  try {
    return {
      prometheus: systemProgram('prometheus', 'prometheus'),
      promtool: systemProgram('promtool', 'prometheus'),
    }
  } catch (thrown) {
    process.stderr.write(`SKIPPED: alert rules and the board are untested: ${String(thrown)}\n`)
    return undefined
  }
}

/** Runs promtool, and returns what it prints; throws where it finds something wrong. */
export function promtool(program: string, args: readonly string[], cwd: string): string {
  return execFileSync(program, args, { encoding: 'utf8', cwd, stdio: 'pipe' })
}

/** One result of a query. */
export interface Series {
  metric: Record<string, string>
  value: [time: number, value: string]
}

/** A running Prometheus with the shipped rules, which fire without their delays. */
export interface Prometheus extends AsyncDisposable {
  query(expression: string): Promise<Series[]>
  /** Alerts that fire now, each with its labels. */
  firing(): Promise<Record<string, string>[]>
}

/** Starts one that scrapes servers on loopback, by their key, once a second. */
export async function startPrometheus(
  program: string,
  { folder, targets, key }: { folder: string; targets: readonly string[]; key: string },
): Promise<Prometheus> {
  const port = await freePort()
  const at = join(folder, 'prometheus')
  mkdirSync(at)
  const rules = readFileSync(ALERTS, 'utf8').replaceAll(/for: \w+/g, 'for: 0s')
  writeFileSync(join(at, 'alerts.yaml'), rules)
  writeFileSync(join(at, 'key'), key)
  const config = {
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: ['alerts.yaml'],
    scrape_configs: [
      {
        job_name: 'bellhop',
        authorization: { credentials_file: join(at, 'key') },
        static_configs: [{ targets }],
      },
    ],
  }
  // JSON is YAML.
  writeFileSync(join(at, 'prometheus.yaml'), JSON.stringify(config))
  const child = spawn(
    program,
    [
      `--config.file=${join(at, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(at, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore', env: {} },
  )
  const gone = once(child, 'exit')
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`)
    return (await answer.json()) as { status: string; data: unknown }
  }
  await vi.waitFor(async () => ask('/api/v1/status/runtimeinfo'), 60_000)
  return {
    async query(expression) {
      const { status, data } = await ask(`/api/v1/query?query=${encodeURIComponent(expression)}`)
      if (status !== 'success') throw new Error(`Prometheus does not understand ${expression}`)
      return (data as { result: Series[] }).result
    },
    async firing() {
      const { data } = await ask('/api/v1/alerts')
      const { alerts } = data as { alerts: { state: string; labels: Record<string, string> }[] }
      return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels)
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await gone
    },
  }
}

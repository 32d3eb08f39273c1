import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { ROOT, type Served, serveBellhop, tempDir } from '../support/bellhop.ts'
import { CLIENTS } from '../support/clients.ts'
import { freePort } from '../support/free-port.ts'
import { startPostgres } from '../support/postgres.ts'
import { ALERTS, findPrometheus, promtool, startPrometheus } from '../support/prometheus.ts'
import { newAddress } from '../support/seller.ts'

const KEY = 'key-of-prometheus-for-a-test'
const CALLER_KEY = 'key-of-a-caller-for-a-test'
const PATIENT_MS = 120_000

const programs = findPrometheus()
const postgres = await startPostgres()
afterAll(async () => postgres?.[Symbol.asyncDispose]())
if (!postgres) process.stderr.write('SKIPPED: alerts in staged faults need Postgres\n')

interface Rule {
  alert: string
  expr: string
  for?: string
}
const { groups } = parse(readFileSync(ALERTS, 'utf8')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)

interface Board {
  panels: { title: string; targets: { expr: string }[] }[]
}
const board = JSON.parse(readFileSync(join(ROOT, 'deploy/grafana/bellhop.json'), 'utf8')) as Board

/** Series on which a rule fires after some minutes, and series on which it does not. */
const CASES: Readonly<
  Record<string, [fires: Record<string, string>, quiet: Record<string, string>]>
> = {
  BellhopDown: [{ up: '1 0x30' }, { up: '1x30' }],
  BellhopRestarts: [
    { bellhop_uptime_seconds: '60 1 60 1 60 1 1x30' },
    { bellhop_uptime_seconds: '5+60x30' },
  ],
  BellhopFaults: [
    {
      'bellhop_calls_total{outcome="internal"}': '0+1x30',
      'bellhop_calls_total{outcome="ok"}': '0+10x30',
    },
    {
      'bellhop_calls_total{outcome="internal"}': '0+1x30',
      'bellhop_calls_total{outcome="ok"}': '0+30x30',
    },
  ],
  BellhopDatabaseBusy: [
    { bellhop_database_connections_waiting: '1x30' },
    { bellhop_database_connections_waiting: '1 0 1 0x30' },
  ],
  BellhopEventsLate: [{ bellhop_event_log_lag: '101x30' }, { bellhop_event_log_lag: '100x30' }],
  BellhopDiskFull: [
    { bellhop_disk_free_bytes: '19x30', bellhop_disk_reserve_bytes: '10x30' },
    { bellhop_disk_free_bytes: '20x30', bellhop_disk_reserve_bytes: '10x30' },
  ],
  BellhopSellingStopped: [
    { bellhop_selling_stopped: '1x30' },
    { bellhop_selling_stopped: '1x9 0x9 1x9' },
  ],
  BellhopSalesStuck: [
    { bellhop_settlement_oldest_seconds: '601x30' },
    { bellhop_settlement_oldest_seconds: '600x30' },
  ],
  BellhopWalletSpends: [
    { bellhop_spent_day_usd: '0.91x30', bellhop_spend_limit_usd: '1x30' },
    { bellhop_spent_day_usd: '0.9x30', bellhop_spend_limit_usd: '1x30' },
  ],
  BellhopSignInAttacked: [
    { bellhop_oauth_programs_refused: '0+110x30' },
    { bellhop_oauth_programs_refused: '0+90x30' },
  ],
  BellhopSourceFails: [
    {
      'bellhop_sources_total{kind="price",source="a",outcome="failed"}': '0+6x30',
      'bellhop_sources_total{kind="price",source="a",outcome="answered"}': '0+4x30',
    },
    {
      'bellhop_sources_total{kind="price",source="a",outcome="failed"}': '0+4x30',
      'bellhop_sources_total{kind="price",source="a",outcome="answered"}': '0+6x30',
    },
  ],
  BellhopOverloaded: [{ bellhop_parsers_refused: '0+1x30' }, { bellhop_parsers_refused: '5x30' }],
  BellhopLogLost: [{ bellhop_log_lines_lost: '0+1x30' }, { bellhop_log_lines_lost: '3x30' }],
}

/** A series as promtool reads it, of one server. */
function seriesOf([name, values]: [string, string]) {
  const [metric = '', labels = ''] = name.split(/[{}]/)
  const all = ['job="bellhop"', 'instance="a"', ...(labels === '' ? [] : [labels])].join(',')
  return { series: `${metric}{${all}}`, values }
}

describe.skipIf(!programs)('the alert rules', () => {
  const { promtool: tool = '', prometheus = '' } = programs ?? {}

  test('are valid, and each fires on what it is about and not just below it', () => {
    using dir = tempDir()
    expect(promtool(tool, ['check', 'rules', ALERTS], dir.path)).toContain(
      `${rules.length} rules found`,
    )
    expect(Object.keys(CASES).toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted())
    // What an alert says is part of its identity for promtool: only whether there is one counts here.
    const tests = Object.entries(CASES).flatMap(([alert, cases]) =>
      cases.map((series, at) => ({
        interval: '1m',
        input_series: Object.entries(series).map(seriesOf),
        promql_expr_test: [
          {
            expr: `count(ALERTS{alertname="${alert}",alertstate="firing"})`,
            eval_time: '12m',
            exp_samples: at === 0 ? [{ labels: '{}', value: 1 }] : [],
          },
        ],
      })),
    )
    const file = join(dir.path, 'cases.yaml')
    writeFileSync(file, JSON.stringify({ rule_files: [ALERTS], evaluation_interval: '1m', tests }))
    expect(promtool(tool, ['test', 'rules', file], dir.path)).toContain('SUCCESS')
  })

  test.skipIf(!postgres)(
    'fire in five staged faults, and every panel of the board has data',
    async () => {
      using dir = tempDir()
      const env = {
        BELLHOP_METRICS_KEY: KEY,
        BELLHOP_DATABASE_URL: postgres?.newUrl() ?? '',
        X402_PRIVATE_KEY: generatePrivateKey(),
      }
      const keyFile = join(dir.path, 'keys.txt')
      writeFileSync(keyFile, `caller ${CALLER_KEY}\n`, { mode: 0o600 })
      const ports = [await freePort(), await freePort()]
      const start = async (at: number, ...more: string[]): Promise<Served> =>
        serveBellhop(
          [
            '--port',
            String(ports[at]),
            '--data-dir',
            dir.path,
            '--toolsets',
            'all',
            '--key-file',
            keyFile,
            '--oauth',
            'on',
            '--rpc-ethereum',
            'http://127.0.0.1:9',
            ...more,
          ],
          env,
        )
      const seller = [
        '--paid',
        '--pay-to',
        newAddress(),
        '--pay-network',
        'eip155:84532',
        '--facilitator',
        'http://127.0.0.1:9',
      ]
      await using well = await start(0, ...seller)
      await using all = new AsyncDisposableStack()
      const startIll = async (...more: string[]) => all.use(await start(1, ...more))
      let ill = await startIll()
      const [wellAt, illAt] = ports.map((port) => `127.0.0.1:${port}`)
      await using watcher = await startPrometheus(prometheus, {
        folder: dir.path,
        targets: [wellAt ?? '', illAt ?? ''],
        key: KEY,
      })
      const fires = async (alert: string, instance = illAt) =>
        vi.waitFor(
          async () => {
            const found = await watcher.firing()
            expect(
              found.filter((one) => one['alertname'] === alert && one['instance'] === instance),
            ).not.toEqual([])
          },
          { timeout: PATIENT_MS, interval: 1_000 },
        )
      const owner = well.owner()
      const headers = { authorization: `Bearer ${owner.key}` }
      const [[, connect]] = CLIENTS as [(typeof CLIENTS)[number]]
      const client = await connect({ url: `${ill.url}/mcp`, headers })
      const work = async () => {
        await client.callTool({ name: 'list_channels', arguments: {} })
      }

      // A source that fails.
      const chat = { authorization: `Basic ${btoa(`${owner.email}:${owner.key}`)}` }
      const over = new AbortController()
      const working = (async () => {
        while (!over.signal.aborted) {
          await work().catch(() => {})
          // Its endpoint is nobody.
          await fetch(`${ill.url}/gas`, {
            method: 'POST',
            headers: { authorization: `Bearer ${CALLER_KEY}` },
            body: '{"network":"ethereum"}',
          }).catch(() => {})
          await fetch(`${ill.url}/api/v1/users/me`, { headers: chat }).catch(() => {})
          await new Promise((later) => {
            setTimeout(later, 500)
          })
        }
      })()
      await vi.waitFor(
        async () => {
          // No call has failed by a fault yet.
          const panels = board.panels.filter(({ title }) => title !== 'Faults of the server')
          for (const { title, targets } of panels) {
            for (const { expr } of targets) {
              const asked = expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.+')
              expect(await watcher.query(asked), `${title}: ${expr}`).not.toEqual([])
            }
          }
        },
        { timeout: PATIENT_MS, interval: 1_000 },
      )
      await fires('BellhopSourceFails')
      expect((await watcher.firing()).map((one) => one['alertname'])).not.toContain('BellhopDown')

      // A disk with less room than it should have, and a server that starts again and again.
      await ill[Symbol.asyncDispose]()
      await fires('BellhopDown')
      const hasFired = async (alert: string) =>
        (await watcher.firing()).some((one) => one['alertname'] === alert)
      for (let n = 1; n <= 6 && !(await hasFired('BellhopRestarts')); n += 1) {
        await ill[Symbol.asyncDispose]()
        ill = await startIll('--disk-reserve-mb', '1000000')
        const seen = async () =>
          Number((await watcher.query(`bellhop_uptime_seconds{instance="${illAt}"}`))[0]?.value[1])
        // A start is seen where the server ran for longer before than it took to start.
        await vi.waitFor(async () => expect(await seen()).toBeGreaterThan(3 * n), {
          timeout: PATIENT_MS,
          interval: 500,
        })
      }
      await fires('BellhopRestarts')
      await fires('BellhopDiskFull')

      // A database that is away.
      await postgres?.stop('immediate')
      await fires('BellhopFaults')
      const faults =
        board.panels.find(({ title }) => title === 'Faults of the server')?.targets[0]?.expr ?? ''
      const asked = faults.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.+')
      expect(await watcher.query(asked)).not.toEqual([])
      over.abort()
      await working
      await client.close().catch(() => {})
      await postgres?.start()
    },
    600_000,
  )

  test('the documents name every rule', () => {
    const page = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
    for (const { alert } of rules) expect(page).toContain(`\`${alert}\``)
  })
})

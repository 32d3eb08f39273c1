import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { bellhop, ROOT, type Served, serveBellhop, SOURCE, tempDir } from '../../support/bellhop.ts'
import { faultsOf, hear, Pulse, registerFor, talk } from '../../support/chat-load.ts'
import { freePort } from '../../support/free-port.ts'
import { startPostgres } from '../../support/postgres.ts'
import { startCaddy } from '../../support/proxies.ts'

const database = await startPostgres()
if (!database) throw new Error('There is no Postgres here: apt-get install postgresql.')
afterAll(async () => database[Symbol.asyncDispose]())

/** Messages that are acknowledged in each phase. */
const PHASE_COUNT = 15
const TALKERS = 3

const PRELOADED = pathToFileURL(join(ROOT, 'test/support/newer-store.mjs')).href
const NEWER = `This store was made by a newer version of Bellhop.`

/** The shipped file for compose, in front of servers of this machine. */
const siteOf = (port: number, targets: string): string =>
  readFileSync(join(ROOT, 'deploy/compose.Caddyfile'), 'utf8')
    .replace('{$BELLHOP_NAME}', `http://127.0.0.1:${port}`)
    .replace('bellhop-1:8402 bellhop-2:8402', targets)

test('servers are replaced by those of a release whose store is newer while people send: nothing is lost, repeated or disordered, and the older ones are refused', async () => {
  using dir = tempDir()
  const env = { BELLHOP_DATABASE_URL: database.newUrl() }
  const newer = { ...env, NODE_OPTIONS: `--import=${PRELOADED}` }
  const data = ['--data-dir', dir.path]
  const flags = [...data, '--chat-rate-limits', 'off', '--toolsets', 'chat', '--drain-seconds', '2']
  const ports = [await freePort(), await freePort()].map(String)
  const start = async (at: number) => serveBellhop([...flags, '--port', ports[at] ?? ''], env)
  const startNewer = async (at: number) =>
    serveBellhop([...flags, '--port', ports[at] ?? ''], newer, SOURCE)
  const readinessOf = async ({ url }: Served): Promise<unknown> =>
    fetch(`${url}/readyz`).then(async (answer) => answer.json())

  const older = [await start(0), await start(1)] as const
  const account = older[0].owner()
  const targets = ports.map((one) => `127.0.0.1:${one}`).join(' ')
  await using proxy = await startCaddy(siteOf, targets, undefined, 'PANIC')
  const where = () => proxy.url
  const [hush, enough] = [new AbortController(), new AbortController()]
  const pulse = new Pulse()
  const hearing = hear(where, account, await registerFor(where, account), enough.signal)
  const talks = Array.from({ length: TALKERS }, async (_, index) => {
    const queueId = await registerFor(where, account)
    return talk(
      where,
      account,
      { name: `talker ${index}`, queueId, pulse, pauseMs: 5 },
      hush.signal,
    )
  })
  await pulse.more(PHASE_COUNT)

  // The job that upgrades the store while the older servers run, which then take themselves out.
  expect(await bellhop(['migrate', ...data], { env: newer, entry: SOURCE })).toMatchObject({
    code: 0,
  })
  for (const one of older) {
    expect(await readinessOf(one)).toEqual({ status: 'not ready', reason: NEWER })
  }
  const again = await bellhop(['serve', '--port', '0', ...flags], { env })
  expect(again.code).not.toBe(0)
  expect(again.stderr).toContain(NEWER)
  const findings = await bellhop(['doctor', ...data], { env })
  expect(findings.stdout).toContain(NEWER)

  const fresh: Served[] = []
  for (const at of [0, 1]) {
    await older[at]?.[Symbol.asyncDispose]()
    const one = await startNewer(at)
    expect(await readinessOf(one)).toEqual({ status: 'ready' })
    fresh.push(one)
    await pulse.more(PHASE_COUNT)
  }
  hush.abort()
  const talked = await Promise.all(talks)
  enough.abort()
  expect(faultsOf(await hearing, talked)).toEqual([])
  for (const one of fresh) await one[Symbol.asyncDispose]()
}, 300_000)

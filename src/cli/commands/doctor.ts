import { styleText } from 'node:util'
import type { Composed } from '../../app/compose.ts'
import type { Config } from '../../app/config/config.ts'
import { OperationError, StoreUnusable } from '../../contract/errors.ts'
import type { AnyOperation } from '../../contract/operation.ts'
import { commandText, pageAt } from '../clone.ts'
import { inspectBrowser } from './inspect-browser.ts'
import { inspectDisks } from './inspect-disks.ts'
import { type Finding, inspectFetching } from './inspect-fetching.ts'
import { inspectSandbox } from './inspect-sandbox.ts'

/** `bellhop doctor`: checks what the server stands on; returns whether nothing failed. */
export async function doctor(
  composed: Composed,
  config: Config,
  operations: readonly AnyOperation[] = [],
): Promise<boolean> {
  const found = await inspectServer(composed, config, operations)
  const findings = [...found, nextStep(found)]
  for (const finding of findings) {
    process.stdout.write(process.stdout.isTTY ? line(finding) : `${JSON.stringify(finding)}\n`)
  }
  return findings.every(({ status }) => status !== 'fail')
}

/** Checks what the server stands on, one finding for each part. */
export async function inspectServer(
  {
    services,
    store,
    chat,
    disks,
    inspectSale,
  }: Pick<Composed, 'services' | 'store' | 'chat' | 'disks' | 'inspectSale'>,
  config: Config,
  operations: readonly AnyOperation[],
): Promise<Finding[]> {
  return [
    { check: 'node', status: 'ok', detail: `${process.versions.node} at ${process.execPath}` },
    await inspectStore(store, config),
    ...(await inspectDisks(disks, store, config)),
    ...(await inspectSandbox(services.sandbox, config)),
    ...(services.browser ? [await inspectBrowser(services.browser)] : []),
    inspectNetworkPolicy(config),
    ...(await inspectFetching(services, config['outgoing-proxy-resolves'])),
    ...(await inspectWallet(services)),
    ...(await inspectSale(operations)),
    ...inspectProxy(config),
    ...(await inspectChat(chat, config)),
    { check: 'config', status: 'ok', detail: configDetail(config) },
  ]
}

/** What to do after this: nothing here can fail. */
function nextStep(findings: readonly Finding[]): Finding {
  const check = 'next'
  const failed = findings.filter(({ status }) => status === 'fail').map((one) => one.check)
  if (failed.length > 0) {
    const detail = `mend what failed (${failed.join(', ')}), as the lines above say, and run this again`
    return { check, status: 'warn', detail }
  }
  const isCutOff = findings.some(
    (one) => (one.check === 'dns' || one.check === 'fetch') && one.status !== 'ok',
  )
  const about = isCutOff
    ? `pages of the web cannot be read from here, as said above; ${commandText('demo')} shows what works without a network`
    : `see it work: ${commandText('demo')}`
  const detail = `${about}; add it to your agent: ${pageAt('docs/hosts.md')}`
  return { check, status: 'ok', detail }
}

async function inspectStore(open: Composed['store'], config: Config): Promise<Finding> {
  const schema = config['database-schema']
  const server = schema === undefined ? 'Postgres' : `Postgres, schema ${schema}`
  const place = config['database-url'] === undefined ? config['data-dir'] : server
  try {
    const store = await open()
    await store.check({ deep: true })
    return { check: 'store', status: 'ok', detail: `${store.kind}, ${place}` }
  } catch (thrown) {
    // Other failures of a store advise to run this very command.
    const hint = thrown instanceof StoreUnusable ? ` ${thrown.hint}` : ''
    return { check: 'store', status: 'fail', detail: `${place}: ${reasonOf(thrown)}${hint}` }
  }
}

function inspectNetworkPolicy(config: Config): Finding {
  const exceptions = config['allow-hosts']
  return exceptions.length === 0
    ? { check: 'network', status: 'ok', detail: 'only public addresses are fetched' }
    : {
        check: 'network',
        status: 'warn',
        detail: `private hosts allowed: ${exceptions.join(', ')}`,
      }
}

/** Looked at only where there is something to pay from or to. */
async function inspectWallet({ spending }: Composed['services']): Promise<Finding[]> {
  if (!spending) return []
  const check = 'wallet'
  try {
    const { address, balance, network, caps } = await spending.status(AbortSignal.timeout(30_000))
    if (address === null) return [{ check, status: 'warn', detail: 'none: nothing can be paid' }]
    const detail = `${address} on ${network}, ${caps.perDay} USD a day at most`
    return balance === null
      ? [{ check, status: 'warn', detail: `${detail}; the chain cannot be read` }]
      : [{ check, status: 'ok', detail: `${detail}, ${balance} USDC` }]
  } catch (thrown) {
    return [{ check, status: 'fail', detail: reasonOf(thrown) }]
  }
}

/** Behind a proxy of ours that nobody told it of, a seller counts all buyers as one. */
function inspectProxy(config: Config): Finding[] {
  if (!config.paid) return []
  const check = 'proxy'
  const publicUrl = config['public-url']
  const isBehind = publicUrl?.startsWith('https:') && config['trusted-proxies'] === 0
  return isBehind
    ? [
        {
          check,
          status: 'warn',
          detail: `${publicUrl} is served by a proxy: without --trusted-proxies, limits of unpaid calls count all callers as one`,
        },
      ]
    : [{ check, status: 'ok', detail: `${config['trusted-proxies']} trusted` }]
}

/** Checks the chat, where it is that of another server. */
async function inspectChat({ server }: Composed['chat'], { chat }: Config): Promise<Finding[]> {
  if (!server) return []
  const check = 'chat'
  try {
    const { name, email, level } = await (await server()).whoAmI()
    const detail = `${name} (${email}) at ${chat}, feature level ${level}`
    return [{ check, status: 'ok', detail }]
  } catch (thrown) {
    const hint = thrown instanceof OperationError ? ` ${thrown.hint ?? ''}` : ''
    return [{ check, status: 'fail', detail: `${chat}: ${reasonOf(thrown)}${hint}` }]
  }
}

function configDetail(config: Config): string {
  const { host, port } = config
  return `serve on ${host}:${port}, ${config['key-file'] === undefined ? 'no' : 'with'} bearer keys`
}

function line({ check, status, detail }: Finding): string {
  const colour = { ok: 'green', warn: 'yellow', fail: 'red' } as const
  return `${styleText(colour[status], status.padEnd(6))}${check.padEnd(10)}${detail}\n`
}

function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

/**
 * An instance that is paid for its calls: starts it, shows its price list, and what a caller gets who does not
 * pay. Runs until it is stopped.
 *
 *     npx node examples/seller.ts 0xYourAddress [setting …]
 *
 * Without further settings the money is test money on Base Sepolia, settled by the free facilitator of x402.org.
 * Then try `buyer.ts` on it.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const [payTo = '', ...settings] = process.argv.slice(2)
const cli = join(import.meta.dirname, '../src/cli/bellhop.js')
const selling = ['--paid', '--pay-to', payTo, '--pay-network', 'eip155:84532', '--chat', 'off']
const bellhop = spawn(process.execPath, [cli, 'serve', ...selling, ...settings], {
  stdio: ['ignore', 'inherit', 'pipe'],
})
bellhop.once('exit', (code) => process.exit(code ?? 0))
process.once('exit', () => bellhop.kill())
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit())

// The log is a JSON object a line: it comes after the price list, and what is none of it at once.
const log: string[] = []
let isShown = false
for await (const line of createInterface({ input: bellhop.stderr })) {
  const url = /"url":"([^"]+)"/.exec(line)?.[1]
  if (url && !isShown) {
    await showTo(url)
    isShown = true
    for (const earlier of log) console.error(earlier)
  } else if (isShown || !line.startsWith('{')) console.error(line)
  else log.push(line)
}

async function showTo(url: string): Promise<void> {
  const { routes } = (await (await fetch(`${url}/pricing`)).json()) as { routes: Route[] }
  for (const { operation, method, path, price } of routes) {
    console.log(`${operation}: ${method} ${path} for ${price.amount} ${price.currency}`)
  }
  const body = JSON.stringify({ from: 'csv', to: 'json', data: 'a,b\n1,2' })
  const unpaid = await fetch(`${url}/convert`, { method: 'POST', body })
  console.log(`without a payment: ${unpaid.status} ${unpaid.statusText}`)
  console.log(`selling at ${url}`)
}

interface Route {
  operation: string
  method: string
  path: string
  price: { amount: string; currency: string }
}

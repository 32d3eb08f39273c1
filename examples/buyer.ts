/**
 * An agent that pays for a call: starts Bellhop on stdio with a wallet, asks what a call at a seller costs, makes
 * it, and shows the receipt and what is left.
 *
 *     npx node examples/buyer.ts <address of the seller> <file with a private key> [setting …]
 *
 * Without further settings the money is test money on Base Sepolia (https://faucet.circle.com). The key is one of
 * a wallet for this purpose only. It goes to Bellhop in the way of desktop hosts, and never to the model or seller.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const [seller = '', keyFile = '', ...settings] = process.argv.slice(2)
const buying = ['--remote', seller, '--place', 'text=there', '--pay-network', 'eip155:84532']
const limits = [
  '--spend-per-call',
  '0.005',
  '--spend-per-day',
  '0.05',
  '--spend-approve-above',
  '0.0005',
]

const client = new Client(
  { name: 'example-buyer', version: '1.0.0' },
  { capabilities: { elicitation: { form: {} } } },
)
// Bellhop asks before it pays more than `--spend-approve-above`: here the user of a real host would be asked.
client.setRequestHandler('elicitation/create', ({ params }) => {
  console.log(`asked: ${params.message}`)
  return { action: 'accept', content: {} }
})
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [join(import.meta.dirname, '../src/cli/bellhop.js'), ...buying, ...limits, ...settings],
    env: { ...getDefaultEnvironment(), BELLHOP_WALLET_KEY: readFileSync(keyFile, 'utf8').trim() },
  }),
)
try {
  const input = { from: 'csv', to: 'json', data: 'room,guest\n12,Ada' }
  const quote = await call('price_check', { operation: 'convert', input })
  console.log('price:', quote.data)

  const bought = await call('convert', input)
  console.log('bought:', bought.data)
  console.log('paid:', bought.paid)

  const { balance, spent } = (await call('wallet_status', {})).data
  console.log('left:', { balance, spent })
} finally {
  await client.close()
}

async function call(name: string, input: Record<string, unknown>) {
  const { structuredContent, content, isError, _meta } = await client.callTool({
    name,
    arguments: input,
  })
  if (isError) throw new Error(`${name} failed: ${JSON.stringify(content)}`)
  return { data: structuredContent as Record<string, unknown>, paid: _meta?.['bellhop/paid'] }
}

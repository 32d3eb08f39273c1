import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SETTINGS } from '../../../src/app/config/settings.ts'
import { CHAINS } from '../../../src/onchain/chains.ts'
import { PAYMENT_NETWORKS } from '../../../src/pay/protocol/networks.ts'
import { wholeCatalogue } from '../../../tools/index.ts'

const root = join(import.meta.dirname, '../../..')
const page = readFileSync(join(root, 'docs/what-leaves-this-machine.md'), 'utf8')
const sources = globSync('{src,tools}/**/*.ts', { cwd: root }).map((file) => ({
  file,
  source: readFileSync(join(root, file), 'utf8'),
}))

/** The part of a host that says whose it is. */
function ownerOf(address: string): string {
  return new URL(address).hostname.split('.').slice(-2).join('.')
}

test('the page names every host that is built in', () => {
  const endpoints = [
    ...Object.values(CHAINS).flatMap(({ endpoints: rpc }) => rpc),
    ...PAYMENT_NETWORKS.map(({ publicRpcUrl }) => publicRpcUrl),
  ]
  // Whatever is built in besides stands under one of these names.
  const bases = sources.flatMap(({ source }) =>
    [...source.matchAll(/^ *(?:base: |'eip155:\d+': |return `)'?(https:\/\/[\w.-]+)/gm)].map(
      ([, address = '']) => address,
    ),
  )
  const unnamed = [...endpoints, ...bases].map(ownerOf).filter((owner) => !page.includes(owner))
  const links = new Set(['youtube.com', 'vimeo.com', 'x.com'])
  expect(unnamed.filter((owner) => !links.has(owner))).toEqual([])
  expect(bases.length).toBeGreaterThan(8)
})

/** What settings are called that hold the address of a service. */
const SERVICE_NAME =
  /url|rpc|hosts?|proxy|relay|issuer|remote|bazaar|facilitator|signer|store|browser$/

/** Settings that are called like that, and say what this server is, whom it lets in, or how much it pays. */
const OWN = new Set([
  'host',
  'public-url',
  'allowed-hosts',
  'trusted-proxies',
  'chat-jwt-issuer',
  'facilitator-key-file',
  'facilitator-factories',
  'remote-payee',
  'remote-mcp-prefix',
  'pay-hosts',
])

test('the page names every setting that leads to a service', () => {
  const services = Object.keys(SETTINGS).filter((name) => SERVICE_NAME.test(name) && !OWN.has(name))
  expect(services.length).toBeGreaterThan(15)
  expect(services.filter((name) => !page.includes(`--${name}`))).toEqual([])
})

test('settings and tools that the page names are there', async () => {
  const flags = [...page.matchAll(/`--([a-z-]+)/g)].map(([, name = '']) => name)
  expect(flags.filter((name) => !(name in SETTINGS))).toEqual([])
  const tools = new Set((await wholeCatalogue()).map(({ name }) => name))
  const named = [...page.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, name = '']) => name)
  expect(named.filter((name) => !tools.has(name))).toEqual([])
})

/** The only places that open connections to others; what another one opens belongs into the page. */
const OPENERS = ['src/files/', 'src/net/', 'src/store/']

const OPENS =
  /^import (?!type).*\b(?:Agent|ProxyAgent|WebSocket|connect|lookup|request|createTransport|Client)\b.* from '(?:undici|node:(?:net|tls|https?|dns\/promises))'|import\('(?:nodemailer|pg|@aws-sdk\/client-s3|undici)'\)|from '(?:pg|@aws-sdk\/client-s3)'/m

test('no other place opens connections than those that the page tells of', () => {
  const opening = sources.filter(({ source }) => OPENS.test(source)).map(({ file }) => file)
  expect(opening.length).toBeGreaterThan(8)
  expect(opening.filter((file) => !OPENERS.some((place) => file.startsWith(place)))).toEqual([])
})

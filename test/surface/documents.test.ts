import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SETTINGS } from '../../src/app/config/settings.ts'
import type { AnyOperation, Toolset } from '../../src/contract/operation.ts'
import {
  findersOf,
  listNames,
  selectOperations,
  servedOverHttp,
  selectStandard,
  selectTools,
} from '../../src/core/select/select.ts'
import { chatDocument } from '../../src/http/openapi/chat-document.ts'
import { utilityDocument } from '../../src/http/openapi/utility-document.ts'
import { REPOSITORY } from '../../src/lib/repository.ts'
import { VERSION } from '../../src/lib/version.ts'
import { toolSchemas } from '../../src/mcp/schema.ts'
import { wholeCatalogue } from '../../tools/index.ts'
import { requirements } from '../requirements/verifies.ts'
import { eventDocument } from '../support/event-documents.ts'
import { levelTable } from '../support/level-document.ts'
import {
  errorRows,
  limitTable,
  secretTable,
  settingTable,
  shareTable,
  table,
} from '../support/reference-tables.ts'

const catalogue = await wholeCatalogue()
const everyTool = selectTools(catalogue)
const standard = selectStandard(everyTool)

/** The short list with the tools of a wallet, as the README names them. */
const operations = standard.filter(({ tier = 'core' }) => tier === 'core')

/** Operations told of in full in docs/tools.md; the rest of the chat has a list of its own. */
const described = everyTool.filter(
  ({ toolset, tier = 'core' }) => toolset !== 'chat' || tier === 'core',
)

/** `npm run docs` rewrites the files; a plain run only compares. */
const UPDATE = process.env['UPDATE_DOCS'] !== undefined
const root = join(import.meta.dirname, '../..')

/** Where a server listens whom nobody told otherwise. */
const LOCAL = 'http://127.0.0.1:8402'

describe('generated documents are as the code defines them', () => {
  test('README.md', () => {
    compare('README.md', (text) => block(text, 'toolsets', toolsetTable()))
  })

  test('docs/tools.md', () => {
    compare('docs/tools.md', (text) =>
      block(
        block(block(text, 'lists', listTable()), 'tools', toolTable()),
        'results',
        resultList(),
      ),
    )
  })

  test('docs/errors.md', () => {
    compare('docs/errors.md', (text) => block(text, 'errors', errorRows()))
  })

  test('docs/security.md', () => {
    compare('docs/security.md', (text) => block(text, 'shares', shareTable()))
  })

  test('docs/limits.md', () => {
    compare('docs/limits.md', (text) => block(text, 'limits', limitTable()))
  })

  test('docs/configuration.md', () => {
    compare('docs/configuration.md', (text) =>
      block(block(text, 'settings', settingTable()), 'secrets', secretTable()),
    )
  })

  test('--help and the form of the bundle name every list of tools', () => {
    const form = JSON.parse(readFileSync(join(root, 'manifest.json'), 'utf8')) as {
      user_config: { toolsets: { description: string } }
    }
    for (const text of [SETTINGS.toolsets.description, form.user_config.toolsets.description]) {
      const named = new Set(text.split(/[^\w-]+/))
      // The rest of a toolset goes by a rule, so that the first tool of it makes no list that nobody knows of.
      const lists = listNames(catalogue).map((list) => list.replace(/^.+-more$/, '-more'))
      expect(lists.filter((list) => !named.has(list))).toEqual([])
    }
  })

  test('docs/openapi.json', () => {
    const fresh = utilityDocument({ operations: servedOverHttp(catalogue), baseUrl: LOCAL })
    compare('docs/openapi.json', () => json(fresh))
  })

  test('docs/chat-openapi.json', () => {
    const fresh = chatDocument({ operations: servedOverHttp(catalogue), baseUrl: LOCAL })
    compare('docs/chat-openapi.json', () => json(fresh))
  })

  test('docs/chat.md', () => {
    compare('docs/chat.md', (text) => block(text, 'routes', routeTable()))
  })

  test('docs/chat-for-agents.md', () => {
    compare('docs/chat-for-agents.md', (text) => block(text, 'tools', chatToolTable()))
  })

  test('docs/events.md', () => {
    compare('docs/events.md', (text) => block(text, 'events', eventDocument()))
  })

  test('docs/level.md', () => {
    compare('docs/level.md', (text) => block(text, 'levels', levelTable()))
  })

  test('tools/schemas.json', () => {
    compare('tools/schemas.json', () => {
      const lines = standard.map(
        (tool) => `${JSON.stringify(tool.name)}: ${JSON.stringify(toolSchemas(tool))}`,
      )
      return `{\n${lines.join(',\n')}\n}\n`
    })
  })

  test('manifest.json', () => {
    compare('manifest.json', (text) => {
      const manifest = JSON.parse(text) as Record<string, unknown>
      const tools = standard.map(({ name, description }) => ({ name, description }))
      return json({
        ...manifest,
        version: VERSION,
        author: { name: 'The Bellhop contributors', url: REPOSITORY },
        repository: { type: 'git', url: `${REPOSITORY}.git` },
        homepage: `${REPOSITORY}#readme`,
        documentation: `${REPOSITORY}/blob/main/docs/hosts.md`,
        support: `${REPOSITORY}/issues`,
        privacy_policies: [`${REPOSITORY}/blob/main/docs/what-leaves-this-machine.md`],
        tools,
      })
    })
  })

  test('server.json', () => {
    compare('server.json', (text) => {
      const server = JSON.parse(text) as { packages: Record<string, unknown>[] }
      const packages = server.packages.map((entry) => ({ ...entry, version: VERSION }))
      return json({
        ...server,
        version: VERSION,
        websiteUrl: `${REPOSITORY}#readme`,
        repository: { url: REPOSITORY, source: 'github' },
        icons: [
          { src: `${REPOSITORY}/raw/main/icon.png`, mimeType: 'image/png', sizes: ['512x512'] },
        ],
        packages,
      })
    })
  })

  test('package.json', () => {
    compare('package.json', (text) => {
      const manifest = JSON.parse(text) as Record<string, unknown>
      const homepage = `${REPOSITORY}#readme`
      return json({ ...manifest, homepage, bugs: `${REPOSITORY}/issues` })
    })
  })
})

function compare(file: string, render: (current: string) => string): void {
  const path = join(root, file)
  const fresh = render(readFileSync(path, 'utf8'))
  if (UPDATE) writeFileSync(path, fresh)
  expect(
    readFileSync(path, 'utf8'),
    `${file} is not as the code says: \`npm run docs\` writes it`,
  ).toBe(fresh)
}

function block(text: string, name: string, content: string): string {
  const pattern = new RegExp(`(<!-- ${name}:start -->\n)[\\s\\S]*?(<!-- ${name}:end -->)`)
  if (!pattern.test(text)) throw new Error(`no block "${name}"`)
  return text.replace(pattern, (_, start: string, end: string) => `${start}${content}\n${end}`)
}

/** What each set is good for. */
const TOOLSETS: Record<Toolset, string> = {
  web: 'Read what is out there: pages, PDFs and feeds as text, previews of links',
  text: 'Convert and draw',
  chain: 'Look things up on Ethereum, Base, Arbitrum, OP Mainnet and Polygon',
  wallet: 'Know what calls at another instance cost and have cost',
  chat: 'Talk to people and other agents in a team chat',
}

function toolsetTable(): string {
  const rows = Object.entries(TOOLSETS).map(([toolset, meaning]) => {
    const tools = operations.filter((operation) => operation.toolset === toolset)
    return [`\`${toolset}\``, meaning, tools.map(({ name }) => `\`${name}\``).join(', ')]
  })
  return table(['set', 'to', 'tools'], rows)
}

/** Content of the lists that are no toolset; of others, the names of the tools say it. */
const LISTS: Readonly<Record<string, string>> = {
  'web-more': 'Pages in a browser: pictures, and text in any case',
  'wallet-more': 'Find services that are sold elsewhere, and buy from them',
  'chat-more': 'The rest of the chat: administration, accounts, devices',
  core: 'The short list: all utilities, what one needs most of the chat, and `find_tools` and `call_tool` for all the rest',
  all: 'Everything',
}

function listTable(): string {
  return table(
    ['`--toolsets`', 'tools', 'over HTTP', 'to'],
    listNames(catalogue).map((list) => {
      const tools = selectOperations(catalogue, { toolsets: [list] })
      const meaning = (TOOLSETS as Readonly<Record<string, string>>)[list] ?? LISTS[list]
      const names = tools.map(({ name }) => `\`${name}\``).join(', ')
      const finders = findersOf({ toolsets: [list] }).length
      const counts = [tools, servedOverHttp(tools)].map(({ length }) => String(length + finders))
      return [`\`${list}\``, ...counts, meaning ?? names]
    }),
  )
}

function toolTable(): string {
  const served = new Set(servedOverHttp(described).map(({ name }) => name))
  return table(
    ['tool', 'in', 'route', 'USD', 'what it does'],
    described.map((operation) => {
      const { name, price, description } = operation
      return [
        `\`${name}\``,
        listsOf(operation),
        served.has(name) ? routeText(operation) : 'not over HTTP',
        price === undefined || price === '0' ? 'free' : price,
        description.split(/(?<=\.)\s/)[0] ?? '',
      ]
    }),
  )
}

/** The lists that name a tool. */
function listsOf(operation: AnyOperation): string {
  const lists = listNames(catalogue).filter((list) => {
    const held = selectOperations(catalogue, { toolsets: [list] })
    return list !== 'all' && held.some(({ name }) => name === operation.name)
  })
  return lists.map((list) => `\`${list}\``).join(', ')
}

function routeText({ http, toolOnly }: AnyOperation): string {
  return toolOnly ? 'a tool only' : `\`${http.method} ${baseOf(http)}${http.path}\``
}

function baseOf({ dialect }: (typeof operations)[number]['http']): string {
  return dialect === 'form' ? '/api/v1' : ''
}

function routeTable(): string {
  const routes = catalogue.filter(({ http }) => http.dialect === 'form')
  return table(
    ['route', 'operation', 'without account', 'what it does'],
    routes.map(({ name, http, description }) => [
      `\`${http.method} ${http.path}\``,
      `\`${name}\``,
      http.anonymous ? 'yes' : 'no',
      description,
    ]),
  )
}

function chatToolTable(): string {
  const lists = { core: '`core`, `chat`', standard: '`chat`', more: '`chat-more`' } as const
  const tools = everyTool.filter(({ toolset }) => toolset === 'chat')
  return table(
    ['tool', 'in', 'input', 'what it does'],
    Object.keys(lists).flatMap((list) =>
      tools
        .filter(({ tier = 'core' }) => tier === list)
        .map((tool) => [
          `\`${tool.name}\``,
          lists[tool.tier ?? 'core'],
          inputNames(tool),
          tool.description,
        ]),
    ),
  )
}

function inputNames(tool: (typeof everyTool)[number]): string {
  const { properties, required = [] } = toolSchemas(tool).input as unknown as Described
  return Object.keys(properties)
    .map((name) => (required.includes(name) ? `\`${name}\`` : `\`${name}\`?`))
    .join(', ')
}

interface Described {
  properties: Record<string, { description?: string; default?: unknown }>
  required?: string[]
}

function resultList(): string {
  return described
    .map((operation) => {
      const { agent: _ofModels, ...route } = operation
      const { input, output } = toolSchemas(route) as unknown as Record<
        'input' | 'output',
        Described
      >
      const parameters = Object.entries(input.properties).map(([name, { description }]) => {
        const required = input.required?.includes(name) ? ' (required)' : ''
        return `\`${name}\`${required}${description ? `: ${description}` : ''}`
      })
      const fields = Object.keys(output.properties).map((name) => {
        const optional = output.required?.includes(name) ? '' : '?'
        return `\`${name}\`${optional}${isSpecified(operation.name, name) ? '' : ' (added)'}`
      })
      return [
        `### ${operation.name}`,
        '',
        `Returns ${fields.join(', ') || 'nothing but that it is done'}.${overMcp(operation)}`,
        '',
        ...parameters.map((parameter) => `- ${parameter}`),
        '',
      ].join('\n')
    })
    .join('\n')
}

/** What of a result stands beside its text over MCP, where that is not all of it. */
function overMcp(operation: AnyOperation): string {
  const structure = operation.agent?.structure
  if (structure === undefined) return ''
  if (structure === 'none') return ' Over MCP it is text and pictures alone.'
  const names = Object.keys(structure.schema.shape).map((name) => `\`${name}\``)
  return ` Over MCP, beside the text: ${names.join(', ')}.`
}

/** Name of each operation's result in section 2.2 of the specification. */
const RESULT_NAMES: Record<string, string> = {
  extract: 'ExtractResult',
  metadata: 'MetadataResult',
  pdf_to_markdown: 'PdfResult',
  unfurl: 'PreviewCard',
  rss_to_json: 'FeedResult',
  qr: 'QrResult',
  convert: 'ConvertResult',
  token_price: 'PriceResult',
  wallet_balance: 'BalanceResult',
}

function isSpecified(operation: string, field: string): boolean {
  const result = RESULT_NAMES[operation]
  // Where the specification leaves the whole result open, nothing goes beyond it.
  if (result === undefined) return true
  const id = `utility:2.2:${result}.${field}`
  return requirements.some((requirement) => requirement.id === id)
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

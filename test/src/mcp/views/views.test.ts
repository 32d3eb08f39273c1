import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildViews, VIEWS_FILE } from '../../../../scripts/build-views.ts'
import { ROOT } from '../../../support/bellhop.ts'
import { type ChatWorld, startChatWorld } from '../../../support/chat-world.ts'
import { connectViews, servicesAs } from '../../../support/view-client.ts'

const VIEW_MAX_BYTES = 15 * 1024
const BRIDGE_MAX_LINES = 60

const WITHOUT: readonly (readonly [string, object])[] = [
  ['nothing', {}],
  ['another extension', { extensions: { 'io.modelcontextprotocol/tasks': {} } }],
  [
    'another type of page',
    { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/plain'] } } },
  ],
  ['the extension without types', { extensions: { 'io.modelcontextprotocol/ui': {} } }],
  [
    'the extension in a wrong shape',
    { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: 'text/html;profile=mcp-app' } } },
  ],
]

let world: ChatWorld
let viewing: Client
beforeAll(async () => {
  world = await startChatWorld()
  viewing = await connectViews(servicesAs(world, world.owner))
  return async () => world[Symbol.asyncDispose]()
})
afterAll(async () => viewing.close())

const readPage = async (client: Client, uri: string) => {
  const { contents } = await client.readResource({ uri })
  return contents as { text: string; mimeType: string; _meta: object }[]
}

describe('tools and their pages', () => {
  test('lists name a page for each tool that has one, and every page that they name is there', async () => {
    const { tools } = await viewing.listTools()
    const viewed = tools.flatMap(({ name, _meta }) =>
      _meta?.['ui'] ? [[name, (_meta['ui'] as { resourceUri: string }).resourceUri]] : [],
    )
    expect(Object.fromEntries(viewed as [string, string][])).toEqual({
      ask: 'ui://bellhop/question',
      extract: 'ui://bellhop/article',
      get_messages: 'ui://bellhop/conversation',
      qr: 'ui://bellhop/qr',
      wallet_history: 'ui://bellhop/wallet',
      wallet_status: 'ui://bellhop/wallet',
    })
    for (const [, uri] of viewed) {
      const [page] = await readPage(viewing, String(uri))
      expect(page).toMatchObject({
        mimeType: 'text/html;profile=mcp-app',
        _meta: { ui: { prefersBorder: true } },
      })
      expect(page?.text).toMatch(/^<!doctype html><html data-tools="[^"]*\bqr=qr\b/)
    }
  })

  test.each(WITHOUT)(
    'a client that declares %s gets the same lists without',
    async (_, capabilities) => {
      const plain = await connectViews(servicesAs(world, world.owner), { capabilities })
      const { tools } = await plain.listTools()
      expect(JSON.stringify(tools)).not.toContain('ui://')
      const known = (await viewing.listTools()).tools.map(({ _meta, ...tool }) => {
        const { ui: _page, ...meta } = _meta ?? {}
        return Object.keys(meta).length > 0 ? { ...tool, _meta: meta } : tool
      })
      expect(tools).toEqual(known)
      await plain.close()
    },
  )

  test('no list of resources names a page, and there are no others', async () => {
    expect(JSON.stringify(await viewing.listResources())).not.toContain('ui://')
    expect(JSON.stringify(await viewing.listResourceTemplates())).not.toContain('ui://')
    for (const name of ['', 'other', '__proto__', 'constructor', '../pages.json']) {
      await expect(viewing.readResource({ uri: `ui://bellhop/${name}` })).rejects.toThrow(
        /not found/i,
      )
    }
  })

  test('a page knows tools by the names of the list, and only those that there are', async () => {
    const client = await connectViews(servicesAs(world, world.owner), { toolPrefix: 'bh_' })
    const { tools } = await client.listTools()
    const asking = tools.find(({ name }) => name === 'bh_ask')
    expect(asking?._meta).toEqual({ ui: { resourceUri: 'ui://bellhop/question' } })
    const [page] = await readPage(client, 'ui://bellhop/question')
    const written = /data-tools="([^"]*)"/.exec(page?.text ?? '')?.[1]?.split(' ')
    expect(written).toEqual(tools.map(({ name }) => `${name.slice(3)}=${name}`))
    await client.close()
  })
})

describe('what people see and models do not', () => {
  const HOSTILE = 'Look **here** <img src=x onerror=alert(1)> [link](javascript:alert(1))'

  test('the HTML of messages comes beside the result, for clients with pages only', async () => {
    const id = await world.owner.say(HOSTILE)
    const call = { name: 'get_messages', arguments: { limit: 1, peek: true } }
    const seen = await viewing.callTool(call)
    const { html } = (seen._meta ?? {})['bellhop/view'] as { html: Record<string, string> }
    expect(html[id]).toContain('<strong>here</strong>')
    expect(html[id]).not.toMatch(/<img|href="javascript:/)
    const plain = await connectViews(servicesAs(world, world.owner), { capabilities: {} })
    const without = await plain.callTool(call)
    expect(without._meta).not.toHaveProperty('bellhop/view')
    expect({ ...seen, _meta: undefined }).toEqual({ ...without, _meta: undefined })
    await plain.close()
  })

  test('a call that fails is the same failure, and one whose page gets nothing is the same result', async () => {
    const failed = await viewing.callTool({ name: 'get_messages', arguments: { limit: 0 } })
    expect(failed.isError).toBe(true)
    expect(failed._meta).not.toHaveProperty('bellhop/view')
    const result = await viewing.callTool({ name: 'get_streams', arguments: {} })
    expect(result._meta ?? {}).not.toHaveProperty('bellhop/view')
  })
})

describe('the pages as they are shipped', () => {
  test('are built from their sources (`npm run views`)', async () => {
    expect(readFileSync(VIEWS_FILE, 'utf8')).toBe(await buildViews())
  })

  test('are small, and nothing runs in them but their own script', () => {
    const pages = JSON.parse(readFileSync(VIEWS_FILE, 'utf8')) as Record<string, string>
    for (const page of Object.values(pages)) {
      expect(gzipSync(page).byteLength).toBeLessThanOrEqual(VIEW_MAX_BYTES)
      expect(page.match(/<script/g)).toHaveLength(1)
      expect(page).toMatch(
        /content="default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; require-trusted-types-for 'script'; trusted-types bellhop"/,
      )
      expect(page).not.toMatch(/https?:\/\/(?!www\.w3\.org\/)/)
    }
    const bridge = readFileSync(join(ROOT, 'web/views/bridge.ts'), 'utf8')
    expect(bridge.split('\n').length).toBeLessThanOrEqual(BRIDGE_MAX_LINES)
  })
})

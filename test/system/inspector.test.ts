import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLI, type Served, serveBellhop, tempDir } from '../support/bellhop.ts'
import {
  type Era,
  INSTALL_MAX_MS,
  installInspector,
  judgeTools,
  readApps,
} from '../support/inspector.ts'

const dir = tempDir()
let served: Served

beforeAll(async () => {
  await installInspector()
  served = await serveBellhop()
}, INSTALL_MAX_MS)
afterAll(async () => {
  await served[Symbol.asyncDispose]()
  dir[Symbol.dispose]()
})

describe.each<Era>(['legacy', 'modern'])('the official inspector, %s era', (era) => {
  test('finds no schema over stdio that a client would refuse', async () => {
    const { code, report } = await judgeTools([...CLI, '--data-dir', dir.path], era)
    expect(code, report).toBe(0)
    expect(report).toContain('"send_message"')
  })

  test('finds no schema over HTTP that a client would refuse', async () => {
    const target = ['--server-url', `${served.url}/mcp`, '--transport', 'http']
    const { code, report } = await judgeTools(target, era)
    expect(code, report).toBe(0)
    expect(report).toContain('"send_message"')
  })
})

describe.each<Era>(['legacy', 'modern'])('the pages of tools, %s era', (era) => {
  test.each([
    ['stdio', () => [...CLI, '--data-dir', dir.path]],
    ['HTTP', () => ['--server-url', `${served.url}/mcp`, '--transport', 'http']],
  ])('over %s are all read by who shows such pages, and told to nobody else', async (_, target) => {
    const apps = (await readApps(target(), era, true)).filter(({ hasApp }) => hasApp)
    expect(apps.map(({ toolName }) => toolName)).toEqual(
      expect.arrayContaining(['get_messages', 'ask', 'qr', 'extract']),
    )
    expect(apps.filter(({ resourceError }) => resourceError !== undefined)).toEqual([])
    expect(apps.every(({ resourceUri }) => resourceUri?.startsWith('ui://'))).toBe(true)
    const others = await readApps(target(), era, false)
    expect(others.length).toBeGreaterThan(apps.length)
    expect(others.filter(({ hasApp }) => hasApp)).toEqual([])
  })
})

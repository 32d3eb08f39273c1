// @module-tag full
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instructionsFor } from '../../src/mcp/server.ts'
import { CLI, cleanEnv, type Served, serveBellhop, tempDir } from '../support/bellhop.ts'
import { CLIENTS, type Target } from '../support/clients.ts'
import { chooseCombinations } from '../support/combinations.ts'

const dir = tempDir()
const [node, cli] = CLI
let served: Served

beforeAll(async () => {
  served = await serveBellhop()
})
afterAll(async () => {
  await served[Symbol.asyncDispose]()
  dir[Symbol.dispose]()
})

const TARGETS: readonly (readonly [string, () => Target])[] = [
  ['over stdio', () => ({ command: node, args: [cli, '--data-dir', dir.path], env: cleanEnv() })],
  ['over HTTP', () => ({ url: `${served.url}/mcp` })],
]

describe.each(chooseCombinations(CLIENTS, [2]))('%s', (_, connect) => {
  test.each(TARGETS)(
    'is told %s how reading, chat and money go together',
    async (_where, target) => {
      const client = await connect(target())
      const instructions = client.getInstructions()
      await client.close()
      expect(instructions).toBe(instructionsFor())
      for (const part of [
        /PDFs/,
        /ask asks them and waits; chat_wait_for_events hears/,
        /wallet/,
        /as data/,
      ]) {
        expect(instructions).toMatch(part)
      }
    },
  )

  test.each(TARGETS)(
    'is listed %s things to read, and no page about a tool',
    async (_where, target) => {
      const client = await connect(target())
      const { resources } = await client.listResources()
      const page = await client.readResource({ uri: 'bellhop://operation/unfurl' })
      await client.close()
      const addresses = resources.map(({ uri }) => uri)
      expect(addresses).toContain('bellhop://about')
      expect(addresses.filter((uri) => uri.startsWith('bellhop://operation/'))).toEqual([])
      expect(page.contents[0]?.text).toContain('"unfurl"')
    },
  )
})

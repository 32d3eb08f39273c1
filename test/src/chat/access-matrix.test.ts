import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatOperations } from '../../../tools/chat.ts'
import { askAll } from '../../support/chat-access/ask.ts'
import { unnamed } from '../../support/chat-access/named.ts'
import { type Scene, setScene } from '../../support/chat-access/scene.ts'
import { ASKERS } from '../../support/chat-access/things.ts'
import { PROBES } from '../../support/chat-cases/all.ts'
import { type ChatWorld, startChatWorld } from '../../support/chat-world.ts'
import { chooseCombinations } from '../../support/combinations.ts'

let world: ChatWorld
let scene: Scene
let probes = 0

beforeAll(async () => {
  world = await startChatWorld()
  scene = await setScene(world)
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
  console.log(`${probes} requests of the access matrix`)
})

test('every operation of the chat is in the table, and nothing else', () => {
  const inTable = new Set(PROBES.map(({ operation }) => operation))
  const names = new Set(chatOperations.map(({ name }) => name))
  const where = 'say who may do it, in test/support/chat-cases'
  expect([...names.difference(inTable)], where).toEqual([])
  expect([...inTable.difference(names)]).toEqual([])
})

test('everything that a request can name is asked for as what is hidden and as what is not there', () => {
  const where =
    'ask for it in test/support/chat-cases, or say in test/support/chat-access/named.ts why not'
  expect(unnamed(chatOperations), where).toEqual({ unasked: [], needless: [] })
})

describe('everybody gets what they may see, and nothing else', () => {
  const others = ASKERS.filter((asker) => asker !== 'deactivated')
  test.each(PROBES.map((probe, n) => [`${probe.operation} ${probe.by}`.trim(), probe, n] as const))(
    '%s',
    async (_, probe, n) => {
      const some = [n, n + 3].map((position) => position % others.length)
      const askers = chooseCombinations(others, some)
      const { findings, count } = await askAll(scene, probe, askers)
      probes += count
      expect(findings).toEqual([])
    },
  )
})

test('a deactivated account gets nothing at all', async () => {
  const findings: string[] = []
  for (const probe of PROBES) {
    const asking = await askAll(scene, probe, ['deactivated'])
    probes += asking.count
    findings.push(...asking.findings)
  }
  expect(findings).toEqual([])
})

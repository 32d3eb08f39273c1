import { setTimeout as sleep } from 'node:timers/promises'
import { serveBellhop, type Served, tempDir, CLI, cleanEnv } from './bellhop.ts'
import { accountWithKey } from './chat-arrangements.ts'
import { ask } from './chat-conversation.ts'
import type { McpClient, Target } from './clients.ts'
import { seededRandom } from './seeded-random.ts'

/** Where the agent's chat runs, as seen from the server that people write to. */
export const ARRANGEMENTS = ['same process', 'other process', 'remote'] as const
export type Arrangement = (typeof ARRANGEMENTS)[number]

const GAP_MAX_MS = 5_000
const ANSWER_MAX_MS = 30_000

/** An agent, and people who answer it. */
export interface Race extends AsyncDisposable {
  agent: McpClient
  /** Writes to a topic of `general` as somebody else. */
  answer(topic: string, content: string): Promise<void>
}

/** Starts a server, and an agent in one of the arrangements. */
export async function startRace(
  arrangement: Arrangement,
  connect: (target: Target) => Promise<McpClient>,
): Promise<Race> {
  const stack = new AsyncDisposableStack()
  const there = stack.use(tempDir())
  // All races of an arrangement share one account and one address, which would soon be asked to wait.
  const unlimited = ['--chat-rate-limits', 'off', '--rate-limits', 'off']
  const server = stack.use(await serveBellhop(['--data-dir', there.path, ...unlimited]))
  const owner = server.owner()
  const agent = await connect(await wayTo(arrangement, server, there.path, stack))
  stack.defer(async () => agent.close())
  await ask(agent, 'get_own_user')
  return {
    agent,
    async answer(topic, content) {
      const response = await fetch(`${server.url}/api/v1/messages`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${owner.email}:${owner.key}`)}` },
        body: new URLSearchParams({ type: 'channel', to: 'general', topic, content }),
      })
      if (!response.ok) throw new Error(await response.text())
    },
    [Symbol.asyncDispose]: async () => stack.disposeAsync(),
  }
}

async function wayTo(
  arrangement: Arrangement,
  server: Served,
  folder: string,
  stack: AsyncDisposableStack,
) {
  const [command, cli] = CLI
  if (arrangement === 'other process') {
    return { command, args: [cli, '--data-dir', folder], env: cleanEnv() }
  }
  const { email, key } = await accountWithKey(folder, 'ada')
  if (arrangement === 'same process') {
    return { url: `${server.url}/mcp`, headers: { authorization: `Bearer ${key}` } }
  }
  const here = stack.use(tempDir())
  return {
    command,
    args: [cli, '--data-dir', here.path, '--chat', server.url],
    env: cleanEnv({ BELLHOP_CHAT_EMAIL: email, BELLHOP_CHAT_KEY: key }),
  }
}

/** Lets so many questions race with their answers, all at once; returns the topics of those that were lost. */
export async function raceMany(
  { agent, answer }: Race,
  count: number,
  seed: number,
): Promise<string[]> {
  const random = seededRandom(seed)
  const gaps = Array.from({ length: count }, (_, index) => {
    const isQuick = index % 3 === 0
    return [random(), random()].map((part) => (isQuick ? 0 : part * GAP_MAX_MS)) as [number, number]
  })
  const lost = gaps.map(async ([untilAnswer, untilWait], index) => {
    const topic = `race ${seed} ${index}`
    const sent = await ask(agent, 'send_message', { channel: 'general', topic, content: 'Well?' })
    const answering = sleep(untilAnswer).then(async () => answer(topic, `so ${index}`))
    await sleep(untilWait)
    const isHeard = await hears(agent, sent['cursor'] as string, topic)
    await answering
    return isHeard ? [] : [topic]
  })
  return (await Promise.all(lost)).flat()
}

/** Lets questions race with their answers one by one, without any cursor; returns the topics of those that were lost. */
export async function raceWithoutCursor(
  { agent, answer }: Race,
  gapsMs: readonly number[],
): Promise<string[]> {
  const lost: string[] = []
  for (const [index, gapMs] of gapsMs.entries()) {
    const topic = `no cursor ${index}`
    await ask(agent, 'send_message', { channel: 'general', topic, content: 'Well?' })
    await answer(topic, 'so')
    await sleep(gapMs)
    if (!(await hears(agent, undefined, topic))) lost.push(topic)
  }
  return lost
}

/** Whether an agent that waits hears of a message of others in a topic. */
async function hears(agent: McpClient, begin: string | undefined, topic: string): Promise<boolean> {
  const endMs = performance.now() + ANSWER_MAX_MS
  for (let cursor = begin; performance.now() < endMs;) {
    const input = { seconds: 5, ...(cursor === undefined ? {} : { cursor }) }
    const heard = await ask(agent, 'chat_wait_for_events', input)
    const events = heard['events'] as string[]
    if (events.some((line) => line.includes(` > ${topic} | `))) return true
    cursor = heard['cursor'] as string
  }
  return false
}

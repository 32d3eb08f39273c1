import type { AnyOperation } from '../../src/contract/operation.ts'
import { type Answer, type ChatWorld, type Person, startChatWorld } from './chat-world.ts'
import type { ToolAnswer } from './mcp-tools.ts'
import { furnish, type Furniture } from './specified-calls.ts'

/** A world with somebody who hears of what changes in it. */
export interface Side {
  world: ChatWorld
  furniture: Furniture
  /** What owner and Bob have heard since the last time. */
  heard(): Promise<unknown[]>
}

/** Opens one of two equal worlds. */
export async function openSide(): Promise<Side> {
  const world = await startChatWorld()
  const furniture = await furnish(world)
  const listeners = await Promise.all([world.owner, furniture.bob].map(listenAs))
  const heard = async () => Promise.all(listeners.map(async (listen) => listen()))
  return { world, furniture, heard }
}

async function listenAs(person: Person): Promise<() => Promise<unknown[]>> {
  const queue = await person.register({
    fetch_event_types: [],
    client_capabilities: { stream_typing_notifications: true, linkifier_url_template: true },
  })
  let last = Number(queue['last_event_id'])
  return async () => {
    const events = await person.events(queue, last)
    last = Number(events.at(-1)?.['id'] ?? last)
    return events
  }
}

/** Calls a route as the owner of a world. */
export async function callRoute(
  { world }: Side,
  { http }: AnyOperation,
  input: Record<string, unknown>,
): Promise<Answer> {
  const rest = { ...input }
  const path = http.path.replaceAll(/\{(\w+)\+?\}/g, (whole, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return whole.endsWith('+}') ? value : encodeURIComponent(value)
  })
  const answer = await world.owner[http.method.toLowerCase() as 'get'](path, rest)
  // Beside what the operation itself may call its status.
  if (typeof answer.status !== 'number') return answer
  const { status: _status, ...fields } = answer
  return fields as Answer
}

/** What a refusal tells beside its words: the documented code, and the facts that the route tells. */
export function factsOf({ error }: ToolAnswer, expected: object): object {
  const { fields = {}, documentedCode: code } = error as { fields?: object; documentedCode: string }
  const facts = Object.entries(fields).filter(([name]) => name in expected)
  return { ...Object.fromEntries(facts), code }
}

/** Names that are made at random stand for themselves. */
export function withoutRandom(value: unknown): unknown {
  const text = JSON.stringify(value)
  return JSON.parse(
    text
      .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, '(uuid)')
      .replaceAll(/(\d+\/)[\w-]{32}(?=\/)/g, '$1(random)'),
  ) as unknown
}

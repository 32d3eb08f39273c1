import { readFileSync } from 'node:fs'
import type { TestPostgres } from '../../test/support/postgres.ts'
import { type BenchServer, cpuMsOf, serveBeside, serveChat } from '../chat/servers.ts'

/** Numbers of processes that are compared. */
export const PROCESSES = [1, 2, 3, 4]

/** Processes of one chat. */
export interface Stage extends AsyncDisposable {
  servers: readonly BenchServer[]
  /** CPU time of all of them so far, in ms. */
  cpuMs(): number
}

/** Starts processes on an empty database, with so many connections to each. */
export async function startStage(
  url: string,
  processes: number,
  connections: number,
): Promise<Stage> {
  const first = await serveChat(connections, url)
  const servers = [first]
  while (servers.length < processes) servers.push(await serveBeside(first, connections, url))
  return {
    servers,
    cpuMs: () => servers.reduce((sum, server) => sum + (server.cpuMs() ?? Number.NaN), 0),
    async [Symbol.asyncDispose]() {
      // The first one owns the folder.
      for (const server of servers.toReversed()) await server[Symbol.asyncDispose]()
    },
  }
}

/** CPU time in ms of a Postgres server with its children, which must stay the same ones while it is measured. */
export function cpuMsOfPostgres(postgres: TestPostgres): number {
  const id = postgres.processId()
  const children = readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').trim().split(' ')
  return [String(id), ...children].reduce((sum, one) => sum + (cpuMsOf(Number(one)) ?? 0), 0)
}

/** Registers a queue for messages, and asks for what is new until told to end; calls `arrived` for each message. */
export async function follow(
  server: BenchServer,
  arrived: (content: string) => void,
  isOver: () => boolean,
): Promise<void> {
  const registration = { event_types: '["message"]', fetch_event_types: '[]' }
  const { queue_id } = await server.post('/register', registration)
  let last = -1
  while (!isOver()) {
    const place = { queue_id: String(queue_id), last_event_id: String(last) }
    const { events } = (await server.get('/events', place)) as {
      events: { id: number; type: string; message: { content: string } }[]
    }
    for (const { id, type, message } of events) {
      last = id
      if (type === 'message') arrived(message.content)
    }
  }
}

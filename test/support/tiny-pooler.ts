import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { tempDir } from './bellhop.ts'

/** Where the socket of a Postgres server lies in its folder. */
const SOCKET = '.s.PGSQL.5432'

/** First byte of the message in which a server names its process. */
const PROCESS_MESSAGE = 'K'.charCodeAt(0)

/** A program between clients and a database that gives out numbers of its own for processes, as poolers do. */
export interface TinyPooler extends AsyncDisposable {
  url: string
  /** All that clients have sent. */
  sent(): string
}

/** Starts one before a database that is reached by a socket in a folder. */
export async function startTinyPooler(url: string): Promise<TinyPooler> {
  const dir = tempDir()
  const target = new URL(url.replace('@localhost/', '@x/'))
  const folder = target.searchParams.get('host') ?? ''
  let sent = ''
  const clients = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(join(folder, SOCKET))
    let isRenamed = false
    clients.add(client)
    client.on('data', (chunk: Buffer) => (sent += chunk.toString('latin1')))
    client.pipe(database)
    database.on('data', (chunk: Buffer) => {
      const at = isRenamed ? -1 : findProcess(chunk)
      isRenamed ||= at !== -1
      if (at !== -1) chunk.writeInt32BE(chunk.readInt32BE(at) + 1, at)
      client.write(chunk)
    })
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.end())
    }
  })
  server.listen(join(dir.path, SOCKET))
  await once(server, 'listening')
  return {
    url: url.replace(encodeURIComponent(folder), encodeURIComponent(dir.path)),
    sent: () => sent,
    async [Symbol.asyncDispose]() {
      server.close()
      for (const client of clients) client.destroy()
      await once(server, 'close')
      dir[Symbol.dispose]()
    },
  }
}

/** Where the number of the process stands in what a server sends first; -1 where it does not. */
function findProcess(chunk: Buffer): number {
  for (let at = 0; at + 5 <= chunk.length; at += 1 + chunk.readInt32BE(at + 1)) {
    if (chunk[at] === PROCESS_MESSAGE) return at + 5
  }
  return -1
}

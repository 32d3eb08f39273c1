/**
 * `hono-child.ts <file> [together]`: a bare hono server whose POST commits one row before it is answered, as such a route usually
 * does; with `together`, all rows of a turn of the event loop are one commit, which is as good as it gets. Prints its address.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'

const database = new DatabaseSync(process.argv[2] ?? ':memory:')
database.exec('pragma journal_mode = wal; pragma synchronous = full')
database.exec('create table message (id integer primary key autoincrement, content text not null)')
const insert = database.prepare('insert into message (content) values (?)')
const add = (content: string): number => Number(insert.run(content).lastInsertRowid)
let queue: { content: string; done: (id: number) => void }[] = []

function flush(): void {
  const batch = queue
  queue = []
  database.exec('begin immediate')
  const ids = batch.map(({ content }) => add(content))
  database.exec('commit')
  for (const [index, { done }] of batch.entries()) done(ids[index] ?? 0)
}

async function addTogether(content: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  if (queue.length === 0) setImmediate(flush)
  queue.push({ content, done: resolve })
  return promise
}

const store = process.argv[3] === 'together' ? addTogether : add

const app = new Hono()
app.post('/messages', async (c) => {
  const { content } = await c.req.parseBody<{ content: string }>()
  return c.json({ result: 'success', msg: '', id: await store(content) })
})

const answer = getRequestListener(app.fetch)
const server = createServer((request, response) => void answer(request, response))
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})

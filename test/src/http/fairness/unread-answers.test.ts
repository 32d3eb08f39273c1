// @module-tag full
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { chargeAnswer, UnreadAnswers } from '../../../../src/http/fairness/unread-answers.ts'
import { listen } from '../../../../src/http/listen.ts'
import { quietLog } from '../../../support/store-backend.ts'

/** More than a system keeps for a connection whose other end reads nothing. */
const ANSWER_BYTES = 12_000_000
const BODY = 'x'.repeat(ANSWER_BYTES)

const cleanUps: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

/** A server whose answers are large, and are charged to the path, or else to nobody. Counts those that it cut off. */
async function start(answerMemoryMb: number) {
  const cut = { count: 0 }
  const server = await listen(
    (request, env) => {
      const { pathname } = new URL(request.url)
      const { outgoing } = env as { outgoing: ServerResponse }
      if (pathname !== '/') chargeAnswer(outgoing, pathname)
      outgoing.once('close', () => {
        if (!outgoing.writableFinished) cut.count += 1
      })
      return new Response(BODY)
    },
    { host: '127.0.0.1', port: 0, log: quietLog, answerMemoryMb },
  )
  cleanUps.push(async () => server.close(async () => {}))
  /** Asks for an answer and reads nothing of it. */
  const ask = async (path: string): Promise<Socket> => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    cleanUps.push(() => void socket.destroy())
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.pause()
    socket.write(`GET ${path} HTTP/1.1\r\nhost: a.test\r\n\r\n`)
    return socket
  }
  return { cut, ask }
}

/** Whether the rest of an answer comes, to its end. */
async function isWhole(socket: Socket): Promise<boolean> {
  let bytes = 0
  if (socket.closed) return false
  return new Promise((resolve) => {
    socket.on('close', () => resolve(false))
    socket.on('data', (piece: Buffer) => {
      bytes += piece.byteLength
      if (bytes >= ANSWER_BYTES) resolve(true)
    })
    socket.resume()
  })
}

test('of who leaves more than a share, the newest answers are cut off, and nobody else’s', async () => {
  const { cut, ask } = await start(120)
  const pending = [await ask('/bob')]
  for (let n = 0; n < 6; n += 1) pending.push(await ask('/ann'))
  await expect.poll(() => cut.count).toBe(4)
  const whole = await Promise.all(pending.map(isWhole))
  expect(whole).toEqual([true, true, true, false, false, false, false])
})

test('the only answer of a caller is not cut off, however large', async () => {
  const { cut, ask } = await start(4)
  const pending = [await ask('/ann'), await ask('/bob'), await ask('/bob')]
  await expect.poll(() => cut.count).toBe(1)
  expect(await Promise.all(pending.map(isWhole))).toEqual([true, true, false])
})

test('what strangers of one address leave is counted together', async () => {
  const { cut, ask } = await start(4)
  const pending = [await ask('/'), await ask('/'), await ask('/')]
  await expect.poll(() => cut.count).toBe(2)
  expect(await Promise.all(pending.map(isWhole))).toEqual([true, false, false])
})

test('all together have a bound too, where each has less than a share', async () => {
  const { cut, ask } = await start(100)
  const sockets: Socket[] = []
  for (const path of ['/a', '/b', '/c', '/d', '/e']) sockets.push(await ask(path), await ask(path))
  await expect.poll(() => cut.count).toBe(2)
  const whole = await Promise.all(sockets.map(isWhole))
  expect(whole.filter((one) => !one)).toHaveLength(2)
})

test('an answer of which nothing is taken is cut off, and one that is not there yet is waited for', async () => {
  const unread = new UnreadAnswers(1_000_000_000, 200)
  const answers = new Map<string, ServerResponse>()
  const server = createServer((request, response) => {
    unread.watch(response, { socket: request.socket, address: 'a' })
    answers.set(request.url ?? '', response)
    if (request.url === '/large') response.end(BODY)
  })
  unread.guard(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUps.push(
    () => server.closeAllConnections(),
    () => void server.close(),
  )
  const ask = (path: string) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => {})
    socket.pause()
    socket.write(`GET ${path} HTTP/1.1\r\nhost: a.test\r\n\r\n`)
    return socket
  }
  const waiting = ask('/later')
  await expect.poll(() => answers.has('/later')).toBe(true)
  ask('/large')
  await expect.poll(() => answers.get('/large')?.closed).toBe(true)
  expect(answers.get('/large')?.writableFinished).toBe(false)
  answers.get('/later')?.end(BODY)
  expect(await isWhole(waiting)).toBe(true)
})

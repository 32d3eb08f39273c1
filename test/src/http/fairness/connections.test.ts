import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { limitConnections, openPort } from '../../../../src/http/fairness/connections.ts'

const HOST = '127.0.0.1'

async function openServer(port = 0, platform?: NodeJS.Platform) {
  const server = createServer((_, response) => response.end('reached'))
  const taken: Socket[] = []
  server.on('connection', (socket: Socket) => taken.push(socket))
  const opened = await openPort(server, HOST, port, platform)
  onTestFinished(async () => {
    server.closeAllConnections()
    await opened.close().catch(() => {})
  })
  return { server, taken, ...opened }
}

async function connectTo(port: number) {
  const socket = connect(port, HOST)
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

describe('a port', () => {
  test.each(['linux', 'darwin'] as const)(
    'is served on %s, whichever socket takes a connection',
    async (platform) => {
      const { port } = await openServer(0, platform)
      const answers = Array.from({ length: 40 }, async () => {
        const response = await fetch(`http://${HOST}:${port}/`, {
          headers: { connection: 'close' },
        })
        return response.text()
      })
      expect(new Set(await Promise.all(answers))).toEqual(new Set(['reached']))
    },
  )

  test.runIf(process.platform === 'linux')(
    'takes several connections in a turn of the event loop',
    async () => {
      const { taken, port } = await openServer()
      const clients = Array.from({ length: 64 }, async () => connectTo(port))
      await Promise.all(clients)
      const inTurns: number[] = []
      while (taken.length < 64) {
        const before = taken.length
        await nextTurn()
        inTurns.push(taken.length - before)
      }
      expect(Math.max(...inTurns)).toBeGreaterThan(3)
    },
  )

  test('that another server listens on is refused, though its sockets could be shared', async () => {
    const { port } = await openServer()
    await expect(openPort(createServer(), HOST, port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
    const again = await fetch(`http://${HOST}:${port}/`)
    expect(await again.text()).toBe('reached')
  })

  test('is closed only when every connection is', async () => {
    const { taken, port, close } = await openServer()
    const sockets = await Promise.all(Array.from({ length: 20 }, async () => connectTo(port)))
    await expect.poll(() => taken.length).toBe(20)
    let isClosed = false
    const closing = close().then(() => (isClosed = true))
    for (const socket of sockets.slice(1)) socket.destroy()
    await expect.poll(() => taken.filter(({ destroyed }) => !destroyed).length).toBe(1)
    await nextTurn()
    expect(isClosed).toBe(false)
    sockets[0]?.destroy()
    await closing
    await expect(connectTo(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })
})

test('an address has no more connections than it may', async () => {
  const { server, taken, port } = await openServer()
  limitConnections(server, 3)
  const kept = await Promise.all([1, 2, 3].map(async () => connectTo(port)))
  await expect.poll(() => taken.length).toBe(3)
  const over = await connectTo(port)
  await once(over, 'close')
  const asks = kept.map(async (socket) => {
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    return answer.toString().slice(0, 15)
  })
  expect(await Promise.all(asks)).toEqual(Array(3).fill('HTTP/1.1 200 OK'))
  kept[0]?.destroy()
  await expect.poll(() => taken.filter(({ destroyed }) => destroyed).length).toBe(2)
  const next = await connectTo(port)
  next.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  const [answer] = (await once(next, 'data')) as [Buffer]
  expect(answer.toString()).toContain('reached')
})

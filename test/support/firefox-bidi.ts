#!/usr/bin/env node
/*
 * Firefox for Playwright: it starts the browser, and stands between the two. What the browser does not know, and no test of ours needs,
 * is answered here: `playwright-core` asks for it of every Firefox.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { pathToFileURL } from 'node:url'

/** Commands that Debian's Firefox has not, and whose results are of no use here. */
const ANSWERED = new Set(['emulation.setMediaFeaturesOverride'])

const LISTENING = /WebDriver BiDi listening on (ws:\/\/\S+)/

/** What the handshake of WebSockets is made of (RFC 6455). */
const HANDSHAKE = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

const [TEXT, CLOSE, MASK, FINAL] = [1, 8, 0x80, 0x80]

/** Takes whole frames off the beginning of what has come. */
function readFrames(bytes: Buffer): { texts: string[]; isClosed: boolean; rest: Buffer } {
  const texts: string[] = []
  let rest = bytes
  for (;;) {
    if (rest.length < 2) return { texts, isClosed: false, rest }
    const code = (rest[0] ?? 0) & 0x0f
    let length = (rest[1] ?? 0) & 0x7f
    let at = 2
    if (length >= 126) {
      const size = length === 126 ? 2 : 8
      if (rest.length < at + size) return { texts, isClosed: false, rest }
      length = size === 2 ? rest.readUInt16BE(at) : Number(rest.readBigUInt64BE(at))
      at += size
    }
    const hasMask = ((rest[1] ?? 0) & MASK) !== 0
    const body = at + (hasMask ? 4 : 0)
    if (rest.length < body + length) return { texts, isClosed: false, rest }
    const mask = rest.subarray(at, at + 4)
    const payload = rest.subarray(body, body + length)
    if (code === CLOSE) return { texts, isClosed: true, rest }
    if (code === TEXT) {
      texts.push(
        (hasMask
          ? payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0))
          : payload
        ).toString(),
      )
    }
    rest = rest.subarray(body + length)
  }
}

function writeFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  const head = Buffer.alloc(10)
  head[0] = FINAL | TEXT
  head[1] = 127
  head.writeBigUInt64BE(BigInt(payload.length), 2)
  return Buffer.concat([head, payload])
}

/** Carries messages between a client and the browser. */
function join(client: Socket, address: string): void {
  const browser = new WebSocket(address)
  const waiting: string[] = []
  const say = (text: string) => void client.write(writeFrame(text))
  const pass = (text: string) => {
    const { id, method } = JSON.parse(text) as { id: number; method: string }
    if (ANSWERED.has(method)) say(JSON.stringify({ type: 'success', id, result: {} }))
    else if (browser.readyState === WebSocket.OPEN) browser.send(text)
    else waiting.push(text)
  }
  browser.addEventListener('open', () => {
    for (const text of waiting.splice(0)) browser.send(text)
  })
  browser.addEventListener('message', ({ data }) => say(String(data)))
  browser.addEventListener('close', () => client.destroy())
  let bytes = Buffer.alloc(0)
  client.on('data', (more) => {
    const read = readFrames(Buffer.concat([bytes, more]))
    bytes = Buffer.from(read.rest)
    for (const text of read.texts) pass(text)
    if (read.isClosed) client.destroy()
  })
  client.on('error', () => {})
  client.on('close', () => browser.close())
}

/** Starts Firefox, and says where it is reached as it does itself. */
function startFirefox(program: string, args: readonly string[]): void {
  const browser = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  browser.on('exit', (code) => process.exit(code ?? 0))
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => browser.kill(signal))
  }
  let isFound = false
  browser.stderr.setEncoding('utf8').on('data', (said: string) => {
    const [, address] = isFound ? [] : (LISTENING.exec(said) ?? [])
    if (address === undefined) return
    isFound = true
    const server = createServer().on('upgrade', (request, socket) => {
      const key = `${request.headers['sec-websocket-key'] ?? ''}${HANDSHAKE}`
      const accepted = createHash('sha1').update(key).digest('base64')
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accepted}\r\n\r\n`,
      )
      join(socket as Socket, `${address}${request.url ?? ''}`)
    })
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${port}\n`)
    })
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  startFirefox(process.env['FIREFOX'] ?? 'firefox', process.argv.slice(2))
}

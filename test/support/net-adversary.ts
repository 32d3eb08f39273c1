import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import type { ErrorCode } from '../../src/contract/errors.ts'

/** A hostile answer, and the error that must come of it. */
export interface Attack {
  code: ErrorCode
  answer(socket: Socket): void
}

const BOMB_BYTES = 64 * 1024 * 1024
const zeros = Buffer.alloc(BOMB_BYTES)
const head = (...lines: string[]): string => ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n')
const ok = (...lines: string[]): string => head('content-type: text/html', ...lines)

/** Writes the same chunk until the other side goes away, at most one buffer ahead. */
function flood(socket: Socket, chunk: string | Buffer): void {
  const more = (): void => {
    while (socket.writable && socket.write(chunk));
  }
  socket.on('drain', more)
  more()
}

function drip(socket: Socket, text: string, everyMs = 50): void {
  let at = 0
  const timer = setInterval(() => socket.write(text[at++ % text.length] ?? ''), everyMs)
  socket.once('close', () => clearInterval(timer))
}

const coded = (coding: string, body: Buffer) => (socket: Socket) => {
  socket.write(ok(`content-encoding: ${coding}`, `content-length: ${body.length}`))
  socket.write(body)
}
const says =
  (...parts: (string | Buffer)[]) =>
  (socket: Socket) => {
    for (const part of parts) socket.write(part)
  }
const saysAndLeaves =
  (...parts: (string | Buffer)[]) =>
  (socket: Socket) => {
    says(...parts)(socket)
    socket.end()
  }

/** Raw answers by path, without the slash. */
export const attacks: Readonly<Record<string, Attack>> = {
  'gzip-bomb': { code: 'too_large', answer: coded('gzip', gzipSync(zeros)) },
  'deflate-bomb': { code: 'too_large', answer: coded('deflate', deflateSync(zeros)) },
  'br-bomb': {
    code: 'too_large',
    answer: coded(
      'br',
      brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    ),
  },
  'gzip-without-output': {
    code: 'too_large',
    answer: (socket) => {
      socket.write(ok('content-encoding: gzip', 'connection: close'))
      socket.write(Buffer.from('1f8b0800000000000003', 'hex'))
      flood(socket, Buffer.from('000000ffff'.repeat(3000), 'hex'))
    },
  },
  'endless-chunked': {
    code: 'too_large',
    answer: (socket) => {
      socket.write(ok('transfer-encoding: chunked'))
      flood(socket, `4000\r\n${'a'.repeat(0x4000)}\r\n`)
    },
  },
  'endless-until-close': {
    code: 'too_large',
    answer: (socket) => {
      socket.write(ok('connection: close'))
      flood(socket, 'a'.repeat(16_384))
    },
  },
  'huge-length': { code: 'too_large', answer: says(ok('content-length: 99000000000'), 'aaaa') },
  'huge-length-flood': {
    code: 'too_large',
    answer: (socket) => {
      socket.write(ok('content-length: 99000000000'))
      flood(socket, 'a'.repeat(16_384))
    },
  },
  'slow-body': {
    code: 'upstream_timeout',
    answer: (socket) => {
      socket.write(ok('content-length: 5000'))
      drip(socket, 'a')
    },
  },
  'slow-until-close': {
    code: 'upstream_timeout',
    answer: (socket) => {
      socket.write(ok('connection: close'))
      drip(socket, 'a')
    },
  },
  'slow-headers': { code: 'upstream_timeout', answer: (socket) => drip(socket, ok('a: b')) },
  silent: { code: 'upstream_timeout', answer: () => {} },
  'slow-redirects': {
    code: 'upstream_timeout',
    answer: (socket) => {
      setTimeout(() => {
        socket.end('HTTP/1.1 302 Found\r\nlocation: /slow-redirects\r\ncontent-length: 0\r\n\r\n')
      }, 200)
    },
  },
  'endless-interim': {
    code: 'upstream_failed',
    answer: (socket) => flood(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
  },
  'header-bomb': {
    code: 'upstream_failed',
    answer: saysAndLeaves(ok(`x-bomb: ${'a'.repeat(4_000_000)}`)),
  },
  'endless-headers': {
    code: 'upstream_failed',
    answer: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      flood(socket, 'x-a: b\r\n')
    },
  },
  'endless-trailers': {
    code: 'upstream_failed',
    answer: (socket) => {
      socket.write(`${ok('transfer-encoding: chunked')}1\r\na\r\n0\r\n`)
      flood(socket, 'x-a: b\r\n')
    },
  },
  'redirect-loop': {
    code: 'upstream_refused',
    answer: saysAndLeaves('HTTP/1.1 301 Moved\r\nlocation: /redirect-loop\r\n\r\n'),
  },
  'redirect-nowhere': {
    code: 'upstream_failed',
    answer: saysAndLeaves('HTTP/1.1 302 Found\r\nlocation: http://[\r\n\r\n'),
  },
  'redirect-with-endless-body': {
    code: 'upstream_refused',
    answer: (socket) => {
      socket.write('HTTP/1.1 302 Found\r\nlocation: /redirect-with-endless-body\r\n\r\n')
      flood(socket, 'a'.repeat(16_384))
    },
  },
  'truncated-length': {
    code: 'upstream_failed',
    answer: saysAndLeaves(ok('content-length: 1000'), 'short'),
  },
  'truncated-chunked': {
    code: 'upstream_failed',
    answer: saysAndLeaves(ok('transfer-encoding: chunked'), '5\r\nshort\r\n'),
  },
  'truncated-gzip': {
    code: 'upstream_failed',
    answer: coded('gzip', gzipSync('a'.repeat(1000)).subarray(0, -9)),
  },
  'bad-gzip': {
    code: 'upstream_failed',
    answer: coded('gzip', Buffer.from('\u001f no gzip but for its first byte')),
  },
  'bad-deflate': { code: 'upstream_failed', answer: coded('deflate', Buffer.from('not deflate')) },
  'bad-br': { code: 'upstream_failed', answer: coded('br', Buffer.from('zzzzzzzzzzz')) },
  'length-and-chunked': {
    code: 'upstream_failed',
    answer: says(ok('content-length: 3', 'transfer-encoding: chunked'), '0\r\n\r\nGET / HTTP/1.1'),
  },
  'two-lengths': {
    code: 'upstream_failed',
    answer: says(ok('content-length: 3', 'content-length: 5'), 'abcde'),
  },
  'bad-chunk-size': {
    code: 'upstream_failed',
    answer: says(ok('transfer-encoding: chunked'), 'zz\r\nabc\r\n'),
  },
  'huge-chunk-size': {
    code: 'upstream_failed',
    answer: says(ok('transfer-encoding: chunked'), 'fffffffffffffffff\r\nabc\r\n'),
  },
  'nested-gzip': {
    code: 'upstream_failed',
    answer: coded('gzip, gzip', gzipSync(gzipSync(zeros))),
  },
  'nested-in-two-headers': {
    code: 'upstream_failed',
    answer: coded('gzip\r\ncontent-encoding: br', gzipSync('a')),
  },
  'long-coding-chain': {
    code: 'upstream_failed',
    answer: coded(Array.from({ length: 200 }, () => 'gzip').join(', '), gzipSync('a')),
  },
  zstd: { code: 'upstream_failed', answer: coded('zstd', Buffer.from('28b52ffd', 'hex')) },
  'coding-of-the-prototype': {
    code: 'upstream_failed',
    answer: coded('constructor', Buffer.from('a')),
  },
  'not-http': { code: 'upstream_failed', answer: says('SSH-2.0-OpenSSH_9.6\r\n') },
  'switching-protocols': {
    code: 'upstream_failed',
    answer: says('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  },
  reset: { code: 'upstream_failed', answer: (socket) => socket.resetAndDestroy() },
  'nothing-at-all': { code: 'upstream_failed', answer: (socket) => socket.end() },
}

/** A running adversary on 127.0.0.1. */
export interface Adversary extends AsyncDisposable {
  origin: string
  /** Whether a path was asked for: on a busy machine a deadline may pass before. */
  wasAsked(name: string): boolean
  /** Resolves once the last connection of a path has closed, to whether that was before `ROUNDS_MAX_COUNT` more connections had. */
  isSoonClosed(name: string): Promise<boolean>
}

/** How many connections may come and go, one after the other, until one that was given up has closed. */
const ROUNDS_MAX_COUNT = 20

/** Serves the attacks above by path, over raw TCP. */
export async function startAdversary(): Promise<Adversary> {
  const closings = new Map<string, Promise<void>>()
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
    const closed = new Promise<void>((resolve) => {
      socket.once('close', () => {
        open.delete(socket)
        resolve()
      })
    })
    socket.once('data', (request) => {
      const name = /^GET \/([a-z-]*) /.exec(request.toString('latin1'))?.[1] ?? ''
      closings.set(name, closed)
      attacks[name]?.answer(socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    wasAsked: (name) => closings.has(name),
    async isSoonClosed(name) {
      const closed = closings.get(name)
      if (!closed) throw new Error(`${name} was never asked`)
      let isClosed = false
      const ended = (async () => {
        await closed
        isClosed = true
      })()
      for (let round = 0; round < ROUNDS_MAX_COUNT; round += 1) {
        if (isClosed) return true
        const other = connect(port, '127.0.0.1')
        other.end('GET /nothing-at-all HTTP/1.1\r\n\r\n').resume()
        await once(other, 'close')
      }
      await ended
      return false
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

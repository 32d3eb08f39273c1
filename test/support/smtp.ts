import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** A mail as it arrived. */
export interface Received {
  from: string
  to: string[]
  /** Headers and body, joined lines of quoted-printable included. */
  source: string
}

/** A mail server on loopback that keeps what it gets. */
export interface TestSmtp extends AsyncDisposable {
  url: string
  mails: Received[]
  /** Refuses every recipient from now on. */
  refuse(): void
}

/** Starts a server that speaks as much SMTP as it takes to get a mail (RFC 5321), without TLS. */
export async function startSmtp(): Promise<TestSmtp> {
  const mails: Received[] = []
  const sockets = new Set<Socket>()
  let isRefusing = false
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    const say = (line: string) => socket.write(`${line}\r\n`)
    let mail: Received = { from: '', to: [], source: '' }
    let isData = false
    say('220 test')
    createInterface({ input: socket }).on('line', (line) => {
      if (isData) {
        if (line !== '.') {
          mail.source += line.endsWith('=') ? line.slice(0, -1) : `${line}\n`
          return
        }
        isData = false
        mails.push(mail)
        mail = { from: '', to: [], source: '' }
        say('250 kept')
        return
      }
      const [, address = ''] = /<([^>]*)>/.exec(line) ?? []
      if (/^MAIL/i.test(line)) mail.from = address
      if (/^RCPT/i.test(line)) {
        if (isRefusing) {
          say('550 nobody')
          return
        }
        mail.to.push(address)
      }
      if (/^DATA/i.test(line)) {
        isData = true
        say('354 go on')
      } else if (/^QUIT/i.test(line)) {
        say('221 bye')
        socket.end()
      } else say('250 fine')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuse() {
      isRefusing = true
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

import { createServer, request as sendRequest } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

/** A proxy of a company on this machine, which leads all connections to one port of it. */
export interface ConnectProxy extends AsyncDisposable {
  address: string
  port: number
  /** What it was asked for, in order: `CONNECT host:port`, or the method and the whole address. */
  targets: string[]
  /** Values of `Proxy-Authorization`, in order. */
  logins: (string | undefined)[]
}

/** What a proxy refuses. */
export interface ProxyRules {
  /** Port of 127.0.0.1 to which it really connects. */
  target: number
  /** Status for a request that it does not serve; undefined for one that it does. */
  refuse?(target: string, login: string | undefined): number | undefined
}

/** Starts a proxy that speaks CONNECT (RFC 9110 9.3.6) and takes whole addresses (RFC 9112 3.2.2). */
export async function startConnectProxy({
  target,
  refuse = () => undefined,
}: ProxyRules): Promise<ConnectProxy> {
  const targets: string[] = []
  const logins: (string | undefined)[] = []
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
  }
  const judge = (what: string, login: string | undefined): number | undefined => {
    targets.push(what)
    logins.push(login)
    return refuse(what, login)
  }
  const server = createServer((request, response) => {
    const { method = 'GET', url = '' } = request
    const status = judge(`${method} ${url}`, request.headers['proxy-authorization'])
    if (status !== undefined) {
      response.writeHead(status).end()
      return
    }
    const { pathname, search } = new URL(url)
    const { 'proxy-authorization': _login, ...headers } = request.headers
    const onward = sendRequest({
      host: '127.0.0.1',
      port: target,
      method,
      path: pathname + search,
      headers,
    })
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  server.on('connection', keep)
  server.on('connect', (request, client: Socket, head: Buffer) => {
    const status = judge(`CONNECT ${request.url}`, request.headers['proxy-authorization'])
    if (status !== undefined) {
      client.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: 0\r\n\r\n`)
      return
    }
    const onward = connect(target, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      onward.write(head)
      client.pipe(onward).pipe(client)
    })
    keep(onward)
    onward.once('close', () => client.destroy())
    client.once('close', () => onward.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    port,
    targets,
    logins,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

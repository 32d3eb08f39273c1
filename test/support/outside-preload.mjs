// Preloaded into a process of ours: one public address leads to a server of the test on loopback, in place of the internet.
import net from 'node:net'

const port = Number(process.env['OUTSIDE_PORT'])
const host = process.env['OUTSIDE_HOST']
const connect = net.Socket.prototype.connect

net.Socket.prototype.connect = function (...args) {
  const [options, connected] = Array.isArray(args[0]) ? args[0] : args
  if (options?.host !== host) return connect.apply(this, args)
  Object.defineProperty(this, 'remoteAddress', {
    get: () => Reflect.get(net.Socket.prototype, 'remoteAddress', this) && host,
  })
  // What waits for the connection begins with TLS.
  return connect.call(this, { ...options, host: '127.0.0.1', port }, connected ?? (() => {}))
}

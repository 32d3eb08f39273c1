import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import tls from 'node:tls'
import { selfSignedFor } from './net-certificate.ts'

/** A site that serves documents of clients by https on this machine, and counts who asks. */
export interface DocumentSite extends AsyncDisposable {
  /** `https://host:port`, to which the path of a document is added. */
  origin: string
  host: string
  requests: string[]
  /** Documents by path. */
  documents: Map<string, Record<string, unknown>>
  /** Paths that are never answered. */
  silent: Set<string>
}

/** Starts one, whose certificate this process trusts until it ends: of two with one name the wrong one is looked at. */
export async function startDocumentSite(): Promise<DocumentSite> {
  const { key, cert } = selfSignedFor('localhost')
  const trusted = tls.getCACertificates('default')
  tls.setDefaultCACertificates([...trusted, cert])
  const requests: string[] = []
  const documents: DocumentSite['documents'] = new Map()
  const silent = new Set<string>()
  const server = createTlsServer({ key, cert }, ({ url = '' }, outgoing) => {
    requests.push(url)
    if (silent.has(url)) return
    const document = documents.get(url)
    outgoing.writeHead(document ? 200 : 404, { 'content-type': 'application/json' })
    outgoing.end(JSON.stringify(document ?? {}))
  })
  const { port } = await listenOn(server)
  const host = `localhost:${port}`
  return {
    origin: `https://${host}`,
    host,
    requests,
    documents,
    silent,
    async [Symbol.asyncDispose]() {
      tls.setDefaultCACertificates(trusted)
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Lets a server listen on a free port of this machine. */
export async function listenOn<S extends Server>(server: S): Promise<{ server: S; port: number }> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return { server, port: (server.address() as AddressInfo).port }
}

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeDocx } from './write-docx.ts'
import { writePdf } from './write-pdf.ts'

/** A small site that only this machine reaches. */
export interface Site extends AsyncDisposable {
  /** Host and port, as `--allow-hosts` takes them. */
  host: string
}

const PAGE = `<!doctype html><html lang="en"><head><title>The Harbour Hotel</title></head><body>
<nav><a href="/">Home</a> <a href="/rooms">Rooms</a> <a href="/offers">Offers</a> <a href="/contact">Contact</a></nav>
<aside class="advertisement">Book now and save 30 %! Book now! Only today!</aside>
<main><article><h1>A night at the Harbour Hotel</h1>
<p>The bellhop of the Harbour Hotel has carried luggage for <strong>forty years</strong>. He knows every door of the house, and he
has lost one suitcase. It came back a week later, with a postcard in it.</p>
<p>Ask him for the <a href="/ferry">ferry</a> as well.</p></article></main>
<footer>Imprint, privacy, cookies, newsletter</footer></body></html>`

/** What the site serves, by its path. */
const FILES: Readonly<Record<string, () => { type: string; body: string | Buffer }>> = {
  '/hotel': () => ({ type: 'text/html; charset=utf-8', body: PAGE }),
  '/rates.pdf': () => ({
    type: 'application/pdf',
    body: writePdf({
      title: 'Room rates',
      rows: [
        ['Room', 'Winter', 'Summer'],
        ['Single', '90.00', '120.00'],
        ['Double', '140.00', '185.00'],
      ],
      sentence: 'Breakfast is served from seven to ten.',
    }),
  }),
  '/lost-and-found.docx': () => ({
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    body: writeDocx({
      heading: 'Lost and found',
      paragraphs: [
        'A green umbrella was found in the lobby. Whoever lost it, please come to the desk.',
      ],
    }),
  }),
}

/** Serves the site on a free port of the loopback interface. */
export async function startSite(): Promise<Site> {
  const server = createServer((request, response) => {
    const file = FILES[request.url ?? '']?.()
    if (file) response.writeHead(200, { 'content-type': file.type }).end(file.body)
    else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

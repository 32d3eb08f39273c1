import { afterAll, beforeAll, expect, test } from 'vitest'
import { extract } from '../../../tools/web/extract.ts'
import { metadata } from '../../../tools/web/metadata.ts'
import { pdfToMarkdown } from '../../../tools/web/pdf-to-markdown.ts'
import { rssToJson } from '../../../tools/web/rss-to-json.ts'
import { unfurl } from '../../../tools/web/unfurl.ts'
import { type Caller, callWith } from '../../support/call.ts'
import { startPageServer } from '../../support/page-server.ts'

let caller: Caller
let deadUrl = ''

beforeAll(async () => {
  caller = callWith({ allowHosts: ['127.0.0.1'] })
  const dead = await startPageServer({})
  await dead.close()
  deadUrl = dead.url
})
afterAll(async () => caller.close())

const addresses: readonly (readonly [string, () => string])[] = [
  ['The port of the address is refused.', () => 'http://www.bellhop-vectors.com:22/'],
  ['The address is a private one.', () => 'http://10.0.0.1/'],
  ['The host name of the address is not one of the public web.', () => 'http://printer.local/'],
  ['The other server refused the connection: nothing answers at that port.', () => deadUrl],
]
const rows = [extract, metadata, pdfToMarkdown, rssToJson, unfurl].flatMap((operation) =>
  addresses.map(([message, url]) => ({ operation, name: operation.name, message, url })),
)

test.each(rows)('$name: $message', async ({ operation, message, url }) => {
  await expect(caller.call(operation, { url: url() })).rejects.toMatchObject({ message })
})

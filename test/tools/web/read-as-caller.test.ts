import { describe, expect, test } from 'vitest'
import { CallSuspended } from '../../../src/contract/call-suspended.ts'
import { OperationError } from '../../../src/contract/errors.ts'
import {
  type AnyOperation,
  here,
  type Place,
  type Services,
} from '../../../src/contract/operation.ts'
import { servePagesToCaller, server } from '../../support/pages-and-caller.ts'
import { paragraph, pdfOf } from '../../support/pdf.ts'
import { pngOf } from '../../support/pictures.ts'
import { reading } from '../../support/reading.ts'

const report = pdfOf([paragraph(72, 700, ['The walnut harvest was better than last year.'])])
const item =
  '<item><title>Walnuts</title><link>https://site.test/1</link><description>Nuts.</description></item>'
const typed = (body: string | Uint8Array, type: string) => ({
  headers: { 'content-type': type },
  body,
})

servePagesToCaller({
  '/page': { body: '<title>Tides</title><article><h1>Tides</h1><p>Twice a day.</p></article>' },
  '/report.html': typed(report, 'text/html'),
  '/a.csv': typed('name,age\nAda,36\n', 'text/csv'),
})

const at = (path: string) => `${server.origin}${path}`

describe('where parts run', () => {
  test('each is placed as its own operation, and another instance alone says what it is', async () => {
    const requestedPaths: string[] = []
    const place: Place = async ({ name }, { input }) => {
      requestedPaths.push(`${name} ${String(input['url'])}`)
      if (name !== 'rss_to_json') throw new OperationError('unsupported_content', 'No.')
      return {
        feedType: 'rss',
        title: 'There',
        itemCount: 1,
        items: [{ title: 'A', link: '', published: '', summary: '', id: '1' }],
        version: '2.0',
        feedUrl: 'https://site.test/',
        link: '',
        description: '',
        language: '',
        updated: '',
        author: '',
        image: '',
        categories: [],
        totalItems: 1,
      }
    }
    const { parts } = await reading({ urls: 'https://site.test/x' }, { services: { place } })
    expect(parts).toMatchObject([{ kind: 'feed', title: 'There' }])
    expect(requestedPaths).toEqual(
      ['extract', 'pdf_to_markdown', 'rss_to_json'].map((name) => `${name} https://site.test/x`),
    )
  })

  test('nothing more is bought for a head', async () => {
    const requestedPaths: string[] = []
    const place: Place = async (operation, call) => {
      requestedPaths.push(operation.name)
      const output = await here(operation, call)
      const receipt = {
        operation: operation.name,
        host: 'h',
        payTo: '0x',
        usd: '0.002',
        network: 'n',
      }
      call.paid?.({ ...receipt, transaction: null })
      return output
    }
    const paid: unknown[] = []
    const options = { services: { place }, paid: (receipt: unknown) => void paid.push(receipt) }
    const { parts } = await reading({ urls: at('/page') }, options)
    expect(parts).toMatchObject([{ kind: 'page', title: 'Tides' }])
    expect([requestedPaths, paid.length]).toEqual([['extract'], 1])
  })

  test('what is sold or left out is not given away within another call', async () => {
    const requireInnerAllowed = ({ name }: AnyOperation) => {
      if (name !== 'extract') throw new OperationError('payment_required', `${name} is sold.`)
    }
    const urls = [at('/page'), at('/report.html')]
    const { parts } = await reading({ urls }, { services: { requireInnerAllowed } })
    expect(parts).toMatchObject([{ kind: 'page' }, { error: { code: 'payment_required' } }])
    expect(parts[0]).not.toHaveProperty('author')
  })

  test(
    'a question to the user suspends the call, and what was bought is not bought again',
    { tags: 'full' },
    async () => {
      const runs: string[] = []
      let answered = false
      const place: Place = async (operation, call) => {
        runs.push(operation.name)
        if (operation.name === 'pdf_to_markdown' && !answered) throw new CallSuspended()
        return here(operation, call)
      }
      const query = { urls: [at('/a.csv'), at('/report.html')] }
      await expect(reading(query, { services: { place } })).rejects.toThrow(CallSuspended)
      answered = true
      runs.length = 0
      const { parts } = await reading(query, { services: { place } })
      expect(parts).toMatchObject([{ kind: 'csv' }, { kind: 'pdf' }])
      expect(runs).toEqual(['extract', 'pdf_to_markdown'])
      runs.length = 0
      await reading(query, { services: { place } })
      const both = ['document_to_markdown', 'extract', 'extract', 'pdf_to_markdown']
      expect(runs.toSorted()).toEqual(both)
    },
  )

  test('the end of the call ends it', async () => {
    const stop = new AbortController()
    const fetch: Services['fetch'] = async () => {
      stop.abort()
      throw new OperationError('cancelled', 'The call was cancelled.')
    }
    const urls = [at('/page'), at('/a.csv')]
    const options = { services: { fetch }, signal: stop.signal }
    await expect(reading({ urls }, options)).rejects.toMatchObject({ code: 'cancelled' })
  })
})

describe('files of the chat', () => {
  const link = '/user_uploads/2/ab/a.bin'
  const html = '<title>Nuts</title><article><h1>Nuts</h1><p>Walnuts are nuts.</p></article>'

  /** Services with one file, which only Ada sees; whatever is sent elsewhere is noted. */
  function withFile(body: string | Uint8Array) {
    const elsewhere: string[] = []
    const names = (address: string) =>
      address.endsWith(link) || address === 'chat://file/2/ab/a.bin'
    const note = (what: string) => async (): Promise<never> => {
      elsewhere.push(what)
      throw new OperationError('upstream_failed', 'Elsewhere.')
    }
    const services: Partial<Services> = {
      place: note('place'),
      fetch: note('fetch'),
      vetAddress: note('vet'),
      files: {
        names,
        async open(_, { actor }) {
          if (actor === undefined) throw new OperationError('not_found', 'File not found.')
          const url = `https://chat.test${link}`
          const document = { url, status: 200, headers: {}, complete: true, hops: 0 }
          return { url, read: async () => ({ ...document, body: Buffer.from(body) }) }
        },
      },
    }
    return { services, elsewhere }
  }

  const ada = {
    user: { id: 7, email: 'ada@chat.test', bot_owner_id: null, role: 400, deactivations: 0 },
    client: 'test',
  }
  const kinds: readonly (readonly [string, string | Uint8Array])[] = [
    ['page', html],
    ['text', 'Plain words.'],
    ['pdf', pdfOf([paragraph(72, 700, ['Walnuts.'])])],
    ['feed', `<rss version="2.0"><channel><title>F</title>${item}</channel></rss>`],
    ['image', pngOf(3, 2)],
  ]

  test.each(kinds)(
    '%s is read here, as its reader, wherever pages are read',
    { tags: 'full' },
    async (kind, body) => {
      const { services, elsewhere } = withFile(body)
      const urls = [link, `https://chat.test${link}`, 'chat://file/2/ab/a.bin']
      const asAda = { services, signIn: async () => ada }
      const seen = { kind, url: `https://chat.test${link}` }
      const { parts } = await reading({ urls, find: 'walnuts' }, asAda)
      expect(parts).toMatchObject([seen, seen, seen])
      expect((await reading({ urls: link }, asAda)).parts).toMatchObject([seen])
      const hidden = { error: { code: 'not_found' } }
      const { parts: none } = await reading({ urls }, { services, signIn: async () => undefined })
      expect(none).toMatchObject([hidden, hidden, hidden])
      expect(elsewhere).toEqual([])
    },
  )

  test('what the chat has shown is looked up again when a call is repeated', async () => {
    const { services } = withFile('Plain words.')
    const { files } = services
    const waiting: Partial<Services> = {
      ...(files ? { files } : {}),
      place: async () => {
        throw new CallSuspended()
      },
    }
    const query = { urls: [link, at('/a.csv')] }
    const asAda = { services: waiting, signIn: async () => ada }
    await expect(reading(query, asAda)).rejects.toThrow(CallSuspended)
    const { parts } = await reading(query, {
      services: files ? { files } : {},
      signIn: async () => undefined,
    })
    expect(parts).toMatchObject([{ error: { code: 'not_found' } }, { kind: 'csv' }])
  })

  test('nobody signs in to read pages', async () => {
    const signIn = async (): Promise<never> => {
      throw new Error('signed in')
    }
    expect((await reading({ urls: at('/a.csv') }, { signIn })).parts).toMatchObject([
      { kind: 'csv' },
    ])
  })
})

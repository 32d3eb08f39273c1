import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { CallSuspended } from '../../../src/contract/call-suspended.ts'
import { OperationError } from '../../../src/contract/errors.ts'
import {
  type AgentImage,
  type AnyOperation,
  type Call,
  here,
  type Place,
  type Services,
} from '../../../src/contract/operation.ts'
import { LOCAL_PRINCIPAL } from '../../../src/contract/principal.ts'
import { asTool } from '../../../src/core/agent-form.ts'
import { readArguments } from '../../../src/core/read-arguments.ts'
import { PICTURES_MAX_BYTES } from '../../../src/core/reading/limits.ts'
import { runInput } from '../../../src/core/run.ts'
import { readFeedText } from '../../../src/feed/feed-text.ts'
import { AGENT_PART_CHARS } from '../../../src/markdown/parts.ts'
import { extract } from '../../../tools/web/extract.ts'
import { pdfToMarkdown } from '../../../tools/web/pdf-to-markdown.ts'
import { read } from '../../../tools/web/read.ts'
import { rssToJson } from '../../../tools/web/rss-to-json.ts'
import { caller, servePagesToCaller, server } from '../../support/pages-and-caller.ts'
import { paragraph, pdfOf } from '../../support/pdf.ts'
import { gifOf, pngOf } from '../../support/pictures.ts'

const long = Array.from(
  { length: 300 },
  (_, n) => `<p>Paragraph ${n} of a long page about tides.</p>`,
)
const items = Array.from(
  { length: 30 },
  (_, n) => `<item><title>Item ${n}</title><link>https://site.test/${n}</link>
  <pubDate>Fri, 02 Jan 2026 03:04:05 GMT</pubDate><description>${`Words about ${n}. `.repeat(60)}</description></item>`,
)
/** Grey pixels that no compression makes smaller. */
const noise = (width: number, height: number) => {
  const rows = Array.from({ length: height }, () => [Buffer.alloc(1), randomBytes(width)])
  return Buffer.concat(rows.flat())
}
const typed = (body: string | Uint8Array, type: string) => ({
  headers: { 'content-type': type },
  body,
})

servePagesToCaller({
  '/page': {
    body: `<html lang="en"><head><title>Tides</title><meta name="author" content="Ada Porter">
      <meta property="article:published_time" content="2026-01-01T10:00:00Z"></head>
      <body><article><h1>Tides</h1>${long.slice(0, 5).join('')}</article></body></html>`,
  },
  '/long': { body: `<title>Long</title><article><h1>Long</h1>${long.join('')}</article>` },
  // Neither the ending nor the declared type says what it is.
  '/report.html': typed(
    pdfOf([paragraph(72, 700, ['The walnut harvest was better than last year.'])], {
      title: 'Harvest',
      author: 'Ben Ox',
    }),
    'text/html',
  ),
  '/feed': typed(
    `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>${items.join('')}</channel></rss>`,
    'text/plain',
  ),
  '/a.csv': typed('name,age\nAda,36\n', 'text/csv'),
  '/a.json': typed('{"walnuts":"nuts"}', 'application/json'),
  '/picture': typed(pngOf(3, 2), 'application/octet-stream'),
  '/moving.gif': typed(gifOf(3), 'image/gif'),
  '/broken.png': typed(pngOf(3, 2).subarray(0, 30), 'image/png'),
  '/heavy.png': typed(pngOf(1_000, 700, { pixels: noise(1_000, 700) }), 'image/png'),
  '/zip': typed('PK\x03\x04 and more', 'application/zip'),
  '/refresh': { body: '<meta http-equiv=refresh content="0;url=/report.html">' },
  '/large.pdf': typed(
    Buffer.concat([pdfOf([paragraph(72, 700, ['Large.'])]), Buffer.alloc(6_000_000, '\n')]),
    'application/pdf',
  ),
  '/large': { body: `<p>${'large '.repeat(1_000_000)}` },
})

interface Part {
  address: string
  kind: string
  text: string
  cursor?: string
  error?: { code: string; message: string; hint?: string }
  [more: string]: unknown
}

interface Options extends Partial<Omit<Call<unknown>, 'input' | 'services'>> {
  services?: Partial<Services>
}

/** Calls the tool as a surface does. */
async function reading(
  args: Record<string, unknown>,
  { services, ...more }: Options = {},
): Promise<{ parts: Part[]; text: string }> {
  const { input } = await readArguments(read, args)
  const { place = here } = services ?? {}
  const output = await runInput(read, input, {
    services: {
      ...caller.services,
      ...services,
      place: async (operation, call) => (operation.runsHere ? here : place)(operation, call),
    },
    caller: undefined,
    principal: LOCAL_PRINCIPAL,
    signal: AbortSignal.timeout(15_000),
    progress: () => {},
    ...more,
  })
  const { parts } = output as { parts: Part[] }
  return { parts, text: read.agent?.text?.(output as never) ?? '' }
}

const at = (path: string) => `${server.origin}${path}`

async function readOne(path: string, args: Record<string, unknown> = {}, options?: Options) {
  const before = server.requests.length
  const { parts, text } = await reading({ urls: at(path), ...args }, options)
  expect(parts).toHaveLength(1)
  return { part: parts[0]!, text, fetches: server.requests.length - before }
}

/** What the single tool answers when a model calls it. */
async function single(tool: AnyOperation, args: Record<string, unknown>) {
  const { input } = await readArguments(tool, args, { defaults: tool.agent?.defaults })
  return caller.call(tool, input)
}

describe('each kind, told by its bytes and fetched once', () => {
  test('a page: who wrote it when, and the text that extract gives', async () => {
    const { part, text, fetches } = await readOne('/page')
    expect(part).toMatchObject({
      address: at('/page'),
      url: at('/page'),
      kind: 'page',
      title: 'Tides',
      author: 'Ada Porter',
      date: '2026-01-01T10:00:00Z',
      length: expect.stringMatching(/^\d+ words$/),
      text: (await single(asTool(extract), { url: at('/page') }))['markdown'],
    })
    expect(fetches).toBe(1)
    expect(text).toMatch(/^\[Tides · Ada Porter · 2026-01-01T10:00:00Z · page · \d+ words · http/)
  })

  test.each(['/report.html', '/refresh'])('a PDF at %s', async (path) => {
    const { part, fetches } = await readOne(path)
    expect(part).toMatchObject({
      kind: 'pdf',
      url: at('/report.html'),
      title: 'Harvest',
      author: 'Ben Ox',
      length: '1 pages, 8 words',
      text: (await single(asTool(pdfToMarkdown), { url: at('/report.html') }))['markdown'],
    })
    expect(fetches).toBe(path === '/refresh' ? 2 : 1)
  })

  test('a feed: items with dates and links, all of them', async () => {
    const { part, fetches } = await readOne('/feed', { maxChars: 50_000 })
    const feed = await single(rssToJson, { url: at('/feed') })
    const shown = { ...feed, nextCursor: undefined } as never
    expect(part).toMatchObject({
      kind: 'feed',
      title: 'News',
      length: '30 items',
      text: readFeedText(shown),
    })
    expect(fetches).toBe(1)
    const next = await readOne('/feed', { cursor: part.cursor })
    expect(next.part.text).toContain('https://site.test/29')
    const short = await readOne('/feed', { maxChars: 4_000 })
    expect(short.part.text.length).toBeLessThan(4_000)
    expect(short.part.text.match(/https:\/\/site\.test\/\d+/g)).toHaveLength(20)
    const found = await readOne('/feed', { find: 'ABOUT 27' })
    expect(found.part.text).toContain('https://site.test/27')
  })

  test.each([
    ['/a.csv', 'text', 'Ada,36'],
    ['/a.json', 'json', '"walnuts"'],
  ])('text at %s', async (path, kind, words) => {
    const { part, fetches } = await readOne(path)
    expect([part.kind, fetches]).toEqual([kind, 1])
    expect(part.text).toContain(words)
    expect(part.text).toBe((await single(asTool(extract), { url: at(path) }))['markdown'])
  })

  test.each([
    ['/picture', 'image/png', '3 × 2 pixels'],
    ['/moving.gif', 'image/gif', 'the first of 3 frames'],
  ])('a picture at %s is shown', async (path, mimeType, length) => {
    const images: AgentImage[] = []
    const { part, fetches } = await readOne(path, {}, { show: (image) => void images.push(image) })
    expect(part).toMatchObject({ kind: 'image', length: expect.stringContaining(length) })
    expect(JSON.stringify(part)).not.toContain('bytes":')
    expect(fetches).toBe(1)
    expect(images).toMatchObject([{ mimeType, data: expect.stringMatching(/^[\w+/]+=*$/) }])
  })

  test('a PDF may be larger than a page', async () => {
    expect((await readOne('/large.pdf')).part).toMatchObject({ kind: 'pdf', text: 'Large.' })
    await expect(readOne('/large')).rejects.toMatchObject({ code: 'too_large' })
  })
})

describe('what fails', () => {
  test.each([
    ['/zip', 'unsupported_content'],
    ['/missing', 'upstream_refused'],
    ['/broken.png', 'unsupported_content'],
    ['/heavy.png', 'too_large'],
  ])('alone fails the call: %s', async (path, code) => {
    await expect(readOne(path)).rejects.toMatchObject({ code, hint: expect.any(String) })
  })

  test('stands beside what worked', async () => {
    const urls = [at('/page'), at('/missing'), at('/report.html'), 'ftp://site.test/', at('/a.csv')]
    const { parts, text } = await reading({ urls })
    expect(parts.map(({ address }) => address)).toEqual(urls)
    expect(parts.map(({ kind, error }) => kind ?? error?.code)).toEqual([
      'page',
      'upstream_refused',
      'pdf',
      'invalid_input',
      'text',
    ])
    expect(parts[1]?.error).toEqual({
      code: 'upstream_refused',
      message: 'The page answered with HTTP status 404.',
      hint: 'There is no page at this address. Check the address.',
    })
    expect(text).toContain('[2 of 5 · ')
    expect(text).toContain('upstream_refused: The page answered with HTTP status 404. There is no')
  })

  test('pictures that do not fit together', async () => {
    expect(PICTURES_MAX_BYTES).toBeLessThan(700_000)
    const { parts } = await reading({ urls: [at('/heavy.png'), at('/picture')] })
    expect(parts.map(({ kind, error }) => kind ?? error?.code)).toEqual(['too_large', 'image'])
  })

  test('too many addresses, none, and a cursor for several', async () => {
    const url = at('/page')
    for (const args of [
      { urls: [] },
      { urls: Array.from({ length: 6 }, () => url) },
      { urls: [url, url], cursor: 'x' },
      { urls: [url], cursor: 'x' },
    ]) {
      await expect(reading(args)).rejects.toMatchObject({ code: 'invalid_input' })
    }
  })

  test('chat addresses where there is no such place', async () => {
    const nowhere = reading({ urls: 'chat://nowhere' })
    await expect(nowhere).rejects.toMatchObject({
      code: 'invalid_input',
      hint: expect.stringContaining('chat://inbox'),
    })
  })
})

describe('parts', () => {
  test('share the room of the answer, and go on by their cursor, which the single tool takes too', async () => {
    const { parts } = await reading({ urls: [at('/long'), at('/page')], maxChars: 4_000 })
    const [first] = parts
    const whole = await single(asTool(extract), { url: at('/long'), maxChars: 2_000 })
    expect(first).toMatchObject({ text: whole['markdown'], cursor: whole['nextCursor'] })
    const next = await readOne('/long', { cursor: first?.cursor })
    expect(next.fetches).toBe(0)
    const args = { url: at('/long'), maxChars: AGENT_PART_CHARS, cursor: first?.cursor }
    expect(next.part.text).toBe((await single(asTool(extract), args))['markdown'])
    expect(next.text).not.toContain('[Truncated')
  })

  test('that hold words', async () => {
    const { part, fetches } = await readOne('/long', { find: 'paragraph 250' })
    expect(part).toMatchObject({ found: { total: 1, parts: [{ heading: 'Long' }] } })
    const { cursor } = (part['found'] as { parts: { cursor: string }[] }).parts[0]!
    expect((await readOne('/long', { cursor })).part.text).toMatch(/^Paragraph 250/)
    expect(fetches).toBe(1)
  })

  test('are asked for loosely', async () => {
    const { host } = server
    const { parts } = await reading({ urls: JSON.stringify([at('/a.csv')]), max_chars: '600' })
    expect(parts).toMatchObject([{ kind: 'text' }])
    expect(host).toBe('127.0.0.1')
    const seen: string[] = []
    const fetch: Services['fetch'] = async (url) => {
      seen.push(url)
      throw new OperationError('upstream_failed', 'No.')
    }
    await expect(reading({ urls: 'example.com/a' }, { services: { fetch } })).rejects.toThrow('No.')
    expect(seen).toEqual(['https://example.com/a'])
  })

  test('are counted one by one', async () => {
    let admitted = 0
    const admit = () => {
      admitted += 1
      if (admitted > 1) throw new OperationError('rate_limited', 'Too many.')
    }
    const urls = [at('/page'), at('/a.csv'), at('/a.json')]
    const { parts } = await reading({ urls }, { admit })
    expect(parts.map(({ kind, error }) => kind ?? error?.code)).toEqual([
      'page',
      'text',
      'rate_limited',
    ])
    expect(admitted).toBe(2)
  })

  test('are charged to the caller, each of their fetches and jobs', async () => {
    const charged: (string | undefined)[] = []
    const principal = { ...LOCAL_PRINCIPAL, id: 'key ada' }
    const { fetch, sandbox } = caller.services
    const services: Partial<Services> = {
      fetch: async (url, options) => {
        charged.push(`fetch ${options.principal?.id}`)
        return fetch(url, options)
      },
      sandbox: {
        ...sandbox,
        run: async (job, input, options) => {
          charged.push(`${job.name} ${options.principal?.id}`)
          return sandbox.run(job, input, options)
        },
      },
    }
    const urls = [at('/page'), at('/report.html'), at('/feed'), at('/picture')]
    await reading({ urls }, { services, principal })
    expect(charged.toSorted()).toEqual([
      'extract key ada',
      'feed key ada',
      'fetch key ada',
      'fetch key ada',
      'fetch key ada',
      'fetch key ada',
      'image key ada',
      'page_info key ada',
      'pdf key ada',
    ])
  })
})

describe('where parts run', () => {
  test('each is placed as its own operation, and another instance alone says what it is', async () => {
    const asked: string[] = []
    const place: Place = async ({ name }, { input }) => {
      asked.push(`${name} ${String(input['url'])}`)
      if (name !== 'rss_to_json') throw new OperationError('unsupported_content', 'No.')
      const item = { title: 'A', link: '', published: '', summary: '', id: '1' }
      return {
        ...{ feedType: 'rss', title: 'There', itemCount: 1, items: [item], version: '2.0' },
        ...{ feedUrl: 'https://site.test/', link: '', description: '', language: '', updated: '' },
        ...{ author: '', image: '', categories: [], totalItems: 1 },
      }
    }
    const { parts } = await reading({ urls: 'https://site.test/x' }, { services: { place } })
    expect(parts).toMatchObject([{ kind: 'feed', title: 'There' }])
    expect(asked).toEqual(
      ['extract', 'pdf_to_markdown', 'rss_to_json'].map((name) => `${name} https://site.test/x`),
    )
  })

  test('nothing more is bought for a head', async () => {
    const asked: string[] = []
    const place: Place = async (operation, call) => {
      asked.push(operation.name)
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
    expect([asked, paid.length]).toEqual([['extract'], 1])
  })

  test('what is sold or left out is not given away within another call', async () => {
    const checkInner = ({ name }: AnyOperation) => {
      if (name !== 'extract') throw new OperationError('payment_required', `${name} is sold.`)
    }
    const urls = [at('/page'), at('/report.html')]
    const { parts } = await reading({ urls }, { services: { checkInner } })
    expect(parts).toMatchObject([{ kind: 'page' }, { error: { code: 'payment_required' } }])
    expect(parts[0]).not.toHaveProperty('author')
  })

  test('a question to the user suspends the call, and what was bought is not bought again', async () => {
    const runs: string[] = []
    let answered = false
    const place: Place = async (operation, call) => {
      runs.push(operation.name)
      if (operation.name === 'pdf_to_markdown' && !answered) throw new CallSuspended()
      return here(operation, call)
    }
    const asked = { urls: [at('/a.csv'), at('/report.html')] }
    await expect(reading(asked, { services: { place } })).rejects.toThrow(CallSuspended)
    answered = true
    runs.length = 0
    const { parts } = await reading(asked, { services: { place } })
    expect(parts).toMatchObject([{ kind: 'text' }, { kind: 'pdf' }])
    expect(runs).toEqual(['extract', 'pdf_to_markdown'])
    runs.length = 0
    await reading(asked, { services: { place } })
    expect(runs.toSorted()).toEqual(['extract', 'extract', 'pdf_to_markdown'])
  })

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

  const ada = { user: { id: 7, email: 'ada@chat.test', bot_owner_id: null }, client: 'test' }
  const kinds: readonly (readonly [string, string | Uint8Array])[] = [
    ['page', html],
    ['text', 'Plain words.'],
    ['pdf', pdfOf([paragraph(72, 700, ['Walnuts.'])])],
    ['feed', `<rss version="2.0"><channel><title>F</title>${items[0]}</channel></rss>`],
    ['image', pngOf(3, 2)],
  ]

  test.each(kinds)(
    '%s is read here, as its reader, wherever pages are read',
    async (kind, body) => {
      const { services, elsewhere } = withFile(body)
      for (const urls of [link, `https://chat.test${link}`, 'chat://file/2/ab/a.bin']) {
        const { parts } = await reading({ urls }, { services, signIn: async () => ada })
        expect(parts).toMatchObject([{ kind, url: `https://chat.test${link}` }])
        const stranger = reading({ urls }, { services, signIn: async () => undefined })
        await expect(stranger).rejects.toMatchObject({ code: 'not_found' })
        const found = await reading(
          { urls, find: 'walnuts' },
          { services, signIn: async () => ada },
        )
        expect(found.parts).toMatchObject([{ kind }])
      }
      expect(elsewhere).toEqual([])
    },
  )

  test('nobody signs in to read pages', async () => {
    const signIn = async (): Promise<never> => {
      throw new Error('signed in')
    }
    expect((await reading({ urls: at('/a.csv') }, { signIn })).parts).toMatchObject([
      { kind: 'text' },
    ])
  })
})

import { createHash } from 'node:crypto'
import { HIDING_WAYS, type HidingWay } from './hiding-ways.ts'
import { startPageServer } from './page-server.ts'
import { seededRandom } from './seeded-random.ts'

/** A page with texts that are seen and texts that are not, each known by a word of its own. */
export interface HidingPage {
  name: string
  path: string
  html: string
  seen: readonly string[]
  unseen: readonly string[]
}

const WORDS =
  'account address agent answer archive article belongs between carry chapter collect contact copies detail during earlier entire every example follow forward greeting guide harbour include instead instruct invoice letter library manner message mirror modern notice number office orange package paper parcel people please private promise quietly reader receive record remember reply report season second secret sender several should silver station summer table thing ticket toward travel village visit water weather whole window winter within write yellow'.split(
    ' ',
  )

/** A page with some of the ways, of other words for each seed. */
export function hidingPage(names: readonly string[], seed: number): HidingPage {
  const name = names.join(' ')
  const random = seededRandom(
    seed * 7_919 + createHash('sha1').update(name).digest().readUInt32LE(),
  )
  const pick = (max: number): number => Math.floor(random() * max)
  const pickWord = (): string => WORDS[pick(WORDS.length)] ?? ''
  const letters = (count: number): string =>
    Array.from({ length: count }, () => 'bcdfghjklmnprstvwz'[pick(18)]).join('')
  const sentence = (mark: string, count: number): string =>
    `${Array.from({ length: count }, pickWord).join(' ')} ${mark} ${pickWord()}.`
  const seen: string[] = []
  const unseen: string[] = []
  const marked = (list: string[], count: number): string => {
    const mark = `zq${letters(7)}`
    list.push(mark)
    return sentence(mark, count)
  }
  const paragraph = (): string =>
    `<p>${[1, 2, 3].map(() => sentence(letters(5), 14)).join(' ')} ${marked(seen, 6)}</p>`
  const fillWay = (way: HidingWay) => {
    const className = `k${letters(4)}`
    const far = String(3_000 + pick(6_000))
    const fill = (template = ''): string =>
      template
        .replaceAll('{c}', className)
        .replaceAll('{n}', far)
        .replaceAll(/\{[hs]\}/g, (kind) => marked(kind === '{h}' ? unseen : seen, 7 + pick(6)))
    return { css: fill(way.css), html: fill(way.html), script: fill(way.script) }
  }
  const ways = names.map((one) => {
    const way = HIDING_WAYS[one]
    if (!way) throw new Error(`no way ${one}`)
    return fillWay(way)
  })
  const title = `A ${pickWord()} of the ${pickWord()}`
  const body = ways.map(({ html }) => `${html}${paragraph()}`).join('')
  const html = `<!doctype html><meta charset=utf-8><title>${title}</title><style>${ways.map(({ css }) => css).join(' ')}</style><main><article><h1>${title}</h1>${paragraph()}${paragraph()}${body}${paragraph()}</article></main><script>${ways.map(({ script }) => `{${script}}`).join('\n')}</script>`
  return { name, path: `${letters(9)}.html`, html, seen, unseen }
}

/** Serves pages on a port of loopback. */
export async function serveHidingPages(
  pages: readonly HidingPage[],
): Promise<{ origin: string; allowHosts: readonly string[] } & AsyncDisposable> {
  const server = await startPageServer(
    Object.fromEntries(pages.map(({ path, html }) => [`/${path}`, { body: html }])),
  )
  return Object.assign(server, { allowHosts: [`127.0.0.1:${server.port}`] })
}

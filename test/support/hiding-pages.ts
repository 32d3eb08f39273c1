import { createHash } from 'node:crypto'
import { HIDING_WAYS } from './hiding-ways.ts'
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

/** A page with one of the ways, of other words for each seed. */
export function hidingPage(name: string, seed: number): HidingPage {
  const way = HIDING_WAYS[name]
  if (!way) throw new Error(`no way ${name}`)
  const random = seededRandom(seed * 7_919 + createHash('sha1').update(name).digest()[0]!)
  const pick = (max: number): number => Math.floor(random() * max)
  const letters = (count: number): string =>
    Array.from({ length: count }, () => 'bcdfghjklmnprstvwz'[pick(18)]).join('')
  const sentence = (mark: string, count: number): string =>
    `${Array.from({ length: count }, () => WORDS[pick(WORDS.length)]).join(' ')} ${mark} ${WORDS[pick(WORDS.length)]}.`
  const className = `k${letters(4)}`
  const far = String(3_000 + pick(6_000))
  const seen: string[] = []
  const unseen: string[] = []
  const fill = (template = ''): string =>
    template
      .replaceAll('{c}', className)
      .replaceAll('{n}', far)
      .replaceAll(/\{[hs]\}/g, (kind) => {
        const mark = `zq${letters(7)}`
        ;(kind === '{h}' ? unseen : seen).push(mark)
        return sentence(mark, 7 + pick(6))
      })
  const paragraph = (): string => {
    const mark = `zq${letters(7)}`
    seen.push(mark)
    return `<p>${Array.from({ length: 3 }, () => sentence(letters(5), 14)).join(' ')} ${sentence(mark, 6)}</p>`
  }
  const body = `${paragraph()}${paragraph()}${fill(way.html)}${paragraph()}${paragraph()}`
  const script = way.script === undefined ? '' : `<script>${fill(way.script)}</script>`
  const title = `A ${WORDS[pick(WORDS.length)]} of the ${WORDS[pick(WORDS.length)]}`
  return {
    name,
    path: `${name}-${seed}.html`,
    html: `<!doctype html><meta charset=utf-8><title>${title}</title><style>${fill(way.css)}</style><main><article><h1>${title}</h1>${body}</article></main>${script}`,
    seen,
    unseen,
  }
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

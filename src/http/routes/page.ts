import type { Context } from 'hono'
import { html } from 'hono/html'
import { type Json, RETRY_AFTER } from './route-says.ts'

/**
 * Headers of a page without scripts, which runs and embeds nothing, and whose URL, which holds a secret, is sent as a referrer to
 * nobody else. (With `no-referrer`, browsers would not say either that a form of it comes from here.)
 */
const PAGE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const

/**
 * Headers of a page whose forms lead on to a program that is let in, wherever that is, and from there to anywhere: browsers that
 * look at `form-action` look at all of that way.
 */
const LEADING_HEADERS = {
  ...PAGE_HEADERS,
  'content-security-policy': PAGE_HEADERS['content-security-policy'].replace(
    "form-action 'self'; ",
    '',
  ),
} as const

/** Shows a page of the server's own, without scripts; `leadsOn` says that its forms lead on to programs. */
export type ShowPage = (
  c: Context,
  title: string,
  content: ReturnType<typeof html>,
  leadsOn?: boolean,
) => Promise<Response>

/** The page for people, as it was built: texts by name, pictures in base64; all but `index.html` and `entry.json` have a hash in it. */
type WebFiles = ReadonlyMap<string, string>

/** Loads it; undefined where this program has none. */
export type LoadWebFiles = () => Promise<WebFiles | undefined>

/** What the pages without scripts link to. */
interface EntryLinks {
  style: string
  icon: string
}

/** Shows pages without scripts, in the style of the page for people where there is one. */
export function createPages(web: LoadWebFiles): ShowPage {
  return async (c, title, content, leadsOn = false) => {
    const links = await entryLinks(web)
    const headers = leadsOn ? LEADING_HEADERS : PAGE_HEADERS
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
    return c.html(
      html`<!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <meta name="color-scheme" content="light dark" />
            <title>${title}</title>
            ${
              links &&
              html`<link rel="icon" href="${links.icon}" type="image/svg+xml" />
                <link rel="stylesheet" href="${links.style}" />`
            }
          </head>
          <body>
            <main class="entry">
              ${links && html`<p class="brand"><img src="${links.icon}" alt="" />Bellhop</p>`}
              <div class="card">
                <h1>${title}</h1>
                ${content}
              </div>
            </main>
          </body>
        </html>`,
    )
  }
}

/** Describes a page in documents. */
export const pageAnswer = (description: string): Json => ({
  description,
  content: { 'text/html': { schema: { type: 'string' } } },
})

/** The refusal of a page that is asked for too often. */
export const TOO_MANY: Json = {
  description: 'The address made too many requests.',
  headers: RETRY_AFTER,
}

/** What pages without scripts link to of the page for people; undefined where there is none. */
async function entryLinks(load: LoadWebFiles): Promise<EntryLinks | undefined> {
  const text = (await load())?.get('entry.json')
  return text === undefined ? undefined : (JSON.parse(text) as EntryLinks)
}

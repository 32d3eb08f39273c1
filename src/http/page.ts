import type { Context } from 'hono'
import { html } from 'hono/html'
import { type Json, RETRY_AFTER } from './openapi/shapes.ts'

/**
 * Such a page runs, loads and embeds nothing, and its URL, which holds a secret, is sent as a referrer to nobody else. (With
 * `no-referrer`, browsers would not say either that a form of it comes from here.)
 */
const PAGE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const

/**
 * Forms of such a page lead on to the program that is let in, wherever that is, and from there to anywhere: browsers that look at
 * `form-action` look at all of that way.
 */
const CONSENT_HEADERS = {
  ...PAGE_HEADERS,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
} as const

/** Shows a page of the server's own. */
export function showPage(c: Context, title: string, content: ReturnType<typeof html>) {
  for (const [name, value] of Object.entries(PAGE_HEADERS)) c.header(name, value)
  return c.html(pageOf(title, content))
}

/** Shows a page from which people go on to a program that they let in. */
export async function showConsentPage(
  c: Context,
  title: string,
  content: ReturnType<typeof html>,
): Promise<Response> {
  for (const [name, value] of Object.entries(CONSENT_HEADERS)) c.header(name, value)
  return c.html(pageOf(title, content))
}

/** A page that says why nothing comes of a request, for what answers requests itself. */
export function problemPage(text: string): {
  headers: Readonly<Record<string, string>>
  html: string
} {
  return { headers: PAGE_HEADERS, html: String(pageOf('This did not work', html`<p>${text}</p>`)) }
}

function pageOf(title: string, content: ReturnType<typeof html>): ReturnType<typeof html> {
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>${title}</title>
      <h1>${title}</h1>
      ${content}
    </html>`
}

/** Describes a page in documents. */
export const pageAnswer = (description: string): Json => ({
  description,
  content: { 'text/html': { schema: { type: 'string' } } },
})

/** The refusal of a page that is asked for too often. */
export const TOO_MANY: Json = { description: 'Too many requests.', headers: RETRY_AFTER }

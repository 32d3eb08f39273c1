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

/** Shows a page of the server's own. */
export function showPage(c: Context, title: string, content: ReturnType<typeof html>) {
  for (const [name, value] of Object.entries(PAGE_HEADERS)) c.header(name, value)
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <h1>${title}</h1>
        ${content}
      </html>`,
  )
}

/** Describes a page in documents. */
export const pageAnswer = (description: string): Json => ({
  description,
  content: { 'text/html': { schema: { type: 'string' } } },
})

/** The refusal of a page that is asked for too often. */
export const TOO_MANY: Json = { description: 'Too many requests.', headers: RETRY_AFTER }

import type { Page } from '../page-server.ts'

/** A site as some software makes it: the address that a reader knows, and the path of the feed that stands there. */
export interface FeedSite {
  name: string
  /** Path that is asked for. */
  at: string
  pages: Readonly<Record<string, Page>>
  /** Path of the feed that should be read; null where the site has none. */
  feed: string | null
}

/** A page of some site. */
export const page = (head: string, body = '<p>Tides and harbours.</p>'): Page => ({
  body: `<!doctype html><html><head><meta charset="utf-8"><title>The Harbour</title>${head}</head><body>${body}</body></html>`,
})

/** A small RSS feed. */
export const rssPage = (contentType = 'application/rss+xml'): Page => ({
  headers: { 'content-type': contentType },
  body: '<?xml version="1.0"?><rss version="2.0"><channel><title>The Harbour</title><item><title>Low tide</title><guid>1</guid></item></channel></rss>',
})

/** A small Atom feed. */
export const atomPage = (contentType = 'application/atom+xml'): Page => ({
  headers: { 'content-type': contentType },
  body: '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>The Harbour</title><entry><title>Low tide</title><id>tag:1</id></entry></feed>',
})

/** A small JSON Feed. */
export const jsonPage = (contentType = 'application/feed+json'): Page => ({
  headers: { 'content-type': contentType },
  body: '{"version":"https://jsonfeed.org/version/1.1","title":"The Harbour","items":[{"id":"1","title":"Low tide"}]}',
})

/** A page that is not there any more. */
export const gone: Page = { status: 410, body: '<p>Gone.</p>' }
/** A page that fails. */
export const broken: Page = { status: 500, body: 'Internal error' }

/** A link that names a feed. */
export const named = (href: string, type = 'application/rss+xml', rel = 'alternate'): string =>
  `<link rel="${rel}" type="${type}" href="${href}">`

/** The part of the browser's Trusted Types that is used; not every browser has them. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML(html: string): string },
  ): {
    createHTML(html: string): string
  }
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }

/** The one policy of this page, which its headers name: HTML comes from the server, which made it of Markdown. */
const policy = trustedTypes?.createPolicy('bellhop', { createHTML: (html) => html })

/** Parses markup in a document where nothing is loaded and nothing runs. */
export function parse(markup: string, type: 'text/html' | 'image/svg+xml'): Document {
  return new DOMParser().parseFromString(policy?.createHTML(markup) ?? markup, type)
}

/** An opening tag with its attributes, in quotation marks as the server writes them. */
const TAG = /<[a-z][\w-]*(?:\s+[^\s=>"'/]+(?:="[^"]*")?)*\s*\/?>/gi

/**
 * Parses HTML that the server made, in a document where nothing is loaded and nothing runs. What it says of style is in `data-style`: the
 * page lets no element have styles of its own, and browsers report each one that they parse.
 */
export function parseServerHtml(html: string): HTMLElement {
  const plain = html.replaceAll(TAG, (tag) => tag.replaceAll(/\sstyle="/gi, ' data-style="'))
  return parse(plain, 'text/html').body
}

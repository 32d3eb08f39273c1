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

/** Parses HTML that the server made, in a document where nothing is loaded and nothing runs. */
export function parseServerHtml(html: string): HTMLElement {
  const trusted = policy?.createHTML(html) ?? html
  return new DOMParser().parseFromString(trusted, 'text/html').body
}

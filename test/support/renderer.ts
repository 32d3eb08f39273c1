import type { PageBrowser, RenderedPage, RenderOptions } from '../../src/contract/browser.ts'

/** A renderer whose pages are given, with what it was asked for. */
export interface GivenRenderer extends PageBrowser {
  requests: { url: string; options: RenderOptions }[]
}

/** A renderer that shows the same page for each address, or throws; for whom it is open is as said. */
export function renderGiven(
  page: Partial<RenderedPage> | Error,
  { isOpen = true, isSold = false, isThere = true } = {},
): GivenRenderer {
  const requests: GivenRenderer['requests'] = []
  return {
    requests,
    isSold,
    opensTo: () => isOpen,
    isThere: async () => isThere,
    render: async (url, options) => {
      requests.push({ url, options })
      if (page instanceof Error) throw page
      return { url, status: 200, html: '', truncated: false, ...page }
    },
    shoot: async (url, options) => {
      const { format, width, height } = options
      requests.push({ url, options })
      if (page instanceof Error) throw page
      const bytes = Buffer.from('picture')
      return { url, status: 200, title: 'Title', width, height, format, part: 1, parts: 1, bytes }
    },
    inspect: async () => ({ browser: 'given' }),
    load: () => ({ running: 0, waiting: 0, refused: 0 }),
    close: async () => {},
  }
}

import { cleanLine } from '../../lib/text.ts'

const TITLE_MAX_CHARS = 300

/** A link-preview card (utility spec 2.2, PreviewCard). */
export interface Card {
  url: string
  title: string
  description: string
  image: string
  siteName: string
}

/** The card of an address that is itself an image: the file name as title, the address as image. */
export function fileCard(url: string): Card {
  const name = new URL(url).pathname.split('/').at(-1) ?? ''
  return {
    url,
    title: cleanLine(decoded(name), TITLE_MAX_CHARS),
    description: '',
    image: url,
    siteName: '',
  }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

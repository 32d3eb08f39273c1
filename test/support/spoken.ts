/** What a page of a thread says, written down beside it. */
export interface SpokenPost {
  author: string
  /** What the line over the post must hold of its time; absent where the page has none. */
  date?: string
  depth: number
  votes?: number
  accepted?: boolean
  /** Its paragraphs, each of them somewhere in one line. */
  text: readonly string[]
}

/** How many posts stand under their author, in order, and as deep as they should. */
export interface Spoken {
  posts: number
  found: number
  inOrder: number
  authors: number
  dates: number
  depths: number
  votes: number
  accepted: number
}

interface Head {
  line: number
  depth: number
  author: string
  rest: string
}

/** A Markdown text without escapes, white space collapsed. */
export function plainLine(text: string): string {
  return text.replaceAll(/\\([\\`*_{}[\]()#+\-.!>~|])/g, '$1').replaceAll(/\s+/g, ' ')
}

/** Compares a thread in Markdown with what was said. */
export function readSpoken(
  markdown: string,
  posts: readonly SpokenPost[],
  isArticle = false,
): Spoken {
  const lines = markdown.split('\n')
  const heads = lines.flatMap((line, index) => headIn(line, index))
  const texts = lines.map((line) => plainLine(line.replace(/^(?:> ?)+/, '')))
  const spoken: Spoken = {
    posts: posts.length,
    found: 0,
    inOrder: 0,
    authors: 0,
    dates: 0,
    depths: 0,
    votes: 0,
    accepted: 0,
  }
  // The text of an article may hold a sentence of a comment.
  let from = isArticle ? (heads[0]?.line ?? 0) : 0
  for (const post of posts) {
    const first = post.text[0]!
    let at = texts.findIndex((text, index) => index >= from && text.includes(first))
    if (at !== -1) {
      spoken.inOrder += 1
      from = at
    } else at = texts.findIndex((text) => text.includes(first))
    if (at === -1) continue
    spoken.found += 1
    const head = heads.findLast(({ line }) => line <= at)
    if (!head) continue
    if (head.author === post.author) spoken.authors += 1
    if (post.date === undefined || head.rest.includes(post.date)) spoken.dates += 1
    if (head.depth === post.depth) spoken.depths += 1
    if (new RegExp(`(?:^|· )${post.votes} (?:vote|point|like)`).test(head.rest)) spoken.votes += 1
    if (/(?:^|· )accepted$/.test(head.rest)) spoken.accepted += 1
  }
  return spoken
}

function headIn(line: string, index: number): Head[] {
  const match = /^((?:> ?)*)\*\*(.+?)\*\*(?: · (.*))?$/.exec(line.trim())
  if (match === null) return []
  const [, quote = '', author = '', rest = ''] = match
  return [
    {
      line: index,
      depth: quote.split('>').length - 1,
      author: plainLine(author),
      rest: plainLine(rest),
    },
  ]
}

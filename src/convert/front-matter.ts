import type { MarkdownIt } from 'markdown-it'

/** Lines that front matter may have. */
const LINES_MAX_COUNT = 1_000
/** What begins and ends it, and the language that is written in between. */
const FENCES: Readonly<Record<string, { language: string; end: RegExp; field: RegExp }>> = {
  '---': {
    language: 'yaml',
    end: /^(?:---|\.\.\.)\s*$/,
    field: /^["']?[\p{L}_][^:]{0,200}:(?:\s|$)/u,
  },
  '+++': { language: 'toml', end: /^\+\+\+\s*$/, field: /^["']?[\p{L}_][^=]{0,200}=/u },
}

/** Reads the fields that a Markdown file may begin with as a block of code in their language, so that they stay what they are. */
export function addFrontMatter(markdown: MarkdownIt): void {
  markdown.block.ruler.before('table', 'front_matter', (state, start, end, silent) => {
    if (start !== 0 || silent || state.level > 0) return false
    const line = (at: number): string => state.src.slice(state.bMarks[at], state.eMarks[at])
    const fence = FENCES[line(0).trimEnd()]
    if (!fence) return false
    const limit = Math.min(end, LINES_MAX_COUNT)
    let close = 1
    let hasField = false
    while (close < limit && !fence.end.test(line(close))) {
      hasField ||= fence.field.test(line(close))
      close += 1
    }
    // A thematic break has a blank line after it, or no fields.
    if (close === limit || !hasField || state.isEmpty(1)) return false
    const token = state.push('fence', 'code', 0)
    token.info = fence.language
    token.markup = '```'
    token.content = state.getLines(1, close, 0, true)
    token.map = [0, close + 1]
    state.line = close + 1
    return true
  })
}

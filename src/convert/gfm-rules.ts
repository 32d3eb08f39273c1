import type { MarkdownIt, StateCore, Token } from 'markdown-it'

/** Elements that GFM shows instead of running (GFM 6.11, "tagfilter"). */
const FILTERED_TAG =
  /<(?=\/?(?:title|textarea|style|xmp|iframe|noembed|noframes|script|plaintext)(?:[\s/>]|$))/gi
const TASK = /^\[([ xX])\](?=[ \t])/

/** Adds to markdown-it what GFM has and it lacks: task items, `<del>`, and the tag filter. */
export function addGfmRules(markdown: MarkdownIt): void {
  const { rules } = markdown.renderer
  rules['html_block'] = rules['html_inline'] = (tokens, index) =>
    (tokens[index]?.content ?? '').replaceAll(FILTERED_TAG, '&lt;')
  rules['s_open'] = () => '<del>'
  rules['s_close'] = () => '</del>'
  rules['task'] = (tokens, index) =>
    `<input type="checkbox"${tokens[index]?.info === '' ? '' : ' checked=""'} disabled="">`
  markdown.core.ruler.after('inline', 'tasks', markTasks)
}

/** Turns `[ ]` and `[x]` at the start of an item into boxes (GFM 5.3). */
function markTasks(state: StateCore): void {
  const { tokens } = state
  for (let index = 2; index < tokens.length; index += 1) {
    if (tokens[index - 2]?.type !== 'list_item_open') continue
    const { type, children } = tokens[index] as Token
    const text = type === 'inline' ? children?.[0] : undefined
    const task = text?.type === 'text' ? TASK.exec(text.content) : null
    if (!text || !children || !task) continue
    text.content = text.content.slice(task[0].length)
    children.unshift(box(state, task[1] === ' ' ? '' : 'x'))
  }
}

function box(state: StateCore, info: string): Token {
  const token = new state.Token('task', 'input', 0)
  token.info = info
  return token
}

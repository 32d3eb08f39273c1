import type { Target } from '../draft.ts'
import { attach } from './attach.ts'
import { replaceText } from './completion.tsx'

/** What makes a text of the clipboard more than its plain words. */
const RICH = /<(?:table|ul|ol|h[1-6]|pre|blockquote|code|b|strong|em|i|s|del|a\s[^>]*href)\b/i

/** Whether HTML has words of its own, and is not just the picture that lies beside it. */
function hasWords(html: string): boolean {
  const words = html.replaceAll(/<(style|script|title)\b[^]*?<\/\1>|<!--[^]*?-->|<[^>]*>/gi, '')
  return words.replaceAll('&nbsp;', ' ').trim() !== ''
}

/** Pastes what the browser would not: rich text and cells as Markdown, addresses on selected words as links, files beside. */
export function paste(
  event: ClipboardEvent & { currentTarget: HTMLTextAreaElement },
  where: Target,
): void {
  const { clipboardData: data, currentTarget: field } = event
  if (!data) return
  const [html, plain] = [data.getData('text/html'), data.getData('text/plain')]
  const { selectionStart: start, selectionEnd: end, value } = field
  if (hasWords(html)) {
    if (!RICH.test(html)) return
    event.preventDefault()
    void import('./markdown-of.ts').then(
      ({ markdownOf }) => replaceText(field, start, end, markdownOf(html) || plain),
      () => replaceText(field, start, end, plain),
    )
  } else if (data.files.length > 0) {
    event.preventDefault()
    attach(where, data.files)
  } else if (start < end && /^https?:\/\/\S+$/.test(plain)) {
    event.preventDefault()
    replaceText(field, start, end, `[${value.slice(start, end)}](${plain})`)
  }
}

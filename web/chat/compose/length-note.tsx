import { formatNumber } from '../../lib/format.ts'
import { countChars } from '../../store/writing/length.ts'
import { chatText as t } from '../../words/chat.ts'

/** Share of the longest text from which on the length is shown. */
const SHOWN_FROM = 0.9

/** How long a text is, once that nears what can be sent; nothing of it is ever cut. */
export function LengthNote({ text, max }: { text: string; max: number }) {
  if (text.length < max * SHOWN_FROM) return null
  const count = countChars(text.trim())
  const isOver = count > max
  return (
    <span class={`small ${isOver ? 'over-long' : 'dim'}`} role={isOver ? 'alert' : undefined}>
      {isOver
        ? t.tooLong(formatNumber(count - max))
        : t.lengthOf(formatNumber(count), formatNumber(max))}
    </span>
  )
}

import { useRef } from 'preact/hooks'
import { parseServerHtml } from '../lib/trusted-html.ts'
import type { Message } from '../lib/types.ts'
import { isOwn } from '../store/message-list.ts'
import { userName } from '../store/names.ts'

/** Messages that are read out at most, and how much of each. */
const [SPOKEN_MAX_COUNT, SPOKEN_MAX_CHARS] = [3, 300]

/** Messages of others that have come while this list is shown, for readers of screens, which say what is added here. */
export function Spoken({ rows }: { rows: readonly Message[] }) {
  const after = useRef(rows.at(-1)?.id ?? 0)
  const fresh = rows.filter((row) => row.id > after.current && !isOwn(row))
  return (
    <div class="unseen" role="log">
      {fresh.slice(-SPOKEN_MAX_COUNT).map((row) => (
        <p key={row.id}>{spokenText(row)}</p>
      ))}
    </div>
  )
}

function spokenText({ sender_id, content }: Message): string {
  const text = parseServerHtml(content).textContent.trim().slice(0, SPOKEN_MAX_CHARS)
  return `${userName(sender_id)}: ${text}`
}

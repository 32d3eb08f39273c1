import type { Message } from '../lib/types.ts'
import { choicesOf } from '../lib/widget.ts'
import { send } from '../store/outbox.ts'
import { placeOfMessage } from '../store/views.ts'

/** A button for each answer that a question offers: it sends the answer. */
export function ChoiceButtons({ message }: { message: Message }) {
  return (
    <div class="row">
      {choicesOf(message)?.map(({ reply, short, long }) => (
        <button
          key={reply}
          type="button"
          class="button choice"
          title={long}
          onClick={() => send(placeOfMessage(message), reply)}
        >
          {short !== '' && <strong aria-hidden="true">{short}</strong>}
          {long}
        </button>
      ))}
    </div>
  )
}

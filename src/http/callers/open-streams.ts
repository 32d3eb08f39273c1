import type { ChatService } from '../../contract/chat.ts'
import type { Right } from '../../contract/right.ts'

/** How long a stream stays open once its right has ended: calls that run answer why they fail. */
const ANSWER_MAX_MS = 250

/** Passes a response on; an event stream ends with the right of its request: at the door, only new requests are seen. */
export function endWithRight(
  response: Response,
  right: Right,
  chat: Pick<ChatService, 'holdRight'>,
): Response {
  if (!response.body || !isEventStream(response)) return response
  let letGo = (): void => {}
  let ending: NodeJS.Timeout | undefined
  const over = (): void => {
    letGo()
    clearTimeout(ending)
  }
  const passing = new TransformStream<Uint8Array, Uint8Array>({
    start(controller) {
      letGo = chat.holdRight(right, () => {
        ending = setTimeout(() => controller.terminate(), ANSWER_MAX_MS)
      })
    },
    flush: over,
    cancel: over,
  })
  return new Response(response.body.pipeThrough(passing), response)
}

/** Whether a response goes on with events. */
export function isEventStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') ?? false
}

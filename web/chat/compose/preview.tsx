import { call } from '../../lib/api.ts'
import { Failed, Loading } from '../../ui/states.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { MessageBody } from '../message-body.tsx'

/** A text as it will be shown. */
export function Preview({ text }: { text: string }) {
  const { value, failure } = useLoaded(
    async (signal) =>
      call<{ rendered: string }>('POST', 'messages/render', { content: text }, signal),
    [text],
  )
  if (failure !== undefined) return <Failed reason={failure} />
  return <div class="preview">{value ? <MessageBody html={value.rendered} /> : <Loading />}</div>
}

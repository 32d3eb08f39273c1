import { writeMultipart } from '../../src/remote/chat/multipart.ts'
import type { Served } from './bellhop.ts'

/** Posts a file in the chat of a server as its owner, where everybody may read it; returns its link. */
export async function uploadTo(server: Served, name: string, bytes: Uint8Array): Promise<string> {
  const { email, key } = server.owner()
  const authorization = `Basic ${btoa(`${email}:${key}`)}`
  const post = async (path: string, body: NonNullable<RequestInit['body']>, more = {}) => {
    const init = { method: 'POST', headers: { authorization, ...more }, body }
    const answer = await fetch(`${server.url}/api/v1${path}`, init)
    const { result, msg, url = '' } = (await answer.json()) as Record<string, string>
    if (result !== 'success') throw new Error(msg)
    return url
  }
  const { type, body } = writeMultipart({}, { name, bytes })
  const url = await post('/user_uploads', Buffer.from(body), { 'content-type': type })
  const said = { type: 'stream', to: 'general', topic: 'files', content: `[it](${url})` }
  await post('/messages', new URLSearchParams(said))
  return url
}

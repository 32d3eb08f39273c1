import { isRecord } from '../lib/is-record.ts'
import { requestIdField } from '../lib/request.ts'

/** Names the request in the data of a refusal that the SDK has written, as our own errors do. Other answers stay as they are. */
export async function nameRequest(response: Response): Promise<Response> {
  const named = requestIdField('requestId')
  const { status, headers, body } = response
  const isRefusal = status >= 400 && headers.get('content-type')?.startsWith('application/json')
  if (!isRefusal || !body || named.requestId === undefined) return response
  const text = await response.text()
  const sent = new Headers(headers)
  sent.delete('content-length')
  return new Response(withData(text, named), { status, headers: sent })
}

/** The text of an answer with facts in the data of its error; as it was where it is no error, or has these facts. */
function withData(text: string, facts: Readonly<Record<string, unknown>>): string {
  const answer: unknown = JSON.parse(text)
  if (!isRecord(answer) || !isRecord(answer['error'])) return text
  const { data = {}, ...error } = answer['error']
  if (!isRecord(data) || Object.keys(facts).every((name) => name in data)) return text
  return JSON.stringify({ ...answer, error: { ...error, data: { ...data, ...facts } } })
}

import type { OperatorFetch, OperatorRequest } from '../contract/net.ts'

/** Longest time that an identity provider may take for one answer. */
const PROVIDER_DEADLINE_MS = 10_000

/** What libraries hand to a fetch. */
interface FetchInit {
  method?: string | undefined
  headers?: unknown
  body?: string | object | null | undefined
}

/** The fetch of the operator's endpoints in the form in which libraries want one. */
export function responseFetch(fetch: OperatorFetch) {
  return async (url: string, { method = 'GET', headers, body }: FetchInit): Promise<Response> => {
    const answer = await fetch(url, {
      signal: AbortSignal.timeout(PROVIDER_DEADLINE_MS),
      method: method as NonNullable<OperatorRequest['method']>,
      headers: Object.fromEntries(new Headers(headers as ConstructorParameters<typeof Headers>[0])),
      ...(body ? { body: bodyText(body) } : {}),
    })
    const { status, headers: sent } = answer
    const text = status === 204 ? null : Buffer.from(answer.body)
    return new Response(text, { status, headers: withoutCoding(sent) })
  }
}

/** The body is decoded already. */
function withoutCoding(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !['content-encoding', 'content-length', 'transfer-encoding'].includes(name),
    ),
  )
}

/** Libraries send forms, or text. */
function bodyText(body: object | string): string {
  if (typeof body === 'string') return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new TypeError('A body of this kind is not sent.')
}

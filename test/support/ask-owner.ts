/** What a server answered: the fields of a JSON object, or a text. */
export type OwnerResponse = { status: number; body: Record<string, unknown> }

/** Asks a running server as its owner. */
export function asOwner(url: string, owner: () => { email: string; key: string }) {
  const ask = async (path: string, fields?: Record<string, string>): Promise<OwnerResponse> => {
    const { email, key } = owner()
    const response = await fetch(url + path, {
      headers: { authorization: `Basic ${btoa(`${email}:${key}`)}` },
      ...(fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, body: isJson ? JSON.parse(text) : { text } }
  }
  return {
    ask,
    send: async () =>
      ask('/api/v1/messages', { type: 'stream', to: 'general', topic: 't', content: 'hello' }),
    read: async () => ask('/api/v1/messages?anchor=newest&num_before=5&num_after=0'),
    /** Counters of `/metrics` whose line holds a text. */
    async metric(text: string): Promise<number> {
      const { body } = await ask('/metrics')
      const lines = String(body['text']).split('\n')
      const found = lines.filter((line) => !line.startsWith('#') && line.includes(text))
      return found.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
    },
  }
}

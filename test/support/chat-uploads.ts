import { type Answer, type ChatWorld, ok, type Person } from './chat-world.ts'

/** A file as a test sends it. */
export interface SentFile {
  name: string
  content: string | Uint8Array<ArrayBuffer>
  /** What the sender says it is. */
  type?: string
}

/** Header that shows an account. */
export function authorization({ email, key }: Pick<Person, 'email' | 'key'>): {
  authorization: string
} {
  return { authorization: `Basic ${btoa(`${email}:${key}`)}` }
}

/** Sends files in a multipart body, one to each field. */
export async function sendFiles(
  world: ChatWorld,
  person: Person | undefined,
  files: readonly SentFile[],
  path = '/user_uploads',
  method = 'POST',
): Promise<Answer> {
  const body = new FormData()
  for (const [index, { name, content, type = 'application/octet-stream' }] of files.entries()) {
    body.append(index === 0 ? 'filename' : `file${index}`, new File([content], name, { type }))
  }
  const headers = person ? authorization(person) : {}
  const response = await world.request(path, { method, headers, body })
  return {
    status: response.status,
    ...((await response.json()) as Omit<Answer, 'status'>),
  } as Answer
}

/** Uploads a file; returns its path on the server. */
export async function upload(
  world: ChatWorld,
  person: Person,
  name: string,
  content: SentFile['content'] = 'content',
): Promise<string> {
  return ok(await sendFiles(world, person, [{ name, content }]))['url'] as string
}

/** Asks for a path of the server; without a person, as a stranger. */
export async function fetchPath(
  world: ChatWorld,
  person: Person | undefined,
  path: string,
  init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
): Promise<Response> {
  const headers = { ...(person ? authorization(person) : {}), ...init.headers }
  return world.request(`/${path}`, { ...init, headers })
}

/** A whole, tiny PNG. */
export const PNG: Uint8Array<ArrayBuffer> = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  ),
  (char) => char.charCodeAt(0),
)

import { Agent, type Dispatcher } from 'undici'
import type { Person } from './people.ts'

/** What came of one request. */
export interface Answered {
  /** HTTP status; 0 where no whole answer came. */
  status: number
  /** Empty where it was not kept. */
  text: string
}

/** A request, with a body that may be sent slowly. */
export interface PersonRequest {
  method?: Dispatcher.HttpMethod
  headers?: Readonly<Record<string, string>>
  body?: string | Buffer | AsyncIterable<Buffer>
  signal?: AbortSignal
  /** Whether the answer is kept; else it is read and thrown away. */
  keep?: boolean
}

const FORM = 'application/x-www-form-urlencoded'

/** Speaks to a server as one person, from their address, over connections that stay open. */
export class Caller implements AsyncDisposable {
  readonly #url: string
  readonly #person: Person
  readonly #agent: Agent

  constructor(url: string, person: Person) {
    this.#url = url
    this.#person = person
    const { address } = person
    this.#agent = new Agent({
      headersTimeout: 0,
      bodyTimeout: 0,
      pipelining: 1,
      ...(address === undefined ? {} : { localAddress: address }),
    })
  }

  /** Sends a request as it is. Never throws: an answer that does not come has the status 0. */
  async send(
    path: string,
    { method = 'POST', keep = false, ...rest }: PersonRequest,
  ): Promise<Answered> {
    try {
      const options = { method, ...rest } as Omit<Dispatcher.RequestOptions, 'origin' | 'path'>
      const { statusCode, body } = await this.#agent.request({
        origin: this.#url,
        path,
        ...options,
      })
      if (keep) return { status: statusCode, text: await body.text() }
      for await (const _ of body);
      return { status: statusCode, text: '' }
    } catch {
      return { status: 0, text: '' }
    }
  }

  /** Calls a route with the person's bearer key. */
  async call(path: string, input: object, rest: PersonRequest = {}): Promise<Answered> {
    const headers = { ...this.bearer, 'content-type': 'application/json', ...rest.headers }
    return this.send(path, { ...rest, headers, body: JSON.stringify(input) })
  }

  /** Calls an operation of the chat with the person's account. */
  async chat(
    method: Dispatcher.HttpMethod,
    path: string,
    fields: Readonly<Record<string, string>>,
    rest: PersonRequest = {},
  ): Promise<Answered> {
    const text = new URLSearchParams(fields).toString()
    const headers = { ...this.basic, 'content-type': FORM, ...rest.headers }
    return method === 'GET'
      ? this.send(`/api/v1${path}?${text}`, { ...rest, method, headers })
      : this.send(`/api/v1${path}`, { ...rest, method, headers, body: text })
  }

  /** Header that shows the key. */
  get bearer(): { authorization: string } {
    return { authorization: `Bearer ${this.#person.key}` }
  }

  /** Header that shows the chat account. */
  get basic(): { authorization: string } {
    return { authorization: `Basic ${btoa(`${this.#person.email}:${this.#person.apiKey}`)}` }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy()
  }
}

import { createHash, randomBytes } from 'node:crypto'
import { get } from 'node:http'
import type { Manners, OAuthPerson } from './oauth-person.ts'

/** What a token endpoint answers. */
export interface Tokens {
  access_token: string
  refresh_token: string
  expires_in: number
  scope: string
  error?: string
}

/** A program that speaks OAuth by hand: each step can be looked at, repeated and done wrongly. */
export class OAuthClient {
  readonly url: string
  readonly id: string
  readonly redirectUri: string
  readonly #secret: string | undefined
  /** Sent with what it sends itself. */
  headers: Record<string, string> = {}
  /** What it shows who it is by, besides a secret. */
  proof: () => Promise<Record<string, string>> = async () => ({})

  constructor(url: string, id: string, redirectUri: string, secret?: string) {
    this.url = url
    this.id = id
    this.redirectUri = redirectUri
    this.#secret = secret
  }

  /** Registers itself; the answer as it is. */
  static async register(
    url: string,
    metadata: Record<string, unknown>,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return fetch(`${url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(metadata),
    })
  }

  /** A program that has registered itself with one address. */
  static async registered(
    url: string,
    redirectUri = 'http://127.0.0.1:4711/callback',
    metadata: Record<string, unknown> = {},
  ): Promise<OAuthClient> {
    const response = await OAuthClient.register(url, {
      client_name: 'Test program',
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'none',
      ...metadata,
    })
    const { client_id, client_secret } = (await response.json()) as Record<string, string>
    if (client_id === undefined) throw new Error(`Not registered: ${response.status}`)
    return new OAuthClient(url, client_id, redirectUri, client_secret)
  }

  /** The address to which it sends somebody, and what it keeps to itself. */
  begin(params: Readonly<Record<string, string | undefined>> = {}): { url: URL; verifier: string } {
    const verifier = randomBytes(32).toString('base64url')
    const url = new URL(`${this.url}/oauth/authorize`)
    const all = {
      response_type: 'code',
      client_id: this.id,
      redirect_uri: this.redirectUri,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      scope: 'mcp chat:write',
      resource: `${this.url}/mcp`,
      state: 'kept',
      ...params,
    }
    for (const [name, value] of Object.entries(all)) {
      if (value !== undefined) url.searchParams.set(name, value)
    }
    return { url, verifier }
  }

  /** Lets somebody sign in and consent; the tokens that come of it. */
  async comeIn(
    person: OAuthPerson,
    manners: Manners,
    params: Readonly<Record<string, string | undefined>> = {},
  ): Promise<Tokens> {
    const { url, verifier } = this.begin(params)
    const back = await person.authorize(url, this.redirectUri, manners)
    const code = back.searchParams.get('code')
    if (code === null) throw new Error(`No code: ${back.search}`)
    return (await (await this.exchange(code, verifier)).json()) as Tokens
  }

  async exchange(code: string, verifier: string): Promise<Response> {
    return this.token({
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: this.redirectUri,
    })
  }

  async refresh(token: string): Promise<Response> {
    return this.token({ grant_type: 'refresh_token', refresh_token: token })
  }

  async token(fields: Record<string, string>): Promise<Response> {
    const secret = this.#secret === undefined ? {} : { client_secret: this.#secret }
    const proof = await this.proof()
    return fetch(`${this.url}/oauth/token`, {
      method: 'POST',
      headers: this.headers,
      body: new URLSearchParams({ client_id: this.id, ...secret, ...proof, ...fields }),
    })
  }
}

/** Calls a tool over MCP without a session, with what somebody shows; the answer as it is. */
export async function callWith(
  mcpUrl: string,
  token: string | undefined,
  name = 'echo',
  args: Record<string, unknown> = { text: 'hi' },
): Promise<Response> {
  const params = { name, arguments: args }
  return fetch(mcpUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  })
}

/** The status of such a call. */
export async function statusWith(mcpUrl: string, token: string | undefined): Promise<number> {
  const response = await callWith(mcpUrl, token)
  await response.body?.cancel()
  return response.status
}

/** The status of a refusal, and its error. */
export async function errorOf(answer: Response): Promise<readonly [number, string]> {
  const { error } = (await answer.json()) as { error: string }
  return [answer.status, error]
}

/** What a refusal says of how to come in. */
export function challengeOf(answer: Response): string | null {
  return answer.headers.get('www-authenticate')
}

/** Where somebody is sent at once, or the status and page that they are shown. */
export async function sentTo(url: URL): Promise<string | readonly [number, string]> {
  const answer = await fetch(url, { redirect: 'manual' })
  return answer.headers.get('location') ?? [answer.status, await answer.text()]
}

/** The status of a request that names another host than it is sent to. */
export async function statusUnder(host: string, url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { host } }, ({ statusCode }) => resolve(statusCode)).on('error', reject)
  })
}

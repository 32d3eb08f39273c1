import type { ChatWorld } from './chat-world.ts'

/** A browser that is at a page of the server: it keeps cookies and says where requests come from. */
export interface Browser {
  cookies: Map<string, string>
  /** Attributes of each cookie as it was last set. */
  attributes: Map<string, string>
  /** Headers of a request that a page makes. */
  headers(): Record<string, string>
  /** Sends a request; keeps the cookies of the answer. */
  request(path: string, init?: RequestInit): Promise<Response>
  login(username: string, password: string): Promise<Record<string, unknown>>
  logout(): Promise<Response>
}

/** The origin that pages of a test world have. */
export const ORIGIN = 'http://localhost'

/** Opens a browser without cookies. */
export function openBrowser(world: Pick<ChatWorld, 'request'>, origin: string = ORIGIN): Browser {
  const cookies = new Map<string, string>()
  const attributes = new Map<string, string>()
  const headers = () => ({
    origin,
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    // Servers at a port of their own name it.
    'x-csrftoken': [...cookies].find(([name]) => name.startsWith('csrftoken'))?.[1] ?? '',
  })
  const request = async (path: string, init: RequestInit = {}) => {
    const response = await world.request(path, { ...init, headers: init.headers ?? headers() })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = '', rest = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? []
      attributes.set(name, rest)
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  return {
    cookies,
    attributes,
    headers,
    request,
    async login(username, password) {
      const body = new URLSearchParams({ username, password })
      const response = await request('//accounts/login/', { method: 'POST', body })
      return { status: response.status, ...((await response.json()) as object) }
    },
    logout: async () => request('//accounts/logout/', { method: 'POST' }),
  }
}

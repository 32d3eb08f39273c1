/** How somebody behaves on the pages of a sign-in. */
export interface Manners {
  username: string
  password: string
  /** Scopes whose boxes they clear. */
  clears?: readonly string[]
  /** What they press on the page that asks; `allow` unless said otherwise. */
  presses?: 'allow' | 'deny'
  /** Called with each page that they see. */
  sees?(page: string, url: URL): void
}

/** A browser that follows redirects, keeps cookies by path, fills forms, and stops where a program's address begins. */
export class OAuthPerson {
  readonly #jar = new Map<string, { value: string; path: string }>()

  /** Goes where a program sends them and on, until they are sent to `redirectUri`; returns that address with what it says. */
  async authorize(start: URL, redirectUri: string, manners: Manners): Promise<URL> {
    let next: { url: URL; form?: URLSearchParams } = { url: start }
    for (let hop = 0; hop < 20; hop += 1) {
      if (next.url.href.startsWith(redirectUri)) return next.url
      const response = await this.send(next.url, next.form)
      const location = response.headers.get('location')
      if (location !== null) {
        next = { url: new URL(location, next.url) }
        continue
      }
      const page = await response.text()
      manners.sees?.(page, next.url)
      next = { url: next.url, form: this.#fill(page, manners) }
    }
    throw new Error(`The way ends at ${next.url.href}.`)
  }

  /** Sends one request as a browser does that is at a page of that server. */
  async send(url: URL, form?: URLSearchParams): Promise<Response> {
    const cookie = [...this.#jar]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie, ...(form ? { origin: url.origin } : {}) },
      ...(form ? { method: 'POST', body: form } : {}),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      const path = /; ?path=([^;]+)/i.exec(line)?.[1] ?? '/'
      if (value === '') this.#jar.delete(name)
      else this.#jar.set(name, { value, path })
    }
    return response
  }

  #fill(page: string, { username, password, clears = [], presses = 'allow' }: Manners) {
    if (page.includes('value="elsewhere"')) return new URLSearchParams({ do: 'elsewhere' })
    if (page.includes('name="password"')) {
      if (page.includes('role="alert"')) throw new Error(`They were not let in: ${page}`)
      return new URLSearchParams({ do: 'sign-in', username, password })
    }
    if (!page.includes('value="allow"')) throw new Error(`There is nothing to do here: ${page}`)
    const boxes = [...page.matchAll(/type="checkbox" name="([^"]+)"/g)].map(([, name = '']) => name)
    const account = /name="account" value="(\d+)"/.exec(page)?.[1] ?? ''
    const fields = new URLSearchParams({ do: presses, account })
    for (const name of boxes) if (!clears.includes(name)) fields.set(name, 'on')
    return fields
  }
}

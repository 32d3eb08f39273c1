import type { Context } from 'hono'
import { html } from 'hono/html'
import type { ShowPage } from './page.ts'

/** Paths that programs call, also from browsers. */
const FOR_PROGRAMS = /^\/(?:api|json|mcp|app|static|\.well-known)(?:\/|$)/

/** Whether an address that names nothing was opened by a person, in a browser. */
export function isOpenedByPerson({ req }: Context): boolean {
  const accepted = req.header('accept') ?? ''
  return req.method === 'GET' && accepted.includes('text/html') && !FOR_PROGRAMS.test(req.path)
}

/** Shows people that there is no page at their address. */
export async function showLostPage(c: Context, showPage: ShowPage): Promise<Response> {
  c.status(404)
  return showPage(
    c,
    'There is no such page',
    html`<p>The address may have been mistyped, or what it named is gone.</p>
      <a class="button primary" href="/">Go to your inbox</a>`,
  )
}

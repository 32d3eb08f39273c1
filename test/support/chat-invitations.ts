import { type Browser, openBrowser } from './browser.ts'
import { type Answer, type ChatWorld, type Fields, ok, type Person } from './chat-world.ts'

/** The key at the end of a link. */
export function keyOf(link: string): string {
  return link.slice(link.lastIndexOf('/') + 1)
}

/** Sends a form to a route by which people come to an account. */
export async function send(browser: Browser, path: string, fields: Fields): Promise<Answer> {
  const body = new URLSearchParams(fields as Record<string, string>)
  const response = await browser.request(`//accounts/${path}/`, { method: 'POST', body })
  return { status: response.status, ...((await response.json()) as object) } as Answer
}

/** Joins by a link in a browser of its own. */
export async function joinBy(
  world: ChatWorld,
  link: string,
  fields: Fields,
): Promise<Answer & { browser: Browser }> {
  const browser = openBrowser(world)
  const answer = await send(browser, 'join', { key: keyOf(link), ...fields })
  return { ...answer, browser } as Answer & { browser: Browser }
}

/** A link of this person that many may use. */
export async function inviteLink(who: Person, fields: Fields = {}): Promise<string> {
  return String(ok(await who.post('/invites/multiuse', fields))['invite_link'])
}

/** The link of an invitation by e-mail, where no mail is sent. */
export async function inviteOne(who: Person, email: string, fields: Fields = {}): Promise<string> {
  const { links } = ok(await who.post('/invites', { invitee_emails: email, ...fields }))
  return String((links as { link: string }[])[0]?.link)
}

/** Open invitations as somebody sees them. */
export async function invitesOf(who: Person): Promise<Record<string, unknown>[]> {
  return ok(await who.get('/invites'))['invites'] as Record<string, unknown>[]
}

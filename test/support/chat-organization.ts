import { alice, world } from './chat-people.ts'
import { type Answer, ok } from './chat-world.ts'

/** A place to run code. */
export const PLAYGROUND = {
  name: 'Rust playground',
  highlighter_language: 'Rust',
  url_template: 'https://play.test/?code={code}',
}

/** Adds a place to run code, like PLAYGROUND but for what is given. */
export async function addPlayground(fields: object = {}, who = world.owner): Promise<Answer> {
  return who.post('/realm/playgrounds', { ...PLAYGROUND, ...fields })
}

/** A pattern that links issues. */
export const ISSUE = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://tracker.test/{id}' }

/** Adds a pattern, like ISSUE but for what is given. */
export async function addLinkifier(fields: object = {}, who = world.owner): Promise<Answer> {
  return who.post('/realm/filters', { ...ISSUE, ...fields })
}

/** Changes a pattern into ISSUE and what is given. */
export async function updateLinkifier(
  id: number,
  fields: object,
  who = world.owner,
): Promise<Answer> {
  return who.patch(`/realm/filters/${id}`, { ...ISSUE, ...fields })
}

/** The patterns as Alice sees them. */
export async function listLinkifiers(): Promise<({ id: number } & Record<string, unknown>)[]> {
  return ok(await alice.get('/realm/linkifiers'))['linkifiers']
}

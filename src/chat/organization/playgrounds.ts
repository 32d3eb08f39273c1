import { countChars } from '../../lib/text.ts'
import { badRequest } from '../kernel/failures.ts'
import { loadMember, requireCustomizer } from '../kernel/requester.ts'
import type { Reader } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { type ChatWork, reader } from '../kernel/unit-of-work.ts'
import { writeDirectory } from './directory-space.ts'
import {
  LANGUAGE_NAME_MAX_CHARS,
  PLAYGROUND_NAME_MAX_CHARS,
  PLAYGROUNDS_MAX_COUNT,
} from './limits.ts'
import { templateVariables } from './templates.ts'

/** A code playground, as clients see it (spec 2.10); clients of the public API read the other name too. */
export interface PlaygroundRecord {
  id: number
  name: string
  highlighter_language: string
  pygments_language: string
  url_template: string
}

/** The organization's code playgrounds. */
export async function loadPlaygroundRecords(db: Reader): Promise<PlaygroundRecord[]> {
  const rows = await db.selectFrom('chat_playground').selectAll().orderBy('id').execute()
  return rows.map(({ id, name, language, url_template }) => ({
    id,
    name,
    highlighter_language: language,
    pygments_language: language,
    url_template,
  }))
}

/** A code playground, as a client describes it. */
export interface PlaygroundWish {
  name: string
  highlighter_language: string
  url_template: string
}

/** Adds a code playground for one language. Returns its id. */
export async function addPlayground(
  chat: Chat,
  actor: Actor,
  wish: PlaygroundWish,
): Promise<number> {
  requireCustomizer(await loadMember(reader(chat), actor, chat.now().getTime()))
  const columns = requirePlayground(wish)
  return changePlaygrounds(chat, actor, async ({ tx }) => {
    const known = await loadPlaygroundRecords(tx)
    if (known.length >= PLAYGROUNDS_MAX_COUNT) throw badRequest('Too many code playgrounds.')
    const { name, language } = columns
    if (known.some((one) => one.name === name && one.highlighter_language === language)) {
      throw badRequest('Code playground with this language and name already exists.')
    }
    const added = tx.insertInto('chat_playground').values(columns).returning('id')
    return (await added.executeTakeFirstOrThrow()).id
  })
}

/** Removes a code playground. */
export async function removePlayground(chat: Chat, actor: Actor, id: number): Promise<void> {
  requireCustomizer(await loadMember(reader(chat), actor, chat.now().getTime()))
  await changePlaygrounds(chat, actor, async ({ tx }) => {
    const gone = tx.deleteFrom('chat_playground').where('id', '=', id)
    const { numDeletedRows } = await gone.executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw badRequest('Invalid playground')
  })
}

/** The columns of a playground. Throws for one that cannot be. */
export function requirePlayground({ name, highlighter_language, url_template }: PlaygroundWish) {
  const trimmed = name.trim()
  const language = highlighter_language.trim()
  if (trimmed === '') throw badRequest('name cannot be blank')
  if (countChars(trimmed) > PLAYGROUND_NAME_MAX_CHARS) {
    throw badRequest(`name is too long (limit: ${PLAYGROUND_NAME_MAX_CHARS} characters)`)
  }
  if (language === '') throw badRequest('highlighter_language cannot be blank')
  if (countChars(language) > LANGUAGE_NAME_MAX_CHARS) {
    throw badRequest(
      `highlighter_language is too long (limit: ${LANGUAGE_NAME_MAX_CHARS} characters)`,
    )
  }
  if (!/^[ \w+\-./#]*$/.test(language)) {
    throw badRequest('Invalid characters in highlighter language')
  }
  const variables = templateVariables(url_template)
  if (variables.length !== 1 || variables[0] !== 'code') {
    throw badRequest('"code" should be the only variable present in the URL template')
  }
  return { name: trimmed, language, url_template }
}

async function changePlaygrounds<T>(
  chat: Chat,
  actor: Actor,
  work: (unit: ChatWork) => Promise<T>,
): Promise<T> {
  return writeDirectory(chat, actor, async (unit) => {
    const result = await work(unit)
    const realm_playgrounds = await loadPlaygroundRecords(unit.tx)
    unit.emit({ payload: { type: 'realm_playgrounds', realm_playgrounds }, to: 'all' })
    return result
  })
}

import type { Reader } from '../port.ts'

/** A place to run code, as clients see it (spec 2.10); clients of the public API read the other name too. */
export interface PlaygroundRecord {
  id: number
  name: string
  highlighter_language: string
  pygments_language: string
  url_template: string
}

/** The organization's places to run code. */
export async function playgroundRecords(db: Reader): Promise<PlaygroundRecord[]> {
  const rows = await db.selectFrom('chat_playground').selectAll().orderBy('id').execute()
  return rows.map(({ id, name, language, url_template }) => ({
    id,
    name,
    highlighter_language: language,
    pygments_language: language,
    url_template,
  }))
}

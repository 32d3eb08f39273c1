import type { ImportState, ImportedKind } from './progress.ts'

/** What names other records in a text, by the ids that these had. */
export interface NewIds {
  idOf(kind: ImportedKind, old: number): number | undefined
  /** New paths of uploads, by the old ones, where they differ. */
  paths: ReadonlyMap<string, string>
  /** Names of accounts, by their ids here: a mention counts only with both. */
  names: ReadonlyMap<number, string>
  state: Pick<ImportState, 'offset'>
}

const MENTION = /(@_?\*\*)([^*\n|]{1,200})\|(\d{1,12})(?=\*\*)/g
const UPLOAD = /\/user_uploads\/([^\s()<>"'\]]{1,600})/g
const CHANNEL_LINK = /(#narrow\/(?:channel|stream)\/)(\d{1,12})(?=[-/\s)]|$)/g
const MESSAGE_LINK = /(#narrow\/[^\s()<>]{1,400}?\/(?:near|with)\/)(\d{1,12})/g
const TOPIC_MESSAGE = /(#\*\*[^*\n]{1,200}@)(\d{1,12})(?=\*\*)/g

/** A text with the ids and paths that hold here, of what it names. */
export function rewriteContent(content: string, { idOf, paths, names, state }: NewIds): string {
  const withId = (kind: ImportedKind) => (all: string, before: string, id: string) => {
    const found = idOf(kind, Number(id))
    return found === undefined ? all : `${before}${found}`
  }
  const withOffset = (_: string, before: string, id: string) =>
    `${before}${Number(id) + state.offset}`
  let text = content
  if (text.includes('@')) {
    text = text.replaceAll(MENTION, (all, before: string, name: string, old: string) => {
      const id = idOf('user', Number(old))
      return id === undefined ? all : `${before}${names.get(id) ?? name}|${id}`
    })
  }
  if (text.includes('#narrow/')) {
    text = text.replaceAll(CHANNEL_LINK, withId('channel')).replaceAll(MESSAGE_LINK, withOffset)
  }
  if (text.includes('#**')) text = text.replaceAll(TOPIC_MESSAGE, withOffset)
  if (paths.size > 0 && text.includes('/user_uploads/')) {
    text = text.replaceAll(UPLOAD, (all, path: string) => {
      const fresh = paths.get(path)
      return fresh === undefined ? all : `/user_uploads/${fresh}`
    })
  }
  return text
}

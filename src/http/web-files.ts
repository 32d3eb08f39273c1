/** The page for people, as it was built: texts by name, all but `index.html` and `entry.json` with a hash in it. */
export type WebFiles = ReadonlyMap<string, string>

/** Loads it; undefined where this program has none. */
export type LoadWebFiles = () => Promise<WebFiles | undefined>

/** What the pages without scripts link to. */
export interface EntryLinks {
  style: string
  icon: string
}

/** What pages without scripts link to of it; undefined without such a page. */
export async function entryLinks(load: LoadWebFiles): Promise<EntryLinks | undefined> {
  const text = (await load())?.get('entry.json')
  return text === undefined ? undefined : (JSON.parse(text) as EntryLinks)
}

/** Addresses that are tried on one site, at most. */
export const USUAL_MAX_COUNT = 24
/** Characters of a page in which its software gives itself away. */
const SEARCHED_MAX_CHARS = 200_000

/** What marks pages of some software, and where it keeps its feeds, from the root of the site. */
const ENGINES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/content=["']?wordpress|\/wp-(?:content|includes)\//i, ['feed/', '?feed=rss2']],
  [/content=["']?ghost/i, ['rss/']],
  [/content=["']?hugo/i, ['index.xml']],
  [/content=["']?jekyll/i, ['feed.xml', 'atom.xml']],
  [/content=["']?hexo/i, ['atom.xml', 'rss2.xml']],
  [/content=["']?pelican/i, ['feeds/all.atom.xml', 'feeds/all.rss.xml']],
  [/content=["']?dokuwiki/i, ['feed.php']],
  [/content=["']?drupal/i, ['rss.xml', 'node/feed']],
  [/content=["']?joomla/i, ['?format=feed&type=rss', '?format=feed&type=atom']],
  [/this is squarespace|static1\.squarespace\.com/i, ['blog?format=rss', '?format=rss']],
  [/content=["']?wix\.com/i, ['blog-feed.xml']],
  [/cdn\.shopify\.com|shopify\.shop/i, ['blogs/news.atom']],
  [/content=["']?blogger/i, ['feeds/posts/default']],
  [/content=["']?mediawiki/i, ['index.php?title=Special:RecentChanges&feed=atom']],
  [/content=["']?discourse/i, ['latest.rss', 'posts.rss']],
  [/content=["']?docusaurus/i, ['blog/rss.xml', 'blog/atom.xml']],
  [/content=["']?(?:astro|gatsby|nikola|zola|eleventy|lektor)/i, ['rss.xml', 'atom.xml']],
  [/content=["']?(?:movable type|typepad)/i, ['atom.xml', 'index.rdf']],
  [/content=["']?webflow/i, ['blog/rss.xml']],
  [/powered by .{0,40}phpbb/i, ['app.php/feed', 'feed.php']],
]

/** Where feeds stand in a folder of a site, the likelier first. */
const IN_FOLDERS = ['feed', 'feed.xml', 'index.xml', 'atom.xml', 'rss.xml'] as const
/** Where they stand in its root. */
const IN_ROOT = (
  'feed rss.xml feed.xml index.xml atom.xml rss blog/feed feed/ feeds/all.atom.xml feed.php ?feed=rss2 ' +
  'blog/rss.xml feed.json blog/feed.xml feeds/posts/default index.rdf blog/index.xml feeds/all.rss.xml rss/'
).split(' ')

/**
 * Addresses at which the software of a site usually keeps its feeds, where a page names none: those of the software that made the
 * page, those beside the page, those of the root. All of the page's own origin, the likelier first.
 */
export function usualFeeds(html: string, url: string): string[] {
  const head = html.slice(0, SEARCHED_MAX_CHARS)
  if (!/^https?:/.test(URL.parse(url)?.protocol ?? '')) return []
  const root = new URL('/', url).href
  const folders = foldersOf(url)
  const made = ENGINES.filter(([mark]) => mark.test(head)).flatMap(([, paths]) => paths)
  const found = new Set<string>()
  const add = (paths: readonly string[], base: string): void => {
    for (const path of paths) found.add(new URL(path, base).href)
  }
  for (const base of [...folders.slice(0, 1), root]) add(made, base)
  for (const folder of folders) add(IN_FOLDERS, folder)
  add(IN_ROOT, root)
  return [...found].slice(0, USUAL_MAX_COUNT)
}

/** The folder of a page, also where its address has no slash at the end, and the first one of its path; the root is none. */
function foldersOf(url: string): string[] {
  const { pathname } = new URL(url)
  const last = pathname.slice(pathname.lastIndexOf('/') + 1)
  const own = last === '' || last.includes('.') ? '.' : `${last}/`
  const [first = ''] = pathname.split('/').slice(1)
  const paths = [own, ...(pathname.indexOf('/', 1) === -1 ? [] : [`/${first}/`])]
  const folders = paths.map((path) => new URL(path, url).href)
  return [...new Set(folders)].filter((folder) => new URL(folder).pathname !== '/')
}

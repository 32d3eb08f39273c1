import { atomPage, broken, type FeedSite, gone, jsonPage, named, page, rssPage } from './site.ts'

const generator = (content: string): string => `<meta name="generator" content="${content}">`
const rss = rssPage()
const atom = atomPage()

/** A site whose page names nothing, and which has a feed at one place. */
function quiet(name: string, feed: string, head = '', answer = rss, at = '/'): FeedSite {
  return { name, at, pages: { [at]: page(head), [feed]: answer }, feed }
}

/** Sites of the shapes that are usual. */
export const KNOWN_SITES: readonly FeedSite[] = [
  {
    name: 'WordPress, named',
    at: '/',
    pages: { '/': page(named('/feed/') + named('/comments/feed/')), '/feed/': rss },
    feed: '/feed/',
  },
  quiet('WordPress, theme without names', '/feed/', generator('WordPress 6.6.1')),
  quiet('WordPress without pretty addresses', '/?feed=rss2', generator('WordPress 6.6.1')),
  quiet('Ghost', '/rss/', generator('Ghost 5.87')),
  quiet('Hugo', '/index.xml', generator('Hugo 0.131.0')),
  quiet('Jekyll', '/feed.xml', generator('Jekyll v4.3.3'), atom),
  quiet('Hexo', '/atom.xml', generator('Hexo 7.3.0'), atom),
  quiet('Pelican', '/feeds/all.atom.xml', '', atom),
  quiet('Pelican, RSS', '/feeds/all.rss.xml'),
  quiet('DokuWiki', '/feed.php', generator('DokuWiki')),
  quiet('Drupal', '/rss.xml', generator('Drupal 10 (https://www.drupal.org)')),
  quiet('Astro', '/rss.xml', generator('Astro v4.12')),
  quiet('a blog beside a site', '/blog/feed'),
  quiet('a blog beside a site, as a file', '/blog/feed.xml', '', atom),
  quiet('a blog in a folder', '/blog/index.xml', generator('Hugo 0.131.0'), rss, '/blog/'),
  quiet('JSON Feed only', '/feed.json', '', jsonPage()),
  quiet('Squarespace', '/blog?format=rss', '<!-- This is Squarespace. -->'),
  quiet('Wix', '/blog-feed.xml', generator('Wix.com Website Builder')),
  quiet('Shopify', '/blogs/news.atom', '<script>Shopify.shop="x"</script>', atom),
  quiet('a page whose folder has no slash', '/notes/feed.xml', '', atom, '/notes'),
  {
    name: 'the first feed is gone, the second is not',
    at: '/',
    pages: { '/': page(named('/gone') + named('/here')), '/gone': gone, '/here': rss },
    feed: '/here',
  },
  {
    name: 'all named feeds fail, a usual one does not',
    at: '/',
    pages: {
      '/': page(named('/gone') + named('/broken')),
      '/gone': gone,
      '/broken': broken,
      '/feed': rss,
    },
    feed: '/feed',
  },
  {
    name: 'the first feed leads to a private address',
    at: '/',
    pages: { '/': page(named('http://10.0.0.1/feed') + named('/here')), '/here': rss },
    feed: '/here',
  },
  {
    name: 'the first feed is broken JSON',
    at: '/',
    pages: {
      '/': page(named('/feed.json', 'application/feed+json') + named('/here')),
      '/feed.json': { headers: { 'content-type': 'application/feed+json' }, body: '{"version":' },
      '/here': rss,
    },
    feed: '/here',
  },
  {
    name: 'a link of the page',
    at: '/',
    pages: { '/': page('', '<a href="/updates.rss">RSS</a>'), '/updates.rss': rss },
    feed: '/updates.rss',
  },
  {
    name: 'a link of the page with a query',
    at: '/',
    pages: { '/': page('', '<a href="/?feed=atom">Atom</a>'), '/?feed=atom': atom },
    feed: '/?feed=atom',
  },
  {
    name: 'a link of the page that says its type',
    at: '/',
    pages: {
      '/': page('', '<a type="application/rss+xml" href="/syndicate/42">Follow</a>'),
      '/syndicate/42': rss,
    },
    feed: '/syndicate/42',
  },
  {
    name: 'a name without rel',
    at: '/',
    pages: { '/': page('<link type="application/rss+xml" href="/x">'), '/x': rss },
    feed: '/x',
  },
  {
    name: 'a name of type text/xml',
    at: '/',
    pages: { '/': page(named('/rss/main', 'text/xml')), '/rss/main': rss },
    feed: '/rss/main',
  },
  {
    name: 'a JSON Feed as application/json beside an API',
    at: '/',
    pages: {
      '/': page(
        named('/wp-json/posts/1', 'application/json') + named('/feed.json', 'application/json'),
      ),
      '/wp-json/posts/1': { headers: { 'content-type': 'application/json' }, body: '{"id":1}' },
      '/feed.json': jsonPage(),
    },
    feed: '/feed.json',
  },
  { name: 'the feed itself', at: '/feed', pages: { '/feed': rss }, feed: '/feed' },
  {
    name: 'a site without any',
    at: '/',
    pages: { '/': page(generator('WordPress 6.6')) },
    feed: null,
  },
]

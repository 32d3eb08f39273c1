import { atomPage, broken, type FeedSite, gone, jsonPage, named, page, rssPage } from './site.ts'

/** Sites that were written before discovery was, and never looked at while it was made. */
export const HELD_SITES: readonly FeedSite[] = [
  {
    name: 'two dead feeds before a live one',
    at: '/',
    pages: {
      '/': page(named('/one.xml') + named('/two.xml') + named('/three.xml')),
      '/one.xml': gone,
      '/two.xml': broken,
      '/three.xml': rssPage(),
    },
    feed: '/three.xml',
  },
  {
    name: 'a named feed that is a page now',
    at: '/',
    pages: {
      '/': page(named('/old') + named('/new', 'application/atom+xml')),
      '/old': page(''),
      '/new': atomPage(),
    },
    feed: '/new',
  },
  {
    name: 'Blogger without names',
    at: '/',
    pages: {
      '/': page('<meta name="generator" content="Blogger">'),
      '/feeds/posts/default': atomPage(),
    },
    feed: '/feeds/posts/default',
  },
  {
    name: 'Joomla without names',
    at: '/',
    pages: {
      '/': page('<meta name="generator" content="Joomla! - Open Source Content Management">'),
      '/?format=feed&type=rss': rssPage(),
    },
    feed: '/?format=feed&type=rss',
  },
  {
    name: 'a docs site with a blog',
    at: '/',
    pages: {
      '/': page('<meta name="generator" content="Docusaurus v3.5.2">'),
      '/blog/atom.xml': atomPage(),
      '/blog/rss.xml': rssPage(),
    },
    feed: '/blog/rss.xml',
  },
  {
    name: 'a JSON Feed at the usual place, as application/json',
    at: '/',
    pages: { '/': page(''), '/feed.json': jsonPage('application/json') },
    feed: '/feed.json',
  },
  {
    name: 'a forum',
    at: '/',
    pages: {
      '/': page('<meta name="generator" content="Discourse 3.3.0">'),
      '/latest.rss': rssPage(),
    },
    feed: '/latest.rss',
  },
  {
    name: 'an article deep in a blog of a folder',
    at: '/journal/2024/low-tide.html',
    pages: { '/journal/2024/low-tide.html': page(''), '/journal/feed.xml': atomPage('text/xml') },
    feed: '/journal/feed.xml',
  },
  {
    name: 'a link of the page with the feed scheme',
    at: '/',
    pages: {
      '/': page('', '<a href="feed:/harbour/updates">Subscribe</a>'),
      '/feed/': rssPage(),
    },
    feed: '/feed/',
  },
  {
    name: 'every unknown path answers the home page',
    at: '/',
    pages: {
      '/': page(''),
      '/feed': page(''),
      '/rss': page(''),
      '/atom.xml': page(''),
      '/index.xml': page(''),
      '/rss.xml': rssPage('text/html'),
    },
    feed: '/rss.xml',
  },
  {
    name: 'RSS 1.0 at index.rdf',
    at: '/',
    pages: {
      '/': page('<meta name="generator" content="Movable Type 4.2">'),
      '/index.rdf': {
        headers: { 'content-type': 'text/xml' },
        body: '<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel rdf:about="/"><title>The Harbour</title></channel><item rdf:about="/1"><title>Low tide</title><link>/1</link></item></rdf:RDF>',
      },
    },
    feed: '/index.rdf',
  },
  {
    name: 'a header names it',
    at: '/',
    pages: {
      '/': {
        ...page(''),
        headers: {
          'content-type': 'text/html',
          link: '</style.css>; rel=preload; as=style, </news/all>; rel="alternate"; type="application/atom+xml"; title="a, b"',
        },
      },
      '/news/all': atomPage(),
    },
    feed: '/news/all',
  },
  {
    name: 'an application without any words, and a feed',
    at: '/',
    pages: {
      '/': {
        body: '<!doctype html><html><head><title>Harbour</title><script src="/app.js"></script></head><body><div id="root"></div></body></html>',
      },
      '/rss.xml': rssPage(),
    },
    feed: '/rss.xml',
  },
  {
    name: 'a wiki',
    at: '/wiki/Main_Page',
    pages: {
      '/wiki/Main_Page': page('<meta name="generator" content="MediaWiki 1.39.4">'),
      '/index.php?title=Special:RecentChanges&feed=atom': atomPage(),
    },
    feed: '/index.php?title=Special:RecentChanges&feed=atom',
  },
  { name: 'no feed anywhere', at: '/', pages: { '/': page('') }, feed: null },
]

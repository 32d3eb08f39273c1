import { makePackage } from '../made/package.ts'
import type { System } from '../made/system.ts'
import { TextMaker, type TextStyle } from '../made/text.ts'
import { markup, type Html } from '../markup.ts'

const README: TextStyle = {
  code: (lines) => markup`<pre><code>${lines.join('\n')}\n</code></pre>`,
  heading: (text, level) => markup`<h${level}>${text}</h${level}>`,
  link: (href, text) => markup`<a href="${href}" rel="nofollow">${text}</a>`,
}

const noted = (maybe: (text: string) => string, texts: string): void => {
  for (const text of texts.split('|')) maybe(text)
}

/** Hackage: a table of properties, no command. */
export const hackagePackage: System = (making) => {
  const { draft } = making
  const { random } = draft
  const made = makePackage(making)
  const { name, moment } = made
  const version = draft.fact('version', made.version, { label: 'Version', inTitle: true })
  const about = draft.say(made.about)
  const license = draft.fact('license', made.license, { label: 'License' })
  const author = draft.fact('author', made.people[0]!, { label: 'Author' })
  const homepage = draft.address('homepage', made.homepage, { label: 'Home page' })
  const repository = draft.address('repository', made.repository, {
    label: 'Source repo',
    also: [`head: git clone ${made.repository}`],
  })
  const stamp = `${moment.day}T${moment.clock}:11Z`
  draft.fact('published', moment.shown(draft, stamp), { also: moment.ways, label: 'Uploaded' })
  const total = `${made.downloads} total (${random.int(1, 90)} in the last 30 days)`
  const downloads = draft.fact('downloads', total, {
    also: [made.downloads, `${made.downloads} total`],
    label: 'Downloads',
  })
  draft.maybe(`head: git clone ${repository}`)
  draft.maybe(`by ${author} at ${stamp}`)
  noted(
    (text) => draft.maybe(text),
    'Versions|[RSS]|Change log|ChangeLog.md|Dependencies|base (>=4.9 && <5), bytestring, text|[details]|Maintainer|Category|Data, Text|Bug tracker|Uploaded|Rating|(no votes yet)|Status|Docs available|library|Readme|Modules|Downloads|Index|Maintainers Corner|[browse]',
  )
  draft.maybe(`${repository}/issues`)
  const maintainer = draft.maybe(made.people.at(-1)!)
  const text = new TextMaker(draft, making.code, README).post()
  const row = (label: string, value: Html): Html =>
    markup`<tr><th>${label}</th><td>${value}</td></tr>\n`
  return {
    url: `https://hack.example.org/package/${name}`,
    source: markup`<html lang="en"><head><title>${name}: ${about}</title></head><body>
<div id="page-header-hk"><a class="caption-hk" href="/">Hack :: [Package]</a><ul class="links-hk" id="page-menu"><li><form action="/packages/search" method="get" class="search-hk"><button type="submit">Search</button>&nbsp;</form></li><li><a href="/packages/browse">Browse</a></li><li><a href="/packages/recent">What's new</a></li></ul></div>
<div id="content-hk"><h1><a href="/package/${name}">${name}</a>: <small>${about}</small></h1>
<div style="font-size: small">[ <a href="/packages/tag">data</a>, <a href="/packages/tag">library</a> ] [ <a href="/tags/edit">Propose Tags</a> ]</div>
<div id="flex-container-hk"><div id="left-column-hk">
<div id="description-hk">${text.html}</div><hr><h2>Downloads</h2><ul><li><a href="${name}.tar.gz">${name}-${version}.tar.gz</a> [<a href="src/">browse</a>] (Cabal source package)</li></ul>
</div><div id="properties-hk"><table class="properties">
<tbody>${row('Versions [RSS]', markup`${draft.maybe(made.cast.version())}, <strong>${version}</strong>`)}
${row('Change log', markup`<a href="changelog">ChangeLog.md</a>`)}${row('Dependencies', markup`<span style="white-space: nowrap"><a href="/base">base</a> (&gt;=4.9 &amp;&amp; &lt;5)</span>, <a href="/b">bytestring</a>, <a href="/t">text</a> <a href="dependencies">[details]</a>`)}${row('License', markup`<a href="LICENSE">${license}</a>`)}${row('Author', markup`${author}`)}${row('Maintainer', markup`${maintainer}`)}${row('Category', markup`<a href="/c">Data</a>, <a href="/c">Text</a>`)}${row('Home page', markup`<a href="${homepage}">${homepage}</a>`)}${row('Bug tracker', markup`<a href="${repository}/issues">${repository}/issues</a>`)}${row('Source repo', markup`<span class="code-hk">head: git clone <a href="${repository}">${repository}</a></span>`)}${row('Uploaded', markup`by <a href="/user/u">${author}</a> at <span title="${moment.iso}">${stamp}</span>`)}${row('Downloads', markup`${downloads}`)}${row('Rating', markup`<span>(no votes yet)</span>`)}${row('Status', markup`Docs available`)}</tbody></table></div></div></div>
<div id="footer-hk"><p>Produced by <a href="/">hack</a> and Cabal 3.12.</p></div></body></html>`,
  }
}

/** CRAN: a table of plain cells, no command. */
export const cranPackage: System = (making) => {
  const { draft } = making
  const made = makePackage(making, '')
  const { name, moment } = made
  const version = draft.fact('version', made.version, { label: 'Version:' })
  const about = draft.say(made.about)
  const license = draft.fact('license', made.license, { label: 'License:' })
  const author = draft.fact('author', made.people[0]!, { label: 'Author:' })
  const homepage = draft.address('homepage', made.homepage, { label: 'URL:' })
  const published = draft.fact('published', moment.shown(draft, moment.day), {
    also: moment.ways,
    label: 'Published:',
  })
  noted(
    (text) => draft.maybe(text),
    'Depends:|R (≥ 3.5)|Imports:|methods, stats, utils|Suggests:|knitr, testthat|DOI:|Maintainer:|BugReports:|NeedsCompilation:|yes|Materials:|NEWS|CRAN checks:|Documentation:|Reference manual:|Downloads:|Package source:|Windows binaries:|macOS binaries:|Linking:|to link to this page.|Please use the canonical form',
  )
  for (const text of [`${name} results`, `${name}.pdf`, `${name}_${version}.tar.gz`])
    draft.maybe(text)
  const canonical = draft.maybe(`https://cran.example.org/package=${name}`)
  const bugs = draft.maybe(`${made.repository}/issues`)
  const doi = draft.maybe('10.32614/PKG.x')
  draft.maybe(`r-release: ${name}_${version}.zip, r-oldrel: ${name}_${version}.zip`)
  const row = (label: string, value: Html): Html =>
    markup`<tr>\n<td>${label}</td>\n<td>${value}</td>\n</tr>\n`
  return {
    url: `https://cran.example.org/web/packages/${name}/index.html`,
    source: markup`<html><head><title>CRAN: Package ${name}</title><meta http-equiv="Content-Type" content="text/html; charset=utf-8"></head><body>
<div class="container-cr1"><h2>${name}: ${draft.say(draft.phrase())}</h2>
<p>${about}</p>
<table>
${row('Version:', markup`${version}`)}${row('Depends:', markup`R (≥ 3.5)`)}${row('Imports:', markup`methods, stats, utils`)}${row('Suggests:', markup`<a href="../knitr/index.html"><span class="CRAN">knitr</span></a>, <a href="../t/index.html"><span class="CRAN">testthat</span></a>`)}${row('Published:', markup`${published}`)}${row('DOI:', markup`<a href="https://doi.example.org/x">${doi}</a>`)}${row('Author:', markup`${author}`)}${row('Maintainer:', markup`${draft.maybe(made.people.at(-1)!)}`)}${row('BugReports:', markup`<a href="${bugs}">${bugs}</a>`)}${row('License:', markup`<a href="../../licenses/x">${license}</a>`)}${row('URL:', markup`<a href="${homepage}">${homepage}</a>`)}${row('NeedsCompilation:', markup`yes`)}${row('Materials:', markup`<a href="news/news.html">NEWS</a>`)}${row('CRAN checks:', markup`<a href="../../checks/x.html">${name} results</a>`)}</table>
<h4>Documentation:</h4><table>${row('Reference manual:', markup`<a href="${name}.pdf">${name}.pdf</a>`)}</table>
<h4>Downloads:</h4><table>${row('Package source:', markup`<a href="../../../src/contrib/x.tar.gz">${name}_${version}.tar.gz</a>`)}${row('Windows binaries:', markup`r-release: <a href="b.zip">${name}_${version}.zip</a>, r-oldrel: <a href="c.zip">${name}_${version}.zip</a>`)}</table>
<h4>Linking:</h4><p>Please use the canonical form <a href="${canonical}"><span class="CRAN"><samp>${canonical}</samp></span></a> to link to this page.</p></div></body></html>`,
  }
}

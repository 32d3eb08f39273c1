import { Cast } from '../made/records.ts'
import type { System } from '../made/system.ts'
import { TextMaker, type TextStyle } from '../made/text.ts'
import { markup } from '../markup.ts'
import { chooseInterface } from './interface.ts'

const NOTES: TextStyle = {
  code: (lines) => markup`<pre><code>${lines.join('\n')}</code></pre>`,
  heading: (text, level) => markup`<h${level}>${text}</h${level}>`,
  link: (href, text) => markup`<a href="${href}">${text}</a>`,
}

/** A forge of one's own, in the language of its reader. */
export const giteaRelease: System = (making) => {
  const { draft } = making
  const { random } = draft
  const cast = new Cast(making)
  const words = chooseInterface(random)
  const name = cast.packageName()
  const version = cast.version()
  const tag = draft.fact('tag', `v${version}`, { also: [version], inTitle: true })
  const title = draft.title(`${draft.name()} ${version}`)
  const author = draft.fact('author', cast.person())
  const at = cast.moment()
  draft.fact('published', at.shown(draft, at.ago), { also: at.ways })
  const mark = draft.mark(words.stable, ['stable'])
  const notes = new TextMaker(draft, making.code, NOTES).notes()
  const files = cast.files(name, version, 'tea.example.org')
  draft.assets.push(...files)
  const sha = draft.maybe(cast.hash(10))
  for (const text of [words.downloads, words.released, 'Source Code (ZIP)', 'Source Code (TAR.GZ)'])
    draft.maybe(text)
  const since = draft.maybe(`${random.int(2, 90)} commits`)
  return {
    url: `https://tea.example.org/acme/${name}/releases/tag/${tag}`,
    source: markup`<html lang="${words.language}"><head><title>${title} - ${name} - Tea Barn</title></head><body><div class="full-height-te">
<nav id="navbar-te" aria-label="Navigation Bar"><a href="/explore">Explore</a></nav>
<div role="main" class="page-content-te repository-te releases-te"><div class="repo-header-te"><a href="/acme">acme</a>/<a href="/acme/x">${name}</a></div>
<ul id="release-list-te"><li class="ui-te grid-te"><div class="ui-te w4-te column-te meta-te"><a class="muted-te" href="/t" rel="nofollow"><svg class="icon-te"></svg>${tag}</a><div class="commit-te"><a class="muted-te" href="/c" rel="nofollow"><svg></svg>${sha}</a></div></div>
<div class="ui-te w12-te column-te detail-te"><div class="flex-te"><h4 class="release-list-title-te"><a href="/releases/tag">${title}</a></h4> <span class="ui-te green-te label-te">${mark}</span></div>
<p class="text-te grey-te"><span class="author-te"><img class="avatar-te" src="/a.png" alt="">  <a class="muted-te" href="/u">${author}</a></span> <span class="released-te">${words.released}</span> <span class="time-te"><relative-time datetime="${at.iso}">${at.ago}</relative-time></span> <span class="ahead-te">| ${since}</span></p>
<div class="render-content-te">${notes.html}</div>
<div class="divider-te"></div><details class="download-te" open><summary>${words.downloads}</summary><ul class="attachment-list-te">${files.map(
      (
        file,
      ) => markup`<li class="item-te"><a target="_blank" class="tw-te" rel="nofollow" download href="${file.url}"><strong class="flex-text-te"><svg></svg><span class="gt-ellipsis-te">${file.name}</span></strong></a><div class="attachment-right-te"><span class="ui-te mini label-te">${random.int(1, 900)}</span><span class="text-te grey-te">${file.sizes[0]}</span></div></li>
`,
    )}<li class="item-te"><a class="archive-te" href="/archive/x.zip" rel="nofollow"><strong><svg></svg>Source Code (ZIP)</strong></a></li></ul></details></div></li></ul></div></div>
<footer class="page-footer-te" role="group"><div class="left-links-te">Powered by Tea</div></footer></body></html>`,
  }
}

/** A language's page of one version: a table of files below the notes. */
export const pythonRelease: System = (making) => {
  const { draft } = making
  const { random } = draft
  const cast = new Cast(making)
  const version = cast.version()
  const product = draft.name()
  const title = draft.title(`${product} ${version}`)
  draft.fact('tag', version, { inTitle: true })
  const at = cast.moment()
  const published = draft.fact('published', at.shown(draft, at.medium()), {
    also: at.ways,
    label: 'Release date:',
  })
  const notes = new TextMaker(draft, making.code, NOTES).notes()
  const files = cast.files(cast.packageName(), version, 'www.example.org')
  draft.assets.push(...files)
  for (const text of [
    'Files',
    'Version',
    'Operating System',
    'Description',
    'MD5 Sum',
    'File Size',
    'GPG',
    'SIG',
    'Source release',
    'Windows',
  ])
    draft.maybe(text)
  const rows = files.map(
    (file) =>
      markup`<tr><td><a href="${file.url}">${file.name}</a></td><td>${random.pick(['Source release', 'Windows'])}</td><td></td><td>${draft.maybe(cast.hash(32))}</td><td>${file.sizes[0]}</td><td><a href="${file.url}.asc">SIG</a></td></tr>`,
  )
  return {
    url: `https://www.example.org/downloads/release/${version}/`,
    source: markup`<html lang="en"><head><title>${product} Release ${title} | Example.org</title></head><body class="downloads-pz"><div id="touchnav-wrapper-pz"><nav id="mainnav-pz" class="main-navigation-pz" role="navigation"><ul class="navigation-pz menu-pz" role="menubar"><li class="tier-1-pz"><a href="/about/">About</a></li><li class="tier-1-pz"><a href="/downloads/">Downloads</a></li></ul></nav>
<div id="content-pz" class="content-wrapper-pz"><div class="container-pz"><section class="main-content-pz" role="main"><article class="text-pz"><header class="article-header-pz"><h1 class="page-title-pz">${title}</h1></header>
<p><strong>Release Date:</strong> ${published}</p>
${notes.html}
<header class="article-header-pz"><h1 class="page-title-pz">Files</h1></header><table><thead><tr><th>Version</th><th>Operating System</th><th>Description</th><th>MD5 Sum</th><th>File Size</th><th>GPG</th></tr></thead><tbody>${rows}</tbody></table></article></section></div></div></div>
<footer id="site-map-pz" class="main-footer-pz" role="contentinfo"><ul><li><a href="/about/apps/">Applications</a></li></ul></footer></body></html>`,
  }
}

/** A vendor's notes: pairs of terms and values, files in boxes. */
export const vendorRelease: System = (making) => {
  const { draft } = making
  const { random } = draft
  const cast = new Cast(making)
  const words = chooseInterface(random)
  const version = cast.version()
  const title = draft.title(`${draft.name()} ${version}`)
  draft.fact('tag', version, { inTitle: true })
  const at = cast.moment()
  draft.fact('published', at.shown(draft, at.long(words.language)), {
    also: [...at.ways, at.long(words.language)],
    label: words.released,
  })
  const license = draft.fact('license', random.pick(making.code.licenses), { label: words.license })
  const notes = new TextMaker(draft, making.code, NOTES).notes()
  const files = cast.files('suite', version, 'dl.example.com')
  draft.assets.push(...files)
  for (const text of [words.downloads, words.status, words.stable, words.released])
    draft.maybe(text)
  draft.mark(words.stable, ['stable'])
  return {
    url: `https://www.example.com/products/suite/${version}`,
    source: markup`<html lang="${words.language}"><head><title>${title} – Acme</title></head><body><header class="hd-vn"><nav><a href="/">Acme</a><a href="/shop">Shop</a></nav></header><main class="mn-vn">
<h1 class="hl-vn">${title}</h1><dl class="facts-vn"><div><dt>${words.released}</dt><dd><time datetime="${at.day}">${at.long(words.language)}</time></dd></div><div><dt>${words.status}</dt><dd>${words.stable}</dd></div><div><dt>${words.license}</dt><dd>${license}</dd></div></dl>
<div class="notes-vn">${notes.html}</div><h2>${words.downloads}</h2><div class="files-vn">${files.map((file) => markup`<div class="file-vn"><a href="${file.url}">${file.name}</a><span class="size-vn">${file.sizes[0]}</span></div>`)}</div></main><footer class="ft-vn">© Acme</footer></body></html>`,
  }
}

import { Cast } from '../made/records.ts'
import type { System } from '../made/system.ts'
import { TextMaker, type TextStyle } from '../made/text.ts'
import { markup, type Html } from '../markup.ts'
import { browserAddonRelease, changelogRelease } from './release-sites.ts'

const GITEA_NOTES: TextStyle = {
  code: (lines, language) =>
    markup`<div class="code-block-container"><pre class="code-block"><code class="chroma language-gt-${language} display">${lines.map(
      (line) => markup`<span class="cl">${line}
</span>`,
    )}</code></pre></div>`,
  heading: (text, level) => markup`<h${level} id="user-content-r" dir="auto">${text}</h${level}>`,
  link: (href, text) => markup`<a href="${href}" rel="nofollow noopener">${text}</a>`,
}

/** Gitea's page of one release. */
const giteaRelease: System = (making) => {
  const { draft } = making
  const { random } = draft
  const isItalian = making.words.language === 'it'
  const say = isItalian
    ? {
        stable: 'Stabile',
        pre: 'Prerilascio',
        released: 'ha rilasciato questo',
        downloads: 'Scarica',
        source: 'Codice sorgente',
      }
    : {
        stable: 'Stable',
        pre: 'Pre-release',
        released: 'released this',
        downloads: 'Downloads',
        source: 'Source code',
      }
  const cast = new Cast(making)
  const name = cast.packageName()
  const tag = `v${cast.version()}`
  const title = draft.title(random.chance(0.5) ? tag : `${draft.name()} ${tag}`)
  draft.fact('tag', tag, { inTitle: true })
  const author = draft.fact('author', cast.person())
  const at = cast.moment()
  draft.fact('published', at.shown(draft, `${at.day} ${at.clock}:00 +00:00`), { also: at.ways })
  const mark = tag.includes('-')
    ? draft.mark(say.pre, ['pre-release', 'prerelease'])
    : draft.mark(say.stable, ['stable'])
  const notes = new TextMaker(draft, making.code, GITEA_NOTES).notes()
  const behind = random.int(1, 200)
  const compare = `https://git.example.com/crew/${name}/compare/${tag}...main`
  draft.links.push({ name: 'compare link', url: compare })
  const commits = draft.maybe(`${behind} commits`)
  const files = cast.files(name, tag.slice(1), 'git.example.com')
  const sources = ['ZIP', 'TAR.GZ'].map((end) => ({
    name: `${say.source} (${end})`,
    url: `https://git.example.com/crew/${name}/archive/${tag}.${end.toLowerCase()}`,
    sizes: [],
  }))
  draft.assets.push(...sources, ...files)
  const sha = draft.maybe(cast.hash(10))
  for (const text of [say.downloads, say.released, 'to main since this release']) draft.maybe(text)
  return {
    url: `https://git.example.com/crew/${name}/releases/tag/${tag}`,
    source: markup`<html lang="${isItalian ? 'it-IT' : 'en-US'}" data-theme="gitea-auto"><head><title>${name}/${title} - Stoneforge</title></head><body><div class="full-height"><nav id="navbar-gt"><a class="item-gt" id="navbar-logo" href="/" aria-label="Home"><img src="/logo.svg" alt="Logo"></a><a class="item-gt" href="/explore/repos">Explore</a><a class="item-gt" href="/user/login">Sign In</a></nav>
<div role="main" aria-label="${title}" class="page-content repository-gt releases-gt"><div class="secondary-nav-gt"><div class="flex-item-title"><a class="muted-gt" href="/crew">crew</a>/<a class="muted-gt" href="/crew/x">${name}</a></div></div>
<div class="ui container-gt"><h2 class="ui compact small menu-gt small-menu-items repo-header release-list-buttons"><a class="active-gt item-gt" href="/releases">${random.int(2, 90)} Releases</a><a class="item-gt" href="/tags">${random.int(2, 99)} Tags</a></h2>
<ul id="release-list"><li class="ui grid-gt release-entry"><div class="ui four wide column-gt meta-gt"><a class="muted-gt" href="/tag/${tag}" rel="nofollow"><svg class="svg tw-mr-1"></svg>${tag}</a><a class="muted-gt tw-font-mono" href="/commit/${sha}" rel="nofollow"><svg class="svg"></svg>${sha}</a><div class="ui dropdown-gt branch-selector">Compare</div></div>
<div class="ui twelve wide column-gt detail-gt"><div class="tw-flex tw-items-center tw-justify-between tw-flex-wrap tw-mb-2"><h4 class="release-list-title"><a href="/releases/tag/${tag}">${title}</a> <span class="ui ${mark === say.stable ? 'gt-green' : 'gt-yellow'} label-gt">${mark}</span></h4></div>
<p class="text-gt grey"><span class="author-gt"><a href="/u"><img class="ui avatar-gt" src="/a.png" title="${author}"></a><a href="/u">${author}</a></span> <span class="released-gt">${say.released}</span> <span class="time-gt"><relative-time prefix="" tense="past" datetime="${at.iso.slice(0, 19)}Z">${at.day} ${at.clock}:00 +00:00</relative-time></span> | <span class="ahead"><a href="${compare}">${commits}</a> to main since this release</span></p>
<div class="markup-gt desc-gt">${notes.html}</div><div class="divider-gt"></div>
<details class="download-gt" open><summary>${say.downloads}</summary><ul class="ui divided list-gt attachment-list">${sources.map((one) => markup`<li><a class="archive-link-gt" download href="${one.url}" rel="nofollow"><strong><svg class="svg"></svg>${one.name}</strong></a></li>`)}${files.map((file) => markup`<li><a class="tw-flex-1 flex-text-inline" target="_blank" rel="nofollow" href="${file.url}" download><strong class="flex-text-inline"><svg class="svg octicon-pkg-gt"></svg><span class="gt-ellipsis">${file.name}</span></strong></a><div class="attachment-right-info flex-text-inline"><span class="tw-pl-5">${draft.maybe(`${random.int(1, 9000)} downloads`)}</span><span class="text-gt grey tw-whitespace-nowrap">${file.sizes[0]}</span></div></li>`)}</ul></details><div class="dot-gt"></div></div></li></ul></div></div></div>
<footer class="page-footer-gt"><div class="left-links">Powered by Gitea</div></footer></body></html>`,
  }
}

/** Launchpad's page of a release, with its table of files. */
const launchpadRelease: System = (making) => {
  const { draft } = making
  const { random } = draft
  const cast = new Cast(making)
  const name = cast.packageName('')
  const tag = cast.version()
  const title = draft.title(`${name} ${tag}`)
  draft.fact('tag', tag, { inTitle: true })
  const author = draft.fact('author', cast.person(), { label: 'Release registered' })
  const at = cast.moment()
  draft.fact('published', at.shown(draft, at.day), { also: at.ways, label: 'Released' })
  const notes = new TextMaker(draft, making.code, {
    code: (lines) =>
      markup`<p>${lines.map((line, index) => markup`${index > 0 && markup`<br>\n`}${line}`)}</p>`,
    heading: (text) => markup`<p>${text}</p>`,
    link: (href, text) => markup`<a rel="nofollow" href="${href}">${text}</a>`,
    list: (items) =>
      markup`<p>${items.map((item, index) => markup`${index > 0 && markup`<br>\n`}* ${item}`)}</p>`,
  }).notes()
  const files = cast.files(name, tag, 'launch.example.org')
  draft.assets.push(...files)
  for (const text of [
    'Milestone information',
    'Download RDF metadata',
    'Download files for this release',
    'File',
    'Description',
    'Downloads',
    'Release notes',
    'Changelog',
    'Project:',
    'Series:',
    'Version:',
    'Released:',
    'Registrant:',
    'Active:',
    'No. Drivers cannot target bugs and blueprints to this milestone.',
    'trunk',
    'release tarball',
    'Total downloads:',
  ])
    draft.maybe(text)
  const fact = (label: string, inner: Html): Html =>
    markup`<dl><dt>${label}</dt><dd>${inner}</dd></dl>`
  return {
    url: `https://launch.example.org/${name}/trunk/${tag}`,
    source: markup`<html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><title>${title} “trunk” series</title></head><body id="document" class="tab-overview main_side yui3-skin-lp" itemscope itemtype="http://schema.org/WebPage"><div class="yui-d0"><div id="locationbar" class="login-logout-lp"><div id="logincontrol"><a href="/+login">Log in / Register</a></div></div>
<div id="watermark" class="watermark-apps-portlet"><div><a href="/${name}"><img alt="" width="64" src="/@@/product-logo"></a></div><div class="wide-lp"><h2 id="watermark-heading"><a href="/${name}">${name.toUpperCase()}</a></h2></div><ul class="facetmenu"><li title="Overview" class="overview-lp active-lp"><a href="/">Overview</a></li><li class="code-facet"><a href="/c">Code</a></li><li class="bugs-facet"><a href="/b">Bugs</a></li><li class="translations-facet"><a href="/t">Translations</a></li></ul></div>
<div id="maincontent" class="yui-main"><div class="yui-b" dir="ltr"><div class="context-publication"><ol class="breadcrumbs-lp"><li><a href="/${name}">${name}</a></li><li>Series <a href="/trunk">trunk</a></li></ol></div><h1>${title}</h1>
<div class="top-portlet"><div class="summary-lp"></div><div class="yui-g"><div class="first-lp yui-u"><div class="portlet-lp"><h2>Milestone information</h2><div class="two-column-list">${fact('Project:', markup`<a class="sprite product" href="/${name}">${name}</a>`)}${fact('Series:', markup`<a href="/trunk">trunk</a>`)}${fact('Version:', markup`${tag}`)}${fact('Released:', markup`<time title="${at.iso.slice(0, 19)} UTC" datetime="${at.iso}">${at.day}</time>&nbsp;`)}${fact('Registrant:', markup`<a href="/~u" class="sprite person">${author}</a>`)}${fact('Active:', markup`<span>No. Drivers cannot target bugs and blueprints to this milestone.</span>`)}</div></div></div></div></div>
<div class="portlet-lp"><h2>Download files for this release</h2><p class="sprite-info-lp">After you've downloaded a file, you can verify its authenticity using its <abbr title="Message-Digest algorithm 5">MD5 sum</abbr> or signature. (<a class="sprite-maybe" href="/+help">How do I verify a download?</a>)</p>
<table class="listing-lp" id="downloads"><thead><tr><th>File</th><th>Description</th><th>Downloads</th></tr></thead><tbody class="lesser-lp">${files.map((file) => markup`<tr id="file_0"><td><a title="${file.name} (${file.sizes[0]})" href="${file.url}"><img alt="download icon" src="/@@/download-icon">${file.name}</a> (<a href="${file.url}/+md5">md5</a>, <a title="PGP signature for ${file.name}" href="${file.url}.asc">sig</a>)</td><td>release tarball<span class="file-size-lp"> ${file.sizes[0]}</span></td><td style="text-align: center"><span class="download-count-lp">${draft.maybe(String(random.int(1, 900)))}</span><div style="color: #666">last downloaded 2 weeks ago</div></td></tr>`)}</tbody></table></div>
<div class="portlet-lp" id="release-notes"><h2>Release notes&nbsp;</h2><div id="release_notes-lp">${notes.html}</div></div>
<div class="portlet-lp"><h2>0 blueprints and 0 bugs targeted</h2><p>There are no feature specifications or bug tasks targeted to this milestone.</p></div>
<div class="related-lp"><p>This milestone contains Public information</p><p class="privacy-lp">Everyone can see this information.</p></div></div></div>
<div id="footer-lp" class="footer-lp"><div class="lp-arcana"><div class="lp-branding"><a href="/"><img src="/l.png" alt="Launch"></a> &bull; <a href="/+tour">Take the tour</a> &bull; <a href="/+help">Read the guide</a></div></div><div class="colophon">&copy; 2004 Nautical Ltd. &bull; <a href="/legal">Terms of use</a></div></div></div></body></html>`,
  }
}

/** Pages of releases that nothing is tuned on, by system. */
export const RELEASES: Readonly<Record<string, System>> = {
  'gitea-like': giteaRelease,
  'launchpad-like': launchpadRelease,
  'docusaurus-like': changelogRelease,
  'browser-addon-like': browserAddonRelease,
}

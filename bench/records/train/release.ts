import { Cast, type Making } from '../made/records.ts'
import type { System } from '../made/system.ts'
import { TextMaker, type TextStyle } from '../made/text.ts'
import { markup, type Html } from '../markup.ts'
import { giteaRelease, pythonRelease, vendorRelease } from './release-sites.ts'

const NOTES: TextStyle = {
  code: (lines, language) =>
    markup`<div class="highlight highlight-source-${language} notranslate position-relative overflow-auto" dir="auto"><pre>${lines.join('\n')}</pre></div>`,
  heading: (text, level) => markup`<h${level}>${text}</h${level}>`,
  link: (href, text) => markup`<a href="${href}" rel="nofollow">${text}</a>`,
}

const githubRelease: System = (making) => {
  const { draft } = making
  const { random } = draft
  const cast = new Cast(making)
  const name = cast.packageName()
  const version = cast.version()
  const tag = `v${version}`
  const isNamed = random.chance(0.5)
  const title = draft.title(isNamed ? `${name} ${version} “${draft.name()}”` : tag)
  draft.fact('tag', tag, isNamed ? {} : { inTitle: true })
  const author = draft.fact('author', cast.person())
  const at = cast.moment()
  draft.fact('published', at.shown(draft, at.medium()), { also: at.ways })
  const mark =
    version.includes('-') || random.chance(0.2)
      ? draft.mark('Pre-release', ['prerelease'])
      : random.chance(0.5)
        ? draft.mark('Latest', ['latest release'])
        : ''
  const notes = new TextMaker(draft, making.code, NOTES).notes()
  const before = `v${cast.version()}`
  const compare = `https://code.example.org/acme/${name}/compare/${before}...${tag}`
  draft.links.push({ name: 'compare link', url: compare })
  draft.maybe(`Full Changelog: ${before}...${tag}`)
  const files = cast.files(name, version, 'code.example.org')
  draft.assets.push(...files)
  const sha = draft.maybe(cast.hash(7))
  const sources = ['zip', 'tar.gz'].map((end) => ({
    name: `Source code (${end})`,
    url: `https://code.example.org/acme/${name}/archive/refs/tags/${tag}.${end}`,
    sizes: [],
  }))
  draft.assets.push(...sources)
  draft.maybe('Assets')
  const row = (
    text: Html,
    href: string,
    size: string,
  ): Html => markup`<li class="Box-row d-flex flex-column flex-md-row"><div data-view-component="true" class="d-flex flex-justify-start flex-items-center col-12 col-lg-6"><svg aria-hidden="true" class="octicon octicon-package color-fg-muted"></svg>
<a href="${href}" rel="nofollow" data-turbo="false" class="Truncate">${text}</a></div>
<div class="d-flex flex-auto flex-justify-end col-md-4 ml-3 ml-md-0 mt-1 mt-md-0 pl-1 pl-md-0"><div class="d-flex flex-auto flex-justify-end flex-items-center gap-1">${size !== '' && markup`<span style="white-space: nowrap;" class="color-fg-muted text-sm-left flex-auto ml-md-3">${size}</span>`}
<span class="color-fg-muted text-right flex-shrink-0 flex-grow-0 ml-md-3"><relative-time datetime="${at.iso.slice(0, 19)}Z" class="no-wrap">${at.medium()}</relative-time></span></div></div></li>`
  const rows = [
    ...files.map((file) =>
      row(
        markup`<span data-view-component="true" class="Truncate-text text-bold">${file.name}</span>`,
        file.url,
        file.sizes[0]!,
      ),
    ),
    ...sources.map(({ name: text, url }) =>
      row(
        markup`<span data-view-component="true" class="Truncate-text text-bold">${text.slice(0, 12)}</span> <span class="Truncate-text">${text.slice(12)}</span>`,
        url,
        '',
      ),
    ),
  ]
  return {
    url: `https://code.example.org/acme/${name}/releases/tag/${tag}`,
    source: markup`<html lang="en" data-color-mode="auto"><head><meta charset="utf-8"><title>Release ${title} · acme/${name} · CodeHarbor</title></head>
<body class="logged-out env-production page-responsive"><a href="#start-of-content" class="px-2 py-4 js-skip-to-content">Skip to content</a>
<header class="HeaderMktg header-logged-out" role="banner"><a href="/" aria-label="Homepage"><svg class="octicon octicon-mark"></svg></a><nav class="HeaderMenu-nav"><a class="HeaderMenu-link no-underline" href="/features">Features</a><a class="HeaderMenu-link no-underline" href="/pricing">Pricing</a></nav></header>
<main id="js-repo-pjax-container"><div id="repository-container-header" class="pt-3"><a class="url fn" rel="author" href="/acme">acme</a> / <strong><a href="/acme/${name}">${name}</a></strong><ul class="pagehead-actions"><li><a class="btn-sm btn" href="/login">Notifications</a></li><li><a class="btn-sm btn" href="/login">Fork <span class="Counter">214</span></a></li></ul></div>
<div id="repo-content-pjax-container" class="repository-content container-xl px-3"><nav aria-label="Releases and Tags" class="UnderlineNav-body"><ol class="breadcrumb"><li class="breadcrumb-item"><a href="/releases">Releases</a></li><li class="breadcrumb-item breadcrumb-item-selected" aria-current="page"><a href="#">${tag}</a></li></ol></nav>
<div data-hpc class="Box"><div data-view-component="true" class="Box-body">
<div class="d-flex flex-md-row flex-column"><div class="d-flex flex-row flex-1 mb-3 wb-break-word"><div class="flex-1 d-inline-flex"><h1 data-view-component="true" class="d-inline mr-3">${title}</h1>${mark !== '' && markup`<span class="ml-md-2"><a href="/releases/latest" class="Link"><span data-view-component="true" class="Label ${mark === 'Latest' ? 'Label--success' : 'Label--warning'} Label--large">${mark}</span></a></span>`}</div></div>
<div class="d-flex flex-justify-end"><details class="details-reset details-overlay"><summary role="button" class="btn-sm btn">Compare <span class="dropdown-caret"></span></summary><div class="SelectMenu"><span class="SelectMenu-title">Choose a tag to compare</span><input type="text" placeholder="Find a tag" class="form-control"></div></details></div></div>
<div class="mb-4"><div class="d-flex flex-wrap flex-items-center"><a href="/u"><img class="avatar avatar-user" src="/a.png" alt="@${author}" width="20"></a> <a href="/u" class="color-fg-muted wb-break-all">${author}</a> released this <relative-time class="no-wrap" prefix="" datetime="${at.iso.slice(0, 19)}Z">${at.medium()}</relative-time>
<div class="d-inline-flex mr-3"><svg class="octicon octicon-tag"></svg><span class="ml-1 wb-break-all">${tag}</span></div><div class="d-inline-flex"><svg class="octicon octicon-git-commit"></svg> <a class="Link Link--muted" href="/commit/${sha}"><code class="f5 Link--muted">${sha}</code></a></div>
<span class="tooltipped" aria-label="This commit was created on CodeHarbor and signed with a verified signature."><button class="Label Label--success">Verified</button></span></div></div>
<div data-test-selector="body-content" class="markdown-body my-3">${notes.html}<p><strong>Full Changelog</strong>: <a class="commit-link" href="${compare}"><tt>${before}...${tag}</tt></a></p></div></div>
<div data-view-component="true" class="Box-footer"><div class="mb-3"><details data-view-component="true" open="open"><summary role="button" class="float-none"><h3 class="f4 text-bold d-inline"><span>Assets</span></h3> <span title="${rows.length}" class="Counter ml-1">${rows.length}</span></summary>
<div class="Box Box--condensed mt-3"><ul>${rows}</ul></div></details></div>
<div class="js-reactions-container social-reactions"><button class="social-reaction-summary-item btn-link" aria-label="react with rocket"><g-emoji>🚀</g-emoji> <span class="js-discussion-reaction-group-count">${random.int(1, 50)}</span></button><span class="reactions-text">${random.int(5, 60)} people reacted</span></div></div></div></div></main>
<footer class="footer" role="contentinfo"><span>© 2026 CodeHarbor, Inc.</span><ul class="list-style-none"><li><a href="/terms">Terms</a></li></ul></footer></body></html>`,
  }
}

/** GitLab's page of one release. */
const gitlabRelease: System = (making) => {
  const { draft } = making
  const { random } = draft
  const cast = new Cast(making)
  const name = cast.packageName()
  const tag = cast.version()
  const title = draft.title(random.chance(0.5) ? `${draft.name()} ${tag}` : tag)
  draft.fact('tag', tag, { inTitle: true })
  const author = draft.fact('author', cast.person())
  const at = cast.moment()
  draft.fact('published', at.shown(draft, at.medium()), { also: at.ways })
  const mark = random.chance(0.25)
    ? draft.mark(random.pick(['Upcoming release', 'Historical release']))
    : ''
  const milestone = random.chance(0.4)
    ? draft.fact('milestone', `${random.int(1, 20)}.${random.int(0, 9)}`, { label: 'Milestone' })
    : ''
  const style: TextStyle = {
    ...NOTES,
    code: (lines) =>
      markup`<div class="markdown-code-block"><pre class="code highlight js-syntax-highlight"><code>${lines.map((line) => markup`<span class="line">${line}</span>\n`)}</code></pre></div>`,
  }
  const notes = new TextMaker(draft, making.code, style).notes()
  const files = cast.files(name, tag, 'git.example.net').map((file) => ({ ...file, sizes: [] }))
  const sources = ['zip', 'tar.gz', 'tar.bz2'].map((end) => ({
    name: `Source code (${end})`,
    url: `https://git.example.net/g/${name}/-/archive/${tag}/${name}-${tag}.${end}`,
    sizes: [],
  }))
  draft.assets.push(...files, ...sources)
  for (const text of [
    'Assets',
    'Other',
    'Packages',
    'Release notes',
    'Evidence collection',
    'Source code',
    'Released by',
    'Created',
    `${files.length + 3}`,
  ])
    draft.maybe(text)
  const sha = draft.maybe(cast.hash(8))
  return {
    url: `https://git.example.net/g/${name}/-/releases/${tag}`,
    source: markup`<html class="gl-light" lang="en"><head><title>${title} · Release · Forgeworks</title></head><body data-page="projects:releases:show">
<header class="header-logged-out"><a class="brand-header-logo-x" href="/">Forgeworks</a><a class="gl-button" href="/users/sign_in">Sign in</a></header>
<div class="layout-page"><aside class="super-sidebar"><ul><li><a class="gl-nav-item" href="#">Deploy</a></li><li><a class="gl-nav-item" href="#">Releases</a></li><li><a class="gl-nav-item" href="#">Monitor</a></li></ul></aside>
<main class="content" id="content-body"><div class="gl-border-1 crud gl-card release-block" id="${tag}">
<div class="gl-card-header release-block-header gl-flex"><h1 class="gl-heading-2 gl-m-0" data-testid="release-name">${title}</h1>${mark !== '' && markup`<span class="gl-badge badge badge-pill badge-warning md"><span class="gl-badge-content">${mark}</span></span>`}<a class="btn btn-default btn-icon gl-button" aria-label="Edit release" href="#"><svg class="gl-icon s16"></svg></a></div>
<div class="gl-card-body">
${milestone !== '' && markup`<div class="release-block-milestone-info gl-flex"><div class="js-milestone-list-container"><span class="gl-mr-1">Milestone</span><a class="gl-link" href="/m" title="Milestone">${milestone}</a></div><div class="gl-progress"><div class="progress-bar" style="width:80%"></div></div></div>`}
<div class="release-assets-x gl-mb-5" data-testid="release-block-assets"><button class="btn btn-link" type="button"><span class="gl-font-weight-bold">Assets</span> <span class="gl-badge badge-pill badge-muted">${files.length + 3}</span></button>
<div class="js-assets-list"><h5 class="gl-heading-5 gl-mb-2">Source code</h5><ul class="gl-list-none gl-pl-0">${sources.map(({ name: text, url }) => markup`<li><a href="${url}" class="gl-link gl-flex" data-testid="asset-link"><svg class="gl-mr-2 s16"></svg>${text}</a></li>`)}</ul>
<h5 class="gl-heading-5 gl-mb-2">Other</h5><ul class="gl-list-none gl-pl-0">${files.map((file) => markup`<li><a href="${file.url}" class="gl-link gl-flex" title="Download asset"><svg class="gl-mr-2 s16"></svg>${file.name}</a></li>`)}</ul></div></div>
<h2 class="gl-heading-3">Release notes</h2><div class="md">${notes.html}</div></div>
<div class="gl-card-footer release-block-footer"><div class="js-commit-info"><svg class="s16"></svg><div class="gl-flex"><a href="/c" class="gl-link gl-mr-4 gl-font-monospace">${sha}</a></div></div><div class="js-tag-info"><svg class="s16"></svg><a class="gl-link" href="/t">${tag}</a></div>
<div class="js-author-date-info gl-flex"><span class="gl-text-subtle">Released&nbsp;</span><time class="js-timeago" title="${at.medium()}, ${at.clock} UTC" datetime="${at.iso}">${at.ago}</time><span class="gl-text-subtle">&nbsp;by&nbsp;</span><a class="user-avatar-link js-user-link" href="/u"><img class="avatar s20" alt="${author}'s avatar" src="/a.png"><span class="user-avatar-name-x">${author}</span></a></div></div>
</div></main></div></body></html>`,
  }
}

/** A release of a project as its site in Drupal shows it. */
const drupalRelease: System = (making) => {
  const { draft } = making
  const { random } = draft
  const cast = new Cast(making)
  const name = cast.packageName('_')
  const tag = cast.version()
  const title = draft.title(`${name} ${tag}`)
  draft.fact('tag', tag, { inTitle: true })
  const author = draft.fact('author', cast.person(), { label: 'Created by' })
  const at = cast.moment()
  draft.fact('published', at.shown(draft, `${at.long('en-GB')} at ${at.clock} UTC`), {
    also: at.ways,
    label: 'Created on',
  })
  const mark = tag.includes('-') ? draft.mark('Pre-release', []) : ''
  const notes = new TextMaker(draft, making.code, {
    ...NOTES,
    code: (lines) =>
      markup`<div class="codeblock"><pre><code>${lines.join('\n')}</code></pre></div>`,
  }).notes()
  const files = cast.files(name, tag, 'ftp.example.com')
  draft.assets.push(...files)
  const install = draft.install(`composer require 'drupal/${name}:^${tag}'`)
  for (const text of [
    'Release notes',
    'Download',
    'File hashes',
    'Release type',
    'Bug fixes',
    'New features',
    'Release info',
    'Install',
    'Last updated',
    'Core compatibility',
    '^10 || ^11',
  ])
    draft.maybe(text)
  return {
    url: `https://modules.example.com/project/${name}/releases/${tag}`,
    source: markup`<html lang="en" dir="ltr" class="js"><head><title>${title} | Modular CMS</title><meta name="Generator" content="Drupal 7 (http://drupal.example.com)"></head>
<body class="html not-front not-logged-in one-sidebar page-node node-type-project-release drupalorg-site-org">
<div id="skip-link-d7"><a href="#content-d7" class="element-invisible element-focusable">Skip to main content</a></div>
<div id="nav-header" role="navigation"><div class="container-12"><ul class="links-d7" id="nav-masthead"><li class="menu-1 first-d7"><a href="/features">Why Modular?</a></li><li><a href="/download">Build</a></li><li><a href="/community">Community</a></li></ul></div></div>
<div id="page-d7"><div class="breadcrumb-d7"><a href="/">Home</a> » <a href="/project">Download &amp; Extend</a></div>
<div id="page-heading"><div id="page-title-tools"><h1 id="page-subtitle">${title}</h1></div></div>
<div id="page-inner-d7"><div id="content-d7" class="grid-8" role="main"><div id="content-inner-d7">
<div id="tabs-d7" class="tabs-d7"><ul class="primary-d7"><li class="active-d7"><a href="#">View<span class="element-invisible">(active tab)</span></a></li><li><a href="/revisions">Version control</a></li></ul></div>
<div id="node-31" class="node node-project-release"><div class="node-content-d7">
<h3>Install</h3><div class="composer-command-wrap"><label for="cmd" class="element-invisible">Command</label><code id="cmd" class="drupalorg-copy-text">${install}</code> <button class="drupalorg-copy" type="button">Copy</button></div>
<h3>Download</h3><div class="field field-name-field-release-files field-type-entityreference field-label-hidden"><table class="views-table sticky-enabled cols-4"><thead><tr><th>Download</th><th>Size</th><th>md5 hash</th></tr></thead><tbody>${files.map((file, index) => markup`<tr class="${index % 2 ? 'even-d7' : 'odd-d7'}"><td class="views-field views-field-filename"><span class="file"><img class="file-icon" alt="Package icon" src="/i.png"> <a href="${file.url}" type="application/gzip">${file.name}</a></span></td><td class="views-field"> ${file.sizes[0]} </td><td class="views-field file-hash-cell">${draft.maybe(cast.hash(32))}</td></tr>`)}</tbody></table></div>
<div class="release-info-x"><div class="submitted-by-x">Created by: <a href="/u/1" title="View user profile." class="username-d7">${author}</a></div><div>Created on: <time datetime="${at.iso}">${at.long('en-GB')} at ${at.clock} UTC</time></div><div>Last updated: ${draft.maybe(at.after(draft, 60).shown(draft, at.after(draft, 60).long('en-GB')))}</div>${mark !== '' && markup`<div class="release-kind-x"><strong>${mark}</strong></div>`}
<div class="field-name-field-release-type"><div class="field-label-x">Release type:&nbsp;</div><div class="field-items-x"><a href="/t/100">Bug fixes</a>, <a href="/t/101">New features</a></div></div></div>
<h3>Release notes</h3><div class="field field-name-body field-type-text-with-summary"><div class="field-item-x even-d7">${notes.html}</div></div>
</div></div></div></div>
<div id="aside-d7" class="grid-4"><div class="block-d7"><h2>Maintainers for ${name}</h2><p><a href="/u/2">someone</a> - ${random.int(10, 99)} commits</p></div><div class="block-d7"><h2>Documentation</h2><a href="/docs">View documentation</a></div></div></div></div>
<div id="footer-d7"><p>Modular is a registered trademark of its owner.</p></div></body></html>`,
  }
}

function forgeRow(
  file: { name: string; url: string; sizes: readonly string[] },
  day: string,
  random: Making['draft']['random'],
): Html {
  return markup`<tr title="${file.name}" class="file "><th scope="row" headers="files_name_h"><a href="${file.url}" title="Click to download ${file.name}"><span class="sprite-icon-file"></span><span class="name-sf">${file.name}</span></a></th><td headers="files_date_h" class="opt"><abbr title="${day} 08:10:11 UTC">${day}</abbr></td><td headers="files_size_h" class="opt">${file.sizes[0]}</td><td headers="files_downloads_h" class="folder-stats" data-column="downloads"><a href="/stats" title="Downloads">${random.int(1, 900)}</a></td><td class="status folder"><a class="fs-info" href="#" title="View details">i</a></td></tr>`
}

/** A folder of files with its notes, as hosts of projects show it. */
const forgeRelease: System = (making) => {
  const { draft } = making
  const { random } = draft
  const cast = new Cast(making)
  const name = cast.packageName('')
  const tag = cast.version()
  const title = draft.title(`${name} ${tag} released`)
  draft.fact('tag', tag, { inTitle: true })
  const author = draft.fact('author', cast.person())
  const at = cast.moment()
  draft.fact('published', at.shown(draft, at.day), { also: at.ways })
  const mark = random.chance(0.5) ? draft.mark('Latest Version', ['latest']) : ''
  const notes = new TextMaker(draft, making.code, {
    ...NOTES,
    code: (lines) =>
      markup`<div class="codehilite"><pre><span></span><code>${lines.join('\n')}\n</code></pre></div>`,
  }).notes()
  const files = cast.files(name, tag, 'downloads.example.net')
  draft.assets.push(...files)
  for (const text of [
    'Name',
    'Modified',
    'Size',
    'Downloads / Week',
    'Totals',
    'Posted by',
    'Files',
    'Status',
  ])
    draft.maybe(text)
  const total = draft.maybe(`${files.length} Items`)
  return {
    url: `https://projects.example.net/projects/${name}/files/${tag}/`,
    source: markup`<html class="no-js" lang="en"><head><title>${title} - ProjectYard</title></head>
<body id="pg_files" class="sandiego v-ssl user project-files"><div class="off-canvas position-right"><ul class="header-nav-menulist"><li class="highlight-sf social row"><a class="row" href="/directory">Business Software</a></li><li><a href="/login">Log In</a></li></ul></div>
<div class="l-header-nav-top"><a href="/" class="sf-logo"><img alt="ProjectYard logo" src="/l.png"></a><form class="typeahead-form" action="/directory"><input placeholder="Search for software or solutions"></form></div>
<article id="project-container" class="row"><section class="main-content-sf"><ul class="breadcrumbs-sf"><li itemprop="itemListElement"><a href="/"><span>Home</span></a></li><li><a href="/p"><span>${name}</span></a></li><li>Files</li></ul>
<div id="nav-sf"><ul class="dropdown menu-sf"><li><a href="/summary">Summary</a></li><li class="selected-sf"><a href="/files">Files</a></li><li><a href="/reviews">Reviews</a></li><li><a href="/support">Support</a></li></ul></div>
<div class="release-note-head"><h1 class="release-headline">${title}</h1><p class="posted-line">Posted by <a class="profile-sf" href="/u">${author}</a> <time datetime="${at.iso}">${at.day}</time> ${mark !== '' && markup`<span class="m-pill-sf">${mark}</span>`}</p></div>
<div id="files" class="files-sf"><div class="file-actions-sf"><a class="button green big-text download" href="${files[0]!.url}" title="Download the latest version"><span class="big-text">Download Latest Version</span></a> <a class="button" href="/rss">Get an RSS feed of this folder</a></div>
<table id="files_list" class="wide-sf"><colgroup><col class="name-column"><col class="opt"></colgroup><thead><tr><th id="files_name_h" class="first typesort">Name</th><th id="files_date_h" class="opt typedate">Modified</th><th id="files_size_h" class="opt typesize">Size</th><th id="files_downloads_h" class="opt typecount">Downloads / Week</th><th id="files_status_h" class="typeadhoc">&nbsp;</th></tr><tr class="alt"><td colspan="5"><a href="/files">Parent folder</a></td></tr></thead>
<tfoot><tr><td id="totals" class="label-sf">Totals: ${total}</td><td headers="files_size_h" class="opt">&nbsp;</td><td class="opt"></td></tr></tfoot>
<tbody>${files.map((file) => forgeRow(file, at.day, random))}</tbody></table></div>
<div id="readme" data-name="README.md"><div class="content-sf format-markdown"><div class="markdown_content">${notes.html}</div></div><div class="readme-source-sf">Source: README.md, updated ${at.day}</div></div>
<section class="other-projects-sf"><h2>Other Useful Business Software</h2><div class="nel-card"><h3>Monitor everything from one place</h3><p>Stop guessing what broke last night. Over 9,000 teams rely on our dashboards. Start a free trial today.</p><a class="button" href="/ad">Start Free Trial</a></div></section>
</section></article><footer class="sandiego-footer"><div class="as-row">© 2026 Yard Media. All Rights Reserved.</div><div class="footer-wrapper-sf"><a href="/terms">Terms</a> <a href="/privacy">Privacy</a></div></footer></body></html>`,
  }
}

/** Pages of releases, by system. */
export const RELEASES: Readonly<Record<string, System>> = {
  'github-like': githubRelease,
  'gitlab-like': gitlabRelease,
  'drupal-like': drupalRelease,
  'sourceforge-like': forgeRelease,
  'gitea-like': giteaRelease,
  'python-like': pythonRelease,
  'vendor-like': vendorRelease,
}

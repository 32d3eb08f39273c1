import { makePackage } from '../made/package.ts'
import type { System } from '../made/system.ts'
import { TextMaker, type TextStyle } from '../made/text.ts'
import { markup, tight, type Html } from '../markup.ts'

const PLAIN_README: TextStyle = {
  code: (lines, language) =>
    markup`<pre><code class="language-${language} hljs">${lines.join('\n')}\n</code></pre>`,
  heading: (text, level) =>
    markup`<h${level}><a href="#s" aria-hidden="true" class="anchor-cr" id="user-content-s"></a>${text}</h${level}>`,
  link: (href, text) => markup`<a href="${href}" rel="nofollow noopener noreferrer">${text}</a>`,
}

/** crates.io, whose classes carry a suffix of their component. */
export const cratesPackage: System = (making) => {
  const { draft } = making
  const { random } = draft
  const made = makePackage(making, '_')
  const { name, moment } = made
  const version = draft.fact('version', `v${made.version}`, { also: [made.version], inTitle: true })
  const about = draft.say(made.about)
  const license = draft.fact('license', made.license)
  const keywords = draft.several(
    'tags',
    made.keywords.map((one) => `#${one}`),
    { label: 'keywords' },
  )
  const add = draft.install(`cargo add ${name}`)
  const line = draft.install(`${name} = "${made.version}"`)
  const repository = draft.address('repository', made.repository, {
    label: 'Repository',
    also: [made.repository.slice(8)],
  })
  const homepage = random.chance(0.5)
    ? draft.address('homepage', made.homepage, { label: 'Homepage' })
    : ''
  const published = moment.shown(draft, moment.ago)
  draft.fact('published', moment.medium(), { also: moment.ways })
  const downloads = draft.fact('downloads', made.downloads, {
    label: 'Downloads all time',
    units: ['all time'],
  })
  const owner = draft.maybe(made.people[0]!)
  const readme = new TextMaker(draft, making.code, PLAIN_README).readme()
  const size = draft.maybe(`${random.int(8, 900)}.${random.int(1, 9)} KiB`)
  for (const text of [
    'Metadata',
    'Install',
    'Owners',
    'Categories',
    'Documentation',
    'Stats Overview',
    'Versions published',
    'Readme',
    'Run the following Cargo command in your project directory:',
    'Or add the following line to your Cargo.toml:',
    '2021 edition',
    'Categories',
  ])
    draft.maybe(text)
  const versions = draft.maybe(String(random.int(2, 80)))
  const nav = (label: string, badge: string, active: string): Html =>
    markup`<li class="_li_lsf5bb"><a href="/crates/${name}/x" class="_link_lsf5bb ${active}">${label}${badge !== '' && markup`<span class="_badge_q2tt8a"> (${badge})</span>`}</a></li>`
  return {
    url: `https://crates.example.org/crates/${name}`,
    source:
      tight(markup`<html lang="en"><head><title>${name} - barn of crates: Package Registry</title></head><body class="ember-application">
<div id="ember2-cr"><div class="_progress_1a2b"></div><header class="_header_1e2uqf"><div class="_header-inner_1e2uqf width-limit_cr"><a href="/" class="_index-link_1e2uqf"><img src="/cargo.png" role="none" alt="" class="_logo_1e2uqf"><h1 class="_title_1e2uqf">barn of crates</h1></a><div class="_search-bar_1e2uqf"><form action="/search" role="search"><input type="text" inputmode="search" placeholder="Type 'S' or '/' to search" aria-label="Search" class="_input_1fd9s0"></form></div><nav class="_nav_1e2uqf"><a href="/crates">Browse All Crates</a><span class="_sep_1e2uqf">|</span><button type="button" class="_button-reset_1e2uqf">Log in with CodeHarbor</button></nav></div></header>
<main class="_main_cr"><div class="_inner-main_cr width-limit_cr">
<div class="_header_9vvl0z" data-test-heading><h1 class="_heading_9vvl0z"><span>${name}</span><small data-test-crate-version>${version}</small></h1><div class="_description_9vvl0z">${about}</div><ul class="_keywords_9vvl0z">${keywords.map((one) => markup`<li><a href="/keywords/x" data-test-keyword class="ember-view-cr"><span class="_hash_9vvl0z">#</span>${one.slice(1)}</a></li>`)}</ul></div>
<nav aria-label="${name} crate subpages" class="_nav_lsf5bb"><ul class="_list_lsf5bb">${nav('Readme', '', 'active-cr')}${nav('Versions', versions, '')}${nav('Dependencies', '', '')}${nav('Dependents', '', '')}</ul></nav>
<div class="_crate-info_d01mnx"><div class="_docs_d01mnx" data-test-docs><article aria-label="Readme" data-test-readme class="_readme_cr"><div class="_text-content_cr">${readme.html}</div></article></div>
<section aria-label="Crate metadata" class="_sidebar_1dhnp5"><div class="_metadata_1dhnp5"><h2 class="_heading_1dhnp5">Metadata</h2>
<div class="_reverse-dependency_date_1dhnp5"><svg width="16" class="_icon_1dhnp5" aria-hidden="true"></svg><time datetime="${moment.iso}" class="_date_1dhnp5"><span>${published}</span><span class="_tooltip_1dhnp5" role="tooltip">${moment.medium()}</span></time></div>
<div class="_msrv_1dhnp5"><svg class="_icon_1dhnp5"></svg><span>2021 edition</span></div>
<div class="_license_1dhnp5" data-test-license><svg class="_icon_1dhnp5"></svg><span>${license.split(' ').map((word) => (word === 'OR' ? markup` OR ` : markup`<a href="https://choose.example.com/licenses/x">${word}</a>`))}</span></div>
<div class="_bytes_1dhnp5"><svg class="_icon_1dhnp5"></svg>${size}</div></div>
<div data-test-install><h2 class="_heading_1dhnp5">Install</h2><p class="_copy-help_13gfzc">Run the following Cargo command in your project directory:</p><button type="button" title="Copy command to clipboard" class="_copy-button_13gfzc"><span class="_selectable_13gfzc">${add}</span><svg aria-hidden="true" class="_copy-icon_13gfzc"></svg></button>
<p class="_copy-help_13gfzc">Or add the following line to your Cargo.toml:</p><button type="button" title="Copy Cargo.toml snippet to clipboard" class="_copy-button_13gfzc"><span class="_selectable_13gfzc">${line}</span><svg aria-hidden="true" class="_copy-icon_13gfzc"></svg></button></div>
<div class="_links_1dhnp5">${homepage !== '' && markup`<div><h2 class="_heading_1dhnp5">Homepage</h2><div class="_content_t2rnmm"><svg class="_icon_t2rnmm"></svg><a href="${homepage}" class="_link_t2rnmm">${homepage.slice(8, -1)}</a></div></div>`}<div><h2 class="_heading_1dhnp5">Documentation</h2><div class="_content_t2rnmm"><a href="https://docs.example.org/${name}" class="_link_t2rnmm">${draft.maybe(`docs.example.org/${name}`)}</a></div></div><div><h2 class="_heading_1dhnp5">Repository</h2><div class="_content_t2rnmm"><svg class="_icon_t2rnmm"></svg><a href="${repository}" class="_link_t2rnmm">${repository.slice(8)}</a></div></div></div>
<div><h2 class="_heading_1dhnp5">Owners</h2><ul role="list" class="_list_181lzn"><li><a href="/users/u" class="_team_181lzn"><img width="32" alt="${owner} (u)" src="/a.png"><span class="_name_181lzn">${owner}</span></a></li></ul></div>
<button type="button" class="_report-button_1dhnp5">Report crate</button></section></div>
<div class="_stats_1dhnp6"><h3 class="_stats-heading_cr">Stats Overview</h3><div class="_stat_1dhnp6"><span class="_num_1dhnp6"><svg aria-hidden="true"></svg><span class="_num__align_1dhnp6">${downloads}</span></span><span class="_stat-text_1dhnp6">Downloads all time</span></div><div class="_stat_1dhnp6"><span class="_num_1dhnp6"><span class="_num__align_1dhnp6">${versions}</span></span><span class="_stat-text_1dhnp6">Versions published</span></div><h4>Downloads over the last 90 days</h4><div class="_stacked-graph_cr">Display as <button class="_trigger_cr">Stacked</button><canvas></canvas></div></div>
</div></main><footer class="_footer_cr"><div class="_content_cr width-limit_cr"><div><h1>Rusty</h1><ul role="list"><li><a href="https://lang.example.org/">lang.example.org</a></li></ul></div><div><h1>Policies</h1><ul role="list"><li><a href="/policies">Usage Policy</a></li></ul></div></div></footer></div></body></html>`),
  }
}

/** Packagist. */
export const packagistPackage: System = (making) => {
  const { draft } = making
  const { random } = draft
  const made = makePackage(making, '-', 'acme/')
  const { name, moment } = made
  const version = draft.fact('version', made.version)
  const about = draft.say(made.about)
  const license = draft.fact('license', made.license)
  const command = draft.install(`composer require ${name}`)
  const repository = draft.address('repository', made.repository, {
    label: 'Source',
    also: [made.repository.slice(8)],
  })
  const homepage = random.chance(0.6)
    ? draft.address('homepage', made.homepage, { label: 'Homepage' })
    : ''
  const downloads = draft.fact('downloads', made.downloads.replaceAll(',', ' '), {
    also: [made.downloads],
    label: 'Installs',
  })
  draft.fact('published', moment.shown(draft, moment.day), {
    also: [...moment.ways, `${moment.day} ${moment.clock} UTC`],
  })
  const author = draft.maybe(made.people[0]!)
  const tags = draft.several('tags', made.keywords)
  const style: TextStyle = {
    ...PLAIN_README,
    code: (lines) => markup`<div><pre>${lines.join('\n')}\n</pre></div>`,
    heading: (text, level) => markup`<h${level + 1} id="readme-h">${text}</h${level + 1}>`,
  }
  const readme = new TextMaker(draft, making.code, style).readme()
  const requires = random.times(random.int(1, 4), () => ({
    name: draft.maybe(`vendor/${draft.name().toLowerCase()}`),
    range: draft.maybe(`^${random.int(1, 9)}.${random.int(0, 9)}`),
  }))
  for (const text of [
    'requires',
    'requires (dev)',
    'suggests',
    'provides',
    'conflicts',
    'replaces',
    'None',
    'php: >=8.1',
    'Maintainers',
    'Details',
    'Issues',
    'Dependents',
    'Suggesters',
    'Security',
    'Stars',
    'Watchers',
    'Forks',
    'Open Issues',
    'README',
    `dev-main / ${version}`,
  ])
    draft.maybe(text)
  const stat = (label: string, value: string): Html =>
    markup`<p><span><a href="/packages/${name}/stats" rel="nofollow">${label}</a>:</span> ${value}</p>`
  const list = (title: string, items: readonly Html[]): Html =>
    markup`<div class="clearfix visible-sm-block"></div><div class="${title === 'requires' ? 'requires' : 'requireDevs'} col-sm-6 col-md-4"><p class="${items.length === 0 ? 'link-type-none' : 'link-type'}">${title}</p>${items.length === 0 ? markup`<p class="no-links">None</p>` : markup`<ul>${items}</ul>`}</div>`
  return {
    url: `https://pack.example.com/packages/${name}`,
    source: markup`<html lang="en"><head><meta charset="UTF-8"><title>${name} - Packyard</title><meta name="description" content="${about}"></head>
<body><section class="wrap"><header class="navbar-wrapper navbar-fixed-top"><nav class="container-pk"><div class="navbar-pk" role="navigation"><div class="navbar-header-pk"><h1 class="navbar-brand"><a href="/">Packyard</a> <em class="hidden-sm hidden-xs">The PHP Package Repository</em></h1></div><ul class="nav-pk navbar-nav-pk"><li><a href="/explore/">Browse</a></li><li><a href="/packages/submit">Submit</a></li><li><a href="/register/">Create account</a></li><li><a href="/login/">Sign in</a></li></ul></div></nav></header>
<section class="wrapper wrapper-search"><div class="container-pk"><form name="search_query" method="get" action="/search/" id="search-form" autocomplete="off"><input type="search" id="search_query_query" name="query" required="required" placeholder="Search packages..." class="form-control-pk"></form></div></section>
<section class="wrapper"><section class="container-pk content-pk" role="main"><div class="package">
<div class="row-pk"><div class="col-md-12"><div class="package-header"><div class="row-pk"><div class="col-md-9"><h2 class="title-pk"><a href="/packages/acme/" class="vendor">acme<span class="hidden">/</span></a><span class="slash-pk" aria-hidden="true">/</span>${name.slice(5)}</h2></div></div></div></div></div>
<div class="row-pk"><div class="col-md-8"><p class="requireme"><i class="glyphicon glyphicon-save"></i> <input type="text" readonly="readonly" value="${command}"></p>
<p class="description-pk">${about}</p>
<p class="tags-pk">${tags.map((tag) => markup`<a rel="nofollow noindex" href="/explore/tag">${tag}</a> `)}</p></div>
<div class="col-md-3 col-md-offset-1"><div class="row package-aside"><div class="details col-xs-12 col-sm-6 col-md-12"><h5>Maintainers</h5><p class="maintainers"><a href="/users/u/"><img width="48" height="48" title="${author}" src="/a.png" alt=""></a></p><h5>Details</h5><p class="canonical"><a href="${repository}" title="Canonical Repository URL">${repository.slice(8)}</a></p>${homepage !== '' && markup`<p><a rel="nofollow noopener external noindex ugc" href="${homepage}">Homepage</a></p>`}<p><a rel="nofollow noopener external noindex ugc" href="${repository}">Source</a></p><p><a rel="nofollow noopener" href="${repository}/issues">Issues</a></p></div>
<div class="facts col-xs-12 col-sm-6 col-md-12">${stat('Installs', downloads)}${stat('Dependents', String(random.int(0, 99)))}${stat('Suggesters', '0')}${stat('Security', '0')}${stat('Stars', String(random.int(1, 900)))}${stat('Watchers', String(random.int(1, 90)))}${stat('Forks', String(random.int(1, 90)))}<p><span>Open Issues:</span> ${random.int(0, 50)}</p></div></div></div></div>
<div class="row versions-section"><div class="version-details col-md-9"><div class="title-row"><span class="version-number">${version}</span> <span class="release-date">${moment.day} ${moment.clock} UTC</span></div>
<div class="clearfix package-links"><div class="row-pk">${list('requires', [markup`<li>php: &gt;=8.1</li>`, ...requires.map((one) => markup`<li><a href="/packages/${one.name}">${one.name}</a>: ${one.range}</li>`)])}${list('requires (dev)', [])}${list('suggests', [])}${list('conflicts', [])}</div></div>
<div class="metadata-pk"><p class="license"><i class="glyphicon glyphicon-copyright-mark" title="License"></i> ${license} <span class="source-reference"><i class="glyphicon glyphicon-bookmark" title="Source Reference"></i> ${draft.maybe(making.draft.random.int(100000, 999999).toString(16).padStart(8, 'a'))}</span></p><i class="glyphicon glyphicon-user" title="Authors"></i><ul class="authors"><li>${author} <span class="visible-sm-inline">&lt;a<span style="display:none">.nospam</span>@example.com&gt;</span></li></ul></div></div>
<div class="package-installs col-md-3"><ul class="versions"><li class="details-toggler version"><a href="#dev-main" class="version-number">dev-main</a></li><li class="details-toggler version open"><a href="#v" class="version-number">${version}</a></li></ul><p class="last-update">This package is auto-updated.</p></div></div>
<hr class="clearfix"><div class="readme markdown-body"><h1>README</h1>${readme.html}</div></div></section></section></section>
<footer class="wrapper-footer"><nav class="container-pk"><ul class="social-pk"><li><a href="/feeds/" title="RSS Feeds"><span class="icon-rss">RSS</span></a></li></ul><ul class="nav-pk"><li><a href="/about">About Packyard</a></li><li><a href="/statistics">Statistics</a></li></ul><p class="col-sm-8">Packyard is maintained by volunteers. Hosting by <a href="https://sponsor.example.com/">a sponsor</a>.</p></nav></footer></body></html>`,
  }
}

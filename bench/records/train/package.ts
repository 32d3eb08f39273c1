import { makePackage } from '../made/package.ts'
import type { System } from '../made/system.ts'
import { TextMaker, type TextStyle } from '../made/text.ts'
import { markup, tight, type Html } from '../markup.ts'
import { condaPackage, marketPackage } from './package-markets.ts'
import { cratesPackage, packagistPackage } from './package-more.ts'
import { cranPackage, hackagePackage } from './package-registries.ts'
import { aurPackage, droidPackage } from './package-translated.ts'

const README: TextStyle = {
  code: (lines, language) =>
    markup`<div class="highlight highlight-source-${language}"><pre>${lines.map((line, index) => markup`${index > 0 && '\n'}<span class="pl-k">${line.slice(0, 3)}</span>${line.slice(3)}`)}</pre></div>`,
  heading: (text, level) =>
    markup`<h${level} id="user-content-h" tabindex="-1" dir="auto">${text}<a aria-hidden="true" tabindex="-1" href="#h"><svg class="octicon octicon-link" width="16"></svg></a></h${level}>`,
  link: (href, text) => markup`<a href="${href}" rel="nofollow">${text}</a>`,
}

/** npm, whose classes are made by a program. */
const npmPackage: System = (making) => {
  const { draft } = making
  const { random } = draft
  const made = makePackage(making, '-', random.chance(0.3) ? '@acme/' : '')
  const { name, moment, cast } = made
  const version = draft.fact('version', made.version, { label: 'Version' })
  const license = draft.fact('license', made.license, { label: 'License' })
  const downloads = draft.fact('downloads', made.downloads, {
    label: 'Weekly Downloads',
    units: ['weekly'],
  })
  const repository = draft.address('repository', made.repository, {
    label: 'Repository',
    also: [made.repository.slice(8)],
  })
  const homepage = random.chance(0.7)
    ? draft.address('homepage', made.homepage, {
        label: 'Homepage',
        also: [made.homepage.slice(8)],
      })
    : ''
  const dependencies = draft.fact('dependencies', String(made.dependencies), {
    units: ['dependencies'],
    label: 'Dependencies',
  })
  draft.fact('published', moment.shown(draft, moment.medium()), {
    also: moment.ways,
    label: 'Last publish',
  })
  draft.install(`npm i ${name}`)
  const author = draft.maybe(made.people[0]!)
  const keywords = random.chance(0.6)
    ? draft.several('tags', made.keywords, { label: 'Keywords' })
    : []
  const readme = new TextMaker(draft, making.code, README).readme()
  for (const text of [
    'Install',
    'Readme',
    'Public',
    `${version} • Public • Published`,
    'Issues',
    'Pull Requests',
    'Total Files',
    'Unpacked Size',
    'Collaborators',
    'Keywords',
  ])
    draft.maybe(text)
  const row = (label: string, inner: Html): Html =>
    markup`<div class="_702d723c dib w-50 bb b--black-10 pr2"><h3 class="c84e15be f5 mt2 pt2 mb0 black-50">${label}</h3>${inner}</div>`
  const tab = (id: string, label: string, count: string): Html =>
    markup`<li class="_8055e658 f5 fw5 tc pointer" role="none"><a role="tab" href="?activeTab=${id}" id="package-tab-${id}" aria-controls="tabpanel-${id}" aria-selected="${id === 'readme' ? 'true' : 'false'}" class="_9ba9a726 f4 fl db fw6 pv3 ph2 tc w-100"><span><svg width="18" height="18" aria-hidden="true"></svg>${count !== '' && markup`<span class="c3fc8940">${count} </span>`}${label}</span></a></li>`
  return {
    url: `https://registry.example.org/package/${name}`,
    source:
      tight(markup`<html lang="en" data-scroll="0"><head><title data-rh="true">${name} - parcelhub</title><meta data-rh="true" name="description" content="${made.about}"></head><body>
<div id="app"><div class="flex flex-column vh-100"><a href="#main" class="_45bdb8ca skiplink-x">skip to: package search or sign in</a>
<header class="_2c2d1b2c bg-white z-2 relative bb b--black-10"><div class="_0897331b mb4 bb b--black-10"><a id="nav-pro-link" class="_7cbf6ea1" href="/products/pro">Pro</a><a class="_7cbf6ea1" href="/teams">Teams</a><a class="_7cbf6ea1" href="/products">Pricing</a></div><form id="search-npm" method="GET" action="/search"><input type="search" name="q" placeholder="Search packages" aria-label="Search packages" value=""><button type="submit" class="_13c93d41" aria-label="Search">Search</button></form><a class="_8e16d9c8" href="/signup">Sign Up</a><a href="/login">Sign In</a></header>
<main class="center mw9 pa3 w-100 flex-auto" id="main"><div id="top" class="_6620a4fd w-100 ph0-l ph3 ph4-m">
<div class="d-flex flex-column flex-nowrap mb3"><h1 class="_50685029 lh-copy"><span class="_50685029 truncate flex-auto" title="${name}">${name}</span></h1>${random.chance(0.4) && markup`<div class="ts-badge-x"><img class="_0f9e1d41" alt="TypeScript icon, indicating that this package has built-in type declarations" src="/ts.png" title="This package contains built-in TypeScript declarations"></div>`}</div>
<span class="_76473bea f6 dib ph0 pv2 mb2-ns black-80 nowrap f5 fw4 lh-copy">${version}<!-- --> • </span><span class="_813b53b2 _76473bea f6 dib black-80"><span class="green-x">Public</span> • Published <time datetime="${moment.iso}" title="${moment.iso}">${moment.shown(draft, moment.ago)}</time></span>
<ul class="_19cbe9ce w-100 flex flex-column flex-row-ns" role="tablist" aria-owns="package-tab-readme">${tab('readme', 'Readme', '')}${tab('code', 'Code', 'Beta')}${tab('dependencies', 'Dependencies', dependencies)}${tab('dependents', 'Dependents', String(random.int(1, 999)))}${tab('versions', 'Versions', String(random.int(2, 99)))}</ul>
<div class="ph4 cf"><div class="w-100 f5 cf _40aff104"><div class="_6d9832ac" id="tabpanel-readme" aria-labelledby="package-tab-readme" role="tabpanel" data-attribute="readme"><article><div id="readme" class="_6d9832ac markdown">${readme.html}</div></article></div></div></div>
<div class="fdbf4038 w-third-l mt3 w-100 ph3 ph4-m pv3 pv0-l order-1-ns order-0" aria-label="Package sidebar"><h2 class="clip">Package Sidebar</h2><h3 class="c84e15be f5 mt2 pt2 mb0">Install</h3><div class="_95e896e6"><p class="_9fe8ee12"><code title="Copy Command to Clipboard" tabindex="0">npm i ${name}</code><button class="_8b74b0d1" aria-live="polite" type="button" aria-label="Copy install command line"><svg viewBox="0 0 14 16" aria-hidden="true"></svg></button></p></div>
<div class="_702d723c dib w-100 bb"><h3 class="c84e15be f5 black-50">Repository</h3><p class="_40aff104 fw6 mb3 mt2 truncate black-80 f4"><a class="_7f3fe2b1 link hover-black" aria-labelledby="repository-link" href="${repository}" rel="noopener noreferrer nofollow"><span class="_513acc99"><svg aria-hidden="true"></svg></span><span id="repository-link">${repository.slice(8)}</span></a></p></div>
${homepage !== '' && markup`<div class="_702d723c dib w-100 bb"><h3 class="c84e15be f5 black-50">Homepage</h3><p class="_40aff104 fw6 truncate"><a class="_7f3fe2b1 link" aria-labelledby="homePage-link" href="${homepage}" rel="noopener noreferrer nofollow"><span id="homePage-link">${homepage.slice(8)}</span></a></p></div>`}
<div class="_000ae427 mb3 cf"><h3 class="c84e15be f5 fl mb3 black-50"><svg class="_6cd5d7c2"></svg>Weekly Downloads</h3><div class="_000ae427 w-100 flex items-center"><p class="_9ba9a726 f4 tl flex-auto fw6 black-80 ma0 pr2 pb1">${downloads}</p><div><div class="_148f0fc9"><svg viewBox="0 0 215 35"><path d="M0 1L3 2"></path></svg></div></div></div></div>
${row('Version', markup`<p class="f2874b88 fw6 mb3 mt2 truncate black-80 f4">${version}</p>`)}${row('License', markup`<p class="f2874b88 fw6 mb3 mt2 truncate black-80 f4">${license}</p>`)}${row('Unpacked Size', markup`<p class="f2874b88 fw6">${draft.maybe(`${random.int(10, 900)} kB`)}</p>`)}${row('Total Files', markup`<p class="f2874b88 fw6">${draft.maybe(String(random.int(4, 99)))}</p>`)}
<div class="_702d723c w-100 bb"><h3 class="c84e15be f5 black-50">Last publish</h3><p class="f2874b88 fw6 f4"><time datetime="${moment.iso}" title="${moment.medium()}, ${moment.clock} UTC">${moment.ago}</time></p></div>
<div class="_702d723c w-100"><h3 id="collaborators" class="c84e15be f5 black-50">Collaborators</h3><ul class="list-np"><li class="dib mr2"><a class="db" href="/~u"><img src="/a.png" alt="" title="${author}"><span class="clip">${author}</span></a></li></ul></div>
<div class="_49c2eecc"><a class="db button-try" href="https://sandbox.example.com/"><strong>Try</strong> on RunBox</a></div><p class="report-x"><a rel="nofollow" class="f4 db" href="/support?inquire=security"><svg aria-hidden="true"></svg><span>Report malware</span></a></p></div>
${keywords.length > 0 && markup`<h2 class="mt5 f5 black-50">Keywords</h2><ul class="list pl0">${keywords.map((one) => markup`<li class="dib mr2"><a class="_75a5f581 f4 fw6 fl db pv1 ma1 black-70 link" href="/search?q=keywords:x">${one}</a></li>`)}</ul>`}
</div></main><footer class="_3b2d3d5a pt5"><div class="black-70 f3"><h2 class="f2 fw6" id="footer-support">Support</h2><ul class="list"><li><a href="/docs">Help</a></li><li><a href="/advisories">Advisories</a></li><li><a href="/status">Status</a></li></ul></div><div><h2 class="f2 fw6">Terms &amp; Policies</h2><ul class="list"><li><a href="/policies">Policies</a></li><li><a href="/privacy">Privacy</a></li></ul></div></footer></div></div>
<script>window.__context__={"name":"${cast.hash(9)}"}</script></body></html>`),
  }
}

/** PyPI. */
const pypiPackage: System = (making) => {
  const { draft } = making
  const { random } = draft
  const made = makePackage(making)
  const { name, moment } = made
  const version = draft.fact('version', made.version, { inTitle: true })
  const license = draft.fact('license', made.license, {
    label: 'License',
    also: [`License Expression: ${made.license}`],
  })
  const repository = draft.address('repository', made.repository, {
    label: 'Source',
    also: [made.repository.slice(8)],
  })
  const homepage = draft.address('homepage', made.homepage, { label: 'Homepage' })
  draft.fact('published', moment.shown(draft, moment.medium()), {
    also: moment.ways,
    label: 'Released',
  })
  const author = draft.fact('author', made.people[0]!, { label: 'Author' })
  const command = draft.install(`pip install ${name}`)
  const about = draft.say(made.about)
  const isYanked = random.chance(0.1)
  const tags = random.chance(0.7) ? draft.several('tags', made.keywords, { label: 'Tags' }) : []
  const style: TextStyle = {
    ...README,
    code: (lines, language) =>
      markup`<pre lang="${language}"><span class="n">${lines[0]}</span>${lines.slice(1).map((line) => `\n${line}`)}\n</pre>`,
    heading: (text, level) => markup`<h${level}>${text}</h${level}>`,
  }
  const readme = new TextMaker(draft, making.code, style).readme()
  for (const text of [
    'Project description',
    'Requires',
    'Python >=3.9',
    'Project links',
    'Maintainers',
    'Classifiers',
    'License',
    'Programming Language',
    'Latest version',
    'Released:',
    'Meta',
    'Project details',
    'Issue Tracker',
    'Development Status',
    '5 - Production/Stable',
    'License Expression',
  ])
    draft.maybe(text)
  const link = (href: string, label: string): Html =>
    markup`<li><a class="vertical-tabs__tab vertical-tabs__tab--with-icon vertical-tabs__tab--condensed" href="${href}" rel="nofollow"><i class="fas fa-external-link-alt" aria-hidden="true"></i>${label}</a></li>`
  const side = (
    hidden: string,
  ): Html => markup`<div class="sidebar-section verified"><h3 class="sidebar-section__title">Project links</h3><ul class="vertical-tabs__list">${link(homepage, 'Homepage')}${link(`${repository}/issues`, 'Issue Tracker')}${link(repository, 'Source')}</ul></div>
<div class="sidebar-section"><h3 class="sidebar-section__title">Meta</h3><ul><li><span><strong>License Expression:</strong> ${license}<br><em class="hint-x">SPDX <a href="https://spdx.example.org/">License Expression</a></em></span></li><li><span><strong>Author:</strong> <a href="mailto:a@example.com">${author}</a></span></li>${tags.length > 0 && markup`<li class="tags"><i class="fas fa-tags" aria-hidden="true"></i><span class="sr-only">Tags</span>${tags.map((tag) => markup`<span class="package-keyword">${tag}${tag !== tags.at(-1) && ','}</span> `)}</li>`}<li><span><i class="fab fa-python" aria-hidden="true"></i><strong>Requires:</strong> Python &gt;=3.9</span></li></ul></div>
<div class="sidebar-section${hidden}"><h3 class="sidebar-section__title">Classifiers</h3><ul class="sidebar-section__classifiers"><li><strong>Development Status</strong><ul><li><a href="/search">5 - Production/Stable</a></li></ul></li></ul></div>`
  return {
    url: `https://index.example.net/project/${name}/`,
    source: markup`<html lang="en" dir="ltr"><head><meta charset="utf-8"><title>${name} · Wheelhouse</title><meta name="description" content="${about}"></head>
<body data-controller="viewport-toggle">
<a href="#content" class="skip-to-content">Skip to main content</a><button type="button" class="button button--primary button--switch-to-mobile hidden" data-viewport-toggle-target="switchToMobile">Switch to mobile version</button>
<div id="sticky-notifications" class="stick-to-top js-stick-to-top"><noscript><div class="notification-bar notification-bar--dismissable">Some features may not work without JavaScript. Please try enabling it if you encounter problems.</div></noscript></div>
<header class="site-header"><div class="site-container"><div class="split-layout"><a class="site-header__logo" href="/"><img alt="Wheelhouse" src="/logo.svg"></a><form class="search-form search-form--primary" action="/search/" role="search"><label for="search" class="sr-only">Search Wheelhouse</label><input id="search" class="search-form__search" type="text" name="q" placeholder="Type '/' to search projects"><button type="submit" class="search-form__button"><i class="fa fa-search" aria-hidden="true"></i><span class="sr-only">Search</span></button></form><nav class="horizontal-menu horizontal-menu--light" aria-label="Main navigation"><ul><li class="horizontal-menu__item"><a href="/help/" class="horizontal-menu__link">Help</a></li><li class="horizontal-menu__item"><a href="/account/login/" class="horizontal-menu__link">Log in</a></li></ul></nav></div></div></header>
<main id="content"><div class="banner"><div class="package-header"><div class="package-header__left"><h1 class="package-header__name">
        ${name} ${version}
      </h1>
<p class="package-header__pip-instructions"><span id="pip-command">${command}</span><button type="button" class="copy-tooltip copy-tooltip-s" data-action="clipboard#copy" data-clipboard-tooltip-value="Copy to clipboard"><i class="fa fa-copy" aria-hidden="true"></i><span class="sr-only">Copy PIP instructions</span></button></p></div>
<div class="package-header__right">${isYanked ? markup`<a class="status-badge status-badge--warn" href="/project/${name}/"><span>Newer version available</span></a>` : markup`<a class="status-badge status-badge--good" href="/project/${name}/"><span>Latest version</span></a>`}
<p class="package-header__date">Released: <time datetime="${moment.iso}" data-controller="localized-time" data-localized-time-relative="true">${moment.medium()}</time></p></div></div></div>
<div class="horizontal-section horizontal-section--grey horizontal-section--thin"><div class="site-container"><div class="split-layout split-layout--middle package-description"><p class="package-description__summary">${about}</p><div data-html-include="/manage"></div></div></div></div>
<div data-controller="project-tabs"><div class="tabs-container"><div class="vertical-tabs"><div class="vertical-tabs__tabs"><div class="sidebar-section"><h3 class="sidebar-section__title">Navigation</h3><nav aria-label="Navigation for ${name}"><ul class="vertical-tabs__list" role="tablist"><li role="tab"><a id="description-tab" href="#description" class="vertical-tabs__tab vertical-tabs__tab--with-icon vertical-tabs__tab--is-active" aria-selected="true"><i class="fa fa-align-left" aria-hidden="true"></i>Project description</a></li><li role="tab"><a id="history-tab" href="#history" class="vertical-tabs__tab">Release history</a></li><li role="tab"><a href="#files" class="vertical-tabs__tab">Download files</a></li></ul></nav></div>${side('')}</div>
<div class="vertical-tabs__panel"><div id="description" data-project-tabs-target="content" class="vertical-tabs__content" role="tabpanel" aria-labelledby="description-tab"><h2 class="page-title">Project description</h2><div class="project-description">${readme.html}</div></div>
<div id="data" class="vertical-tabs__content" role="tabpanel" aria-labelledby="mobile-data-tab" hidden><h2 class="page-title">Project details</h2>${side(' hidden')}</div>
<div id="history" class="vertical-tabs__content" role="tabpanel" hidden><h2 class="page-title split-layout"><span>Release history</span><a class="margin-top" href="/help/#rss">Release notifications</a></h2><div class="release-timeline"><div class="release release--latest release--current"><div class="release__meta"><span class="badge">This version</span></div></div></div></div></div></div></div></div></main>
<footer class="footer"><div class="footer__logo"><img src="/w.svg" alt="" class="-js-white-cube"></div><div class="footer__menus"><div class="footer__menu"><h2>Help</h2><nav><ul><li><a href="/tutorial">Installing packages</a></li></ul></nav></div></div><div class="footer__text"><p>Developed and maintained by the community, for the community.<br><a href="/sponsors">Donate today!</a></p></div></footer>
</body></html>`,
  }
}

/** Pages of packages, by system. */
export const PACKAGES: Readonly<Record<string, System>> = {
  'npm-like': npmPackage,
  'pypi-like': pypiPackage,
  'crates-like': cratesPackage,
  'packagist-like': packagistPackage,
  'hackage-like': hackagePackage,
  'cran-like': cranPackage,
  'aur-like': aurPackage,
  'fdroid-like': droidPackage,
  'market-like': marketPackage,
  'conda-like': condaPackage,
}

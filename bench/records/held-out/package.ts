import { makePackage } from '../made/package.ts'
import type { System } from '../made/system.ts'
import { TextMaker, type TextStyle } from '../made/text.ts'
import { markup, type Html } from '../markup.ts'
import { hexPackage, mavenPackage, nugetPackage } from './package-more.ts'

/** RubyGems, whose page shows an entry of a Gemfile in an input. */
const gemPackage: System = (making) => {
  const { draft } = making
  const { random } = draft
  const made = makePackage(making, '_')
  const { name, moment } = made
  const version = draft.fact('version', made.version, { inTitle: true })
  const about = draft.say(made.about)
  const more = draft.say(draft.sentences(2))
  const license = draft.fact('license', made.license, { label: 'License' })
  const gemfile = draft.install(`gem '${name}', '~> ${made.version}'`)
  const command = draft.install(`gem install ${name}`)
  const downloads = draft.fact('downloads', made.downloads, { label: 'Total downloads' })
  const thisVersion = draft.maybe(made.cast.count(90_000))
  draft.fact('published', moment.shown(draft, moment.long()), { also: moment.ways })
  const author = draft.fact('author', made.people.join(', '), { label: 'Authors' })
  const homepage = draft.address('homepage', made.homepage, { label: 'Homepage' })
  const repository = draft.address('repository', made.repository, { label: 'Source Code' })
  draft.fact('dependencies', String(made.dependencies), {
    units: ['runtime dependencies'],
    label: 'Runtime Dependencies',
  })
  for (const text of [
    'Versions:',
    'Owners:',
    'Pushed by:',
    'SHA 256 checksum:',
    'For this version',
    'Version Released:',
    'Last version',
    'Required Ruby Version:',
    '>= 3.1',
    'Links:',
    'Gemfile:',
    'install:',
    'License:',
    'Show all versions',
    'Total downloads',
    'Authors:',
  ])
    draft.maybe(text)
  const dependencies = random.times(
    made.dependencies > 9 ? 9 : made.dependencies,
    () =>
      markup`<li class="gem__requirement-item"><a class="t-list__item-rg" href="/gems/x"><strong>${draft.maybe(draft.name().toLowerCase())}</strong> ${draft.maybe(`>= ${random.int(1, 9)}.0`)}</a></li>`,
  )
  const link = (label: string, href: string): Html =>
    markup`<a rel="nofollow" class="gem__link t-list__item-rg" href="${href}">${label}</a>`
  return {
    url: `https://gems.example.org/gems/${name}`,
    source: markup`<html lang="en"><head><title>${name} | Gemcutters | your community gem host</title></head><body data-controller="nav"><div class="banner-rg"><a href="/blog">Learn about our new two-factor policy</a></div>
<header class="header-rg header--interior"><div class="l-wrap--header"><a class="header__logo-wrap" data-icon="⬡" href="/"><span class="t-hidden-rg">Gemcutters</span></a><div class="header__nav-links-wrap"><form class="header__search-wrap" role="search" action="/search"><input type="search" name="query" class="header__search" placeholder="Search Gems&hellip;"><label class="t-hidden-rg">Search Gems&hellip;</label></form><nav class="header__nav-links"><a class="header__nav-link" href="/releases">Releases</a><a class="header__nav-link" href="/gems">Gems</a><a class="header__nav-link" href="/guides">Guides</a><a class="header__nav-link" href="/sign_in">Sign in</a></nav></div></div></header>
<main class="main--interior" data-page="rubygems-show"><div class="l-wrap--b"><h1 class="t-display page__heading"><a class="t-link--black" href="/gems/${name}">${name}</a> <i class="page__subheading">${version}</i></h1>
<div class="l-overflow-rg"><div class="l-colspan--l colspan--l--has-border"><div class="gem__intro"><div id="markup-rg" class="gem__desc"><p>${about}</p><p>${more}</p></div></div>
<div class="gem__versions-wrap"><div class="versions-rg"><h3 class="t-list__heading-rg">Versions:</h3><ol class="gem__versions t-list__items-rg"><li class="gem__version-wrap"><a class="t-list__item-rg" href="/versions/${version}">${version}</a> <small class="gem__version__date">- ${moment.long()}</small> <span class="gem__version__size">(${draft.maybe(`${random.int(10, 99)} KB`)})</span></li></ol><a class="gem__see-all-versions t-link--gray t-link--has-arrow" href="/versions">Show all versions (${random.int(3, 80)} total)</a></div></div>
<div class="dependencies-rg" id="runtime_dependencies"><h3 class="t-list__heading-rg">Runtime Dependencies (${made.dependencies}):</h3><ul class="t-list__items-rg">${dependencies}</ul></div>
<div class="gem__members"><h3 class="t-list__heading-rg">Owners:</h3><div class="gem__users"><a href="/profiles/1"><img class="gem__gravatar" alt="owner" src="/a.png"></a></div><h3 class="t-list__heading-rg">Authors:</h3><ul class="t-list__items-rg"><li class="t-list__item-rg"><p>${author}</p></li></ul><h3 class="t-list__heading-rg">SHA 256 checksum:</h3><div class="gem__code-wrap"><input type="text" id="gem_sha_256_checksum" value="${made.cast.hash(64)}" class="gem__code" readonly><span class="gem__code__icon" data-clipboard-target="#gem_sha_256_checksum">=</span></div></div></div>
<div class="gem__aside l-col--r--pad"><div class="gem__downloads-wrap" data-href="/api/v1/downloads"><h2 class="gem__downloads__heading t-text--s">Total downloads <span class="gem__downloads">${downloads}</span></h2><h2 class="gem__downloads__heading t-text--s">For this version <span class="gem__downloads">${thisVersion}</span></h2></div>
<h2 class="gem__ruby-version__heading t-list__heading-rg">Version Released: <span class="gem__rubygem-version-age"><p><time data-time="x" datetime="${moment.iso}">${moment.long()}</time></p></span></h2>
<h2 class="gem__ruby-version__heading t-list__heading-rg">License: <span class="gem__ruby-version"><p>${license}</p></span></h2><h2 class="gem__ruby-version__heading t-list__heading-rg">Required Ruby Version: <i class="gem__ruby-version">&gt;= 3.1</i></h2>
<h2 class="gem__code__header">Gemfile: <div class="gem__code-wrap"><input type="text" name="gemfile_text" id="gemfile_text" value="${gemfile}" class="gem__code" readonly="readonly"><span class="gem__code__icon" title="Copy to clipboard" data-clipboard-target="#gemfile_text">=</span></div></h2>
<h2 class="gem__code__header">install: <div class="gem__code-wrap"><input type="text" id="install_text" value="${command}" class="gem__code" readonly="readonly"><span class="gem__code__icon" title="Copy to clipboard">=</span></div></h2>
<h3 class="t-list__heading-rg">Links:</h3><div class="t-list__items-rg">${link('Homepage', homepage)}${link('Source Code', repository)}${link('Bug Tracker', `${repository}/issues`)}${link('Download', '/downloads/x.gem')}${link('Badge', '/badge')}</div></div></div></div></main>
<footer class="footer-rg"><div class="l-wrap--footer"><nav class="nav--v footer__nav-rg"><a class="nav--v__link--footer" href="/status">Status</a><a class="nav--v__link--footer" href="/uptime">Uptime</a></nav><div class="footer__about"><p>Gemcutters is the community’s gem hosting service. Instantly publish your gems and then install them.</p></div></div></footer></body></html>`,
  }
}

const GO_README: TextStyle = {
  code: (lines) => markup`<pre><code>${lines.join('\n')}
</code></pre>`,
  heading: (text, level) =>
    markup`<h${level + 1} class="h${level}-go" id="readme-x">${text}</h${level + 1}>`,
  link: (href, text) => markup`<a href="${href}" rel="nofollow">${text}</a>`,
}

/** The page of a Go module: badges with texts that are hidden twice. */
const goPackage: System = (making) => {
  const { draft } = making
  const { random } = draft
  const made = makePackage(making)
  const { name, moment } = made
  const path = `go.example.net/${name}`
  const version = draft.fact('version', `v${made.version}`, {
    label: 'Version',
    also: [made.version],
  })
  draft.fact('published', moment.shown(draft, moment.medium()), {
    also: moment.ways,
    label: 'Published',
  })
  const license = draft.fact('license', made.license, { label: 'License' })
  const imports = draft.fact('dependencies', String(made.dependencies), {
    label: 'Imports',
    units: [],
  })
  const repository = draft.address('repository', made.repository, {
    label: 'Repository',
    also: [made.repository.slice(8)],
  })
  const isPinned = draft.random.chance(0.3)
  const readme = new TextMaker(draft, making.code, GO_README).readme()
  for (const text of [
    'Details',
    'Valid go.mod file',
    'Redistributable license',
    'Tagged version',
    'Stable version',
    'Learn more about best practices',
    'README',
    'Imported by:',
    'Imports:',
    'Published:',
    'Version:',
    'License:',
    'Repository',
    'Directories',
    'package',
    'Latest',
    path,
    'Documentation',
    'Index',
    'There is no documentation for this package.',
  ])
    draft.maybe(text)
  const importers = draft.maybe(String(random.int(0, 9000)))
  const detail = (text: string): Html =>
    markup`<li><details class="go-Tooltip js-tooltip" data-gtmc="tooltip"><summary class="go-textSubtle"><img class="go-Icon" height="24" width="24" src="/check.svg" alt="checked"> ${text} <img class="go-Icon" src="/help.svg" alt=""></summary><p>Modules with tagged versions give importers more predictable builds.</p></details></li>`
  const head = (id: string, label: string, value: Html): Html =>
    markup`<span class="go-Main-headerDetailItem" data-test-id="UnitHeader-${id}"><span class="go-textSubtle" aria-hidden="true">${label}: </span>${value}</span>`
  return {
    url: `https://pkgs.example.net/${path}`,
    source: markup`<html lang="en" data-layout="responsive" data-local=""><head><title>${name} package - ${path} - Gopher Packages</title></head><body><script>loadScript()</script>
<header class="go-Header go-Header--full js-siteHeader"><div class="go-Banner"><div class="go-Banner-inner"><div class="go-Banner-message">Black Lives Matter</div><a class="go-Banner-action" href="/x">Support the Equal Justice Initiative</a></div></div><nav class="go-Header-nav go-Header-nav--full"><a href="/" class="js-headerLogo"><img class="go-Header-logo" src="/go.svg" alt="Go"></a><div class="go-Header-rightContent"><form class="go-InputGroup go-ShortcutKey go-SearchForm-form" action="/search" role="search"><input name="q" class="go-Input js-searchFocus" aria-label="Search for a package" type="search" placeholder="Search packages or symbols"><button class="go-Button go-Button--inverted" aria-label="Submit search"></button></form><ul class="go-Header-menu"><li class="go-Header-menuItem"><a href="/why">Why Go</a></li><li class="go-Header-menuItem"><a href="/learn">Learn</a></li></ul></div></nav></header>
<main class="go-Main" id="main-content-go"><div class="go-Main-banner" role="alert"></div><header class="go-Main-header js-mainHeader"><nav class="go-Main-headerBreadcrumb go-Breadcrumb" aria-label="Breadcrumb" data-test-id="UnitHeader-breadcrumb"><ol><li><a href="/" data-gtmc="breadcrumb link">Discover Packages</a></li><li><a href="/${path}" aria-current="location">${path}</a><button class="go-Button go-Button--inline go-Clipboard js-clipboard" title="Copy path to clipboard.&#10;&#10;${path}" aria-label="Copy Path to Clipboard" data-to-copy="${path}" tabindex="-1"><img class="go-Icon go-Icon--accented" src="/copy.svg" alt=""></button></li></ol></nav>
<div class="go-Main-headerContent"><div class="go-Main-headerTitle js-stickyHeader"><a class="go-Main-headerLogo" href="/" aria-hidden="true" tabindex="-1"><img height="78" src="/go.svg" alt="Go"></a><h1 class="UnitHeader-titleHeading" data-test-id="UnitHeader-title">${name}</h1><span class="go-Chip go-Chip--inverted">package</span><span class="go-Chip go-Chip--vulnerability" hidden></span></div>
<div class="go-Main-headerDetails">${head('version', 'Version', markup`<a href="?tab=versions" aria-label="Version: ${version}">${version}</a><span class="DetailsHeader-badge--latest-x" data-test-id="UnitHeader-minorVersionBanner"><span class="go-Chip DetailsHeader-span--latest">${isPinned ? '' : 'Latest'}</span><span class="go-Chip DetailsHeader-span--notAtLatest" style="display:none">Warning</span></span>`)}${head('commitTime', 'Published', markup`${moment.medium()}`)}${head('licenses', 'License', markup`<a href="?tab=licenses" data-test-id="UnitHeader-license" aria-label="Go to Licenses">${license}</a>`)}${head('imports', 'Imports', markup`<a href="?tab=imports" aria-label="Imports: ${imports}">${imports}</a>`)}${head('importedby', 'Imported by', markup`<a href="?tab=importedby" aria-label="Go to Imported By">${importers}</a>`)}</div>
<div class="UnitHeader-overflowContainer"><select class="UnitHeader-overflowSelect js-selectNav" tabindex="-1"><option value="/">Main</option><option value="?tab=versions">Versions</option><option value="?tab=licenses">Licenses</option></select></div></div></header>
<aside class="go-Main-aside js-mainAside"><div class="UnitMeta"><h2 class="go-textLabel">Details</h2><ul class="UnitMeta-details">${detail('Valid go.mod file')}${detail('Redistributable license')}${detail('Tagged version')}${detail('Stable version')}<li class="UnitMeta-detailsLearn"><a href="/about#best-practices">Learn more about best practices</a></li></ul><h2 class="go-textLabel">Repository</h2><div class="UnitMeta-repo"><a href="${repository}" title="${repository}" target="_blank" rel="noopener">${repository.slice(8)}</a></div><h2 class="go-textLabel">Links</h2><ul class="UnitMeta-links"><li><a href="https://insights.example.com/x" title="View this module on Insights">Open Source Insights Logo Open Source Insights</a></li></ul></div></aside>
<nav class="go-Main-nav go-Main-nav--sticky js-mainNav" aria-label="Outline"><div class="go-Tree js-tree"><ul><li><a href="#section-readme">README</a></li><li><a href="#section-documentation">Documentation</a></li><li><a href="#section-directories">Directories</a></li></ul></div></nav>
<article class="go-Main-article js-mainContent"><div class="UnitReadme js-readme"><h2 class="UnitReadme-title" id="section-readme"><img class="go-Icon" src="/i.svg" alt="">README <a class="UnitReadme-idLink" href="#section-readme" title="Go to Readme" aria-label="Go to Readme">¶</a></h2><div class="UnitReadme-content" data-test-id="Unit-readmeContent"><div class="Overview-readmeContent js-readmeContent">${readme.html}</div><div class="UnitReadme-fadeOut"></div></div><button class="UnitReadme-expandLink js-readmeExpand">Expand ▾</button><button class="UnitReadme-collapseLink js-readmeCollapse" hidden>Collapse ▴</button></div>
<div class="UnitDoc"><h2 class="UnitDoc-title" id="section-documentation">Documentation <a class="UnitDoc-idLink" href="#section-documentation">¶</a></h2><div class="UnitDoc-emptySection"><img src="/gopher.svg" alt=""><p>There is no documentation for this package.</p></div></div></article></main>
<footer class="go-Footer"><div class="go-Footer-links"><div class="go-Footer-linkColumn"><a href="/why" class="go-Footer-link go-Footer-link--primary">Why Go</a><a href="/use" class="go-Footer-link">Use Cases</a></div></div><div class="go-Footer-bottom"><ul class="go-Footer-listRow"><li class="go-Footer-listItem"><a href="/copyright">Copyright</a></li><li class="go-Footer-listItem"><a href="/tos">Terms of Service</a></li></ul></div></footer></body></html>`,
  }
}

/** Pages of packages that nothing is tuned on, by system. */
export const PACKAGES: Readonly<Record<string, System>> = {
  'rubygems-like': gemPackage,
  'go-like': goPackage,
  'nuget-like': nugetPackage,
  'hex-like': hexPackage,
  'maven-like': mavenPackage,
}

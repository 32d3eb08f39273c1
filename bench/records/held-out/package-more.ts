import { makePackage } from '../made/package.ts'
import type { System } from '../made/system.ts'
import { TextMaker, type TextStyle } from '../made/text.ts'
import { markup, type Html } from '../markup.ts'

const BOOTSTRAP_README: TextStyle = {
  code: (lines, language) => markup`<pre><code class="language-ng-${language}">${lines.join('\n')}
</code></pre>`,
  heading: (text, level) => markup`<h${level + 1} id="ng-h">${text}</h${level + 1}>`,
  link: (href, text) => markup`<a href="${href}" rel="noopener noreferrer nofollow">${text}</a>`,
}

/** NuGet, with a tab for each way to install. */
export const nugetPackage: System = (making) => {
  const { draft } = making
  const { random } = draft
  const made = makePackage(making, '.')
  const { name, moment } = made
  const version = draft.fact('version', made.version, { inTitle: true })
  const license = draft.fact('license', made.license, { also: [`${made.license} license`] })
  const downloads = draft.fact('downloads', made.downloads, { label: 'Total' })
  const perDay = draft.maybe(made.cast.count(4000))
  const homepage = draft.address('homepage', made.homepage, { label: 'Project website' })
  const repository = draft.address('repository', made.repository, { label: 'Source repository' })
  draft.fact('published', moment.shown(draft, moment.short()), {
    also: moment.ways,
    label: 'Last updated',
  })
  const tags = draft.several('tags', made.keywords)
  const owner = draft.maybe(made.people[0]!)
  const prefix = random.chance(0.5)
  const command = draft.install(`dotnet add package ${name} --version ${version}`)
  const others = [
    `NuGet\\Install-Package ${name} -Version ${version}`,
    `<PackageReference Include="${name}" Version="${version}" />`,
    `paket add ${name} --version ${version}`,
  ]
  for (const text of [
    ...others,
    'README',
    'Frameworks',
    'Dependencies',
    'Used By',
    'Versions',
    'Downloads',
    'Total',
    'Current version',
    'Per day average',
    'About',
    'Last updated',
    'Project website',
    'Source repository',
    'Owners',
    'Copyright',
    '.NET CLI',
    'Package Manager',
    'PackageReference',
    'Paket CLI',
    'Prefix Reserved',
    `© ${owner}`,
    'Download package',
    'Release Notes',
  ])
    draft.maybe(text)
  const readme = new TextMaker(draft, making.code, BOOTSTRAP_README).readme()
  const tab = (id: string, label: string, isActive: boolean): Html =>
    markup`<li role="presentation" class="${isActive ? 'active-ng' : ''}"><a href="#${id}" id="${id}-tab" class="package-manager-tab" aria-selected="${isActive ? 'true' : 'false'}" tabindex="0" data-toggle="tab">${label}</a></li>`
  const pane = (id: string, code: string, isActive: boolean): Html =>
    markup`<div class="tab-pane-ng ${isActive ? 'active-ng' : ''}" id="${id}" role="tabpanel"><div><div class="install-script-row" id="${id}-row"><pre class="install-script" id="${id}-text"><span class="install-command-row">${code}</span></pre><div class="copy-button"><button id="${id}-button" class="btn-ng btn-warning-ng" type="button" data-toggle="popover" data-content="Copied." aria-label="Copy the ${id} command"><span class="ms-Icon ms-Icon--Copy" aria-hidden="true"></span></button></div></div></div></div>`
  return {
    url: `https://packs.example.org/packages/${name}`,
    source: markup`<html lang="en"><head><title>Pack Gallery | ${name} ${version}</title></head><body><a href="#skippedToContent" id="skipToContent" class="showOnFocus" title="Skip To Content">Skip To Content</a><div id="cookie-banner"></div>
<nav class="navbar-inverse-ng" role="navigation"><div class="container-ng"><div class="navbar-header-ng"><a href="/" class="nugetLogo"><img src="/logo.svg" alt="Pack Gallery home"></a></div><ul class="nav-ng navbar-nav-ng" role="tablist"><li role="presentation"><a role="tab" href="/packages"><span>Packages</span></a></li><li role="presentation"><a role="tab" href="/upload"><span>Upload</span></a></li><li><a href="/stats"><span>Statistics</span></a></li></ul><ul class="navbar-right-ng"><li class="dropdown-ng"><a href="/users/account/LogOn" role="menuitem"><span>Sign&nbsp;in</span></a></li></ul></div><div class="container-ng"><form aria-label="Package search bar" autocomplete="off" action="/packages" method="get"><input name="q" type="text" class="form-control-ng" id="search-ng" aria-label="Enter packages to search" placeholder="Search for packages..."></form></div></nav>
<div id="skippedToContent"></div><section role="main" class="container-ng main-container-ng page-package-details"><div class="row-ng package-page-heading"><div class="col-md-10-ng package-title"><h1><span class="pull-left-ng"><img class="package-icon img-responsive-ng" aria-hidden="true" alt="" src="/icon.png"></span><span class="title-ng">${name}</span> <span class="version-title">${version}</span></h1></div></div>
<div class="row-ng"><div class="package-details-main">${prefix && markup`<div class="package-header-ng"><div class="framework framework-badges"><span class="prefix-reserve-label"><img src="/r.svg" class="reserved-badge" alt=""> Prefix Reserved</span></div></div>`}
<div class="install-tabs"><ul class="nav-ng nav-tabs-ng" role="tablist">${tab('dotnet-cli', '.NET CLI', true)}${tab('package-manager', 'Package Manager', false)}${tab('package-reference', 'PackageReference', false)}${tab('paket-cli', 'Paket CLI', false)}</ul><div class="tab-content-ng">${pane('dotnet-cli', command, true)}${pane('package-manager', others[0]!, false)}${pane('package-reference', others[1]!, false)}${pane('paket-cli', others[2]!, false)}</div></div>
<div class="body-tabs"><ul class="nav-ng nav-tabs-ng" role="tablist"><li class="active-ng"><a href="#readme-tab" class="body-tab"><i class="ms-Icon ms-Icon--Dictionary"></i>README</a></li><li><a href="#dependencies-tab" class="body-tab">Dependencies</a></li><li><a href="#versions-tab" class="body-tab">Versions</a></li></ul><div class="tab-content-ng body-tab-content"><div role="tabpanel" class="tab-pane-ng active-ng" id="readme-tab"><div id="readme-container" class="readme-ng">${readme.html}</div></div><div role="tabpanel" class="tab-pane-ng" id="dependencies-tab"><ul class="list-unstyled-ng dependency-groups"><li><h4>net8.0</h4><p>No dependencies.</p></li></ul></div></div></div></div>
<aside aria-label="Package details info" class="package-details-info"><div class="sidebar-section-ng"><div class="row-ng sidebar-headers"><div class="col-sm-6-ng"><h2>Downloads</h2></div><div class="col-sm-6-ng text-right-ng"><a href="/stats/packages/x" title="Package Statistics">Full stats →</a></div></div><div class="download-info"><div class="download-info-row"><span class="download-info-header">Total</span> <span class="download-info-content">${downloads}</span></div><div class="download-info-row"><span class="download-info-header">Current version</span> <span class="download-info-content">${draft.maybe(made.cast.count(900))}</span></div><div class="download-info-row"><span class="download-info-header">Per day average</span> <span class="download-info-content">${perDay}</span></div></div></div>
<div class="sidebar-section-ng"><h2>About</h2><ul class="list-unstyled-ng ms-Icon-ul"><li><i class="ms-Icon ms-Icon--History" aria-hidden="true"></i>Last updated <span data-datetime="${moment.iso}" title="${moment.iso}">${moment.short()}</span></li><li><i class="ms-Icon ms-Icon--Globe"></i><a href="${homepage}" data-track="outbound-project-url" title="Visit the project site to learn more about this package" rel="nofollow">Project website</a></li><li><img class="icon-ng" aria-hidden="true" alt="" src="/git.svg"><a href="${repository}" title="View the source code for this package" rel="nofollow">Source repository</a></li><li><i class="ms-Icon ms-Icon--Certificate"></i><a href="https://licenses.example.org/x" aria-label="License ${license}">${license}</a> license</li><li><i class="ms-Icon ms-Icon--CloudDownload"></i><a href="/api/v2/package/x">Download package</a> &nbsp;(${draft.maybe(`${random.int(9, 900)}.12 KB`)})</li></ul></div>
<div class="sidebar-section-ng"><div class="row-ng sidebar-headers"><h2>Owners</h2><a href="/contact" title="Ask the package owners a question">Contact owners →</a></div><ul class="list-unstyled-ng owner-list"><li class="owner-row"><a href="/profiles/u" class="owner-image"><img src="/a.png" alt="gravatar"></a><a href="/profiles/u" class="profile-username">${owner}</a></li></ul></div>
<div class="sidebar-section-ng"><p class="tags-ng">${tags.map((tag) => markup`<a href="/packages?q=x" title="Search for ${tag}" class="tag-ng">${tag}</a> `)}</p></div><div class="sidebar-section-ng"><p>© ${owner}</p></div><div class="sidebar-section-ng share-buttons"><p><a href="https://social.example.com/share" title="Share this package on Facebook"><img src="/f.svg" alt="Share this package on Facebook"></a></p></div></aside></div></section>
<footer class="footer-ng"><div class="container-ng"><div class="row-ng"><div class="col-md-4-ng"><span class="footer-heading-ng"><a href="/contact">Contact</a></span><p>Got questions about the Gallery?</p></div><div class="col-md-4-ng"><span class="footer-heading-ng"><a href="/faq">FAQ</a></span></div></div></div></footer></body></html>`,
  }
}

/** Hex, whose README stands elsewhere: the page holds facts and versions. */
export const hexPackage: System = (making) => {
  const { draft } = making
  const { random } = draft
  const made = makePackage(making, '_')
  const { name, moment, cast } = made
  const version = draft.fact('version', made.version, { inTitle: true })
  const about = draft.say(`${made.about} ${draft.sentences(2)}`)
  const license = draft.fact('license', made.license, { label: 'License' })
  const homepage = draft.address('homepage', made.homepage, { label: 'Website' })
  const repository = draft.address('repository', made.repository, { label: 'CodeHarbor' })
  const mix = draft.install(`{:${name}, "~> ${version}"}`)
  const rebar = `{${name}, "${version}"}`
  const all = draft.fact('downloads', made.downloads, {
    also: [],
    label: 'all time',
    units: ['all time'],
  })
  const counts = [cast.count(90), cast.count(900)].map((one) => draft.maybe(one))
  draft.fact('published', moment.shown(draft, moment.long()), {
    also: moment.ways,
    label: 'Last Updated',
  })
  draft.fact('dependencies', String(made.dependencies), { label: 'Dependencies' })
  for (const text of [
    rebar,
    'Links',
    'License',
    'Downloads',
    'Config',
    'Checksum',
    'Build Tools',
    'mix',
    'rebar',
    'erlang.mk',
    'Owners',
    'yesterday',
    'last 7 days',
    'all time',
    'Last Updated',
    'Versions',
    'Online documentation',
    'Dependencies',
    'mix.exs',
    'rebar.config',
    'gleam',
    'Website',
    'CodeHarbor',
    'Publisher',
  ])
    draft.maybe(text)
  const owner = draft.maybe(made.people[0]!)
  const snippet = (tool: string, file: string, code: string): Html =>
    markup`<h4 class="snippet-name">${file}</h4><div class="input-group-hx snippet"><input type="text" class="snippet-input form-control-hx" id="${tool}-snippet" readonly value="${code.replaceAll('\u0000', '')}"><span class="input-group-btn-hx"><button class="copy-button-hx btn-hx btn-default-hx" type="button" data-input-id="${tool}-snippet"><span class="sr-only-hx">Copy</span></button></span></div>`
  const versions = random.times(
    random.int(3, 6),
    () =>
      markup`<li><a href="/packages/${name}/x"><strong class="version-hx">${draft.maybe(cast.version())}</strong></a> <span>${draft.maybe(cast.moment().long())}</span></li>`,
  )
  return {
    url: `https://hexa.example.com/packages/${name}`,
    source: markup`<html lang="en"><head><title>${name} | Hexa</title><meta name="description" content="A package manager for the ecosystem"></head><body><nav class="navbar-hx"><div class="container-hx"><a class="navbar-brand-hx" href="/"><img src="/hex.svg" alt="hex logo"></a><form class="navbar-form-hx" role="search" action="/packages"><input placeholder="Find packages" name="search" type="text" class="form-control-hx"></form><ul class="navbar-nav-hx"><li><a href="/packages">Packages</a></li><li><a href="/pricing">Pricing</a></li><li><a href="/docs">Docs</a></li><li><a href="/login">Log in</a></li></ul></div></nav>
<div class="main-hx"><div class="container-hx"><div class="package-view"><div class="row-hx package-head"><h2 class="package-title-hx"><a class="wrap-hx" href="/packages/${name}">${name}</a> <span class="version-hx">${version}</span></h2></div>
<div class="row-hx"><div class="col-md-9-hx"><div class="description-hx with-divider"><p>${about}</p></div>
<div class="row-hx"><div class="col-md-6-hx"><h3>Links</h3><ul class="links-hx"><li><i class="icon-doc"></i><a href="https://docs.example.com/${name}">Online documentation</a> <span class="dl-docs">(<a href="/docs.tar.gz">download</a>)</span></li><li><a href="${homepage}" rel="nofollow">Website</a></li><li><a href="${repository}" rel="nofollow">CodeHarbor</a></li><li><a href="https://diff.example.com/x">Diff</a></li></ul><h3>License</h3><p>${license}</p></div><div class="col-md-6-hx"><h3>Versions</h3><ul class="version-list">${versions}</ul><a class="see-all" href="/packages/${name}/versions">Show All Versions</a></div></div>
<div class="row-hx"><h3>Dependencies <span class="count-info">(${made.dependencies})</span></h3><ul class="dependency-list">${random.times(Math.min(made.dependencies, 5), () => markup`<li><a href="/packages/x">${draft.maybe(draft.name().toLowerCase())}</a> ~&gt; ${draft.maybe(cast.version())}</li>`)}</ul></div></div>
<div class="col-md-3-hx no-padding-hx sidebar-hx"><div class="buildtools"><h3>Config</h3>${snippet('mix', 'mix.exs', mix)}${snippet('rebar', 'rebar.config', rebar)}</div><div class="checksum-hx"><h3>Checksum</h3><input class="snippet-input" readonly value="${cast.hash(64)}"></div>
<h3>Downloads</h3><dl class="downloads-hx"><dd><div class="count-hx">${counts[0]}</div> <div class="time-hx">yesterday</div></dd><dd><div class="count-hx">${counts[1]}</div> <div class="time-hx">last 7 days</div></dd><dd><div class="count-hx">${all}</div> <div class="time-hx">all time</div></dd></dl>
<h3>Last Updated</h3><p><time datetime="${moment.iso}" title="${moment.iso}">${moment.long()}</time></p><h3>Owners</h3><ul class="owners-hx"><li><a href="/users/u"><img src="/a.png" alt=""> ${owner}</a></li></ul><div class="report-hx"><a href="/reports/new">Report security vulnerability</a></div></div></div></div></div></div>
<footer class="footer-hx"><div class="container-hx"><h4>About Hexa</h4><ul><li><a href="/about">About</a></li><li><a href="/blog">Blog</a></li><li><a href="/sponsors">Sponsors</a></li></ul><p class="copyright-hx">2015. Six Colours AB. Powered by the Virtual Machine.</p></div></footer></body></html>`,
  }
}

/** A search for Maven artifacts: facts in a table, snippets in text areas behind tabs. */
export const mavenPackage: System = (making) => {
  const { draft } = making
  const { random } = draft
  const made = makePackage(making)
  const { name, moment, cast } = made
  const group = draft.maybe(`org.example.${random.pick(making.code.nouns)}`)
  const title = `${name} » ${made.version}`
  draft.title(title)
  const version = draft.fact('version', made.version, { inTitle: true })
  const about = draft.say(`${made.about} ${draft.sentences(1)}`)
  const license = draft.fact('license', made.license, { label: 'License' })
  const tags = draft.several('tags', made.keywords, { label: 'Tags' })
  draft.fact('published', moment.shown(draft, moment.medium()), {
    also: moment.ways,
    label: 'Date',
  })
  const homepage = draft.address('homepage', made.homepage, { label: 'HomePage' })
  const usedBy = draft.maybe(`${cast.count(900)} artifacts`)
  const xml = [
    `<dependency>`,
    `    <groupId>${group}</groupId>`,
    `    <artifactId>${name}</artifactId>`,
    `    <version>${version}</version>`,
    `</dependency>`,
  ].join('\n')
  draft.install(xml)
  const gradle = draft.maybe(`implementation '${group}:${name}:${version}'`)
  const comment = `https://repo.example.com/artifact/${group}/${name}`
  const count = draft.fact('dependencies', String(made.dependencies), {
    label: 'Compile Dependencies',
  })
  for (const text of [
    comment,
    'Organization',
    'Categories',
    'Files',
    'pom (3 KB)',
    'View All',
    'Repositories',
    'Central',
    'Ranking',
    'Used By',
    'Vulnerabilities',
    'Maven',
    'Gradle',
    'SBT',
    'Ivy',
    'Include comment with link to declaration',
    'Category/License',
    'Group / Artifact',
    'Version',
    'Updates',
    'HomePage',
  ])
    draft.maybe(text)
  const row = (label: string, inner: Html): Html =>
    markup`<tr><th style="width: 12em;">${label}</th><td>${inner}</td></tr>`
  const dependencies = random.times(
    Math.min(made.dependencies, 4),
    () =>
      markup`<tr><td style="width: 12em;"><span class="b-lic lic-mv im-lic">Apache 2.0</span></td><td><a href="/artifact/x">${draft.maybe(`org.${draft.name().toLowerCase()}`)}</a> » <a href="/artifact/x/y">${draft.maybe(draft.name().toLowerCase())}</a></td><td style="text-align:center"><a class="vbtn release-mv" href="/v">${draft.maybe(cast.version())}</a></td></tr>`,
  )
  return {
    url: `https://repo.example.com/artifact/${group}/${name}/${version}`,
    source: markup`<html lang="en"><head><title>Maven Repository: ${group} » ${name} » ${version}</title></head><body><div id="page-mv"><header id="head-mv"><h1 class="header__h1"><a href="/" class="header__h1__logo-text">RepoFinder</a></h1><div class="search-mv"><form action="/search"><input type="text" id="query" name="q" placeholder="Search for groups, artifacts, categories" class="textfield"><input type="submit" class="button-mv" value="Search"></form></div><div class="right-mv"><a href="/popular">Popular</a> | <a href="/open-source">Categories</a></div></header>
<div id="left-mv"><div class="box-mv"><h2 class="boxheader">Indexed Artifacts (48.2M)</h2></div><div class="box-mv"><h2 class="boxheader">Popular Categories</h2><ul class="cats"><li class="odd-mv"><a href="/open-source/testing">Testing Frameworks &amp; Tools</a></li><li class="even-mv"><a href="/open-source/logging">Logging Frameworks</a></li></ul></div></div>
<div id="maincontent-mv"><div class="breadcrumb-mv"><a href="/">Home</a> » <a href="/artifact/${group}">${group}</a> » <a href="/artifact/x">${name}</a> » <b>${version}</b></div>
<div class="im-mv"><a href="/artifact/x" class="im-logo"><img class="im-logo-img" src="/img.png" alt="${name}"></a><div class="im-header"><h2 class="im-title"><a href="/artifact/x" class="fn-mv">${name}</a> » ${version}</h2></div><div class="im-description">${about}</div></div>
<table class="grid-mv" style="width: 100%"><tbody>${row('License', markup`<span class="b-lic">${license}</span>`)}${row('Categories', markup`<a href="/open-source/x" class="b-c">Utilities</a>`)}${row('Tags', markup`${tags.map((tag) => markup`<a href="/tags/x" class="b-tag">${tag}</a>`)}`)}${row('HomePage', markup`<a href="${homepage}" rel="nofollow noopener" title="Homepage"> ${homepage} <i class="icon-mv"></i></a>`)}${row('Date', markup`${moment.medium()}`)}${row('Files', markup`<a href="/pom" class="vbtn">pom (3 KB)</a><a href="/all" class="vbtn">View All</a>`)}${row('Repositories', markup`<a class="b-repo" href="/repos/central">Central</a>`)}${row('Used By', markup`<a href="/usages"><b>${usedBy}</b></a>`)}</tbody></table>
<div id="snippets"><ul class="tabs-mv"><li><a href="#maven-div">Maven</a></li><li><a href="#gradle-div">Gradle</a></li><li><a href="#sbt-div">SBT</a></li></ul><div id="maven-div"><textarea id="maven-a" onclick="this.focus();this.select();" readonly wrap="off" class="snippet-mv"><!-- ${comment} -->
${xml}</textarea></div><div id="gradle-div" style="display:none"><textarea id="gradle-a" readonly wrap="off" class="snippet-mv">// ${comment}
${gradle}</textarea></div><label><input type="checkbox" checked> Include comment with link to declaration</label></div>
<div class="version-section"><h2>Compile Dependencies (${count})</h2><table class="grid-mv version-deps"><thead><tr><th>Category/License</th><th>Group / Artifact</th><th>Version</th></tr></thead><tbody>${dependencies}</tbody></table></div></div>
<div id="footer-mv"><a href="/feedback">Send feedback</a> | Web site developed by <a href="https://dev.example.com">@dev</a></div></div></body></html>`,
  }
}

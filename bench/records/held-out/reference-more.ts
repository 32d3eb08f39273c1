import { camel, pascal } from '../made/case.ts'
import { makeMembers, type Grammar } from '../made/members.ts'
import { Cast } from '../made/records.ts'
import type { System } from '../made/system.ts'
import { markup, type Html } from '../markup.ts'

const CSHARP: Grammar = {
  types: ['string', 'int', 'bool', 'IEnumerable<string>', 'Stream', 'CancellationToken'],
  defaults: [
    ['bool', 'false'],
    ['int', '100'],
    ['string', 'null'],
  ],
  errors: ['ArgumentNullException', 'IOException', 'InvalidOperationException'],
  name: pascal,
  parameter: (noun) => noun,
  signature: (name, parameters, returns) =>
    `public ${returns === '' ? 'void' : returns} ${name}(${parameters.map((one) => `${one.type} ${one.name}${one.default === '' ? '' : ` = ${one.default}`}`).join(', ')})`,
  hasDefaults: true,
  describes: true,
}

/** DocFX, in its modern template. */
export const docfxReference: System = (making) => {
  const { draft } = making
  const { random } = draft
  const cast = new Cast(making)
  const name = `${draft.name()}Reader`
  const space = draft.maybe(`Example.${cast.packageName('.')}`)
  draft.title(`Class ${name}`)
  const intro = draft.say(draft.sentences(2))
  const members = makeMembers(making, CSHARP, 'sharp.example.com')
  const isTable = random.chance(0.5)
  const written = members.map((member): Html => {
    // Defaults stand in the declaration alone.
    draft.members.push({
      ...member,
      parameters: member.parameters.map((one) => ({ ...one, default: '' })),
    })
    const { parameters, returns, raises, source, deprecated } = member
    const link = (text: string): Html =>
      /^[a-z]+$/.test(text)
        ? markup`<a class="xref-df" href="https://learn.example.com/dotnet/api/x">${text}</a>`
        : markup`${text}`
    const rows = (heads: readonly string[], lines: readonly (readonly Html[])[]): Html =>
      markup`<table class="table-df table-bordered-df table-striped-df table-condensed-df"><thead><tr>${heads.map((head) => markup`<th>${head}</th>`)}</tr></thead><tbody>${lines.map((cells) => markup`<tr>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>`)}</tbody></table>`
    const list = (
      items: readonly (readonly [Html, string])[],
    ): Html => markup`<dl class="parameters-df">
${items.map(
  ([term, text]) => markup`    <dt>${term}</dt>
    <dd><p>${text}</p>
</dd>
`,
)}</dl>`
    return markup`
  <a id="${member.name}_" data-uid="${space}.${name}.${member.name}*"></a>
  <h3 id="${member.name}" data-uid="x">
  ${member.name}(${parameters.map((one) => one.type).join(', ')})
  ${source !== undefined && markup`<a class="header-action link-secondary-df" title="View source" href="${source}"><i class="bi bi-code-slash-df"></i></a>`}
  </h3>
  <div class="markdown-df level1 summary-df"><p>${member.text}</p>
</div>
  ${deprecated !== undefined && markup`<div class="WARNING alert-df alert-warning-df"><h5>Deprecated</h5><p>${deprecated}</p></div>`}
  <div class="codewrapper">
    <pre><code class="lang-csharp-df hljs-df">${member.signature}</code></pre>
  </div>
${
  parameters.length > 0 &&
  markup`  <h4 class="section-df">Parameters</h4>
  ${
    isTable
      ? rows(
          ['Type', 'Name', 'Description'],
          parameters.map((one) => [
            link(one.type),
            markup`<span class="parametername">${one.name}</span>`,
            markup`<p>${one.text}</p>\n`,
          ]),
        )
      : list(
          parameters.map((one) => [markup`<code>${one.name}</code> ${link(one.type)}`, one.text]),
        )
  }
`
}${
      returns &&
      markup`  <h4 class="section-df">Returns</h4>
  ${isTable ? rows(['Type', 'Description'], [[link(returns.type), markup`<p>${returns.text}</p>\n`]]) : list([[link(returns.type), returns.text]])}
`
    }${
      raises.length > 0 &&
      markup`  <h4 class="section-df">Exceptions</h4>
  ${
    isTable
      ? rows(
          ['Type', 'Condition'],
          raises.map(({ type, text }) => [link(type), markup`<p>${text}</p>\n`]),
        )
      : list(raises.map(({ type, text }) => [link(type), text]))
  }
`
    }`
  })
  for (const member of members)
    draft.maybe(`${member.name}(${member.parameters.map((one) => one.type).join(', ')})`)
  for (const text of [
    'Namespace:',
    'Assembly:',
    'Example.dll',
    'Inheritance',
    'object',
    'Methods',
    'Exceptions',
    'Condition',
    name,
    'Syntax',
    `public class ${name}`,
    'Declaration',
    'Namespace',
    'Assembly',
  ])
    draft.maybe(text)
  return {
    url: `https://sharp.example.com/api/${name}.html`,
    source: markup`<html lang="en"><head><meta charset="utf-8"><title>Class ${name} | Sharpened </title><meta name="generator" content="docfx 2.78"></head><body class="tex2jax_ignore" data-layout="" data-yaml-mime="ManagedReference"><header class="bg-body-df border-bottom-df"><nav id="autocollapse" class="navbar-df navbar-expand-md-df" role="navigation"><div class="container-xxl-df flex-nowrap-df"><a class="navbar-brand-df" href="../index.html"><img id="logo-df" class="svg-df" src="../logo.svg" alt="Sharpened">Sharpened</a><button class="btn-df btn-lg-df" type="button" aria-label="Toggle navigation"><i class="bi bi-three-dots-df"></i></button><div id="navpanel"><div id="navbar-df"><form class="search-df" role="search" id="search-df"><input class="form-control-df" id="search-query" type="search" disabled placeholder="Search" autocomplete="off" aria-label="Search"></form></div></div></div></nav></header>
<main class="container-xxl-df"><div class="toc-offcanvas"><div class="offcanvas-md-df" tabindex="-1" id="tocOffcanvas"><h5 class="offcanvas-title-df">Table of Contents</h5><nav id="toc-df" class="toc-df"><ul><li><a href="a.html">${space}</a></li></ul></nav></div></div>
<div class="content-df"><div class="actionbar"><button class="btn-df btn-lg-df" aria-label="Show table of contents"><i class="bi bi-list-df"></i></button><nav id="breadcrumb-df"></nav></div>
<article data-uid="${space}.${name}">
<h1 id="cls" data-uid="${space}.${name}" class="text-break-df">
Class ${name}  <a class="header-action link-secondary-df" title="View source" href="https://sharp.example.com/src/top"><i class="bi bi-code-slash-df"></i></a>
</h1>
<div class="facts-df text-secondary-df"><dl><dt>Namespace</dt><dd><a class="xref-df" href="Example.html">${space}</a></dd></dl><dl><dt>Assembly</dt><dd>Example.dll</dd></dl></div>
<div class="markdown-df summary-df"><p>${intro}</p>
</div>
<div class="codewrapper"><pre><code class="lang-csharp-df hljs-df">public class ${name}</code></pre></div>
<dl class="typelist inheritance-df"><dt>Inheritance</dt><dd><div><a class="xref-df" href="https://learn.example.com/x">object</a></div><div><span class="xref-df">${name}</span></div></dd></dl>
<h2 class="section-df" id="methods">Methods
</h2>
${written}
</article>
<div class="contribution-df d-print-none-df"><a href="https://sharp.example.com/edit" class="edit-link-df">Edit this page</a></div><div class="next-article d-print-none-df border-top-df" id="nextArticle"></div></div>
<div class="affix-df"><nav id="affix-df"><h5>In this article</h5><ul>${members.map((one) => markup`<li><a class="link-body-emphasis-df" href="#m">${one.name}</a></li>`)}</ul></nav></div></main>
<footer class="border-top-df text-secondary-df"><div class="container-xxl-df"><div class="flex-fill-df"><span>Made with <a href="https://docfx.example.net">docfx</a></span></div></div></footer></body></html>`,
  }
}

const KOTLIN: Grammar = {
  types: ['String', 'Int', 'Boolean', 'List<String>', 'Flow<Event>', 'Duration?'],
  defaults: [
    ['Boolean', 'true'],
    ['Int', '64'],
    ['String?', 'null'],
  ],
  errors: ['IllegalArgumentException', 'CancellationException', 'NoSuchElementException'],
  name: camel,
  parameter: (noun) => noun,
  signature: (name, parameters, returns) =>
    `suspend fun ${name}(${parameters.map((one) => `${one.name}: ${one.type}${one.default === '' ? '' : ` = ${one.default}`}`).join(', ')})${returns === '' ? '' : `: ${returns}`}`,
  hasDefaults: true,
  describes: true,
}

/** Dokka, whose members stand as rows of divs. */
export const dokkaReference: System = (making) => {
  const { draft } = making
  const { random } = draft
  const cast = new Cast(making)
  const space = cast.packageName('.')
  draft.title(`Package ${space}`)
  const intro = draft.say(draft.sentences(1))
  const members = makeMembers(making, KOTLIN, 'kdoc.example.net')
  const written = members.map((member): Html => {
    const { parameters, returns, raises, source, deprecated } = member
    draft.members.push({
      ...member,
      parameters: parameters.map((one) => ({ ...one, type: '', default: '' })),
      ...(returns ? { returns: { ...returns, type: '' } } : {}),
    })
    const pairs = (title: string, items: readonly (readonly [string, string])[]): Html =>
      markup`<h4 class="">${title}</h4><div class="table-dk"><div class="table-row-dk" data-filterable-current=":x/main"><div class="main-subrow keyValue-dk">${items.map(([key, text]) => markup`<div class="kv-row-dk"><div class=""><span class="inline-flex-dk"><div><u>${key}</u></div></span></div><div><div class="title-dk"><p class="paragraph-dk">${text}</p></div></div></div>`)}</div></div></div>`
    return markup`<a data-name="${member.name}" anchor-label="${member.name}" id="${member.name}" data-filterable-set=":x/main"></a><div class="table-row-dk content-dk" data-filterable-current=":x/main">
<div class="main-subrow keyValue-dk"><div class=""><span class="inline-flex-dk"><div><a href="${member.name}.html"><span>${member.name.slice(0, 4)}</span><wbr><span>${member.name.slice(4)}</span></a></div><span class="anchor-wrapper"><span class="anchor-icon" pointing-to="x"></span><div class="copy-popup-wrapper popup-to-left"><span class="copy-popup-icon"></span><span>Link copied to clipboard</span></div></span></span></div>
<div><div class="title-dk"><div class="platform-hinted" data-platform-hinted="data-platform-hinted"><div class="content-dk sourceset-dependent-content" data-active="" data-togglable=":x/main"><div class="symbol-dk monospace-dk">${deprecated !== undefined && markup`<div class="block-dk"><div class="block-dk"><span class="token-dk annotation-dk builtin-dk">@</span><a href="#d"><span class="token-dk annotation-dk">Deprecated</span></a></div></div>`}<span class="token-dk keyword-dk">suspend </span><span class="token-dk keyword-dk">fun </span><a href="${member.name}.html"><span class="token-dk function-dk">${member.name}</span></a><span class="token-dk punctuation-dk">(</span>${parameters.length > 0 && markup`<span class="parameters-dk ">${parameters.map((one, index) => markup`<span class="parameter-dk ">${one.name}<span class="token-dk operator-dk">: </span><span data-unresolved-link="x">${one.type}</span>${one.default !== '' && markup`<span class="token-dk operator-dk"> = </span><span class="token-dk boolean-dk">${one.default}</span>`}${index < parameters.length - 1 && markup`<span class="token-dk punctuation-dk">, </span>`}</span>`)}</span>`}<span class="token-dk punctuation-dk">)</span>${returns && markup`<span class="token-dk operator-dk">: </span><span data-unresolved-link="x">${returns.type}</span>`}<span class="top-right-position"><span class="copy-icon-dk"></span><div class="copy-popup-wrapper popup-to-left"><span class="copy-popup-icon"></span><span>Content copied to clipboard</span></div></span></div>
<div class="brief-dk">${deprecated !== undefined && markup`<div class="deprecation-content"><h3 class="">Deprecated</h3><p class="paragraph-dk">${deprecated}</p></div>`}<p class="paragraph-dk">${member.text}</p></div>
${returns && markup`<span class="kdoc-tag"><h4 class="">Return</h4><p class="paragraph-dk">${returns.text}</p></span>`}
${
  parameters.length > 0 &&
  pairs(
    'Parameters',
    parameters.map((one) => [one.name, one.text] as const),
  )
}
${
  raises.length > 0 &&
  pairs(
    'Throws',
    raises.map(({ type, text }) => [type, text] as const),
  )
}
${source !== undefined && markup`<div class="source-link-dk"><a href="${source}">(source)</a></div>`}
</div></div></div></div></div></div>`
  })
  for (const text of [
    'Functions',
    '(source)',
    'Return',
    'Throws',
    'Types',
    '@Deprecated',
    ...members.map((one) => `${one.name.slice(0, 4)} ${one.name.slice(4)}`),
  ])
    draft.maybe(text)
  return {
    url: `https://kdoc.example.net/${space}/index.html`,
    source: markup`<html class="no-js-dk" lang="en"><head><title>${space}</title><script>const storage = localStorage.getItem("dokka-dark-mode")</script></head><body><div class="root-dk"><nav class="navigation-dk theme-dark-dk" id="navigation-wrapper"><a class="library-name--link" href="../index.html">kettle-kt</a><button class="navigation-controls--btn" id="toc-toggle" type="button">Toggle table of contents</button><div class="library-version" id="library-version">1.9.2</div><div class="navigation-controls"><ul class="filter-section filter-section_loading" id="filter-section" aria-label="Target filter"><button class="platform-tag platform-selector jvm-like" data-active="" data-filter=":x/main">jvm</button></ul><button class="navigation-controls--btn navigation-controls--theme" id="theme-toggle-button" type="button">Switch theme</button><div class="navigation-controls--btn" id="searchBar" role="button">Search in API</div></div></nav>
<div id="container-dk"><nav id="leftColumn" class="sidebar-dk"><div class="dropdown-dk theme-dark-dk" data-role="dropdown"><ul><li><a href="x.html">kettle-kt</a></li></ul></div><div id="sideMenu"></div></nav>
<div id="main-dk"><div class="main-content-dk" id="content-dk" pageids="kettle::${space}" data-page-type="package"><div class="breadcrumbs-dk"><a href="../index.html">kettle-kt</a><span class="delimiter-dk">/</span><span class="current-dk">${space}</span></div>
<div class="cover-dk"><h1 class="cover-title"><span><span>Package</span></span> <span><span>${space}</span></span></h1><div class="platform-hinted with-platform-tabs"><p class="paragraph-dk">${intro}</p></div></div>
<div class="tabbedcontent"><div class="tabs-section" tabs-section="tabs-section"><button class="section-tab" data-active="" data-togglable="TYPE">Types</button><button class="section-tab" data-togglable="FUNCTION">Functions</button></div><div class="tabs-section-body"><div data-togglable="FUNCTION"><h2 class="">Functions</h2><div class="table-dk">
${written}
</div></div></div></div></div>
<div class="footer-dk"><div class="footer--container"><a href="#content-dk" id="go-to-top-link" class="footer--button footer--button_go-to-top"></a><div class="footer--content"><span>© ${random.int(2023, 2026)} Copyright</span><span class="pull-right-dk"><span>Generated by </span><a href="https://dokka.example.org" class="footer--link"><span>dokka</span></a></span></div></div></div></div></div></div></body></html>`,
  }
}

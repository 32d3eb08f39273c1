import { camel, snake } from '../made/case.ts'
import { makeMembers, type Grammar } from '../made/members.ts'
import { Cast } from '../made/records.ts'
import type { System } from '../made/system.ts'
import { markup, type Html } from '../markup.ts'
import type { Member } from '../page.ts'
import { exdocReference, learnReference, manualReference } from './reference-generators.ts'
import {
  jazzyReference,
  manualOfR,
  scaladocReference,
  wikiReference,
} from './reference-languages.ts'
import { javadocReference, rustdocReference } from './reference-more.ts'

const PYTHON: Grammar = {
  types: ['str', 'int', 'bool', 'list[str]', 'Path', 'dict[str, Any]', 'bytes | None'],
  defaults: [
    ['bool', 'False'],
    ['int', '10'],
    ['str', "'utf-8'"],
    ['float | None', 'None'],
  ],
  errors: ['ValueError', 'KeyError', 'TimeoutError', 'TypeError'],
  name: snake,
  parameter: (noun) => noun,
  signature: (name, parameters, returns) =>
    `${name}(${parameters.map((one) => (one.default === '' ? `${one.name}: ${one.type}` : `${one.name}: ${one.type} = ${one.default}`)).join(', ')})${returns === '' ? '' : ` -> ${returns}`}`,
  hasDefaults: true,
  describes: true,
}

/** Sphinx with field lists, as autodoc makes them. */
const sphinxReference: System = (making) => {
  const { draft } = making
  const { random } = draft
  const cast = new Cast(making)
  const module = cast.packageName('.')
  const isRtd = random.chance(0.5)
  const grammar: Grammar = {
    ...PYTHON,
    // Field lists state types without what stands by default.
    signature: (name, parameters) =>
      `${module}.${name}(${parameters.map((one) => (one.default === '' ? one.name : `${one.name}=${one.default}`)).join(', ')})`,
  }
  const members = makeMembers(making, grammar, 'docs.example.org')
  draft.title(`${module} – ${draft.phrase()}`)
  const intro = draft.say(draft.sentences(2))
  const written = members.map((member): Html => {
    draft.members.push({
      ...member,
      parameters: member.parameters.map((one) => ({ ...one, default: '' })),
    })
    const parameters = member.parameters.map(
      (one) =>
        markup`<em class="sig-param"><span class="n"><span class="pre">${one.name}</span></span>${one.default !== '' && markup`<span class="o"><span class="pre">=</span></span><span class="default_value"><span class="pre">${one.default}</span></span>`}</em>${one !== member.parameters.at(-1) && ', '}`,
    )
    const item = ({ name, type, text }: Member['parameters'][number]): Html =>
      markup`<strong>${name}</strong> (<em>${type}</em>) – ${text}`
    const dt = (label: string): Html =>
      markup`<dt class="field-odd">${label}<span class="colon">:</span></dt>`
    return markup`<dl class="py function">
<dt class="sig sig-object py" id="${module}.${member.name}">
<span class="sig-prename descclassname"><span class="pre">${module}.</span></span><span class="sig-name descname"><span class="pre">${member.name}</span></span><span class="sig-paren">(</span>${parameters}<span class="sig-paren">)</span>${member.source !== undefined && markup`<a class="reference internal" href="${member.source}"><span class="viewcode-link"><span class="pre">[source]</span></span></a>`}<a class="headerlink" href="#${module}.${member.name}" title="Link to this definition">¶</a></dt>
<dd>${
      member.deprecated !== undefined &&
      markup`<div class="deprecated">
<p><span class="versionmodified deprecated">Deprecated since version ${draft.maybe(`${random.int(1, 9)}.${random.int(0, 9)}`)}: </span>${member.deprecated}</p>
</div>
`
    }<p>${member.text}</p>
<dl class="field-list simple">
${
  member.parameters.length > 0 &&
  markup`${dt('Parameters')}<dd class="field-odd">${
    member.parameters.length === 1
      ? markup`<p>${item(member.parameters[0]!)}</p>`
      : markup`<ul class="simple">
${member.parameters.map((one) => markup`<li><p>${item(one)}</p></li>\n`)}</ul>`
  }
</dd>
`
}${
      member.returns &&
      markup`<dt class="field-even">Returns<span class="colon">:</span></dt>
<dd class="field-even"><p>${member.returns.text}</p>
</dd>
<dt class="field-odd">Return type<span class="colon">:</span></dt>
<dd class="field-odd"><p>${member.returns.type}</p>
</dd>
`
    }${
      member.raises.length > 0 &&
      markup`<dt class="field-even">Raises<span class="colon">:</span></dt>
<dd class="field-even"><ul class="simple">
${member.raises.map(({ type, text }) => markup`<li><p><strong>${type}</strong> – ${text}</p></li>\n`)}</ul>
</dd>
`
    }</dl>
</dd></dl>
`
  })
  for (const text of ['Return type', 'Deprecated since version', '[source]']) draft.maybe(text)
  const toc = members.map(
    ({ name }) =>
      markup`<li class="toctree-l2"><a class="reference internal" href="#x"><code class="docutils literal notranslate"><span class="pre">${name}()</span></code></a></li>`,
  )
  const main = markup`<section id="module"><h1>${draft.heading}<a class="headerlink" href="#module" title="Link to this heading">${isRtd ? '' : '¶'}</a></h1>
<p>${intro}</p>
${written}
</section>`
  const next = cast.packageName('.')
  return {
    url: `https://docs.example.org/en/latest/api/${module}.html`,
    source: isRtd
      ? markup`<html class="writer-html5" lang="en" data-content_root="../"><head><meta charset="utf-8"><title>${draft.heading} &mdash; orchard 3.2 documentation</title></head><body class="wy-body-for-nav"><div class="wy-grid-for-nav">
<nav data-toggle="wy-nav-shift" class="wy-nav-side"><div class="wy-side-scroll"><div class="wy-side-nav-search"><a href="../index.html" class="icon icon-home">orchard</a><div class="version">3.2</div><div role="search"><form id="rtd-search-form" class="wy-form" action="../search.html" method="get"><input type="text" name="q" placeholder="Search docs" aria-label="Search docs"></form></div></div><div class="wy-menu wy-menu-vertical" data-spy="affix" role="navigation" aria-label="Navigation menu"><p class="caption" role="heading"><span class="caption-text">Contents:</span></p><ul class="current"><li class="toctree-l1"><a class="reference internal" href="../install.html">Installation</a></li><li class="toctree-l1 current"><a class="current reference internal" href="#">API</a><ul>${toc}</ul></li></ul></div></div></nav>
<section data-toggle="wy-nav-shift" class="wy-nav-content-wrap"><nav class="wy-nav-top" aria-label="Mobile navigation menu"><i data-toggle="wy-nav-top" class="fa fa-bars"></i><a href="../index.html">orchard</a></nav><div class="wy-nav-content"><div class="rst-content"><div role="navigation" aria-label="Page navigation"><ul class="wy-breadcrumbs"><li><a href="../index.html" class="icon icon-home" aria-label="Home"></a></li><li class="breadcrumb-item"><a href="index.html">API</a></li><li class="wy-breadcrumbs-aside"><a href="../_sources/api.rst.txt" rel="nofollow"> View page source</a></li></ul><hr></div>
<div role="main" class="document" itemscope itemtype="http://schema.org/Article"><div itemprop="articleBody">${main}</div></div>
<footer><div class="rst-footer-buttons" role="navigation" aria-label="Footer"><a href="next.html" class="btn-neutral float-right" title="${next}" accesskey="n" rel="next">Next <span class="fa fa-arrow-circle-right" aria-hidden="true"></span></a></div><hr><div role="contentinfo"><p>&#169; Copyright 2026, Orchard developers.</p></div> Built with <a href="https://sphinx.example.org/">Sphinx</a> using a <a href="https://theme.example.org">theme</a>.</footer></div></div></section></div></body></html>`
      : markup`<html lang="en"><head><meta charset="utf-8"><title>${draft.heading} &#8212; orchard 3.2 documentation</title></head><body>
<div class="related" role="navigation" aria-label="Related"><h3>Navigation</h3><ul><li class="right" style="margin-right: 10px"><a href="../genindex.html" title="General Index" accesskey="I">index</a></li><li class="right"><a href="next.html" title="${next}" accesskey="N">next</a> |</li><li class="nav-item nav-item-0"><a href="../index.html">orchard 3.2 documentation</a> &#187;</li><li class="nav-item nav-item-this"><a href="">${draft.heading}</a></li></ul></div>
<div class="document"><div class="documentwrapper"><div class="bodywrapper"><div class="body" role="main">${main}<div class="clearer"></div></div></div></div>
<div class="sphinxsidebar" role="navigation" aria-label="Main"><div class="sphinxsidebarwrapper"><div><h3><a href="../index.html">Table of Contents</a></h3><ul><li><a class="reference internal" href="#">${module}</a><ul>${toc}</ul></li></ul></div><div><h4>Previous topic</h4><p class="topless"><a href="p.html" title="previous chapter">${next}</a></p></div><div role="note" aria-label="source link"><h3>This Page</h3><ul class="this-page-menu"><li><a href="../_sources/x.rst.txt" rel="nofollow">Show Source</a></li></ul></div><search id="searchbox" style="display: none" role="search"><h3 id="searchlabel">Quick search</h3><div class="searchformwrapper"><form class="search" action="../search.html"><input type="text" name="q"><input type="submit" value="Go"></form></div></search></div></div></div>
<div class="footer" role="contentinfo">&#169; Copyright 2026, Orchard developers. Created using <a href="https://sphinx.example.org/">Sphinx</a> 8.1.</div></body></html>`,
  }
}

/** mkdocstrings in Material for MkDocs, with its tables. */
const mkdocstringsReference: System = (making) => {
  const { draft } = making
  const { random } = draft
  const cast = new Cast(making)
  const module = cast.packageName('_')
  const members = makeMembers(making, PYTHON, 'code.example.net')
  draft.title(module)
  const intro = draft.say(draft.sentences(1))
  const asTable = random.chance(0.6)
  const name = (text: string): Html => markup`<code>${text}</code>`
  const written = members.map((member): Html => {
    draft.members.push(member)
    const { parameters, returns, raises, source, deprecated } = member
    const table = (
      title: string,
      heads: readonly string[],
      rows: readonly (readonly Html[])[],
    ): Html => markup`<p><span class="doc-section-title">${title}:</span></p>
<table>
<thead>
<tr>
${heads.map((head) => markup`<th>${head !== '' && markup`<b>${head}</b>`}</th>\n`)}</tr>
</thead>
<tbody>
${rows.map(
  (cells) => markup`<tr class="doc-section-item">
${cells.map((cell) => markup`<td>${cell}</td>\n`)}</tr>\n`,
)}</tbody>
</table>`
    const list = (
      title: string,
      items: readonly Html[],
    ): Html => markup`<p><span class="doc-section-title">${title}:</span></p>
<ul>${items.map((one) => markup`<li class="doc-section-item field-body">${one}</li>\n`)}</ul>`
    return markup`<div class="doc doc-object doc-function">
<h2 id="${module}.${member.name}" class="doc doc-heading">
            <code class="doc-symbol doc-symbol-heading doc-symbol-function"></code> <span class="doc doc-object-name doc-function-name">${member.name}</span>
<a href="#${module}.${member.name}" class="headerlink" title="Permanent link">&para;</a></h2>
<div class="doc-signature highlight"><pre><span></span><code><span class="nf">${member.name}</span>${member.signature.slice(member.name.length)}
</code></pre></div>
<div class="doc doc-contents ">
${
  deprecated !== undefined &&
  markup`<details class="deprecated" open><summary>Deprecated</summary>
<p>${deprecated}</p></details>`
}
<p>${member.text}</p>
${
  parameters.length > 0 &&
  (asTable
    ? table(
        'Parameters',
        ['Name', 'Type', 'Description', 'Default'],
        parameters.map((one) => [
          name(one.name),
          name(one.type),
          markup`<div class="doc-md-description"><p>${one.text}</p></div>`,
          one.default === '' ? markup`<em>required</em>` : name(one.default),
        ]),
      )
    : list(
        'Parameters',
        parameters.map(
          (one) =>
            markup`<b>${name(one.name)}</b> (${name(one.type)}${one.default !== '' && markup`, default: ${name(one.default)}`}) – <div class="doc-md-description"><p>${one.text}</p></div>`,
        ),
      ))
}
${returns && (asTable ? table('Returns', ['Type', 'Description'], [[name(returns.type), markup`<div class="doc-md-description"><p>${returns.text}</p></div>`]]) : list('Returns', [markup`${name(returns.type)} – <div class="doc-md-description"><p>${returns.text}</p></div>`]))}
${
  raises.length > 0 &&
  (asTable
    ? table(
        'Raises',
        ['Type', 'Description'],
        raises.map(({ type, text }) => [
          name(type),
          markup`<div class="doc-md-description"><p>${text}</p></div>`,
        ]),
      )
    : list(
        'Raises',
        raises.map(
          ({ type, text }) =>
            markup`${name(type)} – <div class="doc-md-description"><p>${text}</p></div>`,
        ),
      ))
}
${source !== undefined && markup`<p class="doc-source-link"><small>Source code in <a href="${source}"><code>${draft.maybe(`src/${module}.py`)}</code></a></small></p>`}
</div></div>`
  })
  draft.maybe('Source code in')
  const item = (label: string, className = ''): Html =>
    markup`<li class="md-nav__item ${className}"><a href="./" class="md-nav__link"><span class="md-ellipsis">${label}</span></a></li>`
  return {
    url: `https://manual.example.com/reference/${module}/`,
    source: markup`<html lang="en" class="no-js"><head><meta charset="utf-8"><meta name="generator" content="mkdocs-1.6, mkdocs-material-9.5"><title>${module} - Lantern</title></head>
<body dir="ltr" data-md-color-scheme="default" data-md-color-primary="indigo"><input class="md-toggle" data-md-toggle="drawer" type="checkbox" id="__drawer" autocomplete="off"><label class="md-overlay" for="__drawer"></label><div data-md-component="skip"><a href="#x" class="md-skip">Skip to content</a></div>
<header class="md-header md-header--shadow" data-md-component="header"><nav class="md-header__inner md-grid" aria-label="Header"><a href="../.." title="Lantern" class="md-header__button md-logo" aria-label="Lantern"></a><div class="md-header__title"><div class="md-header__ellipsis"><div class="md-header__topic"><span class="md-ellipsis">Lantern</span></div><div class="md-header__topic" data-md-component="header-topic"><span class="md-ellipsis">${module}</span></div></div></div><div class="md-search" role="dialog"><form class="md-search__form" name="search"><input type="text" class="md-search__input" name="query" aria-label="Search" placeholder="Search"></form><div class="md-search__output"><div class="md-search-result__meta">Initializing search</div></div></div><div class="md-header__source"><a href="https://code.example.net/lantern" title="Go to repository" class="md-source"><div class="md-source__repository">acme/lantern</div></a></div></nav></header>
<div class="md-container"><main class="md-main"><div class="md-main__inner md-grid"><div class="md-sidebar md-sidebar--primary"><div class="md-sidebar__scrollwrap"><nav class="md-nav md-nav--primary" aria-label="Navigation"><ul class="md-nav__list">${item('Home')}${item('Tutorial')}${item(module, 'md-nav__item--active')}${item('Changelog')}</ul></nav></div></div>
<div class="md-sidebar md-sidebar--secondary"><nav class="md-nav md-nav--secondary" aria-label="Table of contents"><label class="md-nav__title" for="__toc">Table of contents</label><ul class="md-nav__list" data-md-component="toc">${members.map((one) => item(one.name))}</ul></nav></div>
<div class="md-content" data-md-component="content"><article class="md-content__inner md-typeset"><a href="https://code.example.net/edit" title="Edit this page" class="md-content__button md-icon"><svg></svg></a>
<h1 id="${module}" class="doc doc-heading">${module}</h1>
<div class="doc doc-object doc-module"><div class="doc doc-contents first"><p>${intro}</p><div class="doc doc-children">
${written}
</div></div></div></article></div></div><button type="button" class="md-top md-icon" data-md-component="top" hidden>Back to top</button></main>
<footer class="md-footer"><nav class="md-footer__inner md-grid" aria-label="Footer"><a href="../n" class="md-footer__link md-footer__link--next" aria-label="Next: CLI"><div class="md-footer__title"><span class="md-footer__direction"> Next </span><div class="md-ellipsis">CLI</div></div></a></nav><div class="md-footer-meta md-typeset"><div class="md-copyright">Made with <a href="https://theme.example.com/">Material</a></div></div></footer></div></body></html>`,
  }
}

const JAVASCRIPT: Grammar = {
  types: ['string', 'number', 'Buffer', 'Array.<string>', 'function', 'Object', 'Map'],
  defaults: [
    ['boolean', 'false'],
    ['number', '30'],
    ['string', '"auto"'],
  ],
  errors: ['RangeError', 'TypeError', 'NotFoundError'],
  name: camel,
  parameter: (noun) => noun,
  signature: (name, parameters, returns) =>
    `${name}(${parameters.map((one) => (one.default === '' ? one.name : `${one.name}opt`)).join(', ')})${returns === '' ? '' : ` → {${returns}}`}`,
  hasDefaults: true,
  describes: true,
}

/** JSDoc with its own template. */
const jsdocReference: System = (making) => {
  const { draft } = making
  const cast = new Cast(making)
  const name = cast.packageName('')
  const members = makeMembers(making, JAVASCRIPT, 'source.example.com')
  draft.title(`Class: ${name}`)
  const intro = draft.say(draft.sentences(2))
  const written = members.map((member): Html => {
    // What marks a parameter as optional is no code.
    const signature = `${member.name}(${member.parameters.map((one) => one.name).join(', ')})`
    draft.members.push({ ...member, signature })
    const { parameters, returns, raises, source, deprecated } = member
    const hasDefault = parameters.some((one) => one.default !== '')
    return markup`
    <h4 class="name" id="${member.name}"><span class="type-signature"></span>${member.name}<span class="signature">(${parameters.map((one, index) => markup`${index > 0 && ', '}${one.name}${one.default !== '' && markup`<span class="signature-attributes">opt</span>`}`)})</span><span class="type-signature">${returns && markup` &rarr; {${returns.type}}`}</span></h4>
<div class="description">
    ${member.text}
</div>
${
  parameters.length > 0 &&
  markup`    <h5>Parameters:</h5>
<table class="params">
    <thead>
    <tr>
        <th>Name</th>
        <th>Type</th>
${
  hasDefault &&
  markup`        <th>Attributes</th>
        <th>Default</th>
`
}        <th class="last">Description</th>
    </tr>
    </thead>
    <tbody>
${parameters.map(
  (one) => markup`        <tr>
                <td class="name"><code>${one.name}</code></td>
            <td class="type">
<span class="param-type">${one.type}</span>
            </td>
${
  hasDefault &&
  markup`                <td class="attributes">
                ${one.default !== '' && markup`&lt;optional&gt;<br>`}
                </td>
                <td class="default">
                    ${one.default}
                </td>
`
}            <td class="description last">${one.text}</td>
        </tr>
`,
)}    </tbody>
</table>
`
}
<dl class="details">
${
  deprecated !== undefined &&
  markup`    <dt class="important tag-deprecated">Deprecated:</dt><dd><ul class="dummy"><li>${deprecated}</li></ul></dd>
`
}${
      source !== undefined &&
      markup`    <dt class="tag-source">Source:</dt>
    <dd class="tag-source"><ul class="dummy"><li>
        <a href="${source}">${draft.maybe(`${name}.js`)}</a>, <a href="${source}">line ${draft.random.int(9, 900)}</a>
    </li></ul></dd>
`
    }</dl>
${
  raises.length > 0 &&
  markup`<h5>Throws:</h5>
<ul>${raises.map(
    ({ type, text }) => markup`<li>
<div class="param-desc">${text}</div>
<dl><dt>Type</dt><dd><span class="param-type">${type}</span></dd></dl>
</li>`,
  )}</ul>`
}
${
  returns &&
  markup`<h5>Returns:</h5>
<div class="param-desc">
    ${returns.text}
</div>
<dl>
    <dt>
        Type
    </dt>
    <dd>
<span class="param-type">${returns.type}</span>
    </dd>
</dl>`
}
`
  })
  for (const text of ['Attributes', '<optional>', 'Methods', 'line', 'opt']) draft.maybe(text)
  return {
    url: `https://api.example.net/${name}.html`,
    source: markup`<html lang="en"><head><meta charset="utf-8"><title>JSDoc: Class: ${name}</title><script src="scripts/prettify/prettify.js"> </script></head><body>
<div id="main">
    <h1 class="page-title">Class: ${name}</h1>
<section>
<header>
        <h2><span class="attribs"><span class="type-signature"></span></span>${name}</h2>
        <div class="class-description">${intro}</div>
</header>
<article>
        <h3 class="subsection-title">Methods</h3>
${written}
</article>
</section>
</div>
<nav>
    <h2><a href="index.html">Home</a></h2><h3>Classes</h3><ul><li><a href="${name}.html">${name}</a></li><li><a href="Other.html">${cast.packageName('')}</a></li></ul><h3>Events</h3><ul><li><a href="e.html#event:ready">ready</a></li></ul><h3>Global</h3><ul><li><a href="global.html#noop">noop</a></li></ul>
</nav>
<br class="clear">
<footer>
    Documentation generated by <a href="https://jsdoc.example.com/">JSDoc 4.0.2</a> on Thu Jan 04 2026 10:12:44 GMT+0000 (Coordinated Universal Time)
</footer>
<script> prettyPrint(); </script></body></html>`,
  }
}

/** Pages of references, by system. */
export const REFERENCES: Readonly<Record<string, System>> = {
  'sphinx-like': sphinxReference,
  'mkdocstrings-like': mkdocstringsReference,
  'jsdoc-like': jsdocReference,
  'javadoc-like': javadocReference,
  'rustdoc-like': rustdocReference,
  'learn-like': learnReference,
  'docbook-like': manualReference,
  'exdoc-like': exdocReference,
  'r-like': manualOfR,
  'wiki-like': wikiReference,
  'scaladoc-like': scaladocReference,
  'jazzy-like': jazzyReference,
}

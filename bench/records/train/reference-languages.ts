import { camel, pascal, snake } from '../made/case.ts'
import { makeMembers, withoutSources, type Grammar } from '../made/members.ts'
import type { System } from '../made/system.ts'
import { markup, type Html } from '../markup.ts'
import { chooseInterface } from './interface.ts'

const R: Grammar = {
  types: [''],
  defaults: [
    ['', '10'],
    ['', 'TRUE'],
    ['', 'NULL'],
  ],
  errors: [],
  name: snake,
  parameter: (noun) => noun,
  signature: (name, parameters) =>
    `${name}(${parameters.map((one) => (one.default === '' ? one.name : `${one.name} = ${one.default}`)).join(', ')})`,
  hasDefaults: true,
  describes: true,
}

/** Manuals of R in one page: usage as code, arguments as a table. */
export const manualOfR: System = (making) => {
  const { draft } = making
  const members = withoutSources(makeMembers(making, R, 'x.example.org'))
  const name = draft.title(draft.phrase())
  const intro = draft.say(draft.sentences(2))
  for (const text of ['Description', 'Usage', 'Arguments', 'Value', 'Deprecated']) draft.maybe(text)
  const details = members.map((member): Html => {
    draft.members.push({
      ...member,
      parameters: member.parameters.map((one) => ({ ...one, default: '' })),
    })
    const { parameters, returns, deprecated } = member
    return markup`<h2 id="${member.name}-rm">${member.name}</h2><h3>Description</h3><p>${member.text}</p>${deprecated !== undefined && markup`<p><strong>Deprecated</strong> ${deprecated}</p>`}<h3>Usage</h3><pre><code class="language-R">${member.signature}
</code></pre>${parameters.length > 0 && markup`<h3>Arguments</h3><table role="presentation">${parameters.map((one) => markup`<tr><td><code id="a_${one.name}">${one.name}</code></td>\n<td>\n<p>${one.text}</p>\n</td></tr>\n`)}</table>`}${returns && markup`<h3>Value</h3><p>${returns.text}</p>`}<hr>`
  })
  return {
    url: 'https://rman.example.org/refman/x.html',
    source: markup`<html><head><title>Help for package orchard</title></head><body><div class="container-rr"><nav class="package-rr"><p>Contents</p><ul>${members.map((member) => markup`<li><a href="#${member.name}"><em>${member.name}</em></a></li>`)}</ul></nav><main><h1>${name}</h1><p>${intro}</p>${details}</main></div></body></html>`,
  }
}

const SCRIPT: Grammar = {
  types: ['string', 'number', 'boolean', 'Element', 'Array'],
  defaults: [],
  errors: ['TypeError', 'SyntaxError'],
  name: camel,
  parameter: (noun) => noun,
  signature: (name, parameters) => `${name}(${parameters.map((one) => one.name).join(', ')})`,
  hasDefaults: false,
  describes: true,
}

/** A wiki of the web, in the language of its reader: sections below headings with terms. */
export const wikiReference: System = (making) => {
  const { draft } = making
  const words = chooseInterface(draft.random)
  const members = withoutSources(makeMembers(making, SCRIPT, 'x.example.org'))
  const name = draft.title(draft.name())
  const intro = draft.say(draft.sentences(2))
  for (const text of [words.parameters, words.returns, words.exceptions, 'js', 'Copy'])
    draft.maybe(text)
  const details = members.map((member): Html => {
    const { deprecated, ...others } = member
    draft.members.push({
      ...others,
      parameters: member.parameters.map((one) => ({ ...one, type: '' })),
      ...(member.returns ? { returns: { ...member.returns, type: '' } } : {}),
    })
    const { parameters, returns, raises } = member
    return markup`<section aria-labelledby="h-${member.name}"><h2 id="h-${member.name}"><a href="#x">${member.name}</a></h2><div class="section-content-md"><p>${member.text}</p>${deprecated !== undefined && markup`<div class="notecard-md deprecated-md"><p>${deprecated}</p></div>`}<div class="code-example-md"><p class="example-header-md"><span class="language-name-md">js</span></p><pre class="brush: js notranslate-md"><code>${member.signature}
</code></pre></div>${parameters.length > 0 && markup`<h3 id="p-${member.name}">${words.parameters}</h3><dl>${parameters.map((one) => markup`<dt id="${one.name}-md"><code>${one.name}</code></dt><dd><p>${one.text}</p></dd>`)}</dl>`}${returns && markup`<h3>${words.returns}</h3><p>${returns.text}</p>`}${raises.length > 0 && markup`<h3>${words.exceptions}</h3><dl>${raises.map(({ type, text }) => markup`<dt><a href="/x"><code>${type}</code></a></dt><dd><p>${text}</p></dd>`)}</dl>`}</div></section>\n`
  })
  return {
    url: `https://wiki.example.org/${words.language}/docs/${name}`,
    source: markup`<html lang="${words.language}"><head><title>${name} | Docs</title></head><body><header class="top-navigation-md"><nav><a href="/">Docs</a></nav></header><main id="content-md"><article class="main-page-content-md"><h1>${name}</h1><div class="section-content-md"><p>${intro}</p></div>${details}</article></main><footer class="page-footer-md">© Docs</footer></body></html>`,
  }
}

const SCALA: Grammar = {
  types: ['String', 'Int', 'Boolean', 'List[Path]', 'Unit'],
  defaults: [
    ['Int', '10'],
    ['Boolean', 'false'],
  ],
  errors: ['IOException', 'NoSuchElementException'],
  name: camel,
  parameter: (noun) => noun,
  signature: (name, parameters, returns) =>
    `def ${name}(${parameters.map((one) => `${one.name}: ${one.type}${one.default === '' ? '' : ` = ${one.default}`}`).join(', ')}): ${returns === '' ? 'Unit' : returns}`,
  hasDefaults: true,
  describes: true,
}

/** Scaladoc: a declaration of spans, and terms of parameters in one list with those of the others. */
export const scaladocReference: System = (making) => {
  const { draft } = making
  const members = makeMembers(making, SCALA, 'code.example.org')
  const name = draft.title(`${draft.name()}Client`)
  const intro = draft.say(draft.sentences(2))
  for (const text of [
    'Value Members',
    'returns',
    'Returns',
    'Deprecated',
    'Exceptions thrown',
    'Definition Classes',
    'Source',
  ])
    draft.maybe(text)
  const details = members.map((member): Html => {
    draft.members.push({
      ...member,
      parameters: member.parameters.map((one) => ({ ...one, type: '', default: '' })),
      ...(member.returns ? { returns: { ...member.returns, type: '' } } : {}),
    })
    const { parameters, returns, raises, deprecated, source } = member
    const place = draft.maybe(`${member.name}.scala`)
    return markup`<li class="indented0-sd" name="x"><a id="${member.name}-sd"></a><h4 class="signature-sd"><span class="modifier_kind"><span class="modifier-sd"></span> <span class="kind-sd">def</span></span> <span class="symbol-sd"><span class="name-sd">${member.name}</span><span class="params-sd">(${parameters.map((one, index) => markup`${index > 0 && ', '}<span name="${one.name}">${one.name}: <a href="../s.html" class="extype-sd">${one.type}</a>${one.default !== '' && markup` = <span class="symbol-sd">${one.default}</span>`}</span>`)})</span><span class="result-sd">: <a href="../r.html" class="extype-sd">${returns?.type ?? 'Unit'}</a></span></span></h4><div class="fullcomment-sd"><div class="comment-sd"><p>${member.text}</p></div><dl class="paramcmts">${parameters.map((one) => markup`<dt class="param-sd">${one.name}</dt><dd class="cmt-sd"><p>${one.text}</p></dd>`)}${returns && markup`<dt>returns</dt><dd class="cmt-sd"><p>${returns.text}</p></dd>`}</dl><dl class="attributes-sd block">${source !== undefined && markup`<dt>Source</dt><dd><a href="${source}" target="_blank">${place}</a></dd>`}${deprecated !== undefined && markup`<dt>Deprecated</dt><dd class="cmt-sd"><p>${deprecated}</p></dd>`}${raises.length > 0 && markup`<dt>Exceptions thrown</dt>${raises.map(({ type, text }) => markup`<dd><p><span class="extype-sd">${type}</span> ${text}</p></dd>`)}`}</dl></div></li>\n`
  })
  return {
    url: `https://scala.example.org/api/${name}.html`,
    source: markup`<html lang="en"><head><title>orchard - ${name}</title></head><body><div id="search-sd"><span id="doc-title-sd">orchard</span></div><div id="content-sd"><div class="class-type"><div id="definition-sd"><h1>${name}</h1></div><div id="comment-sd" class="fullcommenttop"><p>${intro}</p></div><div id="template-sd"><div class="values-sd members"><h3>Value Members</h3><ol>${details}</ol></div></div></div></div></body></html>`,
  }
}

const SWIFT: Grammar = {
  types: ['String', 'Int', 'Bool', '[URL]', 'Data'],
  defaults: [],
  errors: [],
  name: camel,
  parameter: (noun) => noun,
  signature: (name, parameters, returns) =>
    `func ${name}(${parameters.map((one) => `${one.name}: ${one.type}`).join(', ')})${returns === '' ? '' : ` -> ${returns}`}`,
  hasDefaults: false,
  describes: true,
}

/** Jazzy: parameters are a table with code in its first cells. */
export const jazzyReference: System = (making) => {
  const { draft } = making
  const members = makeMembers(making, { ...SWIFT, name: pascal }, 'code.example.net')
  const name = draft.title(`${draft.name()} Class Reference`)
  const intro = draft.say(draft.sentences(2))
  for (const text of [
    'Declaration',
    'Parameters',
    'Return Value',
    'Swift',
    'Deprecated',
    'Show on CodeHarbor',
  ])
    draft.maybe(text)
  const details = members.map((member): Html => {
    draft.members.push({
      ...member,
      parameters: member.parameters.map((one) => ({ ...one, type: '' })),
      ...(member.returns ? { returns: { ...member.returns, type: '' } } : {}),
    })
    const { parameters, returns, deprecated, source } = member
    return markup`<li class="item-jz"><div><code><a name="/x"></a><a name="//apple_ref/x" class="dashAnchor"></a><a class="token-jz" href="#/${member.name}">${member.name}</a></code>${deprecated !== undefined && markup`<span class="declaration-note-jz">Deprecated</span>`}</div><div class="height-container"><div class="pointer-container"></div><section class="section-jz"><div class="pointer-jz"></div>${deprecated !== undefined && markup`<div class="aside-deprecated-jz"><p class="aside-title-jz">Deprecated</p><p>${deprecated}</p></div>`}<div class="abstract-jz"><p>${member.text}</p></div><div class="declaration-jz"><h4>Declaration</h4><div class="language-jz"><p class="aside-title-jz">Swift</p><pre class="highlight-jz swift-jz"><code><span class="kd">${member.signature.split(' ')[0]}</span> ${member.signature.slice(5)}</code></pre></div></div>${parameters.length > 0 && markup`<div><h4>Parameters</h4><table class="graybox-jz"><tbody>${parameters.map((one) => markup`<tr><td><code><em>${one.name}</em></code></td><td><div><p>${one.text}</p></div></td></tr>`)}</tbody></table></div>`}${returns && markup`<div><h4>Return Value</h4><p>${returns.text}</p></div>`}${source !== undefined && markup`<div class="slightly-smaller"><a href="${source}">Show on CodeHarbor</a></div>`}</section></div></li>\n`
  })
  return {
    url: 'https://jazz.example.net/Classes/x.html',
    source: markup`<html lang="en"><head><title>${name}</title></head><body><header class="head-jz"><p><a href="../index.html">orchard 4.0 Docs</a> (80% documented)</p></header><div class="wrapper-jz"><div class="breadcrumbs-jz"><a href="../index.html">orchard Reference</a></div><div class="nav-sidebar-jz"><ul class="nav-groups"><li class="nav-group-name"><a href="../Classes.html">Classes</a></li></ul></div><article class="main-content-jz"><section><section class="section-jz"><h1>${name}</h1><p>${intro}</p></section><section class="section-jz task-group-section"><div class="task-group"><ul>${details}</ul></div></section></section></article></div><section class="footer-jz"><p>Generated by jazz.</p></section></body></html>`,
  }
}

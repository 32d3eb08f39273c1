import { pascal, snake } from '../made/case.ts'
import { declaredOnly, makeMembers, withoutSources, type Grammar } from '../made/members.ts'
import type { System } from '../made/system.ts'
import { markup, type Html } from '../markup.ts'
import type { Parameter } from '../page.ts'
import { chooseInterface } from './interface.ts'

const listed = (parameters: readonly Parameter[], written: (one: Parameter) => string): string =>
  parameters.map(written).join(', ')
const withDefault = (text: string, value: string): string =>
  value === '' ? text : `${text} = ${value}`

const CSHARP: Grammar = {
  types: ['string', 'int', 'bool', 'byte[]', 'Stream'],
  defaults: [],
  errors: ['ArgumentException', 'IOException', 'FormatException'],
  name: pascal,
  parameter: (noun) => noun,
  signature: (name, parameters, returns) =>
    `public ${returns === '' ? 'void' : returns} ${name} (${listed(parameters, (one) => `${one.type} ${one.name}`)});`,
  hasDefaults: false,
  describes: true,
}

/** A vendor's library in the language of its reader: terms with their type in one line. */
export const learnReference: System = (making) => {
  const { draft } = making
  const words = chooseInterface(draft.random)
  const members = withoutSources(makeMembers(making, CSHARP, 'x.example.com'))
  const name = draft.title(`${draft.name()}Reader`)
  const intro = draft.say(draft.sentences(2))
  for (const text of [
    words.parameters,
    words.returns,
    words.exceptions,
    'C#',
    'Namespace:',
    'Acme',
  ])
    draft.maybe(text)
  const link = (text: string): Html =>
    markup`<a href="../x" class="no-loc-ln" data-linktype="relative-path">${text}</a>`
  const details = members.map((member): Html => {
    const { deprecated, ...others } = member
    draft.members.push(others)
    const { parameters, returns, raises } = member
    return markup`<h2 id="${member.name}-ln" class="heading-anchor-ln">${member.name}</h2>
${deprecated !== undefined && markup`<div class="alert-ln is-warning-ln"><p>${deprecated}</p></div>`}<div class="summary-ln"><p>${member.text}</p></div>
<div class="codeHeader-ln"><span class="language-ln">C#</span><button class="action-ln" type="button">Copy</button></div><pre tabindex="0"><code class="lang-csharp-ln">${member.signature}</code></pre>
${
  parameters.length > 0 &&
  markup`<h4 class="sectionHeader-ln">${words.parameters}</h4>
<dl class="parameters-ln">${parameters.map((one) => markup`<dt><span class="parameterName-ln">${one.name}</span> <span class="parameterType-ln">${link(one.type)}</span></dt><dd><p>${one.text}</p></dd>\n`)}</dl>
`
}${
      returns &&
      markup`<h4 class="sectionHeader-ln">${words.returns}</h4><div class="returns-ln"><p><span>${link(returns.type)}</span></p><p>${returns.text}</p></div>`
    }${raises.length > 0 && markup`<h4 class="sectionHeader-ln">${words.exceptions}</h4><div class="exceptions-ln">${raises.map(({ type, text }) => markup`<p>${link(type)}</p><p>${text}</p>`)}</div>`}`
  })
  return {
    url: `https://learn.example.com/${words.language}/api/${name}`,
    source: markup`<html lang="${words.language}"><head><title>${name} Class (Acme) | Acme Learn</title></head><body class="reference-ln"><header class="header-ln"><nav><a href="/">Acme Learn</a></nav></header><div class="mainContainer-ln"><main id="main-ln" role="main"><div class="content-ln"><h1 id="h1-ln">${name}</h1><div class="metadata-ln"><dl class="attributeList-ln"><dt>Namespace:</dt><dd>${link('Acme')}</dd></dl></div><p>${intro}</p>${details}</div></main></div><footer class="footer-ln">© Acme</footer></body></html>`,
  }
}

const PHP: Grammar = {
  types: ['string', 'int', 'bool', 'array', '?resource'],
  defaults: [
    ['int', '0'],
    ['bool', 'false'],
    ['?string', 'null'],
  ],
  errors: ['ValueError', 'LogicException'],
  name: snake,
  parameter: (noun) => `$${noun}`,
  signature: (name, parameters, returns) =>
    `${name}(${listed(parameters, (one) => withDefault(`${one.type} ${one.name}`, one.default))}): ${returns === '' ? 'void' : returns}`,
  hasDefaults: true,
  describes: true,
}

/** A manual made of DocBook, translated: a synopsis of spans, and lists of terms below headings. */
export const manualReference: System = (making) => {
  const { draft } = making
  const words = chooseInterface(draft.random)
  const members = withoutSources(makeMembers(making, PHP, 'x.example.net'))
  const title = draft.title(draft.phrase())
  const intro = draft.say(draft.sentences(2))
  for (const text of [words.parameters, words.returns, words.exceptions, words.description])
    draft.maybe(text)
  const details = members.map((member): Html => {
    const { deprecated, ...others } = member
    draft.members.push({
      ...others,
      parameters: member.parameters.map((one) => ({ ...one, type: '', default: '' })),
      ...(member.returns ? { returns: { ...member.returns, type: '' } } : {}),
    })
    const { parameters, returns, raises } = member
    return markup`<div class="refentry-dm" id="f.${member.name}"><h2 class="refname-dm">${member.name}</h2>
<div class="refsect1-dm description-dm"><h3 class="title-dm">${words.description}</h3><div class="methodsynopsis dc-description"><span class="methodname-dm"><strong>${member.name}</strong></span>(${parameters.map((one, index) => markup`${index > 0 && ', '}<span class="methodparam"><span class="type-dm">${one.type}</span> <code class="parameter-dm">${one.name}</code>${one.default !== '' && markup`<span class="initializer"> = <strong><code>${one.default}</code></strong></span>`}</span>`)}): <span class="type-dm">${returns?.type ?? 'void'}</span></div>
${deprecated !== undefined && markup`<div class="warning-dm"><p>${deprecated}</p></div>`}<p class="para-dm">${member.text}</p></div>
${parameters.length > 0 && markup`<div class="refsect1-dm parameters-dm"><h3 class="title-dm">${words.parameters}</h3><dl>${parameters.map((one) => markup`\n<dt><code class="parameter-dm">${one.name}</code></dt>\n<dd>\n<p class="para-dm">${one.text}</p>\n</dd>`)}</dl></div>`}
${returns && markup`<div class="refsect1-dm returnvalues-dm"><h3 class="title-dm">${words.returns}</h3><p class="para-dm">${returns.text}</p></div>`}${raises.length > 0 && markup`<div class="refsect1-dm errors-dm"><h3 class="title-dm">${words.exceptions}</h3>${raises.map(({ type, text }) => markup`<p class="para-dm"><span class="classname-dm">${type}</span> – ${text}</p>`)}</div>`}</div>\n`
  })
  return {
    url: `https://manual.example.net/${words.language}/book.php`,
    source: markup`<html lang="${words.language}"><head><title>${title} - Manual</title></head><body class="docs-dm"><nav id="head-nav-dm"><a href="/">Home</a><a href="/docs">Docs</a></nav><div id="layout-dm"><section id="layout-content-dm"><div class="book-dm"><h1 class="title-dm">${title}</h1><p class="para-dm">${intro}</p>${details}</div></section><aside class="layout-menu-dm"><ul><li><a href="a.php">a</a></li></ul></aside></div><footer>© Manual Group</footer></body></html>`,
  }
}

const ELIXIR: Grammar = {
  types: ['String.t()', 'integer()', 'boolean()', 'keyword()'],
  defaults: [],
  errors: [],
  name: snake,
  parameter: (noun) => noun,
  signature: (name, parameters) => `${name}(${listed(parameters, (one) => one.name)})`,
  hasDefaults: false,
  describes: false,
}

/** ExDoc: headings are the declarations. */
export const exdocReference: System = (making) => {
  const { draft } = making
  const members = declaredOnly(makeMembers(making, ELIXIR, 'code.example.net'))
  const name = `Orchard.${draft.name()}`
  draft.title(`${name} (orchard v1.4.2)`)
  const intro = draft.say(draft.sentences(2))
  for (const text of [
    'Functions',
    'Summary',
    'View Source',
    'orchard v1.4.2',
    'Link to this function',
  ])
    draft.maybe(text)
  const details = members.map((member): Html => {
    draft.members.push(member)
    const { deprecated, source } = member
    const spec = draft.maybe(`@spec ${member.name}() :: :ok`)
    return markup`<section class="detail-ex" id="${member.name}/2"><div class="detail-header-ex"><a href="#x" class="detail-link-ex" data-no-tooltip="" aria-label="Link to this function"><i class="ri-link-m" aria-hidden="true"></i></a><div class="heading-with-actions"><h1 class="signature-ex" translate="no">${member.signature}</h1>${source !== undefined && markup`<a href="${source}" class="icon-action" rel="help" aria-label="View Source"><i class="ri-code-s-slash-line" aria-hidden="true"></i></a>`}</div></div><section class="docstring"><div class="specs-ex"><pre translate="no">${spec}</pre></div>${deprecated !== undefined && markup`<div class="deprecated-ex">This function is deprecated. ${deprecated}</div>`}<p>${member.text}</p></section></section>\n`
  })
  draft.maybe('This function is deprecated.')
  return {
    url: `https://hex.example.net/orchard/${name}.html`,
    source: markup`<html lang="en"><head><title>${name} — orchard v1.4.2</title></head><body class="page-module-ex"><div class="body-wrapper-ex"><nav id="sidebar-ex" class="sidebar-ex"><ul><li><a href="api-reference.html">API Reference</a></li></ul></nav><main class="content-ex"><div id="content-ex" class="content-inner-ex"><div class="heading-with-actions top-heading"><h1><span translate="no">${name}</span> <small class="app-vsn" translate="no">(orchard v1.4.2)</small></h1></div><section id="moduledoc"><p>${intro}</p></section><section id="functions-ex" class="details-list-ex"><h1 class="section-heading">Functions</h1><div class="functions-list-ex">${details}</div></section></div></main></div><footer class="footer-ex"><p>Built using <a href="https://ex.example.com">ExDoc</a> for Elixir</p></footer></body></html>`,
  }
}

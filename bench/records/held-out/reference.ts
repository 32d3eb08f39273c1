import { camel, snake } from '../made/case.ts'
import { makeMembers, type Grammar } from '../made/members.ts'
import { Cast } from '../made/records.ts'
import type { System } from '../made/system.ts'
import { markup, tight, type Html } from '../markup.ts'
import { docfxReference, dokkaReference } from './reference-more.ts'
import { yardReference } from './reference-yard.ts'

const TYPESCRIPT: Grammar = {
  types: [
    'string',
    'number',
    'ReadonlyArray<string>',
    'Promise<void>',
    'Uint8Array',
    'Record<string, unknown>',
  ],
  defaults: [
    ['boolean', 'true'],
    ['number', '4096'],
    ['string', '"utf8"'],
  ],
  errors: ['SyntaxError', 'AbortError', 'QuotaError'],
  name: camel,
  parameter: (noun) => noun,
  signature: (name, parameters, returns) =>
    `${name}(${parameters.map((one) => `${one.name}${one.default === '' ? '' : '?'}: ${one.type}`).join(', ')}): ${returns === '' ? 'void' : returns}`,
  hasDefaults: true,
  describes: true,
}

/** TypeDoc, whose signature is a block of links and spans. */
const typedocReference: System = (making) => {
  const { draft } = making
  const { random } = draft
  const name = `${draft.name()}Client`
  const members = makeMembers(making, TYPESCRIPT, 'code.example.net')
  draft.title(`Class ${name}`)
  const intro = draft.say(draft.sentences(2))
  const typed = (text: string): Html => markup`<span class="tsd-signature-type">${text}</span>`
  const written = members.map((member): Html => {
    draft.members.push(member)
    const { parameters, returns, raises, source, deprecated } = member
    return markup`<section class="tsd-panel tsd-member"><h3 class="tsd-anchor-link" id="${member.name}"><span>${member.name}</span><a href="#${member.name}" aria-label="Permalink" class="tsd-anchor-icon"><svg class="tsd-kind-icon"><use href="#icon-anchor"></use></svg></a></h3>
<ul class="tsd-signatures"><li><div class="tsd-signature tsd-anchor-link" id="${member.name}-1"><span class="tsd-kind-call-signature">${member.name}</span><span class="tsd-signature-symbol">(</span>${parameters.map((one, index) => markup`${index > 0 && markup`<span class="tsd-signature-symbol">,</span> `}<span class="tsd-kind-parameter">${one.name}</span>${one.default !== '' && markup`<span class="tsd-signature-symbol">?</span>`}<span class="tsd-signature-symbol">:</span> ${typed(one.type)}`)}<span class="tsd-signature-symbol">)</span><span class="tsd-signature-symbol">:</span> ${typed(returns?.type ?? 'void')}<a href="#x" aria-label="Permalink" class="tsd-anchor-icon"><svg></svg></a></div>
<div class="tsd-description"><div class="tsd-comment tsd-typography"><p>${member.text}</p>
</div>${
      parameters.length > 0 &&
      markup`<div class="tsd-parameters"><h4 class="tsd-parameters-title">Parameters</h4><ul class="tsd-parameter-list">${parameters.map(
        (
          one,
        ) => markup`<li><span><span class="tsd-kind-parameter">${one.name}</span>: ${typed(one.type)}${one.default !== '' && markup`<span class="tsd-signature-symbol"> = ${one.default}</span>`}</span><div class="tsd-comment tsd-typography"><p>${one.text}</p>
</div></li>`,
      )}</ul></div>`
    }<h4 class="tsd-returns-title">Returns ${typed(returns?.type ?? 'void')}</h4>${
      returns &&
      markup`<p>${returns.text}</p>
`
    }<div class="tsd-comment tsd-typography">${
      deprecated !== undefined &&
      markup`<div class="tsd-tag-deprecated"><h4 class="tsd-anchor-link" id="deprecated">Deprecated<a href="#deprecated" aria-label="Permalink" class="tsd-anchor-icon"></a></h4><p>${deprecated}</p>
</div>`
    }${raises.map(
      ({
        type,
        text,
      }) => markup`<div class="tsd-tag-throws"><h4 class="tsd-anchor-link" id="throws">Throws</h4><p><code>${type}</code> – ${text}</p>
</div>`,
    )}</div>${source !== undefined && markup`<aside class="tsd-sources"><ul><li>Defined in <a href="${source}">${draft.maybe(`src/${member.name}.ts:${random.int(9, 900)}`)}</a></li></ul></aside>`}</div></li></ul></section>`
  })
  for (const text of ['Defined in', 'Methods', 'Hierarchy', 'Index', name, 'Constructors', 'void'])
    draft.maybe(text)
  const index = members.map(
    (one) =>
      markup`<a href="#${one.name}" class="tsd-index-link"><svg class="tsd-kind-icon" viewBox="0 0 24 24" aria-label="Method"></svg><span>${one.name}</span></a>`,
  )
  return {
    url: `https://typed.example.com/classes/${name}.html`,
    source:
      tight(markup`<html class="default-td" lang="en" data-base="../"><head><meta http-equiv="x-ua-compatible" content="IE=edge"><title>${name} | ferry-client</title></head><body><script>document.body.style.display="none"</script><header class="tsd-page-toolbar"><div class="tsd-toolbar-contents container-td"><a href="../index.html" class="title-td">ferry-client</a><div id="tsd-toolbar-links"></div><button id="tsd-search-trigger" class="tsd-widget" aria-label="Search"><svg></svg></button><dialog id="tsd-search" aria-label="Search"><input role="combobox" id="tsd-search-input" type="search"><div id="tsd-search-status" aria-live="polite"><div>Preparing search index...</div></div></dialog></div></header>
<div class="container-td container-main-td"><div class="col-content"><div class="tsd-page-title"><ul class="tsd-breadcrumb" aria-label="Breadcrumb"><li><a href="../modules.html">ferry-client</a></li><li><a href="" aria-current="page">${name}</a></li></ul><h1>Class ${name}</h1></div>
<section class="tsd-panel tsd-comment"><div class="tsd-comment tsd-typography"><p>${intro}</p>
</div></section><section class="tsd-panel-group tsd-index-group"><details class="tsd-index-content tsd-accordion" open><summary class="tsd-accordion-summary tsd-index-summary"><h5 class="tsd-index-heading uppercase-td">Index</h5></summary><div class="tsd-accordion-details"><section class="tsd-index-section"><h3 class="tsd-index-heading">Methods</h3><div class="tsd-index-list">${index}</div></section></div></details></section>
<details class="tsd-panel-group tsd-member-group tsd-accordion" open><summary class="tsd-accordion-summary" data-key="section-Methods"><h2>Methods</h2></summary><section>${written}</section></details></div>
<div class="col-sidebar"><div class="page-menu"><div class="tsd-navigation settings"><details class="tsd-accordion"><summary class="tsd-accordion-summary"><h3>Settings</h3></summary><div class="tsd-accordion-details"><div class="tsd-filter-visibility"><span class="settings-label">Member Visibility</span><ul id="tsd-filter-options"><li class="tsd-filter-item"><label class="tsd-filter-input"><input type="checkbox" id="tsd-filter-inherited" checked><span>Inherited</span></label></li></ul></div></div></details></div></div><div class="site-menu"><nav class="tsd-navigation"><a href="../modules.html">ferry-client</a><ul class="tsd-small-nested-navigation"><li>Loading...</li></ul></nav></div></div></div>
<footer><p class="tsd-generator">Generated using <a href="https://typed.example.org/" target="_blank">TypeDoc</a></p></footer><div class="overlay-td"></div></body></html>`),
  }
}

const CPP: Grammar = {
  types: ['const std::string &', 'int', 'size_t', 'std::vector< float >', 'bool', 'void *'],
  defaults: [
    ['bool', 'false'],
    ['int', '-1'],
    ['size_t', '256'],
  ],
  errors: ['std::out_of_range', 'std::bad_alloc', 'IoError'],
  name: snake,
  parameter: (noun) => noun,
  signature: () => '',
  hasDefaults: true,
  describes: true,
}

/** Doxygen: prototypes are tables. */
const doxygenReference: System = (making) => {
  const { draft } = making
  const { random } = draft
  const cast = new Cast(making)
  const space = cast.packageName('')
  const name = `${space}::${draft.name()}Engine`
  draft.title(`${name} Class Reference`)
  const intro = draft.say(draft.sentences(2))
  const members = makeMembers(making, CPP, 'doxy.example.org').map((member) => ({
    ...member,
    signature: `${member.returns?.type ?? 'void'} ${name}::${member.name} (${member.parameters.map((one) => `${one.type} ${one.name}${one.default === '' ? '' : ` = ${one.default}`}`).join(', ')})`,
  }))
  const dir = (): string => random.pick(['[in]', '[out]', '[in,out]'])
  const written = members.map((member): Html => {
    const { parameters, returns, raises, source, deprecated } = member
    // Types and defaults stand in the prototype alone.
    draft.members.push({
      ...member,
      parameters: parameters.map((one) => ({ ...one, type: '', default: '' })),
      ...(returns ? { returns: { ...returns, type: '' } } : {}),
    })
    const title = `${returns?.type ?? 'void'} ${name}::${member.name}`
    const proto =
      parameters.length === 0
        ? markup`<tr><td class="memname">${title}</td><td>(</td><td class="paramname"></td><td>)</td><td></td></tr>`
        : markup`${parameters.map((one, index) => markup`<tr>${index === 0 ? markup`<td class="memname">${title}</td><td>(</td>` : markup`<td class="paramkey"></td><td></td>`}<td class="paramtype">${one.type}&#160;</td><td class="paramname"><span class="paramname"><em>${one.name}</em></span>${one.default !== '' && markup`<span class="paramdefsep"> = </span><span class="paramdefval">${one.default}</span>`}${index < parameters.length - 1 && ', '}</td></tr>\n`)}<tr><td></td><td>)</td><td></td><td></td><td></td></tr>`
    return markup`<a id="a${cast.hash(12)}" name="a1"></a>
<h2 class="memtitle"><span class="permalink"><a href="#a1">&#9670;&#160;</a></span>${member.name}()</h2>
<div class="memitem"><div class="memproto"><table class="mlabels"><tr><td class="mlabels-left"><table class="memname">
${proto}
</table></td><td class="mlabels-right"><span class="mlabels"><span class="mlabel inline-dx">${draft.maybe(random.pick(['inline', 'virtual', 'noexcept']))}</span></span></td></tr></table>
</div><div class="memdoc">
<p>${member.text} </p>
${
  deprecated !== undefined &&
  markup`<dl class="deprecated-dx"><dt><b><a class="el-dx" href="deprecated.html#_d1">Deprecated:</a></b></dt><dd>${deprecated}</dd></dl>
`
}${
      parameters.length > 0 &&
      markup`<dl class="params-dx"><dt>Parameters</dt><dd>
  <table class="params-dx">
${parameters.map(
  (
    one,
  ) => markup`    <tr><td class="paramdir">${draft.maybe(dir())}</td><td class="paramname">${one.name}</td><td>${one.text} </td></tr>
`,
)}  </table>
  </dd>
</dl>
`
    }${
      returns &&
      markup`<dl class="section-dx return-dx"><dt>Returns</dt><dd>${returns.text} </dd></dl>
`
    }${
      raises.length > 0 &&
      markup`<dl class="exception-dx"><dt>Exceptions</dt><dd>
  <table class="exception-dx">
${raises.map(
  ({ type, text }) => markup`    <tr><td class="paramname">${type}</td><td>${text} </td></tr>
`,
)}  </table>
  </dd>
</dl>
`
    }${
      source !== undefined &&
      markup`<p class="definition-dx">Definition at line <a class="el-dx" href="${source}">${draft.maybe(String(random.int(10, 900)))}</a> of file <a class="el-dx" href="engine_8h_source.html">${draft.maybe('engine.h')}</a>.</p>
`
    }</div>
</div>
`
  })
  for (const text of [
    'Definition at line',
    'of file',
    'Public Member Functions',
    'Detailed Description',
    'Member Function Documentation',
    'List of all members',
    '#include <engine.h>',
    'The documentation for this class was generated from the following file:',
    'include/engine.h',
    'More...',
    'Exceptions',
  ])
    draft.maybe(text)
  const summary = members.map(
    (
      one,
    ) => markup`<tr class="memitem:a1"><td class="memItemLeft" align="right" valign="top">${draft.maybe(one.returns?.type ?? 'void')}&#160;</td><td class="memItemRight" valign="bottom"><a class="el-dx" href="#a1">${one.name}</a> (${draft.maybe(one.parameters.map((p) => `${p.type} ${p.name}${p.default === '' ? '' : `=${p.default}`}`).join(', '))})</td></tr>
<tr class="separator-dx"><td class="memSeparator" colspan="2">&#160;</td></tr>
`,
  )
  return {
    url: `https://doxy.example.org/html/class_${space}.html`,
    source: markup`<html xmlns="http://www.w3.org/1999/xhtml" lang="en-US"><head><meta name="generator" content="Doxygen 1.12.0"><title>Kettle: ${draft.heading}</title></head><body>
<div id="top-dx"><div id="titlearea"><table cellspacing="0" cellpadding="0"><tbody><tr id="projectrow"><td id="projectalign"><div id="projectname">Kettle<span id="projectnumber">&#160;2.4</span></div><div id="projectbrief">Warm water, fast</div></td></tr></tbody></table></div><div id="main-nav"></div>
<div id="MSearchBox" class="MSearchBoxInactive"><span class="left-dx"><input type="text" id="MSearchField" value="" placeholder="Search"></span></div>
<div id="nav-path" class="navpath"><ul><li class="navelem"><b>${space}</b></li><li class="navelem"><a href="c.html"><b>${name.split('::')[1]}</b></a></li></ul></div></div>
<div class="header-dx"><div class="summary-dx"><a href="#pub-methods">Public Member Functions</a> &#124; <a href="members.html">List of all members</a></div><div class="headertitle"><div class="title-dx">${draft.heading}</div></div></div>
<div class="contents-dx">
<p><code>#include &lt;engine.h&gt;</code></p>
<table class="memberdecls"><tr class="heading-dx"><td colspan="2"><h2 class="groupheader"><a id="pub-methods" name="pub-methods"></a>Public Member Functions</h2></td></tr>
${summary}</table>
<a name="details" id="details"></a><h2 class="groupheader">Detailed Description</h2><div class="textblock"><p>${intro} </p></div>
<h2 class="groupheader">Member Function Documentation</h2>
${written}
<hr>The documentation for this class was generated from the following file:<ul><li>include/<a class="el-dx" href="engine_8h_source.html">engine.h</a></li></ul>
</div>
<hr class="footer-dx"><address class="footer-dx"><small>Generated on Tue Mar 3 2026 for Kettle by&#160;<a href="https://doxygen.example.net/"><img class="footer-dx" src="doxygen.svg" alt="doxygen"></a> 1.12.0</small></address></body></html>`,
  }
}

/** Pages of references that nothing is tuned on, by system. */
export const REFERENCES: Readonly<Record<string, System>> = {
  'typedoc-like': typedocReference,
  'doxygen-like': doxygenReference,
  'yard-like': yardReference,
  'docfx-like': docfxReference,
  'dokka-like': dokkaReference,
}

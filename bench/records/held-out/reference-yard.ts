import { snake } from '../made/case.ts'
import { makeMembers, withoutSources, type Grammar } from '../made/members.ts'
import type { System } from '../made/system.ts'
import { markup, type Html } from '../markup.ts'

const RUBY: Grammar = {
  types: [
    'String',
    'Integer',
    'Boolean',
    'Array<String>',
    'Hash{Symbol => Object}',
    'Pathname',
    'nil',
  ],
  defaults: [
    ['Boolean', 'false'],
    ['Integer', '25'],
    ['Symbol', ':auto'],
  ],
  errors: ['ArgumentError', 'Errno::ENOENT', 'RangeError'],
  name: snake,
  parameter: (noun) => noun,
  signature: (name, parameters, returns) =>
    `#${name}(${parameters.map((one) => (one.default === '' ? one.name : `${one.name} = ${one.default}`)).join(', ')})${returns === '' ? '' : ` ⇒ ${returns}`}`,
  hasDefaults: true,
  describes: true,
}

/** YARD, whose signature is the heading of a method. */
export const yardReference: System = (making) => {
  const { draft } = making
  const { random } = draft
  const name = `${draft.name()}::Loader`
  draft.title(`Class: ${name}`)
  const intro = draft.say(draft.sentences(2))
  // The sources stand on the page itself.
  const members = withoutSources(makeMembers(making, RUBY, 'rdoc.example.org'))
  const tag = (text: string): Html => markup`<span class="type-yd">(<tt>${text}</tt>)</span>`
  const written = members.map((member): Html => {
    draft.members.push(member)
    const { parameters, returns, raises, deprecated } = member
    const lines = [
      `def ${member.name}(${parameters.map((one) => one.name).join(', ')})`,
      `  @cache ||= ${random.pick(making.code.verbs)}`,
      'end',
    ]
    for (const line of lines) draft.maybe(line)
    return markup`<div class="method_details ">
  <h3 class="signature-yd " id="${member.name}-instance_method">
  #<strong>${member.name}</strong>(${parameters.map((one, index) => markup`${index > 0 && ', '}${one.name}${one.default !== '' && ` = ${one.default}`}`)}) ${returns && markup`&#x21d2; <tt>${returns.type}</tt>`}
</h3><div class="docstring-yd">
  <div class="discussion-yd">
    ${
      deprecated !== undefined &&
      markup`<div class="note-yd deprecated-yd"><strong>Deprecated.</strong> <div class="inline-yd"><p>${deprecated}</p></div></div>
    `
    }<p>${member.text}</p>
  </div>
</div>
<div class="tags-yd">
${
  parameters.length > 0 &&
  markup`<p class="tag_title">Parameters:</p>
<ul class="param-yd">
${parameters.map(
  (one) => markup`    <li>
        <span class="name-yd">${one.name}</span>
        ${tag(one.type)}
${
  one.default !== '' &&
  markup`        <em class="default-yd">(defaults to: <tt>${one.default}</tt>)</em>
`
}      &mdash; <div class="inline-yd"><p>${one.text}</p></div>
    </li>
`,
)}</ul>
`
}${
      returns &&
      markup`<p class="tag_title">Returns:</p>
<ul class="return-yd">
    <li>
        ${tag(returns.type)}
      &mdash; <div class="inline-yd"><p>${returns.text}</p></div>
    </li>
</ul>
`
    }${
      raises.length > 0 &&
      markup`<p class="tag_title">Raises:</p>
<ul class="raise-yd">
${raises.map(
  ({ type, text }) => markup`    <li>
        ${tag(type)}
      &mdash; <div class="inline-yd"><p>${text}</p></div>
    </li>
`,
)}</ul>
`
    }</div><table class="source_code"><tr><td><pre class="lines-yd">${lines.map((__, index) => `\n${random.int(1, 9)}${index}`)}</pre></td><td><pre class="code-yd"><span class="info-yd file-yd"># File 'lib/loader.rb', line ${random.int(9, 90)}</span>

${lines.map((line) => markup`<span class="rubyid">${line}</span>\n`)}</pre></td></tr></table>
</div>
`
  })
  for (const text of [
    'Overview',
    'Instance Method Summary',
    'Instance Method Details',
    'Inherits:',
    'Object',
    'show all',
    'Defined in:',
    'lib/loader.rb',
    'defaults to:',
    'collapse',
    'View source',
    'File',
    'line',
    'lib/loader.rb, line',
  ])
    draft.maybe(text)
  for (let line = 0; line < 100; line += 1) draft.maybe(String(line))
  return {
    url: `https://rdoc.example.org/gems/x/${name.replace('::', '/')}`,
    source: markup`<html><head><title>
  Class: ${name}
    &mdash; Documentation by YARD 0.9.37
</title><script type="text/javascript" charset="utf-8" src="../js/app.js"></script></head><body><div class="nav_wrap"><iframe id="nav-yd" src="../class_list.html?1"></iframe><div id="resizer"></div></div>
<div id="main-yd" tabindex="-1"><div id="header-yd"><div id="menu-yd"><a href="../_index.html">Index (L)</a> &raquo; <span class="title-yd"><span class="object_link"><a href="../X.html" title="X">${name.split('::')[0]}</a></span></span> &raquo; <span class="title-yd">Loader</span></div><div id="search-yd"><a class="full_list_link" id="class_list_link" href="../class_list.html"><svg width="24" height="24"></svg></a></div><div class="clear-yd"></div></div>
<div id="content-yd"><h1>Class: ${name}</h1>
<div class="box_info"><dl><dt>Inherits:</dt><dd><span class="inheritName">Object</span><ul class="fullTree"><li>Object</li><li class="next-yd">${name}</li></ul><a href="#" class="inheritanceTree">show all</a></dd></dl><dl><dt>Defined in:</dt><dd>lib/loader.rb</dd></dl></div>
<h2>Overview</h2><div class="docstring-yd"><div class="discussion-yd"><p>${intro}</p></div></div><div class="tags-yd"></div>
<h2>Instance Method Summary <small><a href="#" class="summary_toggle">collapse</a></small></h2>
<ul class="summary-yd">${members.map((one) => markup`<li class="public-yd "><span class="summary_signature"><a href="#${one.name}-instance_method" title="${one.signature}">#<strong>${one.name}</strong>${draft.maybe(one.signature.slice(one.name.length + 1))}</a></span><span class="summary_desc"><div class="inline-yd"></div></span></li>`)}</ul>
<div id="instance_method_details" class="method_details_list"><h2>Instance Method Details</h2>
${written}</div></div>
<div id="footer-yd">Generated on Fri May 1 08:12:33 2026 by <a href="https://yard.example.org" title="Yay! A Ruby Documentation Tool" target="_parent">yard</a> 0.9.37 (ruby-3.3.4).</div></div></body></html>`,
  }
}

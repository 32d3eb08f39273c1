import { escaped, type Sheet, slug } from '../../pages/sheet.ts'
import type { Sample, Samples } from '../page.ts'

function word(sheet: Sheet): string {
  return slug(sheet.random).replaceAll('-', '')
}

const FORMS: readonly ((sheet: Sheet) => string)[] = [
  (sheet) => `def ${word(sheet)}(self, ${word(sheet)}=None):`,
  (sheet) => `    return self.${word(sheet)} << ${sheet.random.int(1, 9)}`,
  (sheet) => `$ sudo ${word(sheet)} --${word(sheet)}`,
  (sheet) => `    print("${word(sheet)}: *${word(sheet)}*")`,
  (sheet) =>
    `${word(sheet).toUpperCase()} = [${sheet.random.int(1, 99)}, ${sheet.random.int(100, 999)}]`,
]

/** Writes lines, which are escaped already. */
type Typeset = (lines: readonly string[]) => string

const ways = (...all: readonly Typeset[]): ((sheet: Sheet) => Sample)[] =>
  all.map((typeset) => (sheet) => {
    const lines = sheet.random.times(sheet.random.int(2, 8), () => sheet.random.pick(FORMS)(sheet))
    return {
      main: typeset(lines.map((line) => escaped(line))),
      checks: [{ is: 'codeLines', lines }],
    }
  })

function numbered(sheet: Sheet): Sample {
  const items = sheet.random.times(5, () => `run-${word(sheet)} ${sheet.title()}`)
  const list = items.map((item) =>
    `<li value="1"><p>${escaped(item).replace(/^(run-\S+)/, '<kbd>$1</kbd>')}</p></li>`.replace(
      ' value="1"',
      '',
    ),
  )
  return {
    main: `<div class="how-to-steps"><ol type="1">${list.join('\n')}</ol></div>`,
    checks: [{ is: 'steps', items }],
  }
}

function tabbed(sheet: Sheet): Sample {
  const isButton = sheet.random.chance(0.5)
  const copy = isButton
    ? '<button class="clip-btn" data-clipboard-target="#c" title="Copy">Copy</button>'
    : '<div class="clip-bar"><span class="clip-label">Copy</span></div>'
  const names = ['Linux', 'macOS', 'Windows']
  const codes = names.map((name) => `${name.toLowerCase()}-${word(sheet)} install`)
  const inputs = names.map(
    (_, at) =>
      `<input${at === 0 ? ' checked="checked"' : ''} id="__tb_1_${at}" name="__tb_1" type="radio">`,
  )
  const marks = names.map((name, at) => `<label for="__tb_1_${at}">${sheet.may(name)}</label>`)
  const blocks = codes.map(
    (code) =>
      `<div class="tabbed-block"><div class="code-wrap"><pre><code>${escaped(code)}</code></pre>${copy}</div></div>`,
  )
  return {
    main: `<div class="tabbed-set tabbed-alternate" data-tabs="1:3">${inputs.join('')}<div class="tabbed-labels">${marks.join('')}</div><div class="tabbed-content">${blocks.join('\n')}</div></div>`,
    checks: [
      ...codes.map((code) => ({ is: 'codeLines', lines: [code] }) as const),
      { is: 'absent', text: 'Copy' },
    ],
  }
}

/** Code in pages that nothing is tuned on. */
export const HELD_OUT_CODE = {
  'code: span lines': ways(
    (lines) =>
      `<pre class="astro-code" style="background:#fff" data-language="py"><code>${lines.map((line, at) => `<span class="line${at === 1 ? ' highlighted-line' : ''}"><span style="--s:#aaa">${line}</span></span>`).join('')}</code></pre>`,
    (lines) =>
      `<pre class="vp-pre"><code>${lines.map((line) => `<span class="code-line line-number">${line}</span>`).join('')}</code></pre>`,
  ),
  'code: data-line': ways(
    (lines) =>
      `<div class="expressive"><pre data-language="py"><code>${lines.map((line, at) => `<span data-line="${at + 1}" data-highlighted-line="">${line}</span>`).join('')}</code></pre></div>`,
    (lines) =>
      `<pre class="sp-pre"><code>${lines.map((line, at) => `<div data-line="${at}"><span>${line}</span></div>`).join('')}</code></pre>`,
  ),
  'code: display block': ways(
    (lines) =>
      `<style>.snip b { display: block; font-weight: 400 }</style><pre class="snip">${lines.map((line) => `<b>${line}</b>`).join('')}</pre>`,
    (lines) =>
      `<pre><code>${lines.map((line) => `<span style="color:#333;display:block;padding-left:1em">${line}</span>`).join('')}</code></pre>`,
  ),
  'code: numbered list': ways(
    (lines) =>
      `<div class="geshi"><pre><ol>${lines.map((line) => `<li style="font-weight: normal;"><div style="font: normal 1em monospace;">${line}</div></li>`).join('')}</ol></pre></div>`,
    (lines) =>
      `<pre class="hljs-ol"><code><ol start="1">${lines.map((line) => `<li>${line}</li>`).join('')}</ol></code></pre>`,
  ),
  'code: table of numbers': ways(
    (lines) =>
      `<div class="syntaxhi"><table border="0" cellpadding="0" cellspacing="0"><tbody><tr><td class="sh-gutter">${lines.map((_, at) => `<div class="sh-no index${at}">${at + 1}</div>`).join('')}</td><td class="sh-code"><div class="sh-container">${lines.map((line, at) => `<div class="sh-ln index${at}"><code>${line.replaceAll('    ', '&nbsp;&nbsp;&nbsp;&nbsp;')}</code></div>`).join('')}</div></td></tr></tbody></table></div>`,
    (lines) =>
      `<div class="highlight-py"><table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>${lines.map((_, at) => `<span class="normal">${at + 1}</span>`).join('\n')}</pre></div></td><td class="code-cell"><div><pre><span></span>${lines.join('\n')}\n</pre></div></td></tr></table></div>`,
    (lines) =>
      `<table class="rouge-table"><tbody><tr><td class="rouge-gutter gl"><pre class="lineno">${lines.map((_, at) => `${at + 1}\n`).join('')}</pre></td><td class="rouge-code"><pre>${lines.join('\n')}\n</pre></td></tr></tbody></table>`,
  ),
  '+ code: list of steps': [numbered],
  'copy: tabs': [tabbed],
} satisfies Partial<Samples>

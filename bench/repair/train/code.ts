import { escaped, type Sheet, slug } from '../../pages/sheet.ts'
import type { Sample, Samples } from '../page.ts'

const PATTERNS: readonly ((word: string, sheet: Sheet) => string)[] = [
  (word) => `const ${word} = open('${word}.txt')`,
  (word, { random }) => `  if (${word} < ${random.int(2, 90)}) return`,
  (word) => `  ${word}.push({ name: "${word}" })`,
  (word) => `// ${word} & more`,
  (word, { random }) => `for (let i = 0; i < ${random.int(2, 90)}; i++) ${word}(i)`,
]

function someLines(sheet: Sheet): string[] {
  const { random } = sheet
  return random.times(random.int(3, 7), () =>
    random.pick(PATTERNS)(slug(random).replaceAll('-', '_'), sheet),
  )
}

/** Writes lines, which are escaped already. */
type Write = (lines: readonly string[]) => string

const kind = (...writes: readonly Write[]): ((sheet: Sheet) => Sample)[] =>
  writes.map((write) => (sheet) => {
    const lines = someLines(sheet)
    return { main: write(lines.map((line) => escaped(line))), checks: [{ is: 'codeLines', lines }] }
  })

function steps(sheet: Sheet): Sample {
  const items = sheet.random.times(4, () => `${sheet.title()} npm-${slug(sheet.random)}`)
  const written = items.map((item) => escaped(item).replace(/(npm-\S+)/, '<code>$1</code>'))
  return {
    main: `<ol class="wp-block-list">${written.map((item) => `<li>${item}</li>`).join('')}</ol>`,
    checks: [{ is: 'steps', items }],
  }
}

function tabs(sheet: Sheet): Sample {
  const names = ['npm', 'Yarn', 'pnpm']
  const codes = names.map((name) => `${name.toLowerCase()} add ${slug(sheet.random)}`)
  const heads = names.map(
    (name, at) =>
      `<li role="tab" tabindex="${at === 0 ? 0 : -1}" aria-selected="${at === 0}" class="tabs__item tabItem_LNqP">${sheet.may(name)}</li>`,
  )
  const panels = codes.map(
    (code, at) =>
      `<div role="tabpanel" class="tabItem_Ymn6"${at === 0 ? '' : ' hidden=""'}><div class="codeBlockContainer_Ckt0"><div class="codeBlockContent_biex"><pre tabindex="0" class="prism-code language-bash"><code><span class="token-line">${escaped(code)}<br></span></code></pre><div class="buttonGroup__atx"><span role="button" class="clean-btn copyButton_x">Copy</span></div></div></div></div>`,
  )
  return {
    main: `<div class="theme-tabs-container tabs-container tabList__CuJ"><ul role="tablist" class="tabs">${heads.join('')}</ul><div class="margin-top--md">${panels.join('')}</div></div>`,
    checks: [
      ...codes.map((code) => ({ is: 'codeLines', lines: [code] }) as const),
      { is: 'absent', text: 'Copy' },
    ],
  }
}

/** Code in pages to learn from. */
export const TRAIN_CODE = {
  'code: span lines': kind(
    (lines) =>
      `<pre class="shiki github-dark" tabindex="0"><code>${lines.map((line) => `<span class="line"><span style="color:#E1E4E8">${line}</span></span>`).join('')}</code></pre>`,
    (lines) =>
      `<div class="highlight"><pre class="chroma"><code class="language-js">${lines.map((line) => `<span class="line"><span class="cl">${line}</span></span>`).join('')}</code></pre></div>`,
  ),
  'code: data-line': kind(
    (lines) =>
      `<figure data-rehype-pretty-code-figure=""><pre data-language="js" data-theme="x"><code data-language="js" style="display: grid;">${lines.map((line) => `<span data-line="">${line}</span>`).join('')}</code></pre></figure>`,
  ),
  'code: display block': kind(
    (lines) =>
      `<pre class="code-sample"><code>${lines.map((line) => `<span style="display:block">${line}</span>`).join('')}</code></pre>`,
    (lines) =>
      `<pre><code>${lines.map((line) => `<div class="code-row">${line}</div>`).join('')}</code></pre>`,
  ),
  'code: numbered list': kind(
    (lines) =>
      `<pre class="prettyprint linenums prettyprinted"><ol class="linenums">${lines.map((line, at) => `<li class="L${at}"><span class="pln">${line}</span></li>`).join('')}</ol></pre>`,
    (lines) =>
      `<div class="dp-highlighter"><div class="bar"></div><ol class="dp-c linenums">${lines.map((line, at) => `<li class="${at % 2 === 0 ? 'alt' : ''}"><code>${line}</code></li>`).join('')}</ol></div>`,
  ),
  'code: table of numbers': kind(
    (lines) =>
      `<table class="highlight tab-size js-file-line-container" data-tab-size="8"><tbody>${lines.map((line, at) => `<tr><td id="L${at + 1}" class="blob-num js-line-number" data-line-number="${at + 1}"></td><td id="LC${at + 1}" class="blob-code blob-code-inner js-file-line">${line}</td></tr>`).join('\n')}</tbody></table>`,
    (lines) =>
      `<figure class="highlight"><table><tr><td class="gutter"><pre>${lines.map((_, at) => `<span class="gline">${at + 1}</span><br>`).join('')}</pre></td><td class="codecol"><pre>${lines.map((line) => `<span class="line">${line}</span><br>`).join('')}</pre></td></tr></table></figure>`,
  ),
  '+ code: list of steps': [steps],
  'copy: tabs': [tabs],
} satisfies Partial<Samples>

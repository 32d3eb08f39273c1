import { beforeAll, describe, expect, it } from 'vitest'
import { extractJob, loadExtractJob } from '../../../../src/extract/extract-job.ts'
import { tabulateParameters } from '../../../../src/extract/records/parameters.ts'

const SAID =
  'Opens the gate of the northern field slowly, so that the lower hinge need not be oiled by hand.'

async function read(url: string, title: string, body: string): Promise<string> {
  const html = `<!doctype html><title>${title}</title><main>${body}</main>`
  const { markdown } = await extractJob({
    url,
    status: 200,
    kind: 'html',
    contentType: 'text/html; charset=utf-8',
    bytes: new TextEncoder().encode(html),
    links: 'inline',
    images: 'alt',
  })
  return markdown
}

describe('references', () => {
  beforeAll(async () => {
    await loadExtractJob()
  })

  const terms = (name: string): string =>
    `<dl><dt class="sig sig-object"><span class="pre">field.</span><span class="pre">${name}</span>(<em>speed</em>, <em>by=<span>1</span></em>)<a href="/src/${name}">[source]</a></dt><dd><p>${SAID}</p></dd></dl>`
  const headings = (name: string): string =>
    `<section><a href="/src/${name}">Source</a><h4 class="code-header">pub fn <a href="#${name}">field.${name}</a>(speed, by=<a href="/int">1</a>)</h4></section><p>${SAID}</p>`
  const boxes = (name: string): string =>
    `<h3>${name}</h3><div class="member-signature"><span>field.</span><span>${name}</span>(speed, by=<b>1</b>)</div><p>${SAID}</p>`

  it.each([
    ['terms', terms],
    ['headings of links', headings],
    ['boxes under headings', boxes],
  ])('declare in code: %s', async (_, write) => {
    const markdown = await read(
      'https://docs.example.org/api/gate',
      'Gate',
      `<h1>Gate</h1><p>${SAID}</p>${['open_gate', 'shut_gate'].map(write).join('')}`,
    )
    for (const name of ['open_gate', 'shut_gate']) {
      expect(markdown).toMatch(new RegExp(`\`(?:pub fn )?field\\.${name}\\(speed, by=1\\)\``))
    }
    const hasSource = markdown.includes('](https://docs.example.org/src/open_gate)')
    expect(hasSource).toBe(write !== boxes)
  })

  const pieces = (name: string): string =>
    `<h2>${name}</h2><div class="synopsis"><span class="kw">void</span> <span class="methodname"><b>${name}</b></span>(<span class="methodparam"><span class="type">int</span> <code class="parameter">$speed</code></span>)</div><p>${SAID}</p>`
  const headings2 = (name: string): string =>
    `<section><div><h2>${name}($speed)</h2><a href="/src/${name}.x#L12"></a></div><p>${SAID}</p></section>`

  it.each([
    ['pieces that are called what they are', pieces, 'void open_gate(int $speed)'],
    ['headings', headings2, 'open_gate($speed)'],
  ])('are known by what they declare: %s', async (_, write, signature) => {
    const markdown = await read(
      'https://docs.example.org/api/gate',
      'Gate',
      `<h1>Gate</h1><p>${SAID}</p>${['open_gate', 'shut_gate'].map(write).join('')}`,
    )
    expect(markdown).toContain(`\`${signature}\``)
    const hasSource = markdown.includes('[source](https://docs.example.org/src/open_gate.x#L12)')
    expect(hasSource).toBe(write === headings2)
  })

  it.each([
    [
      'prose that is called a signature',
      '<div class="signature">Ann of the field (and of its gate) at last</div>',
    ],
    ['plurals', '<h3>Gate(s)</h3>'],
  ])('are none: %s', async (_, part) => {
    const body = [1, 2, 3].map(() => `${part}<p>${SAID}</p>`).join('')
    const markdown = await read('https://docs.example.org/a', 'Gate', `<h1>Gate</h1>${body}`)
    expect(markdown).not.toContain('`')
  })

  it.each([
    [
      'by the names that the declaration takes',
      '## `open(speed, by)`',
      '**speed**\n\n- how fast\n\n**by**\n\n- by whom',
    ],
    ['below a word in another language', '### Параметры', '`speed`\n\nhow fast\n\n`by`\n\nby whom'],
    ['below a word in Japanese', '#### 引数', '**speed**\n\n- how fast\n\n**by**\n\n- by whom'],
  ])('tabulate parameters %s', (_, head, list) => {
    const markdown = tabulateParameters(`${head}\n\n${list}\n\n## After`, true)
    expect(markdown).toContain('| `speed` | how fast |\n| `by` | by whom |\n\n## After')
  })

  it('leave terms that no declaration takes', () => {
    const markdown = '## `open(speed)`\n\n**Hinge**\n\n- Of iron.\n\n**speed of light**\n\n- Fast.'
    expect(tabulateParameters(markdown, true)).toBe(markdown)
  })

  it.each([
    ['- **speed** (*int*, default: 2) – how fast\n- **by** (*str*) – by whom'],
    ['- `speed` (*int*, default: 2) - how fast\n\n- `by` (*str*) - by whom'],
    ['- speed (*int*, default: 2) — how fast\n- by (*str*) — by whom'],
    ['- speed: *int* = 2\n\n  how fast\n- by: *str*\n\n  by whom'],
    ['**speed** : *int*, default: 2\n- how fast\n\n**by** : *str*\n- by whom'].map((list) =>
      list.replaceAll('*int*', 'int').replaceAll('*str*', 'str'),
    ),
  ])('list parameters in a table: %s', (list) => {
    const markdown = tabulateParameters(`**Parameters:**\n\n${list}\n\nAfter.`, true)
    expect(markdown.replaceAll(/(?<=\| )\*(\w+)\*/g, '$1')).toBe(
      '**Parameters:**\n\n| Name | Type | Default | Description |\n| --- | --- | --- | --- |\n' +
        '| `speed` | int | 2 | how fast |\n| `by` | str |  | by whom |\n\nAfter.',
    )
  })

  it.each([
    ['other lists', 'Steps:\n\n- **first** – open it\n- **then** – shut it'],
    ['code', '```\nParameters:\n- `a` - b\n```'],
    ['entries of several parts', 'Parameters:\n\n- `a` - b\n\n  More of it.\n\n- `c` - d'],
  ])('leave %s', (_, markdown) => {
    expect(tabulateParameters(markdown, true)).toBe(markdown)
  })

  it('state the type of what is given back beside it', () => {
    const markdown = '##### Returns:\n\nThe gate.\n\n**Type**\n\n- Gate\n\nAfter.'
    expect(tabulateParameters(markdown, true)).toContain('##### Returns:\n\nGate – The gate.')
  })

  it('state the tags of a question that posts answer', async () => {
    const post = (name: string, at: number, more = ''): string =>
      `<div class="${at === 0 ? 'question' : 'answer'}"><div><a class="author" href="/u/${name}">${name}</a> <time datetime="2024-05-0${at + 1}">then</time></div><div class="body"><p>${SAID} It was number ${at} of them, says ${name}.</p></div>${more}</div>`
    const tags =
      '<ul><li><a rel="tag" href="/t/gates">gates</a></li><li><a rel="tag" href="/t/oil">oil</a></li></ul>'
    const markdown = await read(
      'https://www.example.org/questions/12/gate',
      'Why does the gate creak?',
      `<h1>Why does the gate creak?</h1>${post('heron', 0, tags)}${post('otter', 1)}${post('quill', 2)}${post('marge', 3)}`,
    )
    expect(markdown).toContain('**Tags:** gates, oil')
  })
})

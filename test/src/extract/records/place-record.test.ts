import { beforeAll, describe, expect, it } from 'vitest'
import { extractJob, loadExtractJob } from '../../../../src/extract/extract-job.ts'

const SAID =
  'The gate of the northern field creaks whenever rain falls, and the lower hinge has to be oiled by hand before frost comes.'
const MORE =
  'Whoever opens it before noon should leave the chain on the post, as the sheep have learned to push against the lower bar.'
const NAV =
  '<nav><a href="/">Start</a> <a href="/license">License</a> <a href="/docs">Docs</a></nav>'
const FOOT = '<footer><p>Terms · Privacy</p></footer>'
const TEXT = `<div class="readme"><h2>Use</h2><p>${SAID}</p><p>${MORE}</p></div>`

async function read(title: string, body: string): Promise<string> {
  const html = `<!doctype html><title>${title}</title>${NAV}<main>${body}</main>${FOOT}`
  const { markdown } = await extractJob({
    url: 'https://www.example.org/thing/12',
    status: 200,
    kind: 'html',
    contentType: 'text/html; charset=utf-8',
    bytes: new TextEncoder().encode(html),
    links: 'inline',
    images: 'alt',
  })
  return markdown
}

const FILES = ['gate-2.4.1.tar.gz', 'gate-2.4.1.zip']
const asRows = FILES.map(
  (name, at) =>
    `<tr><td><a href="https://files.example.net/${name}">${name}</a></td><td>${at + 3}.5 MB</td><td>9f31</td></tr>`,
)
const asEntries = FILES.map(
  (name, at) =>
    `<li><div><a href="https://files.example.net/${name}">${name}</a></div><div><span>${at + 3}.5 MB</span></div></li>`,
)

const COMMENTS = `<div class="comment"><p>${SAID}</p><p>${MORE}</p><p>State: unlocked</p></div>`

describe('facts of records', () => {
  beforeAll(async () => {
    await loadExtractJob()
  })

  it.each([
    [
      'headings in a sidebar',
      `<h1>gatekit</h1>${TEXT}<aside><h3>Install</h3><p><code>npm i gatekit</code><button>Copy</button></p>
       <div><h3>Version</h3><p>2.4.1</p></div><div><h3>License</h3><p>MIT</p></div>
       <div><h3>Homepage</h3><p><a href="https://gatekit.example.com/">gatekit.example.com</a></p></div>
       <div><h3>Keywords</h3><ul><li><a href="/k/a">gates</a></li><li><a href="/k/b">chains</a></li></ul></div></aside>`,
      'npm i gatekit',
    ],
    [
      'a list of terms, and a command to copy',
      `<h1>gatekit 2.4.1</h1><p><input readonly value="pip install gatekit"></p>
       <dl><dt>License:</dt><dd>MIT</dd><dt>Homepage:</dt><dd><a href="https://gatekit.example.com/">site</a></dd>
       <dt>Keywords:</dt><dd>gates, chains</dd></dl>${TEXT}`,
      'pip install gatekit',
    ],
    [
      'links that are called like what they lead to, and classes',
      `<h2>gatekit <small>2.4.1</small></h2><pre>cargo add gatekit</pre><p class="tags"><a href="/a">#gates</a> <a href="/b">#chains</a></p>
       <ul><li><a href="https://gatekit.example.com/">Homepage</a></li></ul><div class="x-license"><a href="/mit">MIT</a></div>${TEXT}`,
      'cargo add gatekit',
    ],
  ])('of a package: %s', async (_, body, command) => {
    const markdown = await read('gatekit · Registry', body)
    expect(markdown).toMatch(/^# gatekit\n/)
    expect(markdown).toContain('**Version:** 2.4.1 · **License:** MIT')
    expect(markdown).toContain('**Homepage:** <https://gatekit.example.com/>')
    expect(markdown).toMatch(/\*\*Labels:\*\* gates, chains$/m)
    expect(markdown).toContain(`**Install:** \`${command}\``)
    expect(markdown).toContain(SAID)
  })

  it.each([
    [
      'a table of files',
      `<table><tr><th>File</th><th>Size</th><th>Hash</th></tr>${asRows.join('')}</table>`,
    ],
    [
      'a folded list of files',
      `<details open><summary><h3>Assets</h3></summary><ul>${asEntries.join('')}</ul></details>`,
    ],
  ])('of a release: %s', async (_, files) => {
    const markdown = await read(
      'Release gate 2.4.1',
      `<h1>gate 2.4.1</h1><span class="Label">Pre-release</span>
       <div><a href="/u">heron</a> released this <time datetime="2024-05-03T10:00:00Z">last year</time> <span>v2.4.1</span></div>
       <div class="markdown-body"><p>${SAID}</p><p>${MORE}</p></div>${files}`,
    )
    expect(markdown).toMatch(/^# gate 2\.4\.1\n/)
    expect(markdown).toContain(
      '**Version:** v2.4.1 · **State:** Pre-release · **Author:** heron · **Published:** 2024-05-03',
    )
    expect(markdown).toContain(`- [${FILES[0]!}](https://files.example.net/${FILES[0]!}) (3.5 MB)`)
    expect(markdown).toContain(SAID)
  })

  it.each([
    [
      'a sidebar',
      `<h1>Gate creaks <span>#418</span></h1><span class="StateLabel">Closed</span>${COMMENTS}
       <div><div>Labels</div><span><a href="/l/1">bug</a> <a href="/l/2">area: hinge</a></span></div>
       <div><div>Assignees</div><span>No one assigned</span></div>
       <div><div>Milestone</div><a href="/m">3.0</a></div>`,
    ],
    [
      'a table of two columns',
      `<h1>Bug 418: Gate creaks</h1><table><tr><th>Status:</th><td>Closed</td></tr><tr><th>Keywords:</th><td>bug, area: hinge</td></tr>
       <tr><th>Assignee:</th><td></td></tr><tr><th>Target milestone:</th><td>3.0</td></tr></table>${COMMENTS}`,
    ],
  ])('of an issue: %s', async (_, body) => {
    const markdown = await read('Gate creaks · Issue #418 · gates', body)
    expect(markdown).toMatch(/^# Gate creaks\n/)
    expect(markdown).toMatch(
      /\*\*Number:\*\* #?418 · \*\*State:\*\* Closed · \*\*Labels:\*\* bug, area: hinge · \*\*Milestone:\*\* 3\.0$/m,
    )
    expect(markdown).toContain(SAID)
  })

  it.each([
    ['German', 'Lizenz', 'Quellcode', 'Veröffentlicht', 'Autorin'],
    ['Russian', 'Лицензия', 'Исходный код', 'Опубликовано', 'Автор'],
    ['Chinese', '许可证', '源代码', '发布日期', '作者'],
    ['Portuguese', 'Licença', 'Código-fonte', 'Data de publicação', 'Autor'],
  ])('of a package without a command: labels in %s', async (_, license, source, day, author) => {
    const markdown = await read(
      'gatekit: opens gates – Registry',
      `<h1>gatekit: opens gates</h1><table><tr><th>Version [RSS]</th><td>2.4.0, <b>2.4.1</b></td></tr>
       <tr><th>${license}</th><td>MIT</td></tr><tr><th>${author}</th><td>heron</td></tr>
       <tr><th>${source}</th><td>git: <a href="https://code.example.org/gate">clone</a></td></tr>
       <tr><th>${day}</th><td>by heron at 2024-05-03T10:00:00Z</td></tr></table>${TEXT}`,
    )
    expect(markdown).toMatch(/^# gatekit\n\nopens gates\n/)
    expect(markdown).toContain('**Version:** 2.4.1 · **License:** MIT · **Published:** 2024-05-03')
    expect(markdown).toContain(
      '**Author:** heron · **Repository:** <https://code.example.org/gate>',
    )
  })

  it('of a release: files in like blocks, its state beside a label', async () => {
    const files = FILES.map(
      (name) =>
        `<div class="f"><a href="https://files.example.net/${name}">${name}</a><span>3.5 MB</span></div>`,
    )
    const markdown = await read(
      'gate 2.4.1',
      `<h1>gate 2.4.1</h1><dl><dt>Statut</dt><dd>stable</dd><dt>Publié le</dt><dd>3 mai 2024</dd></dl>
       <div class="notes"><p>${SAID}</p><p>${MORE}</p></div><div>${files.join('')}</div>`,
    )
    expect(markdown).toContain('**Version:** 2.4.1 · **State:** stable · **Published:** 3 mai 2024')
    for (const name of FILES)
      expect(markdown).toContain(`[${name}](https://files.example.net/${name})`)
    expect(markdown).toContain('3.5 MB')
  })

  it('of an issue: its number by the address, a row of labels above one of values, a value to change', async () => {
    const markdown = await read(
      'Gate creaks (12)',
      `<h1>Gate creaks</h1><table><thead><tr><th colspan="2">Betrifft</th><th>Zustand</th><th>Zugewiesen an</th></tr></thead>
       <tbody><tr><td></td><td>gates</td><td>Neu</td><td>heron</td></tr></tbody></table>
       <div><div>Stichwörter</div><div><button><span>bug</span> <span>area: hinge</span></button></div></div>${COMMENTS}`,
    )
    expect(markdown).toContain(
      '**Number:** 12 · **State:** Neu · **Labels:** bug, area: hinge · **Assignees:** heron',
    )
  })

  it.each([
    [
      'an article with a command',
      'How to mend a gate',
      `<h1>How to mend a gate</h1><p>${SAID}</p><pre>npm i gatekit</pre><h2>License</h2><p>MIT</p><p>${MORE}</p>`,
    ],
    [
      'a product',
      'Gate 2.4 | Shop',
      `<h1>Gate 2.4</h1><dl><dt>Version</dt><dd>2.4</dd><dt>Type</dt><dd>Steel</dd></dl><p>${SAID}</p><p>${MORE}</p>`,
    ],
    [
      'a story with a number',
      'Issue #12 of the gate',
      `<h1>Issue #12 of the gate</h1><p>Status: open to all.</p><p>${SAID}</p><p>${MORE}</p>`,
    ],
    [
      'downloads of no release',
      'Files',
      `<h1>Files</h1><ul>${asEntries.join('')}</ul><p>${SAID}</p><p>${MORE}</p>`,
    ],
  ])('are not stated on %s', async (_, title, body) => {
    const markdown = await read(title, body)
    expect(markdown).not.toMatch(/\*\*[A-Z]\w+:\*\*/)
    expect(markdown).toContain(SAID)
  })
})

import { expect, test } from 'vitest'
import { extractJob } from '../../../../../src/extract/extract-job.ts'

const read = async (body: string, head = ''): Promise<string> => {
  const html = `<html lang="de"><head><title>Seiner Stettsandtan</title>${head}</head><body>${body}</body></html>`
  const { markdown } = await extractJob({
    url: 'https://www.example.org/1234',
    status: 200,
    kind: 'html',
    contentType: 'text/html; charset=utf-8',
    bytes: Buffer.from(html),
    links: 'none',
    images: 'none',
  })
  return markdown
}
const content =
  '<h1>Seiner Stettsandtan</h1><p>Heute ist der Tag im Garten, und das Wasser steht noch hoch.</p><p>Garfel 12<br>20459 Morlich<br>+49 40 555143</p>'
const items = ['Aktuelles', 'Produkte', 'Termine', 'Kontakt']
  .map((text, index) => `<li><a href="/s${index}">${text}</a></li>`)
  .join('')

test('a menu before the title is left out, wherever it stands', async () => {
  const main =
    '<h1>Seiner Stettsandtan</h1><address>Garfel 12<br>20459 Morlich<br>+49 40 555143</address>'
  const menu = `<td width="150" valign="top"><ul>${items}</ul></td>`
  const name = '<tr><td colspan="2"><b>Bachstettrod</b></td></tr>'
  const markdown = await read(
    `<table width="100%" border="0">${name}<tr>${menu}<td valign="top">${main}</td></tr></table>`,
  )
  expect(markdown).toContain('20459 Morlich')
  expect(markdown).not.toContain('Termine')
})

test('what is called a sidebar or a newsletter is left out', async () => {
  const letter = '<div class="newsletter"><p>Melden Sie sich zu unserem Newsletter an</p></div>'
  const side = `<div class="col-4 sidebar"><h3>Das könnte Sie auch interessieren</h3><ul>${items}</ul></div>`
  const markdown = await read(`<div class="content">${content}${letter}</div>${side}`)
  expect(markdown).toContain('20459 Morlich')
  expect(markdown).not.toMatch(/Newsletter|interessieren|Termine/)
})

test('content stays in an element with such a name', async () => {
  const markdown = await read(`<div class="page with sidebar">${content}</div>`)
  expect(markdown).toContain('20459 Morlich')
})

test('a section on related work stays, and a box of related stories is left out', async () => {
  const said =
    'Schon vor Jahren wurde gezählt, wie oft das Wasser im Garten stand, und wie hoch es damals kam.'
  const work = `<section id="related-work"><h2>Frühere Arbeiten</h2><p>${said}</p></section>`
  const box = `<div class="related"><h3>Frühere Arbeiten</h3><div class="card"><p>${said}</p></div></div>`
  expect(await read(`<div class="content">${content}${work}</div>`)).toContain(said)
  expect(await read(`<div class="content">${content}${box}</div>`)).not.toContain(said)
})

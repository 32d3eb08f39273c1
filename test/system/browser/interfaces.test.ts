import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOCAL_PRINCIPAL } from '../../../src/contract/principal.ts'
import { ABSENT, ANSWERS, DETECTIONS } from '../../support/asked-interfaces.ts'
import { chromiumProgram, openTestBrowser } from '../../support/browser-world.ts'
import { type Page, type PageServer, startPageServer } from '../../support/page-server.ts'

chromiumProgram()

const TEXT =
  'The harbour office keeps a ledger of every boat that enters between October and March.'

/** Names of those that are there in any way, of a scope's names. */
const PRESENT = `(scope, paths) => paths.filter((path) => {
  const names = path.split('.')
  const last = names.pop()
  let owner = scope
  for (const name of names) owner = owner?.[name]
  for (let at = owner; at; at = Object.getPrototypeOf(at)) if (Object.hasOwn(at, last)) return true
  return owner != null && (last in owner || typeof owner[last] !== 'undefined')
})`

const ABSENCES = `
  const present = ${PRESENT}
  const paths = ${JSON.stringify(ABSENT)}
  const frame = document.body.appendChild(document.createElement('iframe'))
  const asking = 'postMessage((' + ${JSON.stringify(PRESENT)} + ')(self, ${JSON.stringify(ABSENT)}));'
  const start = (text, options) => new Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })), options)
  const nested = '(' + start + ')(' + JSON.stringify(asking) + ').onmessage = ({ data }) => postMessage(data)'
  const workers = [start(asking), start(asking, { type: 'module' }), start(nested)]
  const answers = workers.map((worker) => new Promise((done) => { worker.onmessage = ({ data }) => done(data) }))
  Promise.all(answers).then((data) => {
    const found = [present(window, paths), present(frame.contentWindow, paths), present(frames[0], paths), ...data]
    root.textContent = 'Present in page, new frame, frame, workers: ' + JSON.stringify(found)
    root.id = 'done'
  })`

/** Asks all of it at once, in a document; what hangs has no answer. */
const ASKING = `
  const answers = Object.create(null)
  const Question = (async () => {}).constructor
  const asked = Object.entries(${JSON.stringify(ANSWERS)}).map(async ([name, [question]]) => {
    try { answers[name] = String(await new Question('return ' + question)()) }
    catch (thrown) { answers[name] = 'fails with ' + (thrown?.name ?? thrown) }
  })
  const late = new Promise((done) => setTimeout(done, 5000))
  Promise.race([Promise.all(asked), late]).then(() => {
    root.textContent = JSON.stringify(answers)
    root.id = 'done'
  })`

function scripted(script: string): Page {
  return {
    body: `<!doctype html><title>Harbour</title><iframe srcdoc="<p>x" hidden></iframe><main id=root></main><script>onload = () => {${script}}</script>`,
  }
}

let site: PageServer
let browser: ReturnType<typeof openTestBrowser>
const options = { signal: new AbortController().signal, principal: LOCAL_PRINCIPAL }

beforeAll(async () => {
  const asking = Object.entries(DETECTIONS).map(([, detection], at) => [
    `/asks-${at}`,
    scripted(`const write = () => { root.textContent = ${JSON.stringify(TEXT)} }; ${detection}`),
  ])
  site = await startPageServer({
    ...(Object.fromEntries(asking) as Record<string, Page>),
    '/absences': scripted(ABSENCES),
    '/asking': scripted(ASKING),
  })
  browser = openTestBrowser({ allowHosts: [site.host, `${site.host}:${site.port}`] })
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

/** The text that a page has written, once it is done. */
async function textOfPage(path: string): Promise<string> {
  const waiting = { ...options, waitFor: '#done' }
  const { html } = await browser.render(site.origin + path, waiting)
  const text = /<main id="done">(.*?)<\/main>/s.exec(html)?.[1] ?? ''
  return text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

test('the tables hold sixty interfaces, and twenty ways of asking for them', () => {
  expect(ABSENT.length + Object.keys(ANSWERS).length).toBeGreaterThan(60)
  expect(Object.keys(DETECTIONS).length).toBeGreaterThan(20)
})

test('what is withheld is absent: in the page, its frames, those that it has just made, and its workers', async () => {
  expect(await textOfPage('/absences')).toBe(
    'Present in page, new frame, frame, workers: [[],[],[],[],[],[]]',
  )
})

test('what is there answers as a browser does whose user denies everything, and nothing hangs', async () => {
  const expected = Object.entries(ANSWERS).map(([name, [, answer]]) => [name, answer])
  expect(JSON.parse(await textOfPage('/asking'))).toEqual(Object.fromEntries(expected))
})

describe('a page is read that asks for', () => {
  test.each(Object.keys(DETECTIONS).map((name, at) => [name, at] as const))(
    '%s',
    async (_name, at) => {
      const { html } = await browser.render(`${site.origin}/asks-${at}`, options)
      expect(html).toContain(TEXT)
    },
  )
})

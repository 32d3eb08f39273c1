import type { Interface, Served } from './page.ts'
import { quoted } from './serve.ts'

/** Longest wait for a promise of an interface: pages wait for it with their text. */
const SETTLES_MAX_MS = 2_500

/** Ways to ask whether `owner` has `name`; expressions in which `own` is what the prototype, or else the owner, has. */
const QUESTIONS: Readonly<Record<string, string>> = {
  'by in': 'name in owner',
  'by typeof': `typeof owner[name] !== 'undefined'`,
  'by its value': '!!owner[name]',
  'by own property': 'Object.prototype.hasOwnProperty.call(own, name)',
  'by names': 'Object.getOwnPropertyNames(own).includes(name)',
  'by descriptor': 'Object.getOwnPropertyDescriptor(own, name) !== undefined',
}

/** Sentences that the page of an interface writes where asking for it, and using it then, works. */
export function sentencesOf({ name, isOfWorkers }: Interface): string[] {
  const places = ['window', 'frame', 'document of a frame', ...(isOfWorkers ? ['worker'] : [])]
  return places.flatMap((place) =>
    Object.keys(QUESTIONS).map((question) => sentenceOf(name, place, question)),
  )
}

/** A page that asks for an interface in its window, in frames and in a worker, and uses it where it is said to be there. */
export function pageOfInterface(subject: Interface): Served {
  const { owner, name, use, prototype = '', isOfWorkers = false } = subject
  const questions = Object.entries(QUESTIONS).map(
    ([question, there]) => `[${quoted(question)}, (owner, own, name) => ${there}]`,
  )
  const ask = `async function ask(root, place) {
    const name = ${quoted(name)}, said = []
    await Promise.all([${questions.join(', ')}].map(async ([question, isThere]) => {
      try {
        const owner = ${quoted(owner)}.split('.').filter(Boolean).reduce((o, key) => o?.[key], root)
        if (owner !== undefined) {
          const own = root[${quoted(prototype)}]?.prototype ?? owner
          if (isThere(owner, own, name)) {
            const it = owner[name]
            if (it === undefined) throw new Error('undefined')
            await Promise.race([(() => (${use}))(), new Promise((_, fail) => setTimeout(fail, ${SETTLES_MAX_MS}))])
          }
        }
        said.push('Asking for ' + name + ' in a ' + place + ' ' + question + ' works.')
      } catch {}
    }))
    return said
  }`
  return {
    files: {
      'index.html': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Interface</title></head><body><main id="all"></main><script>
        ${ask}
        const show = (said) => { for (const text of said) all.insertAdjacentHTML('beforeend', '<p>' + text + '</p>') }
        ask(window, 'window').then(show)
        const blank = document.createElement('iframe')
        document.body.append(blank)
        ask(blank.contentWindow, 'frame').then(show)
        onmessage = (event) => show(event.data)
        const framed = document.createElement('iframe')
        framed.src = 'inner.html'
        document.body.append(framed)
        ${isOfWorkers ? `new Worker('inner.js').onmessage = (event) => show(event.data)` : ''}
      </script></body></html>`,
      'inner.html': `<!doctype html><script>${ask}; ask(window, 'document of a frame').then((said) => parent.postMessage(said, '*'))</script>`,
      'inner.js': `${ask.replace(`root[${quoted(prototype)}]`, prototype ? 'root.WorkerNavigator' : 'root[""]')}; ask(self, 'worker').then(postMessage)`,
    },
  }
}

function sentenceOf(name: string, place: string, question: string): string {
  return `Asking for ${name} in a ${place} ${question} works.`
}

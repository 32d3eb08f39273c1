/** A post of a generated thread. */
export interface GeneratedPost {
  author: string
  /** What the line over the post must hold of its time. */
  date: string
  depth: number
  text: string
}

/** A page of a forum that no engine is known to write, and what it says. */
export interface GeneratedThread {
  html: string
  posts: GeneratedPost[]
}

const SPEECH: Readonly<
  Record<string, { names: string[]; words: string[]; controls: string[]; ui: string[] }>
> = {
  en: {
    names: ['otter_lane', 'Marge P', 'quillon', 'B. Farrow', 'tinker9', 'Sam Oduya'],
    words:
      'the old gate creaks whenever rain falls on our northern field and nobody knows which hinge should be oiled first because every winter brings another kind of rust under the painted iron'.split(
        ' ',
      ),
    controls: ['Answer', 'Flag this', 'Copy address'],
    ui: ['Topics', 'People', 'Rules', 'Sign in'],
  },
  de: {
    names: ['Moorhexe', 'K. Lenz', 'blechdose', 'Anneliese', 'rudi_v', 'Der Graue'],
    words:
      'das alte Tor knarrt immer wenn Regen auf unser nördliches Feld fällt und niemand weiß welches Scharnier zuerst geölt werden soll weil jeder Winter neuen Rost unter das Eisen bringt'.split(
        ' ',
      ),
    controls: ['Erwidern', 'Beanstanden', 'Adresse kopieren'],
    ui: ['Themen', 'Leute', 'Regeln', 'Anmelden'],
  },
  pl: {
    names: ['Wierzba', 'jan_k', 'Pani Ola', 'rzeka77', 'Zbyszek', 'echo_lasu'],
    words:
      'stara brama skrzypi zawsze gdy deszcz pada na nasze północne pole i nikt nie wie który zawias trzeba naoliwić najpierw bo każda zima przynosi nową rdzę pod malowanym żelazem'.split(
        ' ',
      ),
    controls: ['Odpowiedz', 'Zgłoś', 'Kopiuj adres'],
    ui: ['Tematy', 'Ludzie', 'Zasady', 'Zaloguj'],
  },
  ko: {
    names: ['바람돌이', '김서연', 'moon_dal', '산책자', '초록지붕', '이도윤'],
    words:
      '오래된 대문은 비가 올 때마다 삐걱거리고 북쪽 밭에서는 아무도 어느 경첩에 먼저 기름을 쳐야 하는지 모른다 겨울마다 칠한 쇠 밑에 새로운 녹이 생기기 때문이다'.split(
        ' ',
      ),
    controls: ['답하기', '신고하기', '주소 복사'],
    ui: ['주제', '사람들', '규칙', '로그인'],
  },
}

/** Names of the layouts that pages are generated in. */
export const LAYOUTS = ['cards', 'rows', 'nested', 'indented', 'flat', 'bare', 'sidebar'] as const

/** Generates a thread: another engine, language, tree and text for each seed. */
export function generateThread(seed: number, layout: (typeof LAYOUTS)[number]): GeneratedThread {
  const random = randomFrom(seed * 977 + 13)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const language = pick(Object.keys(SPEECH))
  const speech = SPEECH[language]!
  const isTree = layout === 'nested' || layout === 'indented'
  const count = 4 + Math.floor(random() * 6)
  const people = [...speech.names].sort(() => random() - 0.5).slice(0, 3 + Math.floor(random() * 3))
  let time = Date.UTC(2021 + Math.floor(random() * 4), Math.floor(random() * 12), 3, 7, 20)
  let depth = 0
  const posts: Sketch[] = []
  for (let index = 0; index < count; index += 1) {
    time += Math.floor((1 + random() * 50) * 3_600_000)
    if (index === 0) depth = 0
    else if (isTree) depth = Math.max(0, Math.min(4, depth + 1 - Math.floor(random() * 3)))
    const sentences = Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
      sentence(speech.words, random),
    )
    posts.push({
      author: index < people.length ? people[index]! : pick(people),
      time,
      depth,
      sentences,
      index,
    })
  }
  const names = classNames(random)
  const kind = pick(['time', 'text', 'title'] as const)
  const chrome = {
    speech,
    names,
    stamp: kind,
    hasControls: random() < 0.7,
    hasAvatars: random() < 0.5,
  }
  const main = LAYOUT_WRITERS[layout](posts, chrome)
  const title = sentence(speech.words, random).slice(0, 40)
  return {
    html: `<!doctype html><html lang="${language}"><title>${title}</title><body><div class="${names('top')}">${speech.ui.map((word) => `<a href="/${names(word)}">${word}</a>`).join(' ')}</div><h1>${title}</h1>${main}<div class="${names('bottom')}"><a href="/imprint">${speech.ui[2]}</a></div></body></html>`,
    posts: posts.map((post) => ({
      author: post.author,
      date: new Date(post.time).toISOString().slice(0, 10),
      depth: post.depth,
      text: post.sentences[0]!,
    })),
  }
}

interface Sketch {
  author: string
  time: number
  depth: number
  sentences: string[]
  index: number
}

interface Chrome {
  speech: (typeof SPEECH)[string]
  /** A class without meaning for each role. */
  names: (role: string) => string
  stamp: 'time' | 'text' | 'title'
  hasControls: boolean
  hasAvatars: boolean
}

type Writer = (posts: Sketch[], chrome: Chrome) => string

const LAYOUT_WRITERS: Readonly<Record<(typeof LAYOUTS)[number], Writer>> = {
  cards: (posts, chrome) =>
    `<div class="${chrome.names('list')}">${posts.map((post) => `<section class="${chrome.names('item')}"><div class="${chrome.names('head')}">${avatar(post, chrome)}${name(post, chrome)} ${stamp(post, chrome)}</div>${body(post, chrome)}${controls(chrome)}</section>`).join('\n')}</div>`,
  rows: (posts, chrome) =>
    `<table class="${chrome.names('list')}">${posts.map((post) => `<tr><td valign="top" class="${chrome.names('who')}">${name(post, chrome)}<br>${avatar(post, chrome)}</td><td class="${chrome.names('what')}"><div>${stamp(post, chrome)}</div>${body(post, chrome)}${controls(chrome)}</td></tr>`).join('\n')}</table>`,
  nested: (posts, chrome) => {
    const write = (list: Sketch[], level: number): string => {
      let html = ''
      for (let at = 0; at < list.length;) {
        let end = at + 1
        while (end < list.length && list[end]!.depth > level) end += 1
        const post = list[at]!
        const inner = list.slice(at + 1, end)
        html += `<li class="${chrome.names('item')}"><div class="${chrome.names('own')}">${avatar(post, chrome)}${name(post, chrome)} ${stamp(post, chrome)}${body(post, chrome)}${controls(chrome)}</div>${inner.length > 0 ? `<ul class="${chrome.names('below')}">${write(inner, level + 1)}</ul>` : ''}</li>`
        at = end
      }
      return html
    }
    return `<ul class="${chrome.names('list')}">${write(posts, 0)}</ul>`
  },
  indented: (posts, chrome) =>
    `<div class="${chrome.names('list')}">${posts.map((post) => `<div class="${chrome.names('item')}" style="margin-left: ${post.depth * 24}px"><p class="${chrome.names('head')}">${name(post, chrome)} &middot; ${stamp(post, chrome)}</p>${body(post, chrome)}${controls(chrome)}</div>`).join('\n')}</div>`,
  flat: (posts, chrome) =>
    `<div class="${chrome.names('list')}">${posts.map((post) => `<h3 class="${chrome.names('head')}">${name(post, chrome)} ${stamp(post, chrome)}</h3>${post.sentences.map((text) => `<p>${text}</p>`).join('\n')}`).join('\n')}</div>`,
  bare: (posts, chrome) =>
    `<div>${posts.map((post) => `<div><div><b>${post.author}</b> ${stamp(post, chrome)}</div><div>${post.sentences.map((text) => `<p>${text}</p>`).join('\n')}</div></div>`).join('\n')}</div>`,
  sidebar: (posts, chrome) =>
    `<div class="${chrome.names('list')}">${posts.map((post) => `<article class="${chrome.names('item')}"><div class="${chrome.names('side')}"><div>${avatar(post, chrome)}</div><div>${name(post, chrome)}</div><div>${'★'.repeat(1 + (post.author.length % 4))}</div></div><div class="${chrome.names('what')}"><div class="${chrome.names('head')}">${stamp(post, chrome)} <a href="#p${post.index + 1}">#${post.index + 1}</a></div>${body(post, chrome)}${controls(chrome)}</div></article>`).join('\n')}</div>`,
}

function name({ author }: Sketch, { names }: Chrome): string {
  return `<a class="${names('name')}" href="/p/${encodeURIComponent(author)}">${author}</a>`
}

function avatar({ author }: Sketch, { names, hasAvatars }: Chrome): string {
  return hasAvatars
    ? `<span class="${names('face')}"><img src="/f/${author.length}.png" alt="" width="32"></span>`
    : ''
}

function stamp({ time }: Sketch, { names, stamp: kind }: Chrome): string {
  const iso = new Date(time).toISOString()
  const visibleTime = `${iso.slice(0, 10)} ${iso.slice(11, 16)}`
  if (kind === 'time') return `<time datetime="${iso}">${visibleTime}</time>`
  if (kind === 'title')
    return `<span class="${names('when')}" title="${visibleTime}">${visibleTime}</span>`
  return `<span class="${names('when')}">${visibleTime}</span>`
}

function body({ sentences }: Sketch, { names }: Chrome): string {
  return `<div class="${names('said')}">${sentences.map((text) => `<p>${text}</p>`).join('\n')}</div>`
}

function controls({ speech, names, hasControls }: Chrome): string {
  if (!hasControls) return ''
  return `<div class="${names('do')}">${speech.controls.map((word) => `<a href="#">${word}</a>`).join(' ')}</div>`
}

function sentence(words: readonly string[], random: () => number): string {
  const start = Math.floor(random() * words.length)
  const length = 7 + Math.floor(random() * 12)
  const text = Array.from(
    { length },
    (_, at) => words[(start + at * (1 + (start % 3))) % words.length]!,
  ).join(' ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} ${Math.floor(random() * 900)}.`
}

function classNames(random: () => number): (role: string) => string {
  const known = new Map<string, string>()
  return (role) => {
    const own = known.get(role) ?? `x${Math.floor(random() * 36 ** 5).toString(36)}`
    known.set(role, own)
    return own
  }
}

/** Numbers from 0 up to 1, the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

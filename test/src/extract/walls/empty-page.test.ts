import { describe, expect, test } from 'vitest'
import {
  inPlaceOfContent,
  type InPlaceOfContent,
} from '../../../../src/extract/walls/empty-page.ts'
import { parsePage } from '../../../../src/markup/html/parse-page.ts'

const verdict = (body: string, title = 'Tides'): InPlaceOfContent | 'content' =>
  inPlaceOfContent(parsePage(`<title>${title}</title>${body}`)) ?? 'content'
const menu =
  '<nav><ul><li><a href=/a>Home</a><li><a href=/b>News</a><li><a href=/c>Contact us today</a></ul></nav>'
const footer = '<footer><a href=/p>Privacy</a> <a href=/t>Terms</a> © 2025 Gazette</footer>'
const answer = '<button>OK</button>'

describe('pages that only ask for consent', () => {
  test.each([
    [
      'English',
      'Before you continue',
      'We use cookies and data to deliver and maintain our services.',
    ],
    ['German', 'Ihre Einwilligung', 'Wir und unsere Partner verwenden Cookies auf Ihrem Gerät.'],
    ['French', 'Votre consentement', 'Nous utilisons des cookies pour mesurer notre audience.'],
    ['Polish', 'Twoja prywatność', 'Używamy plików cookie, aby świadczyć usługi.'],
    ['Russian', 'Согласие', 'Мы используем файлы cookie и обрабатываем персональные данные.'],
    ['Finnish', 'Evästeet', 'Käytämme evästeitä sivuston toiminnan parantamiseen.'],
    ['Japanese', 'ご同意', '当社はクッキーを使用して内容をお届けします。'],
    ['Korean', '개인정보', '이 사이트는 쿠키를 사용하여 서비스를 제공합니다.'],
    ['Arabic', 'موافقة', 'نستخدم ملفات تعريف الارتباط لتقديم خدماتنا.'],
  ])('%s, known by the words alone', (_, title, text) => {
    expect(verdict(`<div><h1>${title}</h1><p>${text}</p>${answer}</div>${footer}`)).toBe('consent')
  })

  test('known by the name of the box, whatever else it says', () => {
    const lists = '<ul><li>Measurement of content</li><li>Audience research</li></ul>'
    const box = `<div id="onetrust-banner-sdk"><p>About cookies</p>${lists}${answer}</div>`
    expect(verdict(box)).toBe('consent')
  })

  test.each([
    [
      'a page with a banner',
      `<p>The tide tables of the harbour are printed every spring, and sold at the pier until they run out.</p><div class="cookie-banner"><p>We use cookies</p>${answer}</div>`,
    ],
    [
      'a short answer beside a banner',
      `<main><h1>NO</h1></main><div role="dialog"><p>We and our partners use cookies.</p>${answer}</div>`,
    ],
    [
      'a short page in Chinese beside a banner',
      `<h1>桥</h1><p>事实证明，他是对的。</p><div id="cookie-notice"><p>我们和合作伙伴使用Cookie，以便展示个性化内容，并且衡量效果。</p>${answer}</div>`,
    ],
    [
      'a page on consent',
      `<h1>Cookies</h1><p>A cookie is a small text.</p><p>Browsers send it back to the server which has set it, with each request that follows.</p>${answer}`,
    ],
    ['a question without an answer', '<p>We use cookies to improve this site.</p>'],
    [
      'a recipe',
      `<div class="cookie-recipe"><h1>Cookies</h1><p>Flour, butter, sugar and eggs, all from the farm up the road, and a pinch of salt.</p>${answer}</div>`,
    ],
    [
      'a shop of many words',
      `<div class="consent"><p>We use cookies</p>${answer}</div><footer>${'<a href=/x>A section of the shop</a> '.repeat(60)}</footer>`,
    ],
  ])('not %s', (_, html) => {
    expect(verdict(html)).not.toBe('consent')
  })
})

describe('a question for consent in a crowd', () => {
  const question =
    '<h2>Your privacy</h2><p>We and our partners store cookies on your device.</p><button>Accept</button><button>Reject</button>'
  const links = '<a href=/a>Home</a> <a href=/b>News</a> <a href=/c>Prices</a>'
  test.each([
    ['in the main part', `<main>${question}<ul><li><a href=/p>Privacy</a></ul></main>`],
    ['among unnamed menus', `<div class=top><b>Tides</b> ${links}</div><div>${question}</div>`],
    [
      'over a copyright',
      `<div>${question}</div><p>© 2026 Tides. <a href=/p>Privacy policy</a></p>`,
    ],
    [
      'in a form',
      `<form method=post><p>We and our partners store cookies on your device.</p><input type=submit value=OK></form>`,
    ],
  ])('%s is all there is', (_, html) => {
    expect(verdict(html)).toBe('consent')
  })

  test.each([
    ['opening hours', `<main><h1>Open</h1><p>Mo 9–12</p></main><div class=bar>${question}</div>`],
    ['a sentence', `<p>The ferry leaves at nine.</p><div class=bar>${question}</div>`],
    [
      'a sentence over a copyright',
      `<p>The ferry leaves at nine.</p><div class=bar>${question}</div><p>© 2026 Tides. We handle your privacy with care.</p>`,
    ],
    [
      'as much of its own in the same element',
      `<div>${question}<p>The ferry leaves at nine in the morning and comes back at noon.</p></div>`,
    ],
    ['a shop', `<div>${question}</div>${'<p><a href=/x>A section of the shop</a></p>'.repeat(60)}`],
  ])('beside %s is not', (_, html) => {
    expect(verdict(html)).not.toBe('consent')
  })
})

describe('menus that do not call themselves so', () => {
  const links = ['Home', 'News', 'Prices', 'Contact'].map((name) => `<li><a href=/x>${name}</a>`)
  const list = `<ul>${links.join('')}</ul>`
  const volumes = ['First', 'Second', 'Third'].map((name) => `<li><a href=/v>${name} volume</a>`)
  const top = `<div class=t><div>Tides</div>${list}</div>`
  const bottom = `<div class=b>© 2026 Tides ${list}</div>`

  test.each([
    ['beside the name of the site', `${top}${bottom}`],
    ['beside its logo', `<div><img src=/logo.svg alt="">${list}</div>${bottom}`],
    ['beside a link to its first page', `<div><a href=/>The tides</a>${list}</div>${bottom}`],
    ['around an empty place', `<div>${list}</div><div class="content"> </div>`],
    ['around an empty place under a heading', `<div><h2>Sections</h2>${list}</div><main></main>`],
    ['around dots', `<div>${list}</div><p>…</p>`],
    ['around a heading and dots', `<div>${list}</div><h1>Prices</h1><p>. . .</p>`],
    ['around a choice', `${top}<div><label>Language <select><option>de</select></label></div>`],
    ['with a link to the content', `<a href="#c">Skip to content</a>${top}`],
  ])('%s are no content', (_, html) => {
    expect(verdict(html)).toBe('only menus and the like')
  })

  test.each([
    [
      'Kraunama…',
      'Loading…',
      'Wird geladen …',
      'Chargement…',
      'Cargando…',
      'Загрузка…',
      '読み込み中…',
    ],
    ['Please wait', 'Bitte warten', 'Veuillez patienter', 'Espere por favor', 'Подождите'],
    ['Φόρτωση', 'جار التحميل', 'लोड हो रहा है', 'お待ちください', '请稍候', '加载中', '로딩 중'],
  ])('around a line that waits, %s', (...lines) => {
    for (const line of lines) {
      expect(verdict(`${top}<div><p>${line}</p></div>${bottom}`)).toBe('only menus and the like')
    }
  })

  test.each([
    'Please enable JavaScript.',
    'Пожалуйста, включите JavaScript.',
    'JavaScriptを有効にしてください。',
    'कृपया जावास्क्रिप्ट सक्षम करें।',
  ])('around a line that asks for scripts: %s', (line) => {
    const scripts = '<script src=/a.js></script>'
    expect(verdict(`${top}<p>${line}</p>${scripts}`)).toBe('only menus and the like')
    expect(verdict(`${list}<noscript>${line}</noscript>${scripts}`)).toBe('only menus and the like')
    expect(verdict(`${top}<p>${line}</p>`)).toBe('content')
  })

  test.each([
    ['a list of links', `${top}<ul>${volumes.join('')}</ul>${bottom}`],
    ['a list of links alone', `<ul>${volumes.join('')}</ul>`],
    ['a list under its heading', `${top}<h1>Volumes</h1><ul>${volumes.join('')}</ul>${bottom}`],
    [
      'a list under its heading beside an empty box',
      `${top}<h1>Volumes</h1><ul>${volumes.join('')}</ul><div class=content></div>`,
    ],
    ['an item', `${top}<ul><li>Tea</ul><script src=/a.js></script>`],
    ['a heading that is the title', `${menu}<h1>Tides</h1>${footer}`],
    ['a heading like the title', `${top.replace('Tides', 'Sea')}<h1>Tides</h1>${bottom}`],
    [
      'a table',
      `<table><tr><td>Tides<td>${list}<tr><td>© Tides<td><ul>${volumes.join('')}</ul></table>`,
    ],
    [
      'beginnings of texts',
      `${top}<main>${'<h2><a href=/t>Tide</a></h2><p>The sea came over…</p>'.repeat(4)}</main>`,
    ],
    ['a picture', `${top}<main><img src=/map.png alt=""></main>${bottom}`],
    ['a link that scripts follow', '<a href="javascript:go()">The ferry leaves at nine</a>'],
  ])('around %s are beside content', (_, html) => {
    expect(verdict(html)).toBe('content')
  })

  test('cost little on pages of nothing else', () => {
    const nested = '<div class="cookie menu">'.repeat(400)
    const many = `${nested}${'<p>Tides <a href=/>©</a><img src=/logo.png></p>'.repeat(20_000)}`
    expect(verdict(many)).toBe('content')
    expect(verdict(`${'<a href=/><div class=content>'.repeat(20_000)}©`)).toBe('no text')
  })
})

describe('menus known by where they lead', () => {
  const scripts = '<script src=/a.js></script>'
  const listOf = (labels: readonly string[]): string =>
    `<ul>${labels.map((label) => `<li><a href=/x>${label}</a>`).join('')}</ul>`

  test.each([
    ['English', ['Home', 'About us', 'Tide tables']],
    ['Italian', ['Notizie', 'Chi siamo', 'Il porto']],
    ['Turkish', ['Anasayfa', 'İletişim', 'Liman']],
    ['Korean', ['홈', '회사소개', '항구']],
    ['Hebrew', ['אודות', 'צור קשר', 'הנמל']],
    ['Thai', ['หน้าแรก', 'ติดต่อเรา', 'ท่าเรือ']],
  ])('%s', (_, labels) => {
    expect(verdict(listOf(labels))).toBe('only menus and the like')
  })

  test('with a path to the page', () => {
    const path = '<p><a href=/h>Home</a> › <a href=/n>News</a></p>'
    expect(verdict(`${listOf(['Home', 'News', 'Harbour'])}${path}`)).toBe('only menus and the like')
    expect(verdict(path)).toBe('content')
  })

  test.each([
    ['one of them', ['Home', 'First volume', 'Second volume']],
    ['the same again', ['News', 'News', 'First volume']],
    [
      'few among others',
      ['Home', 'News', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'],
    ],
  ])('but not by %s', (_, labels) => {
    expect(verdict(listOf(labels))).toBe('content')
  })

  test.each([
    'We are preparing your page, one moment',
    'Wir bereiten alles vor, bitte noch etwas Geduld',
    'La pagina è in caricamento, un attimo di pazienza',
    'Trwa wczytywanie danych',
    '페이지를 불러오고 있습니다',
    'กำลังเตรียมข้อมูล',
    'Please enable scripts in your browser',
    'Включите скрипты в браузере',
  ])('around a longer line that waits for scripts: %s', (line) => {
    const page = `${listOf(['Home', 'News', 'Harbour'])}<p>${line}</p>`
    expect(verdict(`${page}${scripts}`)).toBe('only menus and the like')
    expect(verdict(page)).toBe('content')
  })

  test('around a name that stands over and under the page', () => {
    const links = ['Ebb', 'Flood', 'Spring', 'Neap'].map((name) => `<a href=/x>${name}</a>`)
    const framed = (top: string, bottom: string): string =>
      `<div><div>${top}</div><div>${links.join(' ')}</div></div><div><div>${bottom}</div><div>${links.join(' ')}</div></div>`
    expect(verdict(framed('Pegel & Co', 'Pegel &amp; Co'))).toBe('only menus and the like')
    expect(verdict(framed('Pegel & Co', 'Downloads'))).toBe('content')
    expect(verdict(`<p>Go</p>${framed('Pegel', 'Pegel')}`)).toBe('content')
    expect(verdict(framed('<p>Pegel</p>', '<p>Pegel</p>'))).toBe('content')
  })

  test('around a sign that something is to come', () => {
    expect(verdict(`<div>Tide 1</div>`)).toBe('content')
    expect(verdict(`<div>7 %</div><div class="lds-spinner"></div>${scripts}`)).not.toBe('content')
    expect(verdict(`<div>7 %</div><progress></progress>${scripts}`)).not.toBe('content')
    expect(verdict(`<img src=/ajax-loader.gif>${scripts}`)).not.toBe('content')
    const volumes = listOf(['First volume', 'Second volume'])
    expect(verdict(`${volumes}<div class="preloader"></div>${scripts}`)).toBe('content')
    expect(verdict(`<h1>NO</h1><div class="preloader"></div>${scripts}`)).toBe('content')
    expect(verdict(`<p>The ferry leaves at nine.</p><div class=loader></div>${scripts}`)).toBe(
      'content',
    )
  })
})

describe('pages that show only what stands around content', () => {
  test.each([
    ['menus', `<header><a href=/>Gazette</a>${menu}</header><main></main>${footer}`],
    [
      'menus known by their classes',
      `<div class="site-title">Gazette</div><div class="navbar"><a href=/a>Home</a> <a href=/b>News</a></div><div class="footer">© 2025 Gazette</div>`,
    ],
    [
      'a word that scripts replace',
      `${menu}<div>Loading</div>${footer}<script src=/a.js></script>`,
    ],
    ['an ellipsis', '<div>…</div>'],
    ['dots among menus', `${menu}<div class="content">. . .</div>${footer}`],
    ['a sign that it loads', `${menu}<div class="spinner">Loading…</div>${footer}`],
    ['a banner beside a menu', `${menu}<div class="cookie-banner"><p>We use cookies</p></div>`],
  ])('%s', (_, html) => {
    expect(verdict(html)).not.toBe('content')
  })

  test.each([
    ['one word as the answer', `<h1>NO</h1>${footer}`],
    ['a few words without scripts', `${menu}<div>Closed today</div>${footer}`],
    ['one word without any element', 'YES'],
    ['a list of links', '<ul><li><a href=/1>First volume</a><li><a href=/2>Second volume</a></ul>'],
    ['a picture', `${menu}<img src=/map.png alt="">${footer}`],
    ['a form', `${menu}<form><label>Amount in crowns</label><input name=a></form>`],
    [
      'an article with its menu',
      `<header><h1>The mill</h1><nav><a href=#a>Part</a></nav></header><p>It stands.</p>`,
    ],
    [
      'content in an element called like a menu',
      `<div class="menu"><h1>Lunch</h1><p>Soup</p></div>`,
    ],
    [
      'much text in a sidebar',
      `<aside>${'<p>The ferry leaves at nine and comes back at noon.</p>'.repeat(8)}</aside>`,
    ],
    [
      'a page inside a link that nobody closed',
      `<div class="sidebar"><a href=/><p>${'The ferry leaves at nine and comes back at noon. '.repeat(9)}</p></div>`,
    ],
  ])('not %s', (_, html) => {
    expect(verdict(html)).toBe('content')
  })
})

describe('lists of things that are links throughout', () => {
  const names = [
    'Concert on the northern pier',
    'Reading by lamp light',
    'Tidvandet ved den gamle bro',
    '漁港の朝市と灯台めぐり',
    'Ночь открытых мастерских',
  ]
  const listOf = (write: (name: string) => string): string =>
    `<div>${names.map((name) => write(name)).join('')}</div>`
  const lists = [
    listOf((name) => `<a href=/e><h3>${name}</h3><span>Sat, 3 May 2027</span></a>`),
    listOf((name) => `<li><a href=/e>${name}, 3 May 2027</a></li>`),
    listOf((name) => `<div><a href=/e>${name}, 3 May 2027</a></div>`),
  ]

  test.each([
    ['an empty place for more', '<div class=content></div>'],
    ['an empty main element', '<h1>Events</h1><main></main>'],
    ['a note that more loads', '<p>Loading…</p>'],
    ['a wish for scripts', '<noscript>Please enable JavaScript.</noscript>'],
  ])('are content, whatever stands beside: %s', (_, beside) => {
    for (const list of lists) {
      expect(verdict(`<script src=a.js></script>${menu}${list}${beside}${footer}`)).toBe('content')
    }
  })

  test('are not known by the short names of a menu, nor by few links', () => {
    const short = '<div><a href=/a>Our boats</a><br><a href=/b>Island trips</a></div>'.repeat(4)
    const few = lists[2]!.slice(0, lists[2]!.indexOf('</div>', 150))
    for (const links of [short, few]) {
      expect(verdict(`<script src=a.js></script>${menu}${links}<p>Loading…</p>${footer}`)).toBe(
        'only menus and the like',
      )
    }
  })
})

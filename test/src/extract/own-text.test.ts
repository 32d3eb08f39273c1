import { describe, expect, test } from 'vitest'
import { isConsentWall, isOnlyBoilerplate, measureOwnText } from '../../../src/extract/own-text.ts'
import { parsePage } from '../../../src/extract/tree/parse-page.ts'

const verdict = (html: string): 'consent' | 'furniture' | 'content' => {
  const tree = parsePage(html)
  const own = measureOwnText(tree)
  if (isConsentWall(own)) return 'consent'
  return isOnlyBoilerplate(own, tree.scripts) ? 'furniture' : 'content'
}
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
    expect(verdict(html)).toBe('furniture')
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

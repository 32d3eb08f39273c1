import { extractJob } from '../../src/extract/extract-job.ts'
import { seededRandom } from './seeded-random.ts'

/** A page of a few posts, and what each of them says in its own words. */
export interface SmallThread {
  html: string
  /** The sentences of each post. */
  posts: readonly (readonly string[])[]
}

/** One post as a shape writes it. */
export interface SketchedPost {
  author: string
  /** How the page shows the time, as HTML; empty where it shows none. */
  stamp: string
  /** The text of a post, as HTML. */
  body: string
  /** Signature, picture and links for doing something, as HTML; empty where the page has none. */
  signature: string
  avatar: string
  controls: string
  /** 1 for the first one. */
  number: number
}

/** What differs from page to page besides the posts. */
export interface SmallThreadPage {
  title: string
  /** The page begins with the title as a heading. */
  hasHeading: boolean
  /** A name of the element around the posts. */
  container: string
  language: string
}

/** Writes posts in the markup of some software. */
export type Shape = (posts: readonly SketchedPost[], page: SmallThreadPage) => string

interface Speech {
  names: readonly string[]
  sentences: readonly string[]
  short: readonly string[]
  menu: readonly string[]
  controls: readonly string[]
  signature: string
  day: (day: number) => string
}

/** What people say in some languages; each sentence occurs at most once on a page. */
const SPEECH: Readonly<Record<string, Speech>> = {
  en: {
    names: ['ann', 'Bob Tanner', 'kite_77', 'Mrs. Olm', 'farid', 'TeaPot'],
    sentences: [
      'The boiler makes a knocking noise whenever the heating starts in the morning.',
      'I bled every radiator twice and the pressure still falls overnight.',
      'Have you looked at the small valve behind the expansion tank yet?',
      'Mine did the same until I tightened the nut with two spanners.',
      'The manual says that the pump needs at least one bar to run quietly.',
      'A plumber wanted two hundred for ten minutes of work, so I did it myself.',
      'It has been silent for three weeks now, even on very cold nights.',
      'Do not open the grey box unless the power is off at the main switch.',
      'I posted a drawing of the pipes on my own page some time ago.',
      'You will need a new washer, the old one never seals again.',
      'The knocking came back after the first frost, only louder than before.',
      'In our house it was air trapped above the bathroom ceiling.',
    ],
    short: [
      'Thanks, that did it.',
      'Same problem over here.',
      'No luck so far.',
      'Which model is it?',
      'Works for me now.',
      'Try it cold first.',
    ],
    menu: ['Home', 'Topics', 'Members', 'Search'],
    controls: ['Reply', 'Report', 'Share'],
    signature: 'Sent from the shed at the end of the garden',
    day: (day) => `March ${day}, 2024`,
  },
  de: {
    names: ['Moni', 'Jens K.', 'waldkauz', 'Frau Holle', 'ole_89', 'Rieke'],
    sentences: [
      'Der Rasenmäher geht nach zehn Minuten einfach aus und springt erst abends wieder an.',
      'Ich habe den Vergaser schon zweimal gereinigt, leider ohne Erfolg.',
      'Prüf mal die Zündkerze, bei mir war sie völlig verrußt.',
      'Alter Sprit macht genau solche Schwierigkeiten, besonders nach dem Winter.',
      'Die Werkstatt im Nachbarort verlangt für die Durchsicht nur dreißig Euro.',
      'Der Luftfilter kostet fast nichts und ist in zwei Minuten getauscht.',
      'Seit ich den Tankdeckel offen lasse, läuft die Maschine ohne Murren.',
      'Dann ist die Entlüftung im Deckel zu, das hatte ich auch einmal.',
      'Bei Hitze zieht er Luft an der Dichtung unter dem Vergaser.',
      'Ein neuer Deckel liegt seit gestern im Briefkasten und passt genau.',
      'Vorher unbedingt den Stecker von der Kerze ziehen, sonst wird es gefährlich.',
      'Am Ende war es ein Haarriss im Schlauch, den man kaum sah.',
    ],
    short: [
      'Danke, das war es.',
      'Bei mir genauso.',
      'Leider nein.',
      'Welches Baujahr ist er?',
      'Läuft jetzt wieder.',
      'Erst abkühlen lassen.',
    ],
    menu: ['Start', 'Themen', 'Mitglieder', 'Suche'],
    controls: ['Antworten', 'Melden', 'Teilen'],
    signature: 'Gruß aus dem Norden, immer eine Handbreit Wasser',
    day: (day) => `${day}. März 2024`,
  },
  ar: {
    names: ['سارة', 'أبو خالد', 'نور الدين', 'ليلى', 'سامي', 'هدى'],
    sentences: [
      'توقفت الغسالة عن التصريف منذ يومين ولا أعرف ما السبب.',
      'نظفت المرشح في الأسفل ووجدت فيه قطعة نقود صغيرة.',
      'جرب أن تفصل الخرطوم وتنفخ فيه قبل أن تتصل بالفني.',
      'حدث معي الشيء نفسه وكان المحرك بحاجة إلى تنظيف.',
      'الفني طلب مبلغا كبيرا فقررت أن أصلحها بنفسي.',
      'تأكد من فصل الكهرباء قبل أن تفتح الغطاء الخلفي.',
      'القطعة الجديدة متوفرة في السوق القديم بسعر مناسب.',
      'بعد التنظيف عادت تعمل بهدوء كما كانت في أول يوم.',
      'انتبه إلى الماء المتبقي في الداخل وضع منشفة تحتها.',
      'الدليل يقول إن المرشح يحتاج إلى تنظيف كل شهر.',
      'صورت لكم مكان البرغي حتى تجدوه بسهولة.',
      'شكرا لكل من ساعدني في حل هذه المشكلة.',
    ],
    short: [
      'شكرا لك كثيرا.',
      'عندي نفس المشكلة.',
      'لم تنجح معي.',
      'ما هو الطراز؟',
      'تعمل الآن جيدا.',
      'جرب الماء البارد.',
    ],
    menu: ['الرئيسية', 'المواضيع', 'الأعضاء', 'بحث'],
    controls: ['رد', 'إبلاغ', 'مشاركة'],
    signature: 'الصبر مفتاح الفرج',
    day: (day) => `${day} مارس 2024`,
  },
  he: {
    names: ['דנה', 'יוסי ב', 'צפרירה', 'אלון', 'רותי', 'גיל'],
    sentences: [
      'האופניים שלי משמיעים רעש מוזר בכל פעם שאני בולם בירידה.',
      'החלפתי את הרפידות לפני חודש והרעש רק התגבר מאז.',
      'כדאי לבדוק אם הגלגל יושב ישר בתוך המזלג.',
      'אצלי עזר לשייף מעט את הרפידות בנייר זכוכית.',
      'הטכנאי בחנות אמר שצריך לנקות את החישוק בכוהל.',
      'אל תשמנו את הבלמים, זה רק יעשה את המצב גרוע יותר.',
      'גיליתי סדק קטן בצד שמאל שלא ראיתי קודם.',
      'אחרי הניקוי הכול שקט, תודה לכל מי שענה.',
      'המחיר של חישוק חדש גבוה יותר מהאופניים כולם.',
      'יש סרטון טוב שמראה איך לכוון את הכבל.',
      'בגשם הרעש נעלם לגמרי וחוזר כשהכול מתייבש.',
      'שלחתי תמונה של המזלג כדי שתראו למה התכוונתי.',
    ],
    short: [
      'תודה רבה, עזר.',
      'גם אצלי ככה.',
      'עדיין לא עובד.',
      'איזה דגם זה?',
      'עכשיו הכול בסדר.',
      'תנסה לנקות קודם.',
    ],
    menu: ['ראשי', 'נושאים', 'חברים', 'חיפוש'],
    controls: ['הגב', 'דווח', 'שתף'],
    signature: 'רוכב מאז ומתמיד',
    day: (day) => `${day} במרץ 2024`,
  },
  ja: {
    names: ['たぬき', '山田太郎', 'sora_22', 'ゆき', '名無しさん', 'ハル'],
    sentences: [
      '昨日から炊飯器の蓋が閉まらなくなってしまいました。',
      '内側のゴムを外して洗ったら少し良くなった気がします。',
      '説明書には三年ごとに部品を交換するように書いてあります。',
      'うちのも同じ症状でしたが、修理に出したら一週間で戻ってきました。',
      '部品だけなら千円くらいで注文できますよ。',
      '無理に押し込むと爪が折れるので気をつけてください。',
      '結局、留め金に米粒がひとつ挟まっていただけでした。',
      '新しい機種は高いので、まずは掃除をおすすめします。',
      '店の人に聞いたら、古い型でもまだ在庫があるそうです。',
      '写真を撮って載せておきますので参考にしてください。',
      '蒸気の出口も忘れずに洗っておくと長持ちします。',
      '皆さんのおかげで今朝はおいしいご飯が炊けました。',
    ],
    short: [
      'ありがとうございます。',
      '同じ症状です。',
      'まだ直りません。',
      '型番は何ですか？',
      '無事に直りました。',
      '掃除してみます。',
    ],
    menu: ['ホーム', '話題', '会員', '検索'],
    controls: ['返信', '通報', '共有'],
    signature: '毎日が日曜日',
    day: (day) => `2024年3月${day}日`,
  },
  zh: {
    names: ['小熊', '老王', 'river_lan', '青石', '阿美', '路人甲'],
    sentences: [
      '家里的冰箱最近总是半夜发出很大的响声。',
      '我把后面的灰尘清理了一遍，声音小了一些。',
      '建议先检查四个脚是不是放平了，我家就是这个原因。',
      '维修师傅说压缩机老化了，换一个要八百块钱。',
      '如果还在保修期内，最好直接联系厂家处理。',
      '垫了一块橡胶以后，晚上终于可以安静睡觉了。',
      '温度不要调得太低，不然压缩机会一直工作。',
      '门上的密封条也要看看，漏气会让机器更吵。',
      '我录了一段声音，有经验的朋友帮忙听一下。',
      '这个型号几年前就停产了，零件不太好找。',
      '夏天放在厨房里确实容易过热，换个位置试试。',
      '问题已经解决，谢谢各位耐心的回答。',
    ],
    short: [
      '谢谢，已经好了。',
      '我家也是这样。',
      '还是没有用。',
      '请问是什么型号？',
      '现在正常了。',
      '先断电再试。',
    ],
    menu: ['首页', '主题', '会员', '搜索'],
    controls: ['回复', '举报', '分享'],
    signature: '慢慢来比较快',
    day: (day) => `2024年3月${day}日`,
  },
}

/** Makes a page of a shape with that many posts; the seed chooses the rest. */
export function smallThread(seed: number, count: number, shape: Shape): SmallThread {
  const random = seededRandom(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const language = pick(Object.keys(SPEECH))
  const speech = SPEECH[language]!
  const names = shuffled(speech.names, random)
  const sentences = shuffled(speech.sentences, random)
  const short = shuffled(speech.short, random)
  const isShort = random() < 0.35
  const stampKind = pick(['time', 'time', 'text', 'plain', 'none'] as const)
  const has = {
    avatars: random() < 0.5,
    signatures: random() < 0.3,
    quotes: random() < 0.3,
    controls: random() < 0.6,
    menu: random() < 0.7,
    footer: random() < 0.7,
    form: random() < 0.3,
  }
  const said: string[][] = []
  const posts = Array.from({ length: count }, (_, at): SketchedPost => {
    const own =
      isShort && (at > 0 || random() < 0.5)
        ? [short[at]!]
        : sentences.slice(2 * at, 2 * at + 1 + Math.floor(random() * 2))
    const quote = has.quotes && at > 0 ? `<blockquote>${said[at - 1]!.join(' ')}</blockquote>` : ''
    said.push(own)
    return {
      author: names[at]!,
      stamp: stampOf(stampKind, 3 + at * 2, speech),
      body: `${quote}${own.map((text) => `<p>${text}</p>`).join('\n')}`,
      signature: has.signatures ? `<div class="signature">${speech.signature}</div>` : '',
      avatar: has.avatars ? `<img class="avatar" src="/a/${at}.png" alt="" width="40">` : '',
      controls: has.controls
        ? speech.controls.map((word) => `<a href="#">${word}</a>`).join(' ')
        : '',
      number: at + 1,
    }
  })
  const title = pick(speech.sentences.filter((text) => !said.flat().includes(text))).replace(
    /[.?。？]$/,
    '',
  )
  const page = {
    title,
    hasHeading: random() < 0.7,
    container: pick(['comments', 'thread', 'posts', 'replies', 'discussion', 'list']),
    language,
  }
  const menu = has.menu
    ? `<nav>${speech.menu.map((word, at) => `<a href="/${at}">${word}</a>`).join(' ')}</nav>`
    : ''
  const footer = has.footer ? `<footer>© 2024 <a href="/terms">${speech.menu[2]}</a></footer>` : ''
  const form = has.form
    ? `<form action="/post" method="post"><textarea name="t"></textarea><button>${speech.controls[0]}</button></form>`
    : ''
  const heading = page.hasHeading ? `<h1>${title}</h1>` : ''
  const direction = language === 'ar' || language === 'he' ? ' dir="rtl"' : ''
  const html = `<!doctype html><html lang="${language}"${direction}><head><meta charset="utf-8"><title>${title}</title></head><body>${menu}<main>${heading}${shape(posts, page)}${form}</main>${footer}</body></html>`
  return { html, posts: said }
}

function stampOf(
  kind: 'time' | 'text' | 'plain' | 'none',
  day: number,
  { day: dayOf }: Speech,
): string {
  if (kind === 'none') return ''
  if (kind === 'time')
    return `<time datetime="2024-03-${String(day).padStart(2, '0')}T10:1${day % 10}:00Z">${dayOf(day)}</time>`
  if (kind === 'text') return `<span class="date">${dayOf(day)} 10:1${day % 10}</span>`
  return `2024-03-${String(day).padStart(2, '0')} 10:1${day % 10}`
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((item) => ({ item, order: random() }))
    .sort((left, right) => left.order - right.order)
    .map(({ item }) => item)
}

/** Whether all that posts say stands in a text, which may wrap, escape and mark it. */
export function saysAll(text: string, { posts }: SmallThread): boolean {
  const plain = plainOf(text)
  return posts.flat().every((sentence) => plain.includes(plainOf(sentence)))
}

function plainOf(text: string): string {
  return text.replaceAll(/[\s\\>*]+/g, '')
}

/** The Markdown of a page that is read with the usual options. */
export async function readPage(html: string, id = 1): Promise<string> {
  const { markdown } = await extractJob({
    url: `https://www.example.org/v/${id}`,
    status: 200,
    kind: 'html',
    contentType: 'text/html; charset=utf-8',
    bytes: new TextEncoder().encode(html),
    links: 'inline',
    images: 'alt',
  })
  return markdown
}

import type { Source, SourceBlock } from './sources.ts'

type RightToLeft = Exclude<Source['language'], 'en'>

interface Texts {
  title: string
  paragraphs: readonly string[]
  items: readonly string[]
  rows: readonly string[][]
}

/** Texts from right to left with what stands in them from left to right: numbers of many forms, brackets, names, addresses. */
const TEXTS: Readonly<Record<RightToLeft, Texts>> = {
  ar: {
    title: 'دليل المكتبة العامة',
    paragraphs: [
      'تفتح المكتبة أبوابها من الساعة 9:00 حتى الساعة 17:30 كل يوم.',
      'يوجد في الطابق 3 أكثر من 45,000 كتاب (منها 1,250 مخطوطا).',
      'اتصل بالرقم 0555-123-987 أو اكتب إلى books@example.org من فضلك.',
      'صدرت الطبعة [الثانية] عام 1998 في مدينة Paris الفرنسية.',
      'كتب المؤلف: «القراءة (كما قيل) غذاء العقل» ثم سكت.',
      'يعمل البرنامج Open Library على كل حاسوب في القاعة B.',
    ],
    items: ['الكتب القديمة (1850)', 'المجلات والصحف', 'خرائط من Google Maps'],
    rows: [
      ['النوع', 'العدد'],
      ['كتب', '8750'],
      ['خرائط', '312'],
    ],
  },
  he: {
    title: 'מדריך הספרייה העירונית',
    paragraphs: [
      'הספרייה פתוחה משעה 9:00 עד שעה 17:30 בכל יום.',
      'בקומה 3 יש יותר מ-45,000 ספרים (מהם 1,250 כתבי יד).',
      'התקשרו למספר 055-512-3987 או כתבו אל books@example.org בבקשה.',
      'המהדורה [השנייה] יצאה בשנת 1998 בעיר Paris שבצרפת.',
      'המחבר כתב: "הקריאה (כפי שנאמר) היא מזון" ושתק.',
      'התוכנה Open Library פועלת בכל מחשב באולם B.',
    ],
    items: ['ספרים ישנים (1850)', 'כתבי עת ועיתונים', 'מפות של Google Maps'],
    rows: [
      ['סוג', 'מספר'],
      ['ספרים', '8750'],
      ['מפות', '312'],
    ],
  },
  fa: {
    title: 'راهنمای کتابخانه شهر',
    paragraphs: [
      'کتابخانه هر روز از ساعت 9:00 تا ساعت 17:30 باز است.',
      'در طبقه 3 بیش از 45,000 کتاب هست (از آن میان 1,250 نسخه خطی).',
      'با شماره 0555-123-987 تماس بگیرید یا به books@example.org بنویسید.',
      'چاپ [دوم] در سال 1998 در شهر Paris فرانسه درآمد.',
      'نویسنده گفت: «خواندن (چنان‌که گفته‌اند) خوراک است» و خاموش شد.',
      'برنامه Open Library روی همه رایانه‌ها در تالار B کار می‌کند.',
    ],
    items: ['کتاب‌های کهن (1850)', 'مجله و روزنامه', 'نقشه‌های Google Maps'],
    rows: [
      ['نوع', 'شمار'],
      ['کتاب', '8750'],
      ['نقشه', '312'],
    ],
  },
}

/** Documents of texts from right to left. Held out: nothing was built while looking at them. */
export function scriptSources(): Source[] {
  const languages: readonly RightToLeft[] = ['ar', 'he', 'fa']
  return languages.map((language) => {
    const { title, paragraphs, items, rows } = TEXTS[language]
    const blocks: SourceBlock[] = [
      { kind: 'heading', level: 1, text: title },
      ...paragraphs.map((text): SourceBlock => ({ kind: 'paragraph', text })),
      { kind: 'list', items: [...items] },
      { kind: 'table', borders: 'grid', columns: ['l', 'l'], rows: rows.map((row) => [...row]) },
    ]
    return { id: `library-${language}`, title, language, isHeldOut: true, blocks }
  })
}

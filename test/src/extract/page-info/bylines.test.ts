import { describe, expect, test } from 'vitest'
import { nameInByline } from '../../../../src/extract/page-info/byline.ts'

/** By language: what stands before a name, “and”, when it was published, who took the pictures, who translated, a role; names. */
const LATIN: Readonly<Record<string, readonly string[]>> = {
  en: ['By', 'and', 'published on 5 May 2024', 'photographs by', 'translated by', 'Senior Editor'],
  de: ['Von', 'und', 'veröffentlicht am 5. Mai 2024', 'Fotos von', 'übersetzt von', 'Redakteurin'],
  fr: ['Par', 'et', 'publié le 5 mai 2024', 'photos de', 'traduit par', 'rédactrice en chef'],
  es: ['Por', 'y', 'publicado el 5 de mayo de 2024', 'fotos de', 'traducido por', 'redactora'],
  pt: ['Por', 'e', 'publicado em 5 de maio de 2024', 'fotos de', 'traduzido por', 'repórter'],
  it: ['Di', 'e', 'pubblicato il 5 maggio 2024', 'foto di', 'tradotto da', 'giornalista'],
  nl: ['Door', 'en', 'gepubliceerd op 5 mei 2024', "foto's van", 'vertaald door', 'redacteur'],
  sv: ['Av', 'och', 'publicerad 5 maj 2024', 'foto av', 'översatt av', 'reporter'],
  da: ['Af', 'og', 'udgivet den 5. maj 2024', 'foto af', 'oversat af', 'journalist'],
  no: ['Av', 'og', 'publisert 5. mai 2024', 'foto av', 'oversatt av', 'journalist'],
  fi: ['Kirjoittanut', 'ja', 'julkaistu 5. toukokuuta 2024', 'kuvat', 'kääntänyt', 'toimittaja'],
  pl: ['Autor:', 'i', 'opublikowano 5 maja 2024', 'zdjęcia', 'tłumaczenie', 'redaktor'],
  cs: ['Autor:', 'a', 'zveřejněno 5. května 2024', 'foto', 'přeložil', 'redaktorka'],
  sk: ['Autor:', 'a', 'zverejnené 5. mája 2024', 'foto', 'preložil', 'redaktor'],
  hu: ['Írta:', 'és', 'megjelent 2024. május 5.', 'fényképek', 'fordította', 'szerkesztő'],
  ro: ['De', 'și', 'publicat pe 5 mai 2024', 'fotografii de', 'traducere de', 'redactor'],
  tr: ['Yazan:', 've', 'yayınlanma 5 Mayıs 2024', 'fotoğraflar', 'çeviren', 'muhabir'],
  el: ['Από', 'και', 'δημοσιεύτηκε 5 Μαΐου 2024', 'φωτογραφίες', 'μετάφραση', 'δημοσιογράφος'],
  ru: ['Автор:', 'и', 'опубликовано 5 мая 2024', 'фото', 'перевод', 'корреспондент'],
  uk: ['Автор:', 'та', 'опубліковано 5 травня 2024', 'фото', 'переклад', 'кореспондент'],
  bg: ['От', 'и', 'публикувано на 5 май 2024', 'снимки', 'превод', 'журналист'],
  sr: ['Аутор:', 'и', 'објављено 5. маја 2024', 'фотографије', 'превод', 'новинар'],
  hr: ['Autor:', 'i', 'objavljeno 5. svibnja 2024', 'fotografije', 'prijevod', 'novinar'],
  sl: ['Avtor:', 'in', 'objavljeno 5. maja 2024', 'fotografije', 'prevod', 'novinarka'],
  lt: ['Autorius:', 'ir', 'paskelbta 2024-05-05', 'nuotraukos', 'vertė', 'žurnalistė'],
  lv: ['Autors:', 'un', 'publicēts 2024-05-05', 'foto', 'tulkoja', 'žurnālists'],
  et: ['Autor:', 'ja', 'avaldatud 5. mai 2024', 'fotod', 'tõlkinud', 'toimetaja'],
  vi: ['Tác giả:', 'và', 'đăng ngày 5 tháng 5, 2024', 'ảnh', 'dịch', 'phóng viên'],
  id: ['Oleh', 'dan', 'diterbitkan 5 Mei 2024', 'foto oleh', 'diterjemahkan oleh', 'jurnalis'],
}
const OTHER: Readonly<Record<string, readonly string[]>> = {
  ja: [
    '文：',
    '、',
    '2024年5月5日 公開',
    '写真：',
    '翻訳：',
    '記者',
    '山田太郎',
    '佐藤花子',
    '鈴木一郎',
  ],
  zh: [
    '作者：',
    '、',
    '发布于 2024年5月5日',
    '摄影：',
    '翻译：',
    '记者',
    '王小明',
    '李红梅',
    '张伟',
  ],
  ko: ['글', '·', '2024년 5월 5일 게시', '사진', '번역', '기자', '김민수', '이영희', '박철수'],
  ar: [
    'بقلم',
    'و',
    'نُشر في 5 مايو 2024',
    'تصوير',
    'ترجمة',
    'صحفي',
    'أحمد علي',
    'سارة حسن',
    'ليلى عمر',
  ],
  he: ['מאת', 'ו', 'פורסם ב-5 במאי 2024', 'צילום', 'תרגום', 'כתב', 'דנה כהן', 'יוסי לוי', 'רון בר'],
  fa: [
    'نویسنده:',
    'و',
    'منتشر شده در 5 مه 2024',
    'عکس',
    'ترجمه',
    'خبرنگار',
    'احمد رضایی',
    'سارا محمدی',
    'لیلا عمر',
  ],
  hi: [
    'लेखक:',
    'और',
    'प्रकाशित 5 मई 2024',
    'फोटो',
    'अनुवाद',
    'संवाददाता',
    'राम कुमार',
    'सीता देवी',
    'मोहन लाल',
  ],
  th: [
    'โดย',
    'และ',
    'เผยแพร่ 5 พฤษภาคม 2024',
    'ภาพ',
    'แปล',
    'ผู้สื่อข่าว',
    'สมชาย ใจดี',
    'สมหญิง รักไทย',
    'วิชัย มานะ',
  ],
}
const NAMES: Readonly<Record<string, readonly string[]>> = {
  ru: ['Нора Квист', 'Омар Рейес', 'Пиа Лунд'],
  uk: ['Нора Квіст', 'Омар Рейєс', 'Піа Лунд'],
  bg: ['Нора Квист', 'Омар Рейес', 'Пиа Лунд'],
  sr: ['Нора Квист', 'Омар Рејес', 'Пиа Лунд'],
  el: ['Νόρα Κουίστ', 'Ομάρ Ρέγιες', 'Πία Λουντ'],
}

const upper = (words: string): string => words[0]!.toUpperCase() + words.slice(1)
const labelled = (label: string, name: string): string =>
  label.endsWith('：') ? label + name : `${label} ${name}`

function casesOf(language: string, words: readonly string[]): [line: string, names: string][] {
  const [by = '', and = '', published = '', pictures = '', translated = '', role = ''] = words
  const own = words.length > 6 ? words.slice(6) : undefined
  const [ada = '', ben = '', cleo = ''] = own ??
    NAMES[language] ?? ['Nora Quist', 'Omar Reyes', 'Pia Lund']
  const joined = ['ja', 'zh', 'ko'].includes(language)
    ? ada + and + ben
    : `${ada} ${and}${['ar', 'he'].includes(language) ? '' : ' '}${ben}`
  const first = labelled(by, ada)
  return [
    [first, ada],
    [`${first}, ${published}`, ada],
    [`${first} | ${upper(published)}`, ada],
    [`${first}, ${labelled(pictures, cleo)}`, ada],
    [`${first}, ${labelled(translated, cleo)}`, ada],
    [`${first}, ${role}`, ada],
    [labelled(by, joined), `${ada}, ${ben}`],
    [`${labelled(by, joined)}, ${published}`, `${ada}, ${ben}`],
    [`${ada}\n${upper(published)}`, ada],
    [upper(published), ''],
  ]
}

describe('a byline', () => {
  test.each(Object.entries({ ...LATIN, ...OTHER }))(
    'ends where the names end: %s',
    (language, words) => {
      const read = casesOf(language, words).map(([line]) => [line, nameInByline(line)])
      expect(read).toEqual(casesOf(language, words))
    },
  )

  test.each([
    ['By Nora Quist, Senior Editor, and Omar Reyes, Reporter', 'Nora Quist, Omar Reyes'],
    ['Photos: Pia Lund | Text: Nora Quist', 'Nora Quist'],
    ['Maria von Trapp', 'Maria von Trapp'],
    ['Nora Quist on Tuesday', 'Nora Quist'],
    ['Music by Pia Lund', ''],
    ['José Ortega y Gasset', 'José Ortega y Gasset'],
  ])('%s: %s', (line, names) => {
    expect(nameInByline(line)).toBe(names)
  })
})

/** What a word of a byline says. Words of names say nothing. */
export type BylineWord = 'by' | 'author' | 'wrote' | 'other' | 'role' | 'weekday'

function oneOf(words: string): string {
  return words.trim().split(/\s+/).join('|')
}

/** Whole words where they are marked so, else beginnings of words, in the languages of most pages. */
const WORDS: Readonly<Record<BylineWord, RegExp>> = {
  // What stands before the name of who wrote a text.
  by: new RegExp(
    `^(?:${oneOf(`
    by von vom par por per di de da door av af od přez przez fra frá от од від від του της από ο η bởi oleh
    tarafından de către ידי בידי מאת بقلم द्वारा โดย`)})$`,
    'iu',
  ),
  author: new RegExp(
    `^(?:${oneOf(`
    authors? post-author autor autora autore autores autoras autori autoren autorin autorinnen autorka autorius autorė autors autorzy
    auteure? auteurs autrice författare forfatter høfundur kirjoittaja kirjoittajat szerző szerzők yazar yazarı penulis byline
    автор авторы автори авторка авторът аўтар аутор ауторка συντάκτης συντάκτρια συγγραφέας συντάκτες skribent contributors? ライター 取材・文 نوشتهٔ
    作者 著者 筆者 执笔 執筆 執筆者 文 文字 撰文 撰稿 글 글쓴이 작성자 저자 الكاتب الكاتبة المؤلف كاتب نویسنده لेखक लेखक লেখক লেখা ผู้เขียน ผู้แต่ง
    מחבר כותב tác giả avtor avtorica tekijä tekstas raksta rakstīja`)})$`,
    'iu',
  ),
  wrote: new RegExp(
    `^(?:${oneOf(`
    writt posted publish creat submit contributed authored stor(?:y|ies)$ text(?:e|o|s)?$ articles?$ posts?$ words?$ recipe$ more$
    gastbeitrag$ geschrieb verfass veröffentl publizi erstell eingestell gepostet beitrag$ artikel$ écrit rédig publié posté propos
    escrit redactad publicad cread texto$ scritt pubblic redatt articol testo$ postad criad escrev geschrev geplaatst gepublic tekst$
    skriv skrev publicer publiser udgiv offentligg teksti$ kirjoit julkais napisa opublik opracowa teksty?$ napsal napísa publikov zveřejn zverejn
    írta írás közzé megírta scris publicat postat yazan$ yazdı$ yayın напис опубл публик пише текст$ подготов підготув надписа
    γράφ γραφ κείμεν αναρτ viết đăng ditulis diterbitkan ditulisk objav napisao napisal piše parašė paraš rakst kirjut metin$ teks$ redação$ redacción$ postit skráð paskelb avalda
    كتب نشر إعداد نوشته قلم כתב(?:ה)?$ נכתב פורסם लिख प्रकाशित লিখ เขียน เรื่อง$ viết$ bài$`)})`,
    'iu',
  ),
  // Work that is not the writing of the text.
  other: new RegExp(
    `^(?:${oneOf(`
    photo foto fotó images?$ pictures?$ illustra ilustr grafik graphic translat tradu traducc tradotto überse übertrag vertaa vertal bild(?:er|e|en)?$
    översätt översatt oversat overset zdjęci tłumacz przekład překl prelož prekl fordít çevir fényk kép(?:ek|e)?$ kuva(?:t|aja|us)?$ valokuv suomen(?:taja|nos|tanut)$ kään tõlk
    nuotr vertim tulk tulko fotograf φωτο μετάφ фото снимк перев перекл превод превел слик video(?:s|graphy)?$ camera$ redaktion$ redactie$ redakcja$ lektorat$ relecture$ edición$ edição$ beeld$ szerk kamera$ edited editing review(?:ed|er)$ fact-?check
    medically$ music$ narrat lyrics?$ designs?$ traduz imagen imagem immagin ảnh dịch terjemah diterjemah prevod prevel prevedl
    写真 撮影 摄影 攝影 图片 圖片 图 翻译 翻譯 翻訳 訳 译 譯 编辑 編集$ 編輯 责编 責編 校对 사진 번역 편집 촬영 تصوير صور تحرير ترجم مترجم عکس عکس תרגו צילו תמונ फोटो तस्वीर अनुवाद छाया ছবি অনুবাদ ภาพ แปล`)})`,
    'iu',
  ),
  role: new RegExp(
    `^(?:${oneOf(`
    redakt redact rédact redaz redaç redat editor editeur éditeur editrice reporter reporté journali periodis giornali jornalis dzienni noviná novinar újság
    gazeteci muhabir toimitta korrespond correspond corresp corrispond kolumn column chroniq cronista contribut mitarbeit collaborat colabora
    writers?$ schrijver staff$ senior$ junior$ chief$ head$ lead$ vice$ vp$ chef$ chefred leiter leitend director direct(?:eur|rice)$ direktor president$ ceo$ cto$ cfo$ founder$ co-founder$ gründer
    professor prof\\.?$ experte?n?$ specialist analyst analista manager urednik dopisnik szerkeszt editör toimetaja žurnalist
    δημοσιογ αρχισυν συντάκτ журнал корреспон кореспон редактор обозрев колумн репорт
    記者 记者 編集者 主编 評論員 评论员 기자 특파원 논설위원 محرر صحفي صحافي مراسل خبرنگار کارشناس כתב$ כתבת$ עורך עיתונאי संवाददाता पत्रकार संपादक সাংবাদিক প্রতিবেদক ผู้สื่อข่าว บรรณาธิการ phóng wartawan jurnalis zpravodaj`)})|(?:記者|记者|編集長?|編輯|编辑|委員|委员|主编|主筆|評論家|기자|특파원|위원|편집장|작가|교수)$`,
    'iu',
  ),
  weekday: new RegExp(
    `^(?:${oneOf(`
    (?:mon|tues|wednes|thurs|fri|satur|sun)day montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag lundi mardi mercredi jeudi
    vendredi samedi dimanche lunes martes miércoles jueves viernes sábado domingo lunedì martedì mercoledì giovedì venerdì sabato domenica
    (?:segunda|terça|quarta|quinta|sexta)-feira maandag dinsdag woensdag donderdag vrijdag zaterdag zondag måndag tisdag onsdag torsdag fredag
    lördag söndag mandag tirsdag lørdag søndag poniedziałek wtorek środa czwartek piątek sobota niedziela pondělí úterý středa čtvrtek pátek neděle
    понедельник вторник среда четверг пятница суббота воскресенье`)})$`,
    'iu',
  ),
}

/** Vowel signs of Arabic, which only some pages write, and what stands behind a label. */
const ACCENTS_OR_END = /[\u064B-\u0652]|[.:：]$/gu

/** Whether a word of a byline says this; it may have a colon behind it. */
export function isWord(kind: BylineWord, word: string): boolean {
  return WORDS[kind].test(word.replaceAll(ACCENTS_OR_END, ''))
}

/** A copyright. */
export const LEGAL = /[©Ⓒⓒ]|\bcopyright\b|\(c\)\s?\d{4}/iu
/** Dots and dashes that stand for a text to come. */
const DOTS = /^[\s.…·•⋯∙●○—–_*-]*[.…⋯•●—]+[\s.…·•⋯∙●○—–_*-]*$/u
const ENDS_WAITING = /(?:…|\.\.\.)\s*$/u
/** The same in words, whole: that it loads, or that one shall wait. */
const WAITING_WORDS =
  /^\W*(?:(?:page |content )?(?:is )?loading(?: (?:page|content|data|please wait))?|please (?:wait|stand by|hold on)|(?:just )?(?:a|one) moment(?: please)?|(?:wird|seite wird|inhalte werden|daten werden) geladen|l[aä]dt|laden|bitte warten|einen moment(?: bitte)?|(?:en cours de )?chargement(?: en cours)?|veuillez patienter|patientez|cargando|(?:por favor )?espere(?: por favor| un momento)?|un momento|carregando|a carregar|aguarde|caricamento(?: in corso)?|attendere(?: prego)?|even geduld|bezig met laden|l[aä]ser in|laddar|v[aä]nta|laster(?: inn)?|vent litt|indl[aæ]ser|ladataan|odota|[lł]adowanie|wczytywanie|prosz[eę] czeka[cć]|na[cč][ií]t[aá](?: se|n[ií])|[cč]ekejte(?: pros[ií]m)?|bet[oö]lt[eé]s|k[eé]rem v[aá]rjon|se [iî]ncarc[aă]|y[uü]kleniyor|l[uü]tfen bekleyin|memuat|mohon tunggu|[dđ]ang t[aả]i|vui l[oò]ng ch[oờ]|(?:идет |идёт )?загрузка|загружается|(?:пожалуйста )?подождите|завантаження|зачекайте|зарежда(?:не|се)?|φόρτωση|γίνεται φόρτωση|(?:παρακαλώ )?περιμένετε|جار[يٍ]? (?:ال)?تحميل|(?:يرجى )?الانتظار|در حال بارگذاری|טוען|אנא המתן|लोड हो रहा है|लोड किया जा रहा है|(?:कृपया )?प्रतीक्षा करें|লোড হচ্ছে|กำลังโหลด|โปรดรอ|読み込み中(?:です)?|読込中|ロード中|(?:しばらく)?お待ちください|(?:正在|努力)?加载中?|(?:正在)?載入中?|请稍[候等后]|請稍[候等後]|로딩 ?중?|불러오는 중|(?:잠시만 )?기다려 ?주세요)\W*$/iu
/** JavaScript, as it is written in several scripts: what names it on a page without content asks for it. */
export const SCRIPTS =
  /java\s?script|جافا\s?سكريبت|जावास्क्रिप्ट|ジャバスクリプト|자바스크립트|ג['׳]אווה ?סקריפט|จาวาสคริปต์/iu

/** Whether a text without letters stands for one to come. */
export function isOnlyDots(text: string): boolean {
  return DOTS.test(text)
}

/** Whether a short line says that something loads. */
export function saysWaiting(text: string): boolean {
  return ENDS_WAITING.test(text) || WAITING_WORDS.test(text.replaceAll(/[\s,.…:–—-]+/g, ' '))
}

/** A copyright. */
export const LEGAL = /[©Ⓒⓒ]|\bcopyright\b|\(c\)\s?\d{4}/iu
/** Dots and dashes that stand for a text to come. */
const DOTS = /^[\s.…·•⋯∙●○—–_*-]*[.…⋯•●—]+[\s.…·•⋯∙●○—–_*-]*$/u
const ENDS_WAITING = /(?:…|\.\.\.)\s*$/u
/** The same in words, whole: that it loads, or that one shall wait. */
const WAITING_WORDS =
  /^\W*(?:(?:page |content )?(?:is )?loading(?: (?:page|content|data|please wait))?|please (?:wait|stand by|hold on)|(?:just )?(?:a|one) moment(?: please)?|(?:wird|seite wird|inhalte werden|daten werden) geladen|l[aä]dt|laden|bitte warten|einen moment(?: bitte)?|(?:en cours de )?chargement(?: en cours)?|veuillez patienter|patientez|cargando|(?:por favor )?espere(?: por favor| un momento)?|un momento|carregando|a carregar|aguarde|caricamento(?: in corso)?|attendere(?: prego)?|even geduld|bezig met laden|l[aä]ser in|laddar|v[aä]nta|laster(?: inn)?|vent litt|indl[aæ]ser|ladataan|odota|[lł]adowanie|wczytywanie|prosz[eę] czeka[cć]|na[cč][ií]t[aá](?: se|n[ií])|[cč]ekejte(?: pros[ií]m)?|bet[oö]lt[eé]s|k[eé]rem v[aá]rjon|se [iî]ncarc[aă]|y[uü]kleniyor|l[uü]tfen bekleyin|memuat|mohon tunggu|[dđ]ang t[aả]i|vui l[oò]ng ch[oờ]|(?:идет |идёт )?загрузка|загружается|(?:пожалуйста )?подождите|завантаження|зачекайте|зарежда(?:не|се)?|φόρτωση|γίνεται φόρτωση|(?:παρακαλώ )?περιμένετε|جار[يٍ]? (?:ال)?تحميل|(?:يرجى )?الانتظار|در حال بارگذاری|טוען|אנא המתן|लोड हो रहा है|लोड किया जा रहा है|(?:कृपया )?प्रतीक्षा करें|লোড হচ্ছে|กำลังโหลด|โปรดรอ|読み込み中(?:です)?|読込中|ロード中|(?:しばらく)?お待ちください|(?:正在|努力)?加载中?|(?:正在)?載入中?|请稍[候等后]|請稍[候等後]|로딩 ?중?|불러오는 중|(?:잠시만 )?기다려 ?주세요)\W*$/iu
/** What lines that ask to wait have in common: stems of loading, preparing and waiting, with a word that makes them a request. */
const WAITING_STEMS =
  /(?<!\p{L})(?:(?:is|are|being|still|now|please,?|we['’]?re|app|page|site|content) (?:\p{L}+ )?(?:loading|load(?:ed)?|prepar(?:ing|ed)|starting|initiali[sz]ing|redirect(?:ing|ed)|fetching|wait)|loading (?:the|your|app|application|page|content|data|site|resources|interface)|(?:please|just|kindly) (?:wait|hold|a (?:moment|second|sec|minute))|hang (?:on|tight)|(?:one|a) (?:moment|second|sec)(?!\p{L})|(?:getting|almost) (?:things )?ready|bitte (?:\p{L}+ )?warten|(?:etwas|bitte) geduld|(?:einen|kleinen) (?:augenblick|moment)|(?:wird|werden) (?:\p{L}+ )?(?:geladen|vorbereitet|gestartet|weitergeleitet)|(?:veuillez|merci de|un peu de) (?:bien vouloir )?pat\p{L}+|un (?:instant|moment)|en cours de (?:chargement|préparation)|chargement (?:de|du|des)|espere|aguard[ea]|por favor,? esper[ae]|(?:está|están|estamos|se está) (?:cargando|carregando|preparando)|cargando (?:la|el|los|las|su|tu|página|contenido|datos)|carregando (?:a|o|os|as|página|conteúdo|dados)|a carregar|só um (?:momento|instante)|caricamento (?:del|della|dei|pagina|contenuti|dati)|(?:stiamo|sto) (?:caricando|preparando)|attend(?:ere|i|ete)|(?:pagina|inhoud|gegevens) (?:wordt|worden|laadt)|(?:wordt|worden) geladen|even geduld|een (?:moment|ogenblik)|(?:sidan|innehållet|siden|innholdet|indholdet) (?:laddas|lastes|indlæses)|vänta|vent litt|vent venligst|et øyeblikk|et øjeblik|ett ögonblick|hetkinen|odota|ladataan|(?:strona|treść|dane) (?:się )?(?:ładuj|wczyt)\p{L}*|(?:ładowanie|wczytywanie) \p{L}+|prosz[eę] (?:chwil[eę] )?(?:za)?czeka[cć]|chwileczk[eę]|(?:stránka|obsah|data) se (?:načítá|načítají|nahrává)|na[cč]ítání \p{L}+|[cč]ekejte|vydržte|okamžik|(?:betöltés|kérjük,? várj)\p{L}*|(?:pagina|conținutul) se încarcă|se încarcă|vă rugăm (?:să )?a[sșş]tep\p{L}*|așteptați|y[uü]klen\p{L}+|l[uü]tfen (?:biraz )?bekley\p{L}*|sedang (?:me)?muat|sedang dimuat|mohon (?:ditunggu|tunggu)|silakan tunggu|tunggu sebentar|đang tải|vui lòng (?:chờ|đợi)|xin chờ|загруж\p{L}+|идёт загрузка|подготавлива\p{L}+|(?:по)?дождитесь|подождите|завантажу\p{L}+|зачекайте|зарежда\p{L}*|изчакайте|učitava\p{L}*|(?:molimo )?pričekajte|sačekajte|φορτών\p{L}+|περιμένετε)|κ[αά]ποια στιγμή|التحميل|تحميل (?:الصفحة|المحتوى)|الانتظار|لحظة من فضلك|در حال (?:بارگذاری|بارگیری)|(?:لطفا|لطفاً) (?:صبر|منتظر)|טוען|נטען|(?:אנא|נא) (?:ל?המתן|המתינו|להמתין)|लोड (?:हो|किया)|प्रतीक्षा|इंतज़ार करें|লোড হচ্ছে|অপেক্ষা করুন|ஏற்றப்படுகிறது|காத்திருக்கவும்|లోడ్ అవుతోంది|กำลัง(?:โหลด|เตรียม)|(?:โปรด|กรุณา)รอ|読み込んで|読み込み中|準備(?:中|して)|お待ち(?:ください|下さい)|正在(?:加载|载入|加載|載入|准备|準備)|(?:页面|内容|頁面|內容)?(?:加载|載入|加載)中|请(?:稍|耐心)|請(?:稍|耐心)|불러오(?:는|고)|로딩|로드 ?중|준비 ?중|기다려|იტვირთება|დაელოდეთ|(?<!\p{L})(?:in caricamento|caricamento d|opgehaald|klaargezet|ogenblik|trwa (?:ładow|wczyt)|ładuje|wczytuj|hazırlan|načít|připravuj|připravuje|đang (?:được )?(?:tải|chuẩn bị)|giây lát|a (?:preparar|carregar)|cargando|carregando|preparando|chargement|se pregăt|töltő|lataamme|hämtar|henter|menyiapkan|загруз|готуємо|подготав|зареж)|בטעינה|מכינים|רק רגע|تحضير|آماده‌سازی|少々|稍候|稍等/iu
/** JavaScript, as it is written in several scripts: what names it on a page without content asks for it. */
const SCRIPTS =
  /java\s?-?script|جافا\s?سكر[يِ]?بت|جاوا\s?اسکریپت|جاوا\s?اسکرپٹ|जावा\s?स्क्रिप्ट|জাভা\s?স্ক্রিপ্ট|ஜாவா\s?ஸ்கிரிப்ட்|జావా\s?స్క్రిప్ట్|ジャ[バヴ]ァ?\s?スクリプト|자바\s?스크립트|ג['׳’]?אווה ?סקריפט|จาวา\s?สคริปต?์?|джава\s?скрипт|ява\s?скрипт|ჯავა\s?სკრიპტ/iu
/** The same where scripts are only called so, beside a word that asks to let them run. */
const LET_RUN =
  /enabl|activat|turn on|switch on|allow|aktivier|einschalt|erlaub|activ|autoris|habilit|permit|abilit|ativ|attiv|consent[ai]|inschakel|aanzetten|toestaan|włącz|zezw|povol|zapn|engedélyez|slå på|aktiver|tillåt|tillat|salli|käyttöön|включ|разреш|увімкн|дозвол|ενεργοποι|etkinleştir|aktifkan|bật|เปิด|有効|启用|啟用|开启|開啟|허용|활성|켜|فعال|تمكين|تفعيل|הפעל|אפשר|सक्षम|চালু/iu
const NAMED_SCRIPTS =
  /(?<!\p{L})(?:s[ck]ripts?(?:ing|e|en|er|y|ów)?|skript\p{L}{0,3}|скрипт\p{L}{0,3}|σεναρί\p{L}{0,3})(?!\p{L})|スクリプト|脚本|腳本|스크립트|스크립팅/iu

/** Whether a text without letters stands for one to come. */
export function isOnlyDots(text: string): boolean {
  return DOTS.test(text)
}

/** Whether a short line says that something loads. */
export function saysWaiting(text: string): boolean {
  return ENDS_WAITING.test(text) || WAITING_WORDS.test(text.replaceAll(/[\s,.…:–—-]+/g, ' '))
}

/** Whether a line of some length says so among other words: to be asked only where scripts may bring the text. */
export function mentionsWaiting(text: string): boolean {
  return WAITING_STEMS.test(text)
}

/** Whether a text asks to let scripts run. */
export function asksForScripts(text: string): boolean {
  return SCRIPTS.test(text) || (NAMED_SCRIPTS.test(text) && LET_RUN.test(text))
}

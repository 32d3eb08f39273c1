/** How pages say that something is still to come, in forty languages: beginnings of words, in lower case. */
const WORDS = [
  'loading|please wait|one moment|just a (?:moment|sec)|hold (?:on|tight)|hang (?:on|tight)|(?:still |now )?(?:fetching|retrieving|redirecting|connecting|initiali[sz]ing|preparing|processing|buffering|generating|syncing|warming up|starting up|getting (?:things|everything) ready|working on it|almost there)|(?:you (?:are|will) be(?:ing)?|we are) redirect|taking you to',
  'lädt|laden(?!\\p{L})|geladen|(?:wird|werden) geladen|bitte warten|(?:einen )?(?:moment|augenblick) bitte|(?:sie werden|du wirst) weitergeleitet|weiterleitung|wird vorbereitet',
  'chargement|en cours de chargement|veuillez patienter|(?:merci de )?patiente[rz]|un instant|redirection',
  'cargando|(?:por favor[, ]+)?esper[ea]|un momento|redirigiendo|redireccionando',
  'carregando|a carregar|carregamento|(?:por favor[, ]+)?aguarde|um momento|redirecionando|a redirecionar',
  'caricamento|in caricamento|(?:si prega di )?attende(?:re|te)|attendi|un attimo|reindirizzamento',
  'bezig met laden|wordt geladen|even geduld|een (?:moment|ogenblik)|(?:u wordt|je wordt) door(?:gestuurd|verwezen)',
  'laddar|läser in|hämtar|(?:vänligen |var god )?vänta|ett ögonblick|omdirigerar',
  'indlæser|henter|vent venligst|et øjeblik|omdirigerer|du bliver (?:omdirigeret|viderestillet)',
  'laster|vennligst vent|vent litt|et øyeblikk',
  'ladataan|lataa|odota|hetkinen|uudelleenohja|sinut ohjataan',
  'ładowanie|wczytywanie|trwa (?:ładowanie|wczytywanie)|proszę czekać|poczekaj|chwileczkę|przekierow',
  'načítá|nahrává|(?:prosím )?(?:čekejte|počkejte)|okamžik|přesměrov|čakajte|presmerov|prosím[, ]+čakajte',
  'betöltés|(?:kérjük|kérem)[, ]+várjon|egy pillanat|átirányít',
  'se încarcă|încărcare|(?:vă rugăm[, ]+(?:să )?)?aștepta|redirecționare',
  'зареждане|зарежда се|моля[, ]+(?:из)?чакайте|пренасочване',
  'загрузка|загружа|ид[её]т загрузка|(?:пожалуйста[, ]+)?(?:подождите|ждите)|минут(?:очк|к)у|перенаправл',
  'завантаж|(?:будь ласка[, ]+)?зачекайте|переспрямув|перенаправлен',
  'učitava|учитава|(?:molimo|молимо)[, ]+(?:sačekajte|pričekajte|сачекајте)|preusmjerav|preusmerav|преусмерав|nalaga|prosimo[, ]+počakajte',
  'φόρτωση|φορτώνει|παρακαλώ περιμένετε|περιμένετε|ανακατεύθυνση',
  'yükleniyor|lütfen bekle|bekleyiniz|yönlendiriliyor',
  'جار[يٍ]?\\s?(?:ال)?تحميل|جار[يٍ]? |يتم التحميل|(?:يرجى|الرجاء) الانتظار|لحظة|إعادة التوجيه',
  'טוען|בטעינה|(?:נא |אנא )(?:ל)?המת|רק רגע|מפנה|מעביר',
  'در حال (?:بار|انتقال|دریافت)|لطفا[ًٌ]? (?:صبر|منتظر)',
  'लोड (?:हो|किया)|(?:कृपया )?प्रतीक्षा',
  'লোড হচ্ছে|(?:অনুগ্রহ করে )?অপেক্ষা',
  'กำลังโหลด|กำลังเปลี่ยน|(?:โปรด|กรุณา)รอ',
  'đang (?:tải|chuyển|xử lý)|(?:vui lòng|xin) (?:chờ|đợi)',
  'memuat|sedang memuat|(?:mohon|harap|sila) tunggu|tunggu sebentar|mengalihkan',
  '(?:データを)?読み?込み?(?:み)?中|読み込んで|ロード中|(?:しばらく|少々)?お待ち|リダイレクト|転送',
  '로딩|불러오는|로드 중|(?:잠시만? )?기다려|리디렉션|이동 중',
  '(?:数据|數據|页面|頁面)?(?:正在)?(?:加载|載入|载入|读取|讀取|跳转|跳轉|连接|連線)|(?:请|請)(?:稍|等)|稍等',
  'carregant|espereu',
  'laadimine|laen|palun oota|ielādē|(?:lūdzu[, ]+)?uzgaidiet|įkeliama|kraunama|(?:prašome )?palaukite',
  'inapakia|tafadhali subiri',
]

const BEGINS = new RegExp(`^[^\\p{L}]*(?:${WORDS.join('|')})`, 'u')
const HOLDS = new RegExp(`(?:^|[^\\p{L}])(?:${WORDS.join('|')})`, 'u')
const OPEN_END = /(?:…|\.\.\.|⋯|。。。)\s*(?:\d{1,3}\s*%)?$/
const TEXT_MAX_CHARS = 90
/** Characters of a text that only says that something comes: more of it is about something. */
const PLAIN_MAX_CHARS = 48

/** Whether a text of a page says that something is still to come. */
export function saysLoading(text: string): boolean {
  if (text.length > TEXT_MAX_CHARS) return false
  const words = text.trim().toLowerCase()
  if (words === '') return false
  if (words.length <= PLAIN_MAX_CHARS && BEGINS.test(words)) return true
  return OPEN_END.test(words) && HOLDS.test(words)
}

/** Whether a text ends as if it went on: on a page of hardly any words, that something comes. */
export function endsOpen(text: string): boolean {
  return text.length <= PLAIN_MAX_CHARS && OPEN_END.test(text.trim())
}

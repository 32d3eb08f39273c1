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

/** What menus of sites lead to, in many languages, as `bareText` writes it. */
const LABELS: ReadonlySet<string> = new Set(
  [
    // English
    'home homepage start startpage main about aboutus contact contactus contacts news blog products services solutions shop store pricing prices support help faq faqs sitemap careers jobs press team partners privacy privacypolicy cookiepolicy cookies terms termsofuse termsofservice termsandconditions legal legalnotice imprint accessibility login logout signin signup signout register subscribe myaccount account profile cart basket checkout wishlist search menu navigation more language languages english events gallery portfolio archive categories topics links quicklinks followus',
    // German, Dutch, Scandinavian
    'startseite aktuelles nachrichten überuns kontakt produkte leistungen dienste preise hilfe karriere presse datenschutz datenschutzerklärung impressum agb nutzungsbedingungen anmelden abmelden registrieren konto meinkonto warenkorb suche suchen menü sprache deutsch termine galerie barrierefreiheit',
    'nieuws overons contactopnemen producten diensten prijzen helpdesk vacatures privacyverklaring privacybeleid voorwaarden algemenevoorwaarden inloggen registreren winkelwagen zoeken taal nederlands',
    'hem hjem etusivu nyheter nyheder uutiset omoss omos kontakta kontaktaoss kontaktos kontaktoss yhteystiedot tjänster tjenester ydelser palvelut produkter tuotteet priser hinnat integritet personvern privatliv tietosuoja villkor vilkår ehdot loggain logind logginn kirjaudu sök søg søk haku hjälp hjælp hjelp språk sprog kieli',
    // Romance
    'accueil actualités actualites àpropos apropos quisommesnous contactez contacteznous produits tarifs aide carrières presse confidentialité politiquedeconfidentialité mentionslégales cgu cgv conditions connexion seconnecter sinscrire moncompte panier recherche rechercher langue français plandusite',
    'inicio noticias nosotros sobrenosotros quienessomos contacto contáctenos productos servicios precios ayuda empleo prensa privacidad políticadeprivacidad avisolegal términos condiciones iniciarsesión registrarse micuenta carrito buscar idioma español mapadelsitio',
    'início notícias sobre sobrenós quemsomos contato contatos contacte produtos serviços preços ajuda carreiras imprensa privacidade políticadeprivacidade termos termosdeuso avisoslegais entrar registar cadastrese minhaconta carrinho pesquisar pesquisa idiomas português',
    'notizie chisiamo contatti prodotti servizi prezzi aiuto lavoraconnoi stampa informativaprivacy notelegali termini accedi registrati carrello cerca ricerca lingua italiano mappadelsito',
    'acasă acasa știri stiri desprenoi produse servicii prețuri ajutor confidențialitate termeni autentificare căutare limba',
    // Slavic, Baltic, Hungarian, Greek, Turkish
    'stronagłówna główna aktualności onas oferta usługi produkty cennik ceny pomoc kariera prywatność politykaprywatności regulamin zaloguj zalogujsię logowanie koszyk szukaj wyszukaj język domů domov úvod aktuality novinky onás oprojektu služby ceník nápověda kariéra soukromí podmínky přihlášení přihlásit košík hledat jazyk početna naslovnica vijesti vesti onama kontaktirajtenas usluge cijene privatnost uvjeti prijava traži pretraga',
    'главная новости онас окомпании контакты продукция товары услуги цены помощь вакансии конфиденциальность политикаконфиденциальности условия правила вход войти регистрация корзина поиск язык картасайта головна новини пронас контакти послуги ціни допомога конфіденційність умови вхід увійти пошук мова начало занас условияползване търсене',
    'kezdőlap főoldal hírek rólunk kapcsolat termékek szolgáltatások árak segítség adatvédelem feltételek bejelentkezés kosár keresés nyelv pradžia naujienos apiemus kontaktai sākums ziņas parmums avaleht uudised meist',
    'αρχική νέα σχετικά σχετικάμεεμάς επικοινωνία προϊόντα υπηρεσίες τιμές βοήθεια απόρρητο όροι όροιχρήσης κανόνες σύνδεση εγγραφή αναζήτηση γλώσσα anasayfa haberler hakkımızda iletişim ürünler hizmetler fiyatlar yardım kariyer gizlilik koşullar girişyap giriş üyeol sepet arama ara dil',
    // Arabic, Persian, Hebrew, Hindi, Bengali
    'الرئيسية الصفحةالرئيسية الأخبار أخبار مننحن عنا حول اتصلبنا اتصال المنتجات الخدمات الأسعار المساعدة الخصوصية سياسةالخصوصية الشروط القواعد تسجيلالدخول بحث اللغة خانه صفحهاصلی اخبار دربارهما تماسباما محصولات خدمات قیمتها راهنما حریمخصوصی ورود جستجو',
    'ראשי דףהבית בית חדשות אודות צורקשר מוצרים שירותים מחירים עזרה פרטיות תנאים תנאישימוש כניסה התחברות הרשמה חיפוש שפה',
    'मुखपृष्ठ होम समाचार हमारेबारेमें संपर्क संपर्ककरें उत्पाद सेवाएं सेवाएँ मूल्य सहायता गोपनीयता शर्तें नियम लॉगइन खोज भाषा হোম প্রচ্ছদ খবর আমাদেরসম্পর্কে যোগাযোগ পণ্য সেবা গোপনীয়তা শর্তাবলী লগইন',
    // East and South-East Asia
    'ホーム トップ トップページ ニュース お知らせ 会社概要 会社情報 お問い合わせ お問合せ 製品 製品情報 サービス 料金 価格 サポート ヘルプ よくある質問 採用情報 プライバシー プライバシーポリシー 個人情報保護方針 利用規約 特商法 ログイン 新規登録 会員登録 カート 検索 メニュー 言語 サイトマップ アクセス',
    '首页 首頁 主页 主頁 新闻 新聞 新闻中心 关于 关于我们 關於我們 联系 联系我们 聯絡我們 产品 产品中心 產品 服务 服務 价格 價格 帮助 幫助 招聘 隐私 隐私政策 隱私 隱私權 条款 使用条款 服务条款 條款 规则 登录 登入 注册 註冊 购物车 購物車 搜索 搜尋 菜单 语言 語言 网站地图',
    '홈 메인 뉴스 소식 공지사항 소개 회사소개 문의 문의하기 연락처 제품 서비스 가격 도움말 고객센터 채용 개인정보처리방침 이용약관 약관 로그인 회원가입 장바구니 검색 메뉴 언어 사이트맵',
    'หน้าแรก หน้าหลัก ข่าว ข่าวสาร เกี่ยวกับเรา ติดต่อ ติดต่อเรา สินค้า ผลิตภัณฑ์ บริการ ราคา ช่วยเหลือ ความเป็นส่วนตัว นโยบายความเป็นส่วนตัว ข้อกำหนด เข้าสู่ระบบ ค้นหา ภาษา trangchủ tintức giớithiệu liênhệ sảnphẩm dịchvụ giá trợgiúp bảomật điềukhoản đăngnhập tìmkiếm beranda berita tentangkami hubungikami kontakkami produk layanan harga bantuan kebijakanprivasi ketentuan masuk cari bahasa',
  ].flatMap((line) => line.split(' ')),
)

/** A text in lower case, of letters and digits only; a Turkish İ loses its dot. */
export function bareText(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]|\u0307/gu, '')
}

/** Whether a text is one that menus of most sites have. */
export function isMenuLabel(text: string): boolean {
  return LABELS.has(bareText(text))
}

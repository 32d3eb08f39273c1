/** Words of one language for pages to learn from. */
export interface Words {
  language: string
  direction: 'ltr' | 'rtl'
  /** Between words. */
  gap: string
  /** At the end of a sentence. */
  end: string
  common: readonly string[]
  /** Of invented words. */
  syllables: readonly string[]
  /** Links of a menu. */
  menu: readonly string[]
  /** Links and words at the end of a page. */
  legal: readonly string[]
  rights: string
  /** Sentence and buttons that ask for consent. */
  consent: readonly [string, string, string]
  related: string
  letter: readonly [string, string]
  share: string
  /** Name, password, button, forgotten. */
  login: readonly [string, string, string, string]
  days: readonly string[]
}

const split = (text: string): string[] => text.split(' ')
const links = (text: string): string[] => text.split('|')

/** Ten languages in seven scripts. */
export const TRAIN_WORDS: readonly Words[] = [
  {
    language: 'en',
    direction: 'ltr',
    gap: ' ',
    end: '.',
    common: split(
      'the a of and to in is that was for on are with they be at one have this from by hot but some what there we out other were all your when up use word how said each she which do their time if will way about many then them would write like so these her long make thing see him two has look more day could go come did my sound no most number who over know water than call first people may down side been now find any new work part take get place made live where after back little only round man year came show every good me give our under name very through just form much great think say help low line before turn cause same mean differ move right boy old too does tell sentence set three want air well also play small end put home read hand port large spell add even land here must big high such follow act why ask men change went light kind off need house picture try us again animal point mother world near build self earth father',
    ),
    syllables: split(
      'bar ven tol mir kas del ron fen lau quil sor tam wes yor zel pim gra osk hul',
    ),
    menu: links(
      'Home|About us|News|Blog|Products|Services|Gallery|Shop|Events|Contact|Support|Careers',
    ),
    legal: links('Privacy|Terms|Imprint|Sitemap|Cookies|Accessibility'),
    rights: 'All rights reserved',
    consent: ['We use cookies to improve your experience on our site', 'Accept all', 'Settings'],
    related: 'You may also like',
    letter: ['Sign up for our newsletter and never miss an update', 'Subscribe'],
    share: 'Share',
    login: ['User name', 'Password', 'Sign in', 'Forgot your password?'],
    days: split('Monday Tuesday Wednesday Thursday Friday Saturday Sunday'),
  },
  {
    language: 'de',
    direction: 'ltr',
    gap: ' ',
    end: '.',
    common: split(
      'der die das und in zu den mit von für auf ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch man sein wurde wenn kann ihre dann unter wir soll ich eines jahr zwei jahren diese dieser wieder keine seiner worden will zwischen immer millionen was sagte gibt alle seit muss doch jetzt drei neue damit bereits da ab gegen schon heute ersten weil menschen ganz stadt dort weg haus garten wasser zeit arbeit leben tag ort hand welt',
    ),
    syllables: split('gar fel bach hain mor stett wies tan brun kel rod lich aue sand erl ohl'),
    menu: links(
      'Startseite|Über uns|Aktuelles|Produkte|Leistungen|Galerie|Termine|Kontakt|Hilfe|Presse',
    ),
    legal: links('Impressum|Datenschutz|AGB|Barrierefreiheit|Cookie-Einstellungen'),
    rights: 'Alle Rechte vorbehalten',
    consent: [
      'Wir verwenden Cookies, um unsere Webseite zu verbessern',
      'Alle akzeptieren',
      'Einstellungen',
    ],
    related: 'Das könnte Sie auch interessieren',
    letter: ['Melden Sie sich zu unserem Newsletter an', 'Abonnieren'],
    share: 'Teilen',
    login: ['Benutzername', 'Passwort', 'Anmelden', 'Passwort vergessen?'],
    days: split('Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag'),
  },
  {
    language: 'fr',
    direction: 'ltr',
    gap: ' ',
    end: '.',
    common: split(
      'le la les de des et en un une du que qui dans pour pas sur au par plus avec ne se ce il elle sont aux son ses mais comme ou nous cette deux tout fait être leur bien même aussi ans sans peut après dont encore temps jour autres avant depuis où très contre sous entre monde ville vie rue maison jardin eau main enfant petit grand nouveau premier bon long vers chez moins chaque toujours rien alors ici puis donc car si quand homme femme chose main point pays année',
    ),
    syllables: split('mar ville bel cou ron tain gue lac pré vol dun cha net ris our per'),
    menu: links(
      'Accueil|Qui sommes-nous|Actualités|Produits|Services|Galerie|Agenda|Contact|Aide|Boutique',
    ),
    legal: links('Mentions légales|Confidentialité|Conditions générales|Plan du site|Cookies'),
    rights: 'Tous droits réservés',
    consent: [
      'Nous utilisons des cookies pour améliorer votre expérience',
      'Tout accepter',
      'Personnaliser',
    ],
    related: 'À lire aussi',
    letter: ['Inscrivez-vous à notre lettre d’information', 'S’abonner'],
    share: 'Partager',
    login: ['Identifiant', 'Mot de passe', 'Se connecter', 'Mot de passe oublié ?'],
    days: split('lundi mardi mercredi jeudi vendredi samedi dimanche'),
  },
  {
    language: 'es',
    direction: 'ltr',
    gap: ' ',
    end: '.',
    common: split(
      'de la que el en y a los se del las un por con no una su para es al lo como más o pero sus le ha me si sin sobre este ya entre cuando todo esta ser son dos también fue había era muy años hasta desde está mi porque qué sólo han yo hay vez puede todos así nos ni parte tiene él uno donde bien tiempo mismo ese ahora cada e vida otro después te otros aunque esa eso hace otra gobierno tan durante siempre día tanto ella tres sí dijo sido gran país según menos mundo año antes estado casa ciudad agua jardín',
    ),
    syllables: split('mar ita ven dor cas ril lobo ter agua nes pal sol qui zar bre cho'),
    menu: links(
      'Inicio|Quiénes somos|Noticias|Productos|Servicios|Galería|Eventos|Contacto|Ayuda|Tienda',
    ),
    legal: links('Aviso legal|Privacidad|Condiciones|Mapa del sitio|Cookies'),
    rights: 'Todos los derechos reservados',
    consent: ['Utilizamos cookies para mejorar tu experiencia', 'Aceptar todas', 'Configurar'],
    related: 'También te puede interesar',
    letter: ['Suscríbete a nuestro boletín', 'Suscribirse'],
    share: 'Compartir',
    login: ['Usuario', 'Contraseña', 'Iniciar sesión', '¿Olvidaste tu contraseña?'],
    days: split('lunes martes miércoles jueves viernes sábado domingo'),
  },
  {
    language: 'ru',
    direction: 'ltr',
    gap: ' ',
    end: '.',
    common: split(
      'и в не на я быть он с что а по это она этот к но они мы весь который из у то за свой от со для о же ты все если люди время так его год только или ещё бы себя один как уже до когда вот кто да говорить дом мой первый день жизнь рука очень раз два работа слово место лицо друг глаз тоже где дело сказать под после самый вода город сад новый старый между через много мало здесь там потом снова',
    ),
    syllables: split('бо ров ка мир лес на гор вер тан сол дуб ель рин мов зар ник'),
    menu: links('Главная|О нас|Новости|Каталог|Услуги|Галерея|События|Контакты|Помощь|Магазин'),
    legal: links('Конфиденциальность|Условия использования|Карта сайта|Реклама|Вакансии'),
    rights: 'Все права защищены',
    consent: ['Мы используем файлы cookie для улучшения работы сайта', 'Принять все', 'Настройки'],
    related: 'Читайте также',
    letter: ['Подпишитесь на нашу рассылку', 'Подписаться'],
    share: 'Поделиться',
    login: ['Имя пользователя', 'Пароль', 'Войти', 'Забыли пароль?'],
    days: split('понедельник вторник среда четверг пятница суббота воскресенье'),
  },
  {
    language: 'el',
    direction: 'ltr',
    gap: ' ',
    end: '.',
    common: split(
      'και το να του η της με που την από για είναι σε ο οι στο θα τη στην τα των δεν τον ότι τους τις μια στη ένα κατά μας έχει αυτό στα πως όπως ή αλλά μόνο χρόνια ήταν έναν μετά πολύ πρέπει μέρα σπίτι πόλη νερό κήπος ζωή χέρι κόσμος νέο παλιό μεγάλο μικρό πρώτο άλλο όλα εδώ εκεί πάλι πριν χωρίς ανάμεσα δρόμος άνθρωπος',
    ),
    syllables: split('μα ρο λι νι κα σο πε τρα δη φω θη ξα βο γα ζι χω'),
    menu: links('Αρχική|Σχετικά με εμάς|Νέα|Προϊόντα|Υπηρεσίες|Εκδηλώσεις|Επικοινωνία|Βοήθεια'),
    legal: links('Όροι χρήσης|Απόρρητο|Χάρτης ιστοσελίδας|Διαφήμιση'),
    rights: 'Με επιφύλαξη παντός δικαιώματος',
    consent: [
      'Χρησιμοποιούμε cookies για να βελτιώσουμε την εμπειρία σας',
      'Αποδοχή όλων',
      'Ρυθμίσεις',
    ],
    related: 'Διαβάστε επίσης',
    letter: ['Εγγραφείτε στο ενημερωτικό μας δελτίο', 'Εγγραφή'],
    share: 'Κοινοποίηση',
    login: ['Όνομα χρήστη', 'Κωδικός', 'Σύνδεση', 'Ξεχάσατε τον κωδικό;'],
    days: split('Δευτέρα Τρίτη Τετάρτη Πέμπτη Παρασκευή Σάββατο Κυριακή'),
  },
  {
    language: 'ar',
    direction: 'rtl',
    gap: ' ',
    end: '.',
    common: split(
      'في من على إلى أن عن مع هذا كان التي الذي هذه بين كل بعد ما لا قد هو هي ذلك أو حيث كما لم عند قبل حتى ثم إذا كانت بها له لها أكثر اليوم عام سنة يوم مدينة بيت ماء حديقة حياة عمل يد عالم جديد قديم كبير صغير أول آخر هنا هناك طريق ناس وقت مكان',
    ),
    syllables: split('با را ني سو لا مي دا كو تا هو زي فا قا شا نو'),
    menu: links('الرئيسية|من نحن|الأخبار|المنتجات|الخدمات|الفعاليات|اتصل بنا|المساعدة'),
    legal: links('سياسة الخصوصية|شروط الاستخدام|خريطة الموقع|الإعلانات'),
    rights: 'جميع الحقوق محفوظة',
    consent: ['نستخدم ملفات تعريف الارتباط لتحسين تجربتك', 'قبول الكل', 'الإعدادات'],
    related: 'اقرأ أيضا',
    letter: ['اشترك في نشرتنا البريدية', 'اشتراك'],
    share: 'مشاركة',
    login: ['اسم المستخدم', 'كلمة المرور', 'تسجيل الدخول', 'نسيت كلمة المرور؟'],
    days: split('الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد'),
  },
  {
    language: 'hi',
    direction: 'ltr',
    gap: ' ',
    end: '।',
    common: split(
      'के में की है यह और से हैं को पर इस होता कि जो कर मे गया करने किया लिये अपने ने बनी नहीं तो ही या एवं दिया हो इसका था द्वारा हुआ तक साथ करना वाले बाद लिए आप कुछ सकते किसी ये इसके सबसे इसमें थे दो होने वह वे करते बहुत कहा वर्ग कई करें होती अपनी उनके थी यदि हुई जा ना इसे कहते जब होते कोई हुए व न अभी जैसे सभी करता उनकी तरह उस आदि कुल एस रहा इसकी सकता रहे उनका इसी रखें अपना पे उसके',
    ),
    syllables: split('रा मा ला नी सु को दे वी पा ता शा गो बा जी'),
    menu: links('मुख्य पृष्ठ|हमारे बारे में|समाचार|उत्पाद|सेवाएँ|कार्यक्रम|संपर्क करें|सहायता'),
    legal: links('गोपनीयता नीति|नियम और शर्तें|साइट मानचित्र|विज्ञापन'),
    rights: 'सर्वाधिकार सुरक्षित',
    consent: ['हम आपके अनुभव को बेहतर बनाने के लिए कुकीज़ का उपयोग करते हैं', 'सभी स्वीकार करें', 'सेटिंग्स'],
    related: 'यह भी पढ़ें',
    letter: ['हमारे समाचार पत्र की सदस्यता लें', 'सदस्यता लें'],
    share: 'साझा करें',
    login: ['उपयोगकर्ता नाम', 'पासवर्ड', 'लॉग इन करें', 'पासवर्ड भूल गए?'],
    days: split('सोमवार मंगलवार बुधवार गुरुवार शुक्रवार शनिवार रविवार'),
  },
  {
    language: 'ja',
    direction: 'ltr',
    gap: '',
    end: '。',
    common: split(
      'これは その ことが として から まで について 私たちの 新しい 古い 大きな 小さな 町の 庭に 水を 家で 人々は 時間が 仕事を 毎日 今年の 春に 夏の 道を 歩いて 見る 作る 使う 思います います です ました 多くの 少しの また しかし そして ここで 次の 前の 世界の 場所へ 手で 言葉を 書いて 読む',
    ),
    syllables: split('桜 川 森 野 原 岡 浜 谷 坂 沢 島 宮 村 橋 竹 梅 松 藤 石 岩 星 月 雪 花'),
    menu: links('ホーム|会社概要|ニュース|製品情報|サービス|イベント|お問い合わせ|サポート'),
    legal: links('プライバシーポリシー|利用規約|サイトマップ|特定商取引法に基づく表記'),
    rights: '無断転載を禁じます',
    consent: ['当サイトではクッキーを使用しています', 'すべて同意する', '設定'],
    related: 'あわせて読みたい',
    letter: ['メールマガジンに登録する', '登録'],
    share: 'シェアする',
    login: ['ユーザー名', 'パスワード', 'ログイン', 'パスワードをお忘れですか'],
    days: split('月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日'),
  },
  {
    language: 'zh',
    direction: 'ltr',
    gap: '',
    end: '。',
    common: split(
      '我们 这个 可以 没有 他们 一个 时间 工作 生活 城市 花园 房子 新的 旧的 很大 很小 每天 今年 春天 夏天 因为 所以 但是 如果 以后 以前 这里 那里 大家 世界 地方 水果 使用 需要 知道 看到 开始 已经 一起 非常 问题 方法 还有 比较 最后 第一 之间 道路 朋友 孩子',
    ),
    syllables: split('林 河 山 城 海 湖 梁 陈 石 云 雨 雪 风 竹 兰 梅 桥 塔 村 镇 湾 岭 泉 溪'),
    menu: links('首页|关于我们|新闻中心|产品展示|服务项目|活动|联系我们|帮助'),
    legal: links('隐私政策|使用条款|网站地图|广告服务'),
    rights: '版权所有',
    consent: ['我们使用Cookie来改善您的体验', '全部接受', '设置'],
    related: '相关阅读',
    letter: ['订阅我们的电子报', '订阅'],
    share: '分享',
    login: ['用户名', '密码', '登录', '忘记密码？'],
    days: split('星期一 星期二 星期三 星期四 星期五 星期六 星期日'),
  },
]

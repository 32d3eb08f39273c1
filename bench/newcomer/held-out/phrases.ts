/** Sentences and labels of one language, for pages that nothing is tuned on. In frames `#` is an invented name, `0` a number. */
export interface Phrases {
  language: string
  direction: 'ltr' | 'rtl'
  frames: readonly string[]
  /** Short texts with a name. */
  titles: readonly string[]
  syllables: readonly string[]
  menu: readonly string[]
  footer: readonly string[]
  /** Heading, text and two buttons that ask for consent. */
  consent: readonly [string, string, string, string]
  popular: string
  follow: string
  loading: string
  noScript: string
  skip: string
  /** Labels of a form to sign in: address, secret, button, new account. */
  signIn: readonly [string, string, string, string]
  weekdays: readonly string[]
}

const parts = (text: string): string[] => text.split('|')

/** Ten languages in six scripts. */
export const HELD_OUT_PHRASES: readonly Phrases[] = [
  {
    language: 'en',
    direction: 'ltr',
    frames: parts(
      'When # opened the mill in the spring, nobody expected more than 0 visitors a week.|I walked along the canal with # and counted 0 boats.|Do not start # before the filter is clean; it takes about 0 minutes.|According to #, the bridge has carried trams since before the war, although two of its arches were rebuilt.|“It never rains here,” # told us, pointing at a row of 0 empty buckets.|The committee around # met 0 times.|#, as it turned out, was right.|Most of what we know about # comes from letters that were found under a floor and dated 0 years later.|Press the left button until # blinks twice.',
    ),
    titles: parts(
      'How # works|A weekend near #|The # report|Notes on #|# in detail|Why we chose #|#',
    ),
    syllables: parts('ash|brook|den|hollow|ing|kirk|low|mere|nor|pen|shaw|stoke|thorp|wick|ux|yar'),
    menu: parts(
      'Explore|Our story|Journal|Workshops|Pricing|Community|Team|Press room|Locations|Get involved|Donate',
    ),
    footer: parts(
      'Legal notice|Data protection|Modern slavery statement|Jobs|Press|Affiliates|Returns|Report a problem',
    ),
    consent: [
      'Your privacy matters',
      'We and our 214 partners store and access information on your device to show personalised content.',
      'Agree and continue',
      'Manage choices',
    ],
    popular: 'Most read this week',
    follow: 'Follow us',
    loading: 'Loading…',
    noScript: 'Please turn on JavaScript to use this site.',
    skip: 'Skip to main content',
    signIn: ['E-mail address', 'Passphrase', 'Log in', 'Create an account'],
    weekdays: parts('Mon|Tue|Wed|Thu|Fri|Sat|Sun'),
  },
  {
    language: 'pt',
    direction: 'ltr',
    frames: parts(
      'Quando # abriu a oficina, ninguém esperava mais de 0 pessoas por semana.|Caminhei ao longo do rio com # e contei 0 barcos.|Não ligue # antes de limpar o filtro; demora cerca de 0 minutos.|Segundo #, a ponte já existia antes da guerra, embora dois arcos tenham sido refeitos.|A comissão de # reuniu-se 0 vezes.|Afinal, # tinha razão.',
    ),
    titles: parts('Como funciona #|Um dia em #|Notas sobre #|# em pormenor|#'),
    syllables: parts('alv|bar|cal|dei|fon|gui|lha|mon|nho|pal|que|ria|sel|tor|vim'),
    menu: parts(
      'Explorar|A nossa história|Diário|Oficinas|Preços|Equipa|Imprensa|Locais|Fale connosco',
    ),
    footer: parts(
      'Aviso legal|Proteção de dados|Empregos|Imprensa|Devoluções|Livro de reclamações',
    ),
    consent: [
      'A sua privacidade',
      'Nós e os nossos parceiros guardamos informações no seu dispositivo para mostrar conteúdo personalizado.',
      'Concordo',
      'Mais opções',
    ],
    popular: 'Mais lidas',
    follow: 'Siga-nos',
    loading: 'A carregar…',
    noScript: 'Ative o JavaScript para usar este site.',
    skip: 'Saltar para o conteúdo',
    signIn: ['Endereço de e-mail', 'Palavra-passe', 'Entrar', 'Criar conta'],
    weekdays: parts('seg.|ter.|qua.|qui.|sex.|sáb.|dom.'),
  },
  {
    language: 'it',
    direction: 'ltr',
    frames: parts(
      'Quando # aprì la bottega, nessuno si aspettava più di 0 visitatori alla settimana.|Ho camminato lungo il fiume con # e ho contato 0 barche.|Non accendere # prima di aver pulito il filtro; servono circa 0 minuti.|Secondo #, il ponte esisteva già prima della guerra, anche se due archi furono ricostruiti.|Il comitato di # si è riunito 0 volte.|Alla fine # aveva ragione.',
    ),
    titles: parts('Come funziona #|Un giorno a #|Appunti su #|# in dettaglio|#'),
    syllables: parts('acqu|bor|cel|dal|fie|gno|lan|mon|nel|pia|ric|san|tre|vig|zan'),
    menu: parts(
      'Esplora|La nostra storia|Diario|Laboratori|Prezzi|Squadra|Stampa|Dove siamo|Contattaci',
    ),
    footer: parts('Note legali|Protezione dei dati|Lavora con noi|Resi|Segnala un problema'),
    consent: [
      'La tua privacy',
      'Noi e i nostri partner archiviamo informazioni sul tuo dispositivo per mostrare contenuti personalizzati.',
      'Accetta e continua',
      'Gestisci le scelte',
    ],
    popular: 'I più letti',
    follow: 'Seguici',
    loading: 'Caricamento…',
    noScript: 'Attiva JavaScript per usare questo sito.',
    skip: 'Vai al contenuto',
    signIn: ['Indirizzo e-mail', 'Parola chiave', 'Accedi', 'Crea un account'],
    weekdays: parts('lun|mar|mer|gio|ven|sab|dom'),
  },
  {
    language: 'pl',
    direction: 'ltr',
    frames: parts(
      'Kiedy # otworzył warsztat, nikt nie spodziewał się więcej niż 0 gości tygodniowo.|Szłam wzdłuż rzeki z # i naliczyłam 0 łodzi.|Nie włączaj #, zanim nie oczyścisz filtra; trwa to około 0 minut.|Według # most istniał już przed wojną, choć dwa łuki odbudowano.|Komisja # spotkała się 0 razy.|Okazało się, że # miał rację.',
    ),
    titles: parts('Jak działa #|Dzień w #|Notatki o #|# w szczegółach|#'),
    syllables: parts('bor|cze|dąb|gór|jez|kow|lip|mar|now|ost|pol|rze|sta|tor|zam'),
    menu: parts(
      'Odkrywaj|Nasza historia|Dziennik|Warsztaty|Cennik|Zespół|Prasa|Lokalizacje|Napisz do nas',
    ),
    footer: parts('Nota prawna|Ochrona danych|Praca|Zwroty|Zgłoś problem'),
    consent: [
      'Twoja prywatność',
      'My i nasi partnerzy przechowujemy informacje na Twoim urządzeniu, aby wyświetlać spersonalizowane treści.',
      'Zgadzam się',
      'Zarządzaj wyborem',
    ],
    popular: 'Najczęściej czytane',
    follow: 'Obserwuj nas',
    loading: 'Wczytywanie…',
    noScript: 'Włącz JavaScript, aby korzystać z tej strony.',
    skip: 'Przejdź do treści',
    signIn: ['Adres e-mail', 'Hasło', 'Zaloguj się', 'Utwórz konto'],
    weekdays: parts('pon.|wt.|śr.|czw.|pt.|sob.|niedz.'),
  },
  {
    language: 'uk',
    direction: 'ltr',
    frames: parts(
      'Коли # відкрив майстерню, ніхто не чекав понад 0 відвідувачів на тиждень.|Я йшла вздовж річки з # і нарахувала 0 човнів.|Не вмикайте #, доки не очистите фільтр; це триває близько 0 хвилин.|За словами #, міст існував ще до війни, хоча дві арки відбудували.|Комісія # збиралася 0 разів.|Виявилося, що # мав рацію.',
    ),
    titles: parts('Як працює #|День у #|Нотатки про #|# докладно|#'),
    syllables: parts('бі|вер|гай|дуб|жит|зол|кам|луг|мли|нів|оль|пол|руд|сте|яр'),
    menu: parts('Огляд|Наша історія|Щоденник|Майстерні|Ціни|Команда|Преса|Адреси|Напишіть нам'),
    footer: parts('Правова інформація|Захист даних|Робота|Повернення|Повідомити про проблему'),
    consent: [
      'Ваша приватність',
      'Ми та наші партнери зберігаємо інформацію на вашому пристрої, щоб показувати персоналізований вміст.',
      'Погоджуюся',
      'Керувати вибором',
    ],
    popular: 'Найпопулярніше',
    follow: 'Стежте за нами',
    loading: 'Завантаження…',
    noScript: 'Увімкніть JavaScript, щоб користуватися сайтом.',
    skip: 'Перейти до вмісту',
    signIn: ['Електронна адреса', 'Пароль', 'Увійти', 'Створити обліковий запис'],
    weekdays: parts('пн|вт|ср|чт|пт|сб|нд'),
  },
  {
    language: 'tr',
    direction: 'ltr',
    frames: parts(
      '# atölyeyi açtığında kimse haftada 0 ziyaretçiden fazlasını beklemiyordu.|# ile nehir boyunca yürüdüm ve 0 tekne saydım.|Filtreyi temizlemeden # çalıştırmayın; yaklaşık 0 dakika sürer.|# köprünün savaştan önce de var olduğunu, ama iki kemerinin yenilendiğini söylüyor.|# kurulu 0 kez toplandı.|Sonunda # haklı çıktı.',
    ),
    titles: parts('# nasıl çalışır|Bir gün #|# üzerine notlar|Ayrıntılarıyla #|#'),
    syllables: parts('ak|bah|çay|dağ|göl|hisar|kaya|köy|ova|pın|sar|tepe|yeş|dere'),
    menu: parts('Keşfet|Hikâyemiz|Günlük|Atölyeler|Fiyatlar|Ekip|Basın|Şubeler|Bize yazın'),
    footer: parts('Yasal bildirim|Verilerin korunması|İş ilanları|İadeler|Sorun bildir'),
    consent: [
      'Gizliliğiniz',
      'Biz ve iş ortaklarımız, kişiselleştirilmiş içerik göstermek için cihazınızda bilgi saklıyoruz.',
      'Kabul et ve devam et',
      'Seçimleri yönet',
    ],
    popular: 'En çok okunanlar',
    follow: 'Bizi takip edin',
    loading: 'Yükleniyor…',
    noScript: 'Bu siteyi kullanmak için JavaScript’i açın.',
    skip: 'İçeriğe geç',
    signIn: ['E-posta adresi', 'Parola', 'Oturum aç', 'Hesap oluştur'],
    weekdays: parts('Pzt|Sal|Çar|Per|Cum|Cmt|Paz'),
  },
  {
    language: 'he',
    direction: 'rtl',
    frames: parts(
      'כאשר # פתח את בית המלאכה, איש לא ציפה ליותר מ 0 מבקרים בשבוע.|הלכתי לאורך הנהר עם # וספרתי 0 סירות.|אין להפעיל את # לפני ניקוי המסנן; זה נמשך כ 0 דקות.|לדברי #, הגשר עמד כאן עוד לפני המלחמה, אם כי שתי קשתות נבנו מחדש.|הוועדה של # נפגשה 0 פעמים.|בסופו של דבר # צדק.',
    ),
    titles: parts('איך # עובד|יום אחד ליד #|רשימות על #|# בפירוט|#'),
    syllables: parts('בר|גל|דור|הר|זית|חן|טל|כרם|לב|נוף|סלע|עין|צור|רם|שד'),
    menu: parts('לגלות|הסיפור שלנו|יומן|סדנאות|מחירים|צוות|עיתונות|סניפים|כתבו לנו'),
    footer: parts('הודעה משפטית|הגנת מידע|משרות|החזרות|דיווח על בעיה'),
    consent: [
      'הפרטיות שלך',
      'אנחנו והשותפים שלנו שומרים מידע במכשיר שלך כדי להציג תוכן מותאם אישית.',
      'מסכים',
      'ניהול העדפות',
    ],
    popular: 'הנקראות ביותר',
    follow: 'עקבו אחרינו',
    loading: 'טוען…',
    noScript: 'יש להפעיל JavaScript כדי להשתמש באתר.',
    skip: 'דילוג לתוכן',
    signIn: ['כתובת דואר אלקטרוני', 'סיסמה', 'כניסה', 'יצירת חשבון'],
    weekdays: parts('יום א׳|יום ב׳|יום ג׳|יום ד׳|יום ה׳|יום ו׳|שבת'),
  },
  {
    language: 'ko',
    direction: 'ltr',
    frames: parts(
      '봄에 # 공방이 문을 열었을 때 일주일에 0 명이 넘는 손님을 기대한 사람은 없었다.|나는 # 와 함께 강을 따라 걸으며 배를 0 척 세었다.|필터를 청소하기 전에는 # 을 켜지 마십시오. 약 0 분이 걸립니다.|# 에 따르면 다리는 전쟁 전부터 있었지만 아치 두 개는 다시 지어졌다.|# 위원회는 0 번 모였다.|결국 # 이 옳았다.',
    ),
    titles: parts('# 사용법|# 에서 보낸 하루|# 에 관한 기록|# 자세히 보기|#'),
    syllables: parts('가|나|달|로|마|바|산|솔|아|윤|진|천|하|호|별|들'),
    menu: parts('둘러보기|우리 이야기|일지|강좌|가격|팀 소개|보도 자료|지점 안내|문의하기'),
    footer: parts('법적 고지|개인정보 처리방침|채용|반품 안내|문제 신고'),
    consent: [
      '개인정보 보호',
      '당사와 파트너는 맞춤형 콘텐츠를 표시하기 위해 기기에 정보를 저장합니다.',
      '동의하고 계속',
      '선택 관리',
    ],
    popular: '많이 본 기사',
    follow: '팔로우하기',
    loading: '불러오는 중…',
    noScript: '이 사이트를 사용하려면 자바스크립트를 켜 주세요. (JavaScript)',
    skip: '본문으로 건너뛰기',
    signIn: ['이메일 주소', '비밀번호', '로그인', '계정 만들기'],
    weekdays: parts('월|화|수|목|금|토|일'),
  },
  {
    language: 'ja',
    direction: 'ltr',
    frames: parts(
      '春に#が工房を開いたとき、週に0人を超える客を期待した者はいなかった。|私は#と川沿いを歩き、舟を0艘数えた。|フィルターを掃除する前に#を起動しないでください。約0分かかります。|#によれば、橋は戦前からあったが、二つのアーチは建て直された。|#の委員会は0回集まった。|結局、#が正しかった。',
    ),
    titles: parts('#のしくみ|#で過ごす一日|#についての覚え書き|#を詳しく|#'),
    syllables: parts(
      'アル|ベル|コス|デラ|エト|フィ|ガロ|ヒュ|イル|カノ|ルミ|ミラ|ネオ|オル|サン|ティ',
    ),
    menu: parts('見つける|私たちの歩み|日誌|講座|料金|チーム|報道関係の方へ|店舗一覧|ご連絡'),
    footer: parts('法的事項|個人情報の保護|採用情報|返品について|問題を報告'),
    consent: [
      'プライバシーについて',
      '当社とパートナーは、個人に合わせた内容を表示するため、お使いの端末に情報を保存します。',
      '同意して続ける',
      '選択を管理',
    ],
    popular: 'よく読まれている記事',
    follow: 'フォローする',
    loading: '読み込み中…',
    noScript: 'このサイトを使うにはJavaScriptを有効にしてください。',
    skip: '本文へ移動',
    signIn: ['メールアドレス', '暗証番号', '入る', 'アカウントを作成'],
    weekdays: parts('月|火|水|木|金|土|日'),
  },
  {
    language: 'zh',
    direction: 'ltr',
    frames: parts(
      '春天#打开作坊的时候，没有人料到每周会有超过0位客人。|我和#沿着河走，数了0条船。|清洗滤网之前不要启动#，大约需要0分钟。|据#说，这座桥战前就有了，虽然两个桥拱是重建的。|#的委员会开了0次会。|事实证明，#是对的。',
    ),
    titles: parts('#的原理|在#的一天|关于#的笔记|细说#|#'),
    syllables: parts('安|柏|长|东|凤|高|华|金|康|龙|明|南|平|清|荣|顺|天|万|西|新|永|玉|远|泽'),
    menu: parts('探索|我们的故事|日志|课程|价格|团队|媒体|门店|写信给我们'),
    footer: parts('法律声明|个人信息保护|招聘|退货|反馈问题'),
    consent: [
      '您的隐私',
      '我们和合作伙伴会在您的设备上存储信息，以便展示个性化内容。',
      '同意并继续',
      '管理选项',
    ],
    popular: '本周最热',
    follow: '关注我们',
    loading: '正在加载…',
    noScript: '请启用JavaScript以使用本网站。',
    skip: '跳到正文',
    signIn: ['电子邮箱', '口令', '进入', '注册账户'],
    weekdays: parts('周一|周二|周三|周四|周五|周六|周日'),
  },
]

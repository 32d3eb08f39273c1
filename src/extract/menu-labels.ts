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

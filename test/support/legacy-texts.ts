/** A text of a language, in an encoding that its feeds were written in. */
export interface LegacyText {
  encoding: string
  title: string
  text: string
}

/** Texts that were written before the detector was, and never looked at while it was made. */
export const HELD_TEXTS: readonly LegacyText[] = [
  {
    encoding: 'windows-1251',
    title: 'Погода на выходные',
    text: 'В субботу ожидается небольшой дождь, температура воздуха днём поднимется до двадцати градусов.',
  },
  {
    encoding: 'koi8-r',
    title: 'Новый поезд до моря',
    text: 'Железная дорога запускает летом дополнительный поезд, билеты уже можно купить в кассах вокзала.',
  },
  {
    encoding: 'shift_jis',
    title: '駅前に新しい図書館',
    text: '市は来年の春、駅前の広場に新しい図書館を開くと発表しました。子ども向けの本も多くそろえます。',
  },
  {
    encoding: 'euc-jp',
    title: '台風の進路について',
    text: '気象庁によると、台風は今夜遅くに沿岸へ近づく見込みです。早めの避難をお願いします。',
  },
  {
    encoding: 'gbk',
    title: '城市公园重新开放',
    text: '经过一年的改造，这座公园昨天重新向市民开放，许多家庭带着孩子来到湖边散步。',
  },
  {
    encoding: 'big5',
    title: '地震後的重建工作',
    text: '地震發生三個月之後，當地居民已經開始重新建造房屋，學校也將在下個月恢復上課。',
  },
  {
    encoding: 'euc-kr',
    title: '새로운 도서관 개관',
    text: '서울시는 다음 달 강변에 새로운 도서관을 연다고 밝혔다. 어린이를 위한 책도 많이 준비되어 있다.',
  },
  {
    encoding: 'iso-8859-2',
    title: 'Nowa wystawa w muzeum',
    text: 'Muzeum otworzyło wczoraj wystawę poświęconą życiu rybaków; zwiedzający mogą obejrzeć łodzie i sieci sprzed stu lat.',
  },
  {
    encoding: 'windows-1252',
    title: 'Un marché sur l’eau',
    text: 'Les pêcheurs proposent désormais leurs poissons à même le quai, où les clients viennent très tôt, même en hiver.',
  },
  {
    encoding: 'windows-1253',
    title: 'Νέο σχολείο στο νησί',
    text: 'Το νέο σχολείο του νησιού άνοιξε χθες τις πόρτες του, με τριάντα μαθητές και δύο δασκάλους.',
  },
  {
    encoding: 'windows-1254',
    title: 'Balıkçılar denize açıldı',
    text: 'Av yasağının sona ermesiyle birlikte balıkçılar dün gece ağlarını denize bıraktı; güneş doğarken ilk tekneler döndü.',
  },
  {
    encoding: 'windows-1255',
    title: 'ספינה חדשה בנמל',
    text: 'ספינת המחקר החדשה עגנה אתמול בנמל, והקהל הוזמן לבקר בה ולשמוע על העבודה של החוקרים.',
  },
]

/** Texts of the same encodings, and of others. */
export const KNOWN_TEXTS: readonly LegacyText[] = [
  {
    encoding: 'windows-1251',
    title: 'Новости порта',
    text: 'Сегодня утром в гавань вошло большое судно с зерном. Разгрузка займёт два дня.',
  },
  {
    encoding: 'koi8-r',
    title: 'Ответы читателям',
    text: 'Мы получили много писем о прошлой статье и публикуем самые интересные из них.',
  },
  {
    encoding: 'shift_jis',
    title: '港のニュース',
    text: '今朝、大きな船が港に入りました。荷物をおろすのに二日かかります。',
  },
  {
    encoding: 'euc-jp',
    title: '本日のお知らせ',
    text: '会議は午後から始まります。参加される方は受付までお越しください。',
  },
  {
    encoding: 'gbk',
    title: '港口新闻',
    text: '今天早上一艘大船进入了港口，卸货需要两天的时间，工人们正在准备。',
  },
  {
    encoding: 'big5',
    title: '港口新聞',
    text: '今天早上一艘大船進入了港口，卸貨需要兩天的時間，工人們正在準備。',
  },
  {
    encoding: 'euc-kr',
    title: '항구 소식',
    text: '오늘 아침 큰 배가 항구에 들어왔다. 짐을 내리는 데 이틀이 걸릴 것이다.',
  },
  {
    encoding: 'iso-8859-2',
    title: 'Zprávy z přístavu',
    text: 'Dnes ráno připlula do přístavu velká loď s obilím, vykládka potrvá dva dny. Příští týden čekáme ještě dvě.',
  },
  {
    encoding: 'windows-1252',
    title: 'Nachrichten aus dem Hafen',
    text: 'Heute früh lief ein großes Schiff ein – „endlich“, sagen die Händler. Für die Löschung braucht man zwei Tage.',
  },
  {
    encoding: 'windows-1253',
    title: 'Νέα από το λιμάνι',
    text: 'Σήμερα το πρωί μπήκε στο λιμάνι ένα μεγάλο πλοίο με σιτάρι.',
  },
  {
    encoding: 'windows-1254',
    title: 'Limandan haberler',
    text: 'Bu sabah limana büyük bir gemi girdi; yükün boşaltılması iki gün sürecek, işçiler hazırlanıyor.',
  },
  {
    encoding: 'windows-1255',
    title: 'חדשות מהנמל',
    text: 'הבוקר נכנסה לנמל אנייה גדולה. פריקת המטען תימשך יומיים.',
  },
  {
    encoding: 'windows-1250',
    title: 'Wiadomości z portu',
    text: 'Dziś rano do portu wpłynął duży statek; rozładunek potrwa dwa dni, a później będą następne żaglowce.',
  },
  {
    encoding: 'windows-1250',
    title: 'Hírek a kikötőből',
    text: 'Ma reggel egy nagy hajó futott be a kikötőbe, a kirakodás két napig tart, utána újabb hajók jönnek, űrtartalmuk nagyobb.',
  },
  {
    encoding: 'windows-1256',
    title: 'أخبار الميناء',
    text: 'دخلت صباح اليوم سفينة كبيرة إلى الميناء، ويستغرق تفريغها يومين.',
  },
  {
    encoding: 'windows-1257',
    title: 'Uosto naujienos',
    text: 'Šįryt į uostą įplaukė didelis laivas; iškrovimas užtruks dvi dienas, o vėliau atplauks dar žvejų.',
  },
  {
    encoding: 'windows-874',
    title: 'ข่าวจากท่าเรือ',
    text: 'เช้าวันนี้เรือใหญ่ลำหนึ่งเข้ามาที่ท่าเรือ การขนถ่ายสินค้าจะใช้เวลาสองวัน',
  },
  {
    encoding: 'windows-1252',
    title: 'Fréttir af höfninni',
    text: 'Í morgun kom stórt skip að höfninni, það tekur tvo daga að losa það og þá siglir það aftur.',
  },
  {
    encoding: 'windows-1252',
    title: 'Notícias do porto',
    text: 'Hoje de manhã entrou no porto um navio muito grande; a operação não será rápida e as reações são várias.',
  },
]

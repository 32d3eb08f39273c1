import type { Labels } from '../voice.ts'

type Key = Exclude<keyof Labels, 'wrote' | 'typing'>

const NAMES: readonly Key[] = [
  'reply',
  'quote',
  'report',
  'share',
  'like',
  'joined',
  'posts',
  'comments',
  'answers',
  'related',
  'edited',
  'online',
  'login',
  'search',
  'home',
  'member',
  'place',
  'by',
]

function named(wrote: string, typing: string, text: string): Labels {
  const values = text.split(';').map((value) => value.trim())
  const pairs = NAMES.map((name, index) => [name, values[index]!] as const)
  return { ...(Object.fromEntries(pairs) as Record<Key, string>), wrote, typing }
}

/** Labels around posts by language, for pages that nothing is tuned on. */
export const HELD_OUT_LABELS: Readonly<Record<string, Labels>> = {
  en: named(
    'On this, # noted:',
    '# is writing a message…',
    'Respond; Cite; Flag; Forward; Helpful; Member since; Contributions; Discussion; Responses; More like this; Last changed; Available; Sign in; Find; Start page; Newcomer; From; written by',
  ),
  pt: named(
    '# disse:',
    '# está a escrever…',
    'Responder; Citar; Denunciar; Partilhar; Gosto; Membro desde; Publicações; Comentários; Respostas; Tópicos parecidos; Editado; Ligado; Entrar; Procurar; Início; Utilizador; Local; por',
  ),
  it: named(
    '# ha scritto:',
    '# sta scrivendo…',
    'Rispondi; Cita; Segnala; Condividi; Mi piace; Iscritto dal; Messaggi; Commenti; Risposte; Discussioni simili; Modificato; In linea; Accedi; Cerca; Pagina iniziale; Utente; Località; di',
  ),
  pl: named(
    '# napisał(a):',
    '# pisze…',
    'Odpowiedz; Cytuj; Zgłoś; Udostępnij; Lubię to; Dołączył; Postów; Komentarze; Odpowiedzi; Podobne tematy; Edytowano; Dostępny; Zaloguj; Szukaj; Strona główna; Użytkownik; Skąd; przez',
  ),
  uk: named(
    '# пише:',
    '# друкує…',
    'Відповісти; Цитувати; Поскаржитися; Поширити; Подобається; З нами з; Повідомлень; Коментарі; Відповіді; Схожі теми; Змінено; На зв’язку; Увійти; Шукати; Головна; Користувач; Звідки; від',
  ),
  tr: named(
    '# demiş ki:',
    '# yazıyor…',
    'Yanıtla; Alıntıla; Bildir; Paylaş; Beğen; Katılım; Mesajlar; Yorumlar; Yanıtlar; Benzer konular; Düzenlendi; Çevrimiçi; Giriş yap; Ara; Ana sayfa; Üye; Konum; yazan',
  ),
  ko: named(
    '#님이 쓴 글:',
    '#님이 입력 중…',
    '답글; 인용; 신고; 공유; 좋아요; 가입일; 게시물; 댓글; 답변; 비슷한 글; 수정됨; 접속 중; 로그인; 찾기; 처음으로; 회원; 지역; 글쓴이',
  ),
  ja: named(
    '#さんが書きました:',
    '#さんが書き込み中…',
    '返事をする; 引用する; 違反報告; 広める; 参考になった; 参加日; 書き込み; ご意見; 回答一覧; 似た話題; 変更済み; 接続中; サインイン; 探す; トップ; 一般; 所在地; 記入者',
  ),
  zh: named(
    '#说过:',
    '#正在打字…',
    '回应; 引述; 检举; 转发; 赞同; 加入于; 发表; 留言; 答案; 类似话题; 修改过; 线上; 登入; 查找; 主页; 用户; 地区; 由',
  ),
}

const lines = (text: string): string[] => text.split('/').map((line) => line.trim())

/** Posts of a word or two by language. */
export const HELD_OUT_SHORTS: Readonly<Record<string, readonly string[]>> = {
  en: lines(
    'Cheers mate! / +2 / Much appreciated / Me too… / Seconded / Closing this now. / Ping / Nope / 🎉 / Well said! / k / What about the weekend? / My pleasure. / Haha / Fixed.',
  ),
  pt: lines(
    'Obrigado! / +2 / Agradecido / Comigo também. / Resolvido. / Nem pensar / 🎉 / Boa! / sim',
  ),
  it: lines('Grazie! / +2 / Grazie mille / Anche a me. / Risolto. / Macché / 🎉 / Bravo! / sì'),
  pl: lines(
    'Dzięki! / +2 / Bardzo dziękuję / U mnie to samo. / Rozwiązane. / Nie / 🎉 / Super! / tak',
  ),
  uk: lines('Дякую! / +2 / Щиро дякую / У мене так само. / Вирішено. / Ні / 🎉 / Чудово!'),
  tr: lines('Teşekkürler! / +2 / Çok sağ olun / Bende de öyle. / Çözüldü. / Hayır / 🎉 / Harika!'),
  ko: lines('고마워요! / +2 / 저도요. / 해결됐습니다. / 아니요 / 🎉 / 좋네요!'),
  ja: lines('助かりました! / +2 / 私もです。 / 直りました。 / 違います / 🎉 / 素晴らしい!'),
  zh: lines('多谢! / +2 / 我也是。 / 已解决。 / 没有 / 🎉 / 太棒了!'),
}

/** Sentences of posts by language; `#` is an invented word. */
export const HELD_OUT_CHAT: Readonly<Record<string, readonly string[]>> = {
  en: lines(
    'Where did you find the # in that colour? / We had # at our place for two winters, and it never froze. / Someone at the counter told me that # needs a new filter every March. / If it helps: # comes with a spare key under the lid. / I strongly disagree about #, and here is why. / Nobody mentioned # so far, which surprises me a little. / Our club bought three of the # models back in 2016. / Turn # upside down, wait a minute, then press both buttons. / My two cents: stay away from # unless you have spare time. / Can confirm, # does the same on my machine. / The second link about # is dead, does anyone have a copy? / Never mind, it was #, I had plugged it in wrongly. / Is # still made, or do I have to look for a used one? / I asked the people behind # and they answered within an hour. / What you describe sounds like a worn # to me. / Took me all afternoon, but # is running again. / Which size of # did you order in the end? / Reading this a year later: # still behaves that way. / Not everybody can afford #, you know. / Please attach the log of # from before the crash. / There is a nice walk from # down to the harbour. / That picture of # made my day!',
  ),
  pt: lines(
    'Onde é que encontraste #? / Cá em casa # nunca deu problemas. / Já alguém falou com os responsáveis por #? / Para mim o culpado é #, mas posso estar enganado. / Experimenta virar # ao contrário.',
  ),
  it: lines(
    'Dove hai trovato #? / Da noi # non ha mai dato problemi. / Qualcuno ha già parlato con quelli di #? / Secondo me è colpa di #, ma potrei sbagliarmi. / Prova a girare # al contrario.',
  ),
  pl: lines(
    'Gdzie udało się znaleźć #? / U nas # nigdy nie sprawiał kłopotów. / Czy ktoś już pytał o # w sklepie? / Moim zdaniem winny jest #, ale mogę się mylić.',
  ),
  uk: lines(
    'Де ви знайшли #? / У нас # ніколи не ламався. / Хтось уже питав про # у крамниці? / На мою думку, винен #, але можу помилятися.',
  ),
  tr: lines(
    '# ürününü nerede buldun? / Bizde # hiç sorun çıkarmadı. / # hakkında mağazaya soran oldu mu? / Bence suç # parçasında, ama yanılıyor olabilirim.',
  ),
  ko: lines(
    '#은 어디서 구하셨어요? / 저희 집에서는 #이 한 번도 고장 나지 않았어요. / 혹시 #에 대해 물어보신 분 있나요? / 제 생각에는 #이 문제인 것 같아요.',
  ),
  ja: lines(
    '#はどこで見つけましたか。 / うちの#は一度も壊れたことがないですよ。 / #についてお店に聞いた人はいますか。 / たぶん#のせいだと思いますけど、違うかもしれません。',
  ),
  zh: lines(
    '你在哪里找到#的? / 我们家的#从来没坏过。 / 有没有人去店里问过#? / 依我看是#的毛病,不过我也可能弄错。',
  ),
}

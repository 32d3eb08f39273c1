import type { Labels } from '../voice.ts'

const KEYS =
  'reply quote report share like joined posts comments answers related edited online login search home member place by wrote typing'.split(
    ' ',
  )

function labels(text: string): Labels {
  const values = text.split('|')
  return Object.fromEntries(KEYS.map((key, index) => [key, values[index]!])) as unknown as Labels
}

/** Labels around posts by language, for pages to learn from. */
export const TRAIN_LABELS: Readonly<Record<string, Labels>> = {
  en: labels(
    'Reply|Quote|Report|Share|Like|Joined|Posts|Comments|Answers|Related|Edited|Online|Log in|Search|Home|Member|Location|by|# wrote:|# is typing',
  ),
  de: labels(
    'Antworten|Zitieren|Melden|Teilen|Gefällt mir|Registriert|Beiträge|Kommentare|Antworten|Ähnliche Themen|Bearbeitet|Online|Anmelden|Suche|Startseite|Mitglied|Wohnort|von|# hat geschrieben:|# schreibt gerade',
  ),
  fr: labels(
    'Répondre|Citer|Signaler|Partager|J’aime|Inscription|Messages|Commentaires|Réponses|Sujets similaires|Modifié|En ligne|Connexion|Rechercher|Accueil|Membre|Localisation|par|# a écrit :|# est en train d’écrire',
  ),
  es: labels(
    'Responder|Citar|Reportar|Compartir|Me gusta|Registrado|Mensajes|Comentarios|Respuestas|Temas relacionados|Editado|En línea|Iniciar sesión|Buscar|Inicio|Miembro|Ubicación|por|# escribió:|# está escribiendo',
  ),
  ru: labels(
    'Ответить|Цитата|Пожаловаться|Поделиться|Нравится|Зарегистрирован|Сообщения|Комментарии|Ответы|Похожие темы|Отредактировано|В сети|Вход|Поиск|Главная|Участник|Откуда|от|# писал(а):|# печатает',
  ),
  ar: labels(
    'رد|اقتباس|تبليغ|مشاركة|إعجاب|تاريخ التسجيل|المشاركات|التعليقات|الإجابات|مواضيع مشابهة|تم التعديل|متصل|دخول|بحث|الرئيسية|عضو|الإقامة|بواسطة|كتب #:|# يكتب الآن',
  ),
  ja: labels(
    '返信|引用|通報|共有|いいね|登録日|投稿数|コメント|回答|関連トピック|編集済み|オンライン|ログイン|検索|ホーム|メンバー|住所|投稿者|# さんの投稿:|# さんが入力中',
  ),
  zh: labels(
    '回复|引用|举报|分享|点赞|注册时间|帖子|评论|回答|相关主题|已编辑|在线|登录|搜索|首页|会员|来自|作者|# 写道:|# 正在输入',
  ),
}

const parts = (text: string): string[] => text.split('|')

/** Posts of a word or two by language. */
export const TRAIN_SHORTS: Readonly<Record<string, readonly string[]>> = {
  en: parts(
    'Thanks!|+1|Thank you so much|Same here.|This.|LGTM|Solved, thanks|Bump|No.|👍|Congrats!|ok|Any news on this?|You’re welcome.|lol|Nice!',
  ),
  de: parts('Danke!|+1|Dankeschön|Geht mir auch so.|Push|Hat geklappt, danke|Nein.|👍|Super!|ok'),
  fr: parts('Merci !|+1|Merci beaucoup|Pareil.|Up|Résolu, merci|Non.|👍|Bravo !|ok'),
  es: parts('¡Gracias!|+1|Muchas gracias|Igual aquí.|Solucionado|No.|👍|¡Genial!|ok'),
  ru: parts('Спасибо!|+1|Большое спасибо|Аналогично.|Ап|Помогло, спасибо|Нет.|👍|Круто!|ок'),
  ar: parts('شكرا!|+1|شكرا جزيلا|نفس المشكلة.|تم الحل|لا.|👍|رائع!'),
  ja: parts('ありがとうございます!|+1|同じです。|解決しました。|いいえ。|👍|すごい!|了解'),
  zh: parts('谢谢!|+1|非常感谢|一样。|解决了|不是。|👍|厉害!|顶'),
}

/** Sentences of posts by language; `#` is an invented word. */
export const TRAIN_CHAT: Readonly<Record<string, readonly string[]>> = {
  en: parts(
    'Has anybody here tried # with the new version yet?|I have the same problem since I updated to # last week.|Did you restart # after changing the settings?|It works for me on # without any trouble.|You need to remove # first, then install it again.|I would not recommend # to beginners, to be honest.|My brother had a # for ten years and never complained.|Sorry for the late reply, # kept me busy.|That is exactly what # does when the cable is loose.|In 2019 we paid twice as much for #, just saying.|Could you post the output of #, please?|I don’t think # is the cause; it happened before as well.|As far as I know # was discontinued in March.|Let me know if # helps.|The manual of # says the opposite on page 12.|Why would anyone want #?|I finally gave up and bought #.|We drove to # last summer and the roads were fine.|Yes, # is what you are looking for.|If you ask me, # is overrated.|Quick update: # arrived today and fits perfectly.|Please search for # before you ask, this comes up every week.|I’m on mobile, so I cannot check # right now.|Agreed with what was said above about #.|See the answer from yesterday, # explains it better than I can.',
  ),
  de: parts(
    'Hat jemand von euch schon # ausprobiert?|Bei mir läuft # seit gestern ohne Probleme.|Ich würde # erst einmal neu starten.|Das liegt ganz sicher an #, das hatte ich auch.|Kannst du bitte ein Foto von # einstellen?|Im Handbuch steht zu # leider nichts.|Mein Nachbar schwört auf #, aber teuer ist es schon.|Sag Bescheid, ob # geholfen hat.',
  ),
  fr: parts(
    'Est-ce que quelqu’un a déjà essayé # ?|Chez moi # marche très bien depuis hier.|Il faut d’abord désinstaller #, puis recommencer.|Je ne crois pas que # soit en cause.|Tu peux mettre une photo de # ?|Personnellement je préfère #.|Tiens-nous au courant pour #.',
  ),
  es: parts(
    '¿Alguien ha probado # con la nueva versión?|A mí # me funciona perfectamente desde ayer.|Primero hay que quitar # y luego instalarlo otra vez.|No creo que # sea la causa.|¿Puedes subir una foto de #?|Yo prefiero #, la verdad.|Ya nos contarás cómo va #.',
  ),
  ru: parts(
    'Кто-нибудь уже пробовал # на новой версии?|У меня # работает со вчерашнего дня без проблем.|Сначала удалите #, потом поставьте заново.|Не думаю, что дело в #.|Можете выложить фото #?|Лично мне больше нравится #.|Отпишитесь потом про #.',
  ),
  ar: parts(
    'هل جرب أحدكم # من قبل؟|عندي # يعمل منذ أمس بدون مشاكل.|يجب حذف # أولا ثم التثبيت من جديد.|لا أظن أن # هو السبب.|أنا أفضل # بصراحة.',
  ),
  ja: parts(
    '#を試した方はいますか。|私の環境では#は昨日から問題なく動いています。|まず#を削除してから入れ直してください。|#が原因だとは思いません。|#の写真を載せてもらえますか。',
  ),
  zh: parts(
    '有人试过#吗?|我这里#从昨天开始一直正常。|先把#删掉,然后重新安装。|我觉得不是#的问题。|可以发一张#的照片吗?|我个人更喜欢#。',
  ),
}

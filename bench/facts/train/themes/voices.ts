import type { Tongue } from '../../../pages/tongue.ts'
import { TRAIN_TONGUES } from '../../../pages/train/tongues.ts'

/** How pages of one language say who did what and when; `#` is the place of a name or a day. */
export interface Voice {
  tongue: Tongue
  by: readonly string[]
  published: readonly string[]
  updated: readonly string[]
  /** Who did other work. */
  others: readonly string[]
  roles: readonly string[]
  minutes: string
  /** Words of tables and lists of facts: author, published. */
  labels: readonly [author: string, published: string]
  /** Headings over comments and over words of customers. */
  comments: string
  praise: string
}

// Language | by | published | updated | others | roles | minutes; author; published; comments; praise
// and, for a language that has no other texts: first names; last names; title; sentences.
const VOICES = `
en|By #;by #;Written by #;Author: #;Words by #;Story by #;Posted by #;A guest post by #|Published #;Posted on #;First published: #;#|Last updated: #;Updated #;Modified on #|Photos by #;Edited by #;Photography: #;Illustration by #;Fact-checked by #|Senior reporter;Political editor;Head of Research|4 min read;Author;Published;Comments;What our customers say
de|Von #;von #;Text: #;Autor: #;Geschrieben von #;Verfasst von #;Ein Gastbeitrag von #;Autorin: #|Veröffentlicht am #;Erschienen am #;#|Aktualisiert am #;Zuletzt geändert: #;Letzte Änderung #|Fotos: #;Übersetzung: #;Redaktion: #;Illustration: #;Lektorat: #|Politikredakteurin;Chefreporter;Leiterin Kommunikation|4 Min. Lesezeit;Autor;Veröffentlicht;Kommentare;Das sagen unsere Kunden
fr|Par #;par #;Auteur : #;Écrit par #;Rédigé par #;Texte : #;Une tribune de #|Publié le #;Mis en ligne le #;#|Mis à jour le #;Modifié le #|Photos : #;Traduction : #;Illustrations de #;Relecture : #|Grand reporter;Cheffe du service politique|4 min de lecture;Auteur;Publié le;Commentaires;Ils nous font confiance
es|Por #;por #;Autor: #;Escrito por #;Texto: #;Redacción: #;Publicado por #|Publicado el #;Fecha: #;#|Actualizado el #;Última actualización: #|Fotos: #;Traducción: #;Ilustración de #;Edición: #|Jefa de política;Enviado especial|4 min de lectura;Autor;Publicado;Comentarios;Lo que dicen nuestros clientes
it|Di #;di #;Autore: #;Scritto da #;A cura di #;Testo di #|Pubblicato il #;Data: #;#|Aggiornato il #;Ultima modifica: #|Foto di #;Traduzione di #;Illustrazioni: #|Caporedattore;Inviata speciale|4 min di lettura;Autore;Pubblicato;Commenti;Dicono di noi
nl|Door #;door #;Auteur: #;Geschreven door #;Tekst: #;Tekst #|Gepubliceerd op #;Geplaatst: #;#|Bijgewerkt op #;Laatst gewijzigd: #|Foto's: #;Vertaling: #;Beeld: #;Redactie: #|Chef politiek;Verslaggeefster|4 min. leestijd;Auteur;Gepubliceerd;Reacties;Wat klanten zeggen
sv|Av #;av #;Text: #;Skribent: #;Skriven av #;Författare: #|Publicerad #;Publicerat: #;#|Uppdaterad #;Senast ändrad: #|Foto: #;Översättning: #;Illustration: #|Politisk redaktör;Utrikesreporter|4 min läsning;Författare;Publicerad;Kommentarer;Vad våra kunder säger
fi|Teksti: #;Kirjoittaja: #;Kirjoittanut #;Toimittaja: #|Julkaistu #;#|Päivitetty #;Muokattu #|Kuvat: #;Käännös: #;Kuvitus: #|Politiikan toimittaja;Päätoimittaja|4 min lukuaika;Kirjoittaja;Julkaistu;Kommentit;Asiakkaidemme sanomaa
pl|Autor: #;Tekst: #;Napisała #;Przez #;Autorka: #|Opublikowano #;Data publikacji: #;#|Zaktualizowano #;Aktualizacja: #|Zdjęcia: #;Tłumaczenie: #;Ilustracje: #;Redakcja: #|Dziennikarka;Redaktor naczelny|4 min czytania;Autor;Opublikowano;Komentarze;Opinie klientów
cs|Autor: #;Text: #;Napsal #;Od #;Autorka: #|Publikováno #;Vydáno: #;#|Aktualizováno #;Upraveno: #|Foto: #;Překlad: #;Ilustrace: #|Redaktorka;Šéfredaktor|4 min čtení;Autor;Publikováno;Komentáře;Co říkají zákazníci
tr|Yazan: #;Yazar: #;Haber: #;Hazırlayan: #;Metin: #|Yayınlanma: #;Yayın tarihi: #;#|Güncelleme: #;Son güncelleme: #|Fotoğraf: #;Çeviri: #;Editör: #|Muhabir;Genel yayın yönetmeni|4 dk okuma;Yazar;Yayınlanma;Yorumlar;Müşterilerimiz ne diyor
hu|Írta: #;Szerző: #;Szöveg: #;Szerzők: #|Megjelent: #;Közzétéve: #;#|Frissítve: #;Módosítva: #|Fotó: #;Fordította: #;Képek: #|Főszerkesztő;Újságíró|4 perc olvasás;Szerző;Megjelent;Hozzászólások;Ügyfeleink mondták
ro|De #;Autor: #;Scris de #;Text: #;Articol de #|Publicat la #;Data publicării: #;#|Actualizat la #;Ultima actualizare: #|Foto: #;Traducere: #;Ilustrații: #|Redactor-șef;Reporter special|4 min de citit;Autor;Publicat;Comentarii;Ce spun clienții
id|Oleh #;Oleh: #;Penulis: #;Ditulis oleh #;Teks: #|Diterbitkan #;Dipublikasikan: #;#|Diperbarui #;Terakhir diubah: #|Foto: #;Editor: #;Penerjemah: #|Wartawan senior;Redaktur pelaksana|4 menit baca;Penulis;Diterbitkan;Komentar;Kata pelanggan kami
ru|Автор: #;Текст: #;Автор статьи: #;Подготовила #|Опубликовано: #;Дата публикации: #;#|Обновлено: #;Изменено #|Фото: #;Перевод: #;Редактор: #;Иллюстрации: #|Специальный корреспондент;Обозреватель|4 мин. чтения;Автор;Опубликовано;Комментарии;Отзывы клиентов
el|Του #;Της #;Γράφει ο #;Γράφει η #;Συντάκτης: #;Κείμενο: #;Από #|Δημοσιεύθηκε: #;Δημοσίευση #;#|Ενημερώθηκε: #;Τελευταία ενημέρωση: #|Φωτογραφίες: #;Μετάφραση: #;Επιμέλεια: #|Δημοσιογράφος;Αρχισυντάκτης|4 λεπτά ανάγνωση;Συντάκτης;Δημοσιεύθηκε;Σχόλια;Τι λένε οι πελάτες μας
ar|بقلم #;بقلم: #;كتب #;كتبت: #;الكاتب: #;إعداد: #|نشر في #;تاريخ النشر: #;#|آخر تحديث: #;تم التحديث في #|تصوير: #;ترجمة: #;تحرير: #|رئيس التحرير;مراسلة|4 دقائق قراءة;الكاتب;نشر;التعليقات;ماذا يقول عملاؤنا
hi|लेखक: #;द्वारा #;रिपोर्ट: #;लेखिका: #|प्रकाशित: #;प्रकाशन तिथि: #;#|अपडेट: #;अंतिम अपडेट: #|फोटो: #;अनुवाद: #;संपादन: #|विशेष संवाददाता;वरिष्ठ पत्रकार|4 मिनट;लेखक;प्रकाशित;टिप्पणियाँ;ग्राहक क्या कहते हैं
ja|文：#;文／#;著者：#;執筆：#;ライター：#;取材・文：#;筆者 #|公開日：#;掲載日 #;#|更新日：#;最終更新：#|写真：#;編集：#;翻訳：#;撮影／#|編集長;政治部記者|読了時間 4分;著者;公開日;コメント;お客様の声
ko|글: #;글 #;작성자: #;글쓴이: #;# 기자|게시일: #;입력 #;#|수정일: #;업데이트: #|사진: #;번역: #;편집: #|편집장;정치부 기자|읽는 시간 4분;작성자;작성일;댓글;고객의 소리
pt|Por #;por #;Autor: #;Escrito por #;Texto: #;Redação: #|Publicado em #;Data: #;#|Atualizado em #;Última atualização: #|Fotos: #;Tradução: #;Edição: #|Repórter especial;Editora de política|4 min de leitura;Autor;Publicado;Comentários;O que dizem nossos clientes|Rui,Teresa,Joaquim,Beatriz,Duarte,Leonor;Falcão,Serrano,Quintela,Vasques,Moreira,Teles;O pão de # antes da cheia;A balsa para # sai quase sempre com 0 minutos de atraso, e no cais ninguém se queixa.;As crianças de # juntaram 0 quilos de castanhas.
da|Af #;af #;Tekst: #;Skrevet af #;Forfatter: #|Publiceret #;Udgivet: #;#|Opdateret #;Sidst ændret: #|Foto: #;Oversættelse: #;Redigeret af #|Politisk redaktør;Udlandsreporter|4 min. læsetid;Forfatter;Udgivet;Kommentarer;Det siger kunderne|Asger,Ditte,Frode,Karen,Mogens,Signe;Bundgaard,Holst,Krogh,Lund,Ravn,Skytte;Hvor # får sit brød fra;Færgen til # er 0 minutter forsinket de fleste morgener, og ingen på kajen klager.;Børn fra # samlede 0 kilo kastanjer til dyreparken.
nb|Av #;av #;Tekst: #;Skrevet av #;Forfatter: #|Publisert #;#|Oppdatert #;Sist endret: #|Foto: #;Oversettelse: #;Illustrasjon: #|Politisk redaktør;Utenriksreporter|4 min lesetid;Forfatter;Publisert;Kommentarer;Hva kundene sier|Eirik,Guro,Halvor,Solveig,Torstein,Ragnhild;Aasen,Bakke,Fjeld,Haugen,Myhre,Tveit;Klokkene i # før flommen;Ferga til # går 0 minutter for sent de fleste morgener, og ingen på kaia klager.;Barna i # samlet 0 kilo kastanjer til dyreparken.
sk|Autor: #;Text: #;Napísala #;Autorka: #;Od #|Zverejnené #;Publikované: #;#|Aktualizované #;Upravené: #|Foto: #;Preklad: #;Ilustrácie: #|Redaktorka;Šéfredaktor|4 min čítania;Autor;Zverejnené;Komentáre;Čo hovoria zákazníci|Matúš,Zuzana,Ľubomír,Jana,Peter,Viera;Hruška,Kováč,Mráz,Oravec,Sedlák,Urban;Odkiaľ má # chlieb;Kompa do # odchádza takmer každé ráno o 0 minút neskôr a nikto na móle sa nesťažuje.;Deti z # nazbierali 0 kilogramov gaštanov.
uk|Автор: #;Автор #;Текст: #;Авторка: #;Підготувала #|Опубліковано: #;Дата публікації: #;#|Оновлено: #;Змінено #|Фото: #;Переклад: #;Редактор: #|Спеціальний кореспондент;Оглядач|4 хв читання;Автор;Опубліковано;Коментарі;Відгуки клієнтів|Остап,Соломія,Тарас,Ганна,Левко,Дарина;Гончар,Кравчук,Мельник,Савченко,Ткач,Шевчук;Годинники міста #;Пором до # майже щоранку відходить на 0 хвилин пізніше, і на причалі ніхто не скаржиться.;Діти з # зібрали 0 кілограмів каштанів.
bg|Автор: #;Текст: #;От #;Написано от #|Публикувано на #;Дата: #;#|Обновено на #;Последна промяна: #|Снимки: #;Превод: #;Редактор: #|Главен редактор;Репортер|4 мин. четене;Автор;Публикувано;Коментари;Какво казват клиентите|Калин,Невена,Румен,Десислава,Стоян,Яна;Божинов,Велева,Дойчев,Колева,Радев,Чолаков;Часовниците на #;Фериботът за # закъснява почти всяка сутрин с 0 минути и никой на кея не се оплаква.;Децата от # събраха 0 килограма кестени.
sr|Аутор: #;Пише: #;Текст: #;Пише #|Објављено: #;Објављено #;#|Ажурирано: #;Измењено #|Фото: #;Превод: #;Уредник: #|Новинар;Дописник|4 мин читања;Аутор;Објављено;Коментари;Шта кажу клијенти|Душан,Милица,Раде,Јелена,Станко,Ведрана;Богић,Васиљевић,Ђурић,Лазић,Перовић,Тошић;Часовници у #;Скела за # скоро сваког јутра касни 0 минута и нико на пристаништу се не жали.;Деца из # сакупила су 0 килограма кестена.
hr|Autor: #;Piše: #;Napisao #;Tekst: #;Piše #|Objavljeno: #;Objavljeno #;#|Ažurirano: #;Zadnja izmjena: #|Foto: #;Prijevod: #;Uredila #|Novinar;Glavna urednica|4 min čitanja;Autor;Objavljeno;Komentari;Što kažu klijenti|Ante,Dunja,Hrvoje,Marta,Stipe,Zrinka;Babić,Cvitan,Juric,Matković,Perić,Vuković;Satovi grada #;Trajekt za # gotovo svakog jutra kasni 0 minuta i nitko se na molu ne žali.;Djeca iz # skupila su 0 kilograma kestena.
lt|Autorius: #;Tekstas: #;Parašė #;Autorė: #|Paskelbta #;Publikuota: #;#|Atnaujinta #;Paskutinį kartą keista: #|Nuotraukos: #;Vertė #;Redaktorius: #|Žurnalistė;Vyriausioji redaktorė|4 min. skaitymo;Autorius;Paskelbta;Komentarai;Ką sako klientai|Jonas,Rūta,Vytautas,Eglė,Tomas,Daiva;Balčiūnas,Jankauskas,Kazlauskas,Petraitis,Žukas,Urbonas;Iš kur # gauna duonos;Keltas į # beveik kas rytą vėluoja 0 minučių, ir niekas prieplaukoje nesiskundžia.;Vaikai iš # surinko 0 kilogramų kaštonų.
lv|Autors: #;Teksts: #;Raksta #;Autore: #|Publicēts #;Publicēts: #;#|Atjaunots #;Pēdējās izmaiņas: #|Foto: #;Tulkoja #;Redaktors: #|Žurnālists;Galvenā redaktore|4 min lasīšanai;Autors;Publicēts;Komentāri;Ko saka klienti|Andris,Ilze,Jānis,Līga,Oskars,Zane;Bērziņš,Kalniņš,Liepa,Ozols,Vītols,Zariņš;Pulksteņi pilsētā #;Prāmis uz # gandrīz katru rītu kavējas 0 minūtes, un neviens piestātnē nesūdzas.;Bērni no # salasīja 0 kilogramus kastaņu.
et|Autor: #;Tekst: #;Kirjutas #;Kirjutanud #|Avaldatud #;#|Uuendatud #;Muudetud: #|Foto: #;Tõlkinud #;Toimetaja: #|Ajakirjanik;Peatoimetaja|4 min lugemist;Autor;Avaldatud;Kommentaarid;Mida kliendid ütlevad|Jaan,Kadri,Mart,Liis,Tõnu,Ülle;Kask,Lepik,Mägi,Rebane,Saar,Tamm;Kust # leiva saab;Praam sadamasse # hilineb enamikul hommikutel 0 minutit ja keegi kail ei kurda.;Lapsed korjasid kohas # 0 kilo kastaneid.
vi|Tác giả: #;Bài: #;Bài viết: #;Viết bởi #|Đăng ngày #;Ngày đăng: #;#|Cập nhật #;Cập nhật lần cuối: #|Ảnh: #;Biên tập: #;Người dịch: #|Phóng viên;Tổng biên tập|4 phút đọc;Tác giả;Ngày đăng;Bình luận;Khách hàng nói gì|Văn Hùng,Thị Mai,Minh Tuấn,Thu Hà,Quốc Bảo,Ngọc Lan;Nguyễn,Trần,Phạm,Hoàng,Vũ,Đặng;Những chiếc đồng hồ của #;Chuyến phà đi # hầu như sáng nào cũng trễ 0 phút mà không ai trên bến phàn nàn.;Trẻ em ở # đã nhặt được 0 cân hạt dẻ.
he|מאת #;מאת: #;כתב: #;כתבה: #;נכתב על ידי #|פורסם ב-#;תאריך פרסום: #;#|עודכן ב-#;עדכון אחרון: #|צילום: #;תרגום: #;עריכה: #|כתבת;עורך ראשי|4 דקות קריאה;מחבר;פורסם;תגובות;מה אומרים הלקוחות|דנה,יוסי,תמר,אורי,מיכל,גיל;כהן,לוי,ברק,שגיא,רוזן,אלמוג;השעונים של #;המעבורת אל # יוצאת באיחור של 0 דקות כמעט בכל בוקר ואיש ברציף אינו מתלונן.;ילדי # אספו 0 קילוגרם ערמונים.
fa|نویسنده: #;نوشته #;به قلم #;نوشتهٔ #;گزارش: #|تاریخ انتشار: #;منتشر شده در #;#|به‌روزرسانی: #;آخرین به‌روزرسانی: #|عکس: #;مترجم: #;ترجمه: #|خبرنگار;سردبیر|۴ دقیقه مطالعه;نویسنده;تاریخ انتشار;دیدگاه‌ها;مشتریان ما چه می‌گویند|احمد,سارا,بهرام,مریم,کامران,نسرین;رضایی,محمدی,کریمی,صادقی,جعفری,نوری;ساعت‌های #;قایق به # بیشتر صبح‌ها 0 دقیقه دیر می‌رود و کسی در اسکله گله نمی‌کند.;بچه‌های # حدود 0 کیلو شاه‌بلوط جمع کردند.
th|โดย #;เขียนโดย #;ผู้เขียน: #;เรื่อง: #;เรื่อง #|เผยแพร่เมื่อ #;วันที่เผยแพร่: #;#|อัปเดตเมื่อ #;แก้ไขล่าสุด: #|ภาพ: #;แปลโดย #;ภาพโดย #|ผู้สื่อข่าวอาวุโส;บรรณาธิการ|อ่าน 4 นาที;ผู้เขียน;เผยแพร่;ความคิดเห็น;ลูกค้าพูดถึงเรา|สมชาย,มาลี,วิชัย,กานดา,ธนา,อรทัย;ศรีสุข,ทองดี,แสงทอง,บุญมา,พงษ์ไทย,รุ่งเรือง;นาฬิกาของ #;เรือข้ามฟากไป # ออกช้า 0 นาทีเกือบทุกเช้า แต่ไม่มีใครบนท่าบ่น;เด็กจาก # เก็บเกาลัดได้ 0 กิโลกรัม
zh|作者：#;文／#;文：#;撰文：#;撰文 #;文｜#;记者 #;文/#|发布时间：#;发布于 #;#|更新时间：#;最后更新：#|摄影：#;翻译：#;编辑：#;责任编辑：#;图／#|主编;资深记者|阅读约 4 分钟;作者;发布时间;评论;客户评价|小明,红梅,伟,静怡,建国,晓燕;王,李,张,陈,赵,周;#的钟表;去#的渡船几乎每天早上都晚0分钟开，码头上却没有人抱怨。;#的孩子们捡了0公斤栗子。`

function read(line: string): Voice {
  const [
    language = '',
    by = '',
    published = '',
    updated = '',
    others = '',
    roles = '',
    words = '',
    own,
  ] = line.split('|')
  const [minutes = '', author = '', day = '', comments = '', praise = ''] = words.split(';')
  const parts = (text: string): string[] => text.split(';')
  const known = TRAIN_TONGUES.find((tongue) => tongue.language === language)
  const base = known ?? TRAIN_TONGUES[0]!
  const [firstNames = '', lastNames = '', title = '', ...sentences] = parts(own ?? '')
  const direction = ['he', 'fa', 'ar'].includes(language) ? 'rtl' : 'ltr'
  const tongue: Tongue = known ?? {
    ...base,
    language,
    direction,
    firstNames: firstNames.split(','),
    lastNames: lastNames.split(','),
    titles: [title],
    sentences,
  }
  return {
    tongue,
    by: parts(by),
    published: parts(published),
    updated: parts(updated),
    others: parts(others),
    roles: parts(roles),
    minutes,
    labels: [author, day],
    comments,
    praise,
  }
}

/** Thirty-six languages. */
export const VOICES_OF_THEMES: readonly Voice[] = VOICES.trim().split('\n').map(read)

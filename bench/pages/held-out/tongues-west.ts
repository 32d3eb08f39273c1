/** Languages in Latin script that nothing is tuned on. */
export const WEST = `
en
Engineers in # replaced 0 valves last summer and say the pressure has held ever since.|The orchard behind # produces 0 crates of pears in a good year.|Residents of # were told to boil their water for 0 hours after the main burst.|A choir from # sang for 0 people in the half-built station.|Our map of # shows 0 footpaths that no longer exist.|Nobody has counted the steps of # since 1987, when there were 0 of them.
The pears of #|How # mended its pipes|Singing in #
Beatrix,Callum,Odette,Rufus,Sylvie,Desmond|Hargreave,Tillotson,Ashdown,Pemberley,Wickham,Lockhart
Written by #|first published #|last modified #|pictures: #|in the translation of #|senior reporter|food columnist
You might also like|Just in|Trending now|Send to a friend|Who wrote this|Meet the people|Topics|Filed under|Continue
Stay in the loop|One e-mail a week with what matters, never more.|Join the list
Save this date|From|Until|What else is on|We take no advertising: keep us going with a small gift.|Chip in|Try the whole archive for one month at no cost.|Start the trial
Front page|World|Science|Arts|Weather|Help
Copyright reserved by the publisher|Tel.|We are open|no service

de
Ingenieure in # tauschten im Sommer 0 Ventile aus, und seither hält der Druck.|Der Obstgarten hinter # bringt in guten Jahren 0 Kisten Birnen.|Die Leute in # sollten ihr Wasser 0 Stunden lang abkochen, nachdem das Rohr gebrochen war.|Ein Chor aus # sang vor 0 Menschen im halbfertigen Bahnhof.|Unsere Karte von # zeigt 0 Wege, die es nicht mehr gibt.
Die Birnen von #|Wie # seine Rohre flickte|Gesang in #
Gesine,Volkmar,Edda,Ruprecht,Swantje,Ansgar|Hollerbach,Mühlhaus,Teichert,Voswinkel,Dornseif,Krahl
Ein Bericht von #|Stand: #|zuletzt geändert am #|Bilder: #|Übersetzung: #|Leiterin der Wirtschaftsredaktion|Gastautor
Lesen Sie auch|Gerade eben|Beliebt|Weitersagen|Zur Person|Menschen bei uns|Themen|Stichworte|Mehr dazu
Bleiben Sie auf dem Laufenden|Eine Nachricht pro Woche, nie mehr.|Eintragen
Termin speichern|Von|Bis|Was sonst noch läuft|Wir nehmen keine Werbung an: helfen Sie mit einer Gabe.|Unterstützen|Einen Monat lang das ganze Archiv umsonst.|Probezeit beginnen
Titelseite|Welt|Wissen|Künste|Wetter|Hilfe
Nachdruck nur mit Erlaubnis|Ruf|Wir haben offen|Ruhetag

fr
Des ingénieurs de # ont changé 0 vannes cet été, et la pression tient depuis.|Le verger derrière # donne 0 cageots de poires les bonnes années.|Les habitants de # ont dû faire bouillir leur eau pendant 0 heures après la rupture.|Une chorale de # a chanté devant 0 personnes dans la gare inachevée.|Notre carte de # montre 0 sentiers qui n’existent plus.
Les poires de #|Comment # a réparé ses tuyaux|Chanter à #
Honorine,Baptiste,Célestine,Yvon,Apolline,Régis|Maréchal,Bourdin,Castagnet,Jaubert,Roussillon,Tessier
Un récit de #|mis en ligne le #|dernière modification le #|crédits photo : #|traduction de #|cheffe de rubrique|chroniqueur
À lire aussi|À l’instant|Tendances|Envoyer à un ami|Qui écrit|Celles et ceux qui font le journal|Thèmes|Classé dans|Suite
Restez au courant|Un seul courriel par semaine, jamais plus.|M’inscrire à la liste
Noter cette date|De|Jusqu’à|Et aussi|Nous refusons la publicité : aidez-nous d’un petit don.|Soutenir|Toutes les archives gratuites pendant un mois.|Essayer
Une|Monde|Sciences|Arts|Météo|Aide
Reproduction interdite|Tél.|Nous sommes ouverts|relâche

es
Los ingenieros de # cambiaron 0 válvulas en verano y desde entonces la presión aguanta.|El huerto detrás de # da 0 cajas de peras en los años buenos.|Los vecinos de # tuvieron que hervir el agua durante 0 horas tras la rotura.|Un coro de # cantó ante 0 personas en la estación a medio hacer.|Nuestro mapa de # muestra 0 sendas que ya no existen.
Las peras de #|Cómo # arregló sus tuberías|Cantar en #
Remedios,Anselmo,Yolanda,Leandro,Amparo,Baltasar|Zubizarreta,Villalobos,Montero,Arriaga,Pedraza,Llorente
Un texto de #|Fecha de publicación: #|última modificación: #|imágenes de #|traducción: #|jefe de sección|columnista invitada
Te puede interesar|Recién llegado|Tendencias|Enviar a un amigo|Quién firma|Las personas|Temas|Archivado en|Seguir leyendo
Mantente al día|Un solo mensaje por semana, nunca más.|Entrar en la lista
Guardar la fecha|Desde|Hasta|Qué más hay|No aceptamos publicidad: ayúdanos con un donativo.|Apoyar|Todo el archivo gratis durante un mes.|Probar ahora
Portada|Mundo|Ciencia|Artes|El tiempo|Ayuda
Prohibida la reproducción|Tel.|Abrimos|descanso

pt
Engenheiros de # trocaram 0 válvulas no verão e desde então a pressão mantém-se.|O pomar atrás de # dá 0 caixas de peras nos anos bons.|Os moradores de # tiveram de ferver a água durante 0 horas depois da rutura.|Um coro de # cantou para 0 pessoas na estação por acabar.|O nosso mapa de # mostra 0 caminhos que já não existem.
As peras de #|Como # consertou os canos|Cantar em #
Leonor,Duarte,Graça,Martim,Benedita,Afonso|Figueiredo,Vasconcelos,Pacheco,Sarmento,Quintela,Moura
Texto de #|publicado a #|atualizado a #|fotografia: #|tradução de #|jornalista|editora de cultura
Leia também|Últimas|Em destaque|Enviar a um amigo|Quem escreve|As pessoas|Temas|Arquivado em|Continuar a ler
Fique a par|Uma mensagem por semana, nunca mais do que isso.|Entrar na lista
Guardar a data|De|Até|Mais na agenda|Não aceitamos publicidade: ajude com um donativo.|Apoiar|Todo o arquivo grátis durante um mês.|Experimentar
Capa|Mundo|Ciência|Artes|Tempo|Ajuda
Reprodução proibida|Tel.|Estamos abertos|encerrado

da
Ingeniører i # skiftede 0 ventiler i sommer, og siden har trykket holdt.|Frugthaven bag # giver 0 kasser pærer i gode år.|Folk i # skulle koge deres vand i 0 timer efter bruddet.|Et kor fra # sang for 0 mennesker på den halvfærdige station.|Vores kort over # viser 0 stier, som ikke findes mere.
Pærerne i #|Sådan lappede # sine rør|Sang i #
Birgitte,Asger,Lærke,Kjeld,Rigmor,Valdemar|Østergaard,Lauridsen,Kjærgaard,Thrane,Bisgaard,Vestergård
Skrevet af #|offentliggjort #|sidst ændret #|fotos: #|oversat af #|journalist|kulturskribent
Læs også|Lige nu|Mest delte|Send til en ven|Hvem skriver|Mød os|Emner|Gemt under|Fortsæt
Hold dig opdateret|En mail om ugen, aldrig mere.|Skriv dig op
Gem datoen|Fra|Til|Det sker også|Vi tager ingen reklamer: hjælp med en gave.|Støt os|Hele arkivet gratis i en måned.|Prøv nu
Forside|Verden|Videnskab|Kunst|Vejret|Hjælp
Eftertryk forbudt|Tlf.|Vi holder åbent|lukket

nb
Ingeniører i # byttet 0 ventiler i sommer, og siden har trykket holdt seg.|Frukthagen bak # gir 0 kasser pærer i gode år.|Folk i # måtte koke vannet i 0 timer etter bruddet.|Et kor fra # sang for 0 mennesker på den halvferdige stasjonen.|Kartet vårt over # viser 0 stier som ikke finnes lenger.
Pærene i #|Slik tettet # rørene|Sang fra #
Sigrid,Eirik,Ragnhild,Odd,Solveig,Halvor|Bakkejord,Nygård,Fossheim,Tveit,Brekke,Haugland
Tekst: #|publisert #|sist oppdatert #|foto: #|oversatt av #|journalist|kommentator
Les også|Siste saker|Mest delt|Send til en venn|Hvem skriver|Møt oss|Tema|Arkivert under|Fortsett
Hold deg oppdatert|En e-post i uka, aldri mer.|Skriv meg opp
Lagre datoen|Fra|Til|Dette skjer også|Vi tar ingen reklame: hjelp med en gave.|Støtt oss|Hele arkivet gratis i en måned.|Prøv nå
Forside|Verden|Vitenskap|Kunst|Været|Hjelp
Ettertrykk forbudt|Tlf.|Vi har åpent|stengt

ca
Els enginyers de # van canviar 0 vàlvules a l’estiu i des d’aleshores la pressió aguanta.|L’hort darrere de # dona 0 caixes de peres els anys bons.|Els veïns de # van haver de bullir l’aigua durant 0 hores després de la fuita.|Un cor de # va cantar per a 0 persones a l’estació a mig fer.|El nostre mapa de # mostra 0 camins que ja no existeixen.
Les peres de #|Com # va arreglar les canonades|Cantar a #
Mercè,Oriol,Neus,Arnau,Roser,Blai|Puigdollers,Casadevall,Ferrer,Vilanova,Rovira,Camprubí
Text de #|publicat el #|actualitzat el #|fotografies: #|traducció de #|redactora|cap de cultura
També et pot interessar|Ara mateix|Tendències|Envia a un amic|Qui signa|Les persones|Temes|Arxivat a|Continua llegint
Estigues al dia|Un sol correu a la setmana, mai més.|Entra a la llista
Desa la data|Des de|Fins a|Què més hi ha|No acceptem publicitat: ajuda’ns amb un donatiu.|Dona suport|Tot l’arxiu de franc durant un mes.|Prova-ho
Portada|Món|Ciència|Arts|El temps|Ajuda
Prohibida la reproducció|Tel.|Obrim|tancat

sk
Inžinieri v # vymenili v lete 0 ventilov a odvtedy tlak drží.|Sad za # dáva v dobrých rokoch 0 debničiek hrušiek.|Ľudia v # museli 0 hodín prevárať vodu, keď prasklo potrubie.|Zbor z # spieval pre 0 ľudí v nedostavanej stanici.|Naša mapa # ukazuje 0 chodníkov, ktoré už nie sú.
Hrušky z #|Ako # opravila potrubie|Spev v #
Želmíra,Ctibor,Božena,Ľubomír,Darina,Svetozár|Hrivnák,Ďurica,Palkovič,Kučerka,Tomašovič,Šramko
Text: #|zverejnené #|naposledy upravené #|fotografie: #|preložila #|redaktor|komentátorka
Prečítajte si aj|Práve teraz|Najzdieľanejšie|Poslať priateľovi|Kto píše|Ľudia u nás|Témy|Zaradené v|Pokračovať
Buďte v obraze|Jeden list týždenne, nikdy viac.|Zapísať sa
Uložiť dátum|Od|Do|Čo sa ešte deje|Neberieme reklamu: pomôžte nám darom.|Podporiť|Celý archív mesiac zadarmo.|Vyskúšať
Titulka|Svet|Veda|Umenie|Počasie|Pomoc
Kopírovanie zakázané|Tel.|Máme otvorené|zatvorené

lt
Inžinieriai # mieste vasarą pakeitė 0 vožtuvų, ir nuo tada slėgis laikosi.|Sodas už # geromis vasaromis duoda 0 dėžių kriaušių.|Gyventojai # turėjo virinti vandenį 0 valandų po avarijos.|Choras iš # giedojo 0 žmonių nebaigtoje stotyje.|Mūsų # žemėlapyje yra 0 takų, kurių nebėra.
# kriaušės|Kaip # sutaisė vamzdžius|Giesmė iš #
Eglė,Vytautas,Rasa,Mindaugas,Aldona,Kęstutis|Žukauskas,Petraitis,Grigonytė,Šimkus,Vaitkus,Balčiūnas
Parašė #|paskelbta #|atnaujinta #|nuotraukos: #|vertė #|žurnalistas|kultūros redaktorė
Taip pat skaitykite|Ką tik|Dabar skaitoma|Siųsti draugui|Kas rašo|Mūsų žmonės|Temos|Žymės|Toliau
Būkite su mumis|Vienas laiškas per savaitę, ne daugiau.|Prisijungti
Išsaugoti datą|Nuo|Iki|Kas dar vyksta|Neimame reklamos: padėkite mažu įnašu.|Paremti|Visas archyvas mėnesį nemokamai.|Išbandyti
Pirmas puslapis|Pasaulis|Mokslas|Menai|Orai|Pagalba
Kopijuoti draudžiama|Tel.|Dirbame|nedirbame

hr
Inženjeri u mjestu # ljetos su zamijenili 0 ventila i otada tlak drži.|Voćnjak iza mjesta # u dobrim godinama daje 0 gajbi krušaka.|Ljudi u mjestu # morali su 0 sati prokuhavati vodu nakon puknuća.|Zbor iz mjesta # pjevao je pred 0 ljudi u nedovršenom kolodvoru.|Naša karta mjesta # pokazuje 0 staza kojih više nema.
Kruške iz mjesta #|Kako je # popravio cijevi|Pjesma u mjestu #
Ljerka,Krešimir,Vesna,Hrvoje,Dubravka,Tvrtko|Babić,Šimić,Vidaković,Lončar,Grgurić,Perišin
Piše #|objavljeno #|zadnja izmjena #|fotografije: #|prevela #|novinar|urednica kulture
Pročitajte i ovo|Upravo sada|U trendu|Pošalji prijatelju|Tko piše|Naši ljudi|Teme|Oznake|Nastavi
Budite u tijeku|Jedno pismo tjedno, nikad više.|Upiši me
Spremi datum|Od|Do|Što se još događa|Ne primamo oglase: pomozite malim prilogom.|Podrži|Cijela arhiva mjesec dana besplatno.|Isprobaj
Naslovnica|Svijet|Znanost|Umjetnost|Vrijeme|Pomoć
Umnožavanje zabranjeno|Tel.|Otvoreni smo|ne radimo

et
Insenerid vahetasid kohas # suvel 0 klappi ja sellest ajast rõhk peab.|Viljapuuaed # taga annab heal aastal 0 kasti pirne.|Elanikud kohas # pidid vett keetma 0 tundi pärast lõhkemist.|Koor kohast # laulis 0 inimesele poolikus jaamas.|Meie # kaardil on 0 rada, mida enam ei ole.
# pirnid|Kuidas # torud parandas|Laul kohas #
Liisi,Tõnu,Maarja,Ülo,Kersti,Rein|Kõrvits,Tamm,Põldsaar,Õunapuu,Raudsepp,Mägi
Kirjutas #|avaldatud #|viimati muudetud #|fotod: #|tõlkinud #|ajakirjanik|kultuuritoimetaja
Loe ka|Äsja ilmunud|Hetkel loetavad|Saada sõbrale|Kes kirjutab|Meie inimesed|Teemad|Märksõnad|Edasi
Püsi kursis|Üks kiri nädalas, mitte rohkem.|Liitun
Salvesta kuupäev|Alates|Kuni|Mis veel toimub|Me ei võta reklaami: aita väikese annetusega.|Toeta|Kogu arhiiv kuu aega tasuta.|Proovi
Esileht|Maailm|Teadus|Kunst|Ilm|Abi
Kopeerimine keelatud|Tel.|Oleme avatud|puhkepäev

vi
Các kỹ sư ở # đã thay 0 van vào mùa hè và từ đó áp suất luôn ổn định.|Vườn cây sau # cho 0 thùng lê vào năm được mùa.|Người dân # phải đun sôi nước trong 0 giờ sau khi ống vỡ.|Một dàn hợp xướng từ # hát cho 0 người trong nhà ga xây dở.|Bản đồ # của chúng tôi có 0 lối đi không còn nữa.
Những quả lê của #|# đã sửa ống nước ra sao|Hát ở #
Nguyệt,Khải,Thảo,Quân,Hương,Dũng|Đặng Vũ,Lê Hoàng,Phạm Gia,Trịnh Công,Bùi Xuân,Đoàn Minh
Bài viết của #|đăng ngày #|cập nhật ngày #|ảnh: #|người dịch: #|phóng viên|biên tập viên
Có thể bạn quan tâm|Vừa đăng|Đang được chú ý|Gửi cho bạn bè|Người viết|Những người làm báo|Chủ đề|Từ khóa|Xem tiếp
Đừng bỏ lỡ|Mỗi tuần một thư, không hơn.|Tham gia
Lưu ngày này|Từ|Đến|Hoạt động khác|Chúng tôi không nhận quảng cáo: hãy góp một phần nhỏ.|Ủng hộ|Toàn bộ kho bài miễn phí một tháng.|Dùng thử
Trang nhất|Thế giới|Khoa học|Nghệ thuật|Thời tiết|Trợ giúp
Cấm sao chép|ĐT|Giờ làm việc|nghỉ
`

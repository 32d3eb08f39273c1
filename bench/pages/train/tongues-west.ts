/** Languages to learn from in Latin script. */
export const WEST = `
en
The ferry to # leaves 0 minutes late on most mornings, and nobody at the quay seems to mind.|For 0 years the baker in # has opened the shutters before the street lamps go out.|A survey of # found 0 kinds of moss on the north wall alone.|Children from # collected 0 chestnuts and sold them to the zoo.|What happened to # after the flood was told to us in two different ways by 0 people.|The museum of # keeps 0 clocks, none of which shows the right time.
The clocks of #|Where # gets its bread|A walk around # in winter|# before the flood
Nora,Edwin,Clara,Hugh,Mabel,Toby|Quist,Penhale,Brody,Marlowe,Fenner,Oakes
By #|published on #|updated on #|photographs by #|translated by #|staff writer|culture correspondent
Related stories|Latest news|Most popular|Share this article|About the author|Our team|Categories|Tags|Read more
Get our weekly letter|The best of our reporting, every Sunday in your inbox.|Sign me up
Add to calendar|Starts|Ends|Other events|Our journalism is free because readers like you pay for it.|Give now|Save a quarter on a yearly pass until Friday.|See the offer
News|Culture|Sport|Opinion|Podcasts|Contact
All rights reserved|Phone|Opening hours|closed

de
Die Fähre nach # fährt an den meisten Morgen 0 Minuten zu spät, und am Kai stört das keinen.|Seit 0 Jahren öffnet der Bäcker in # die Läden, bevor die Laternen ausgehen.|Eine Zählung in # ergab 0 Arten von Moos allein an der Nordwand.|Kinder aus # sammelten 0 Kilo Kastanien für den Tierpark.|Das Museum in # besitzt 0 Uhren, von denen keine richtig geht.
Die Uhren von #|Woher # sein Brot bekommt|# vor der Flut
Anke,Jörg,Wiebke,Lothar,Petra,Till|Kamphues,Brandl,Öhlers,Stolte,Rademacher,Wirth
Von #|veröffentlicht am #|aktualisiert am #|Fotos von #|aus dem Englischen übersetzt von #|Redakteurin|Korrespondent in Brüssel
Mehr zum Thema|Neueste Meldungen|Meistgelesen|Artikel teilen|Über den Autor|Unser Team|Rubriken|Schlagwörter|Weiterlesen
Unser Wochenbrief|Das Beste der Woche, jeden Sonntag in Ihrem Postfach.|Jetzt anmelden
In den Kalender eintragen|Beginn|Ende|Weitere Veranstaltungen|Unsere Arbeit ist frei, weil Leserinnen und Leser sie bezahlen.|Jetzt spenden|Nur bis Freitag ein Viertel sparen.|Zum Angebot
Nachrichten|Kultur|Sport|Meinung|Hörstücke|Kontakt
Alle Rechte vorbehalten|Telefon|Öffnungszeiten|geschlossen

fr
Le bac pour # part presque chaque matin avec 0 minutes de retard, et personne ne s’en plaint sur le quai.|Depuis 0 ans, le boulanger de # ouvre ses volets avant que les lampes ne s’éteignent.|Un inventaire de # a compté 0 sortes de mousses sur le seul mur nord.|Les enfants de # ont ramassé 0 kilos de châtaignes.|Le musée de # garde 0 horloges, dont aucune n’est à l’heure.
Les horloges de #|D’où vient le pain de #|# avant la crue
Solène,Aurélien,Maud,Thibault,Inès,Gaspard|Ferrand,Le Goff,Delaunay,Pineau,Vasseur,Cazeneuve
Par #|publié le #|mis à jour le #|photographies de #|traduit par #|journaliste|correspondante à Rome
Sur le même sujet|Dernières nouvelles|Les plus lus|Partager cet article|À propos de l’auteur|Notre équipe|Rubriques|Mots-clés|Lire la suite
Notre lettre du dimanche|Le meilleur de la semaine, chaque dimanche dans votre boîte.|Je m’inscris
Ajouter au calendrier|Début|Fin|Autres événements|Notre travail est libre parce que des lecteurs le paient.|Faire un don|Un quart de remise jusqu’à vendredi.|Voir l’offre
Actualités|Culture|Sport|Idées|Balados|Contact
Tous droits réservés|Téléphone|Horaires d’ouverture|fermé

es
El transbordador a # sale casi siempre con 0 minutos de retraso, y en el muelle nadie se queja.|Desde hace 0 años el panadero de # abre las persianas antes de que se apaguen las farolas.|Un recuento en # encontró 0 clases de musgo solo en el muro norte.|Los niños de # recogieron 0 kilos de castañas.|El museo de # guarda 0 relojes y ninguno da la hora.
Los relojes de #|De dónde viene el pan de #|# antes de la riada
Lucía,Gonzalo,Marisol,Íñigo,Pilar,Ramiro|Echeverría,Quiroga,Bastida,Noriega,Lozano,Carreño
Por #|publicado el #|actualizado el #|fotografías de #|traducido por #|redactora|corresponsal en Lima
Noticias relacionadas|Últimas noticias|Lo más leído|Compartir este artículo|Sobre el autor|Nuestro equipo|Secciones|Etiquetas|Leer más
Nuestra carta semanal|Lo mejor de la semana, cada domingo en tu correo.|Apúntame
Añadir al calendario|Inicio|Fin|Otros actos|Nuestro periodismo es libre porque lo pagan sus lectores.|Haz tu aportación|Ahorra una cuarta parte hasta el viernes.|Ver la oferta
Noticias|Cultura|Deportes|Opinión|Pódcast|Contacto
Todos los derechos reservados|Teléfono|Horario|cerrado

nl
De veerboot naar # vertrekt de meeste ochtenden 0 minuten te laat, en niemand op de kade klaagt.|Al 0 jaar opent de bakker in # de luiken voordat de lantaarns uitgaan.|Een telling in # vond 0 soorten mos op de noordmuur alleen.|Kinderen uit # verzamelden 0 kilo kastanjes.|Het museum van # bewaart 0 klokken die geen van alle gelijk lopen.
De klokken van #|Waar # zijn brood haalt|# voor de overstroming
Marieke,Joris,Fenna,Wouter,Saskia,Bram|Hoogland,Veldkamp,Dijkema,Postma,Brouwers,Rietveld
Door #|gepubliceerd op #|bijgewerkt op #|foto’s van #|vertaald door #|redacteur|verslaggever buitenland
Gerelateerde artikelen|Laatste nieuws|Meest gelezen|Deel dit artikel|Over de auteur|Ons team|Rubrieken|Trefwoorden|Lees verder
Onze weekbrief|Het beste van de week, elke zondag in je postvak.|Meld me aan
Zet in agenda|Begin|Einde|Andere activiteiten|Ons werk is gratis omdat lezers ervoor betalen.|Doneer nu|Bespaar een kwart tot vrijdag.|Bekijk de aanbieding
Nieuws|Cultuur|Sport|Opinie|Luisteren|Contact
Alle rechten voorbehouden|Telefoon|Openingstijden|gesloten

sv
Färjan till # går de flesta morgnar 0 minuter för sent, och ingen på kajen bryr sig.|I 0 år har bagaren i # öppnat luckorna innan gatlyktorna släcks.|En räkning i # fann 0 sorters mossa bara på norra muren.|Barnen i # samlade 0 kilo kastanjer.|Museet i # har 0 klockor som alla går fel.
Klockorna i #|Var # får sitt bröd|# före översvämningen
Ingrid,Torsten,Maja,Håkan,Elsa,Viggo|Lindqvist,Ekdahl,Åström,Sundin,Norberg,Hallgren
Av #|publicerad #|uppdaterad #|foto: #|översatt av #|reporter|kulturredaktör
Läs också|Senaste nytt|Mest läst|Dela artikeln|Om författaren|Vårt team|Avdelningar|Ämnen|Läs mer
Vårt veckobrev|Veckans bästa, varje söndag i din inkorg.|Anmäl mig
Lägg till i kalendern|Börjar|Slutar|Andra evenemang|Vårt arbete är fritt eftersom läsare betalar för det.|Ge en gåva|Spara en fjärdedel fram till fredag.|Se erbjudandet
Nyheter|Kultur|Sport|Åsikt|Poddar|Kontakt
Alla rättigheter förbehållna|Telefon|Öppettider|stängt

it
Il traghetto per # parte quasi ogni mattina con 0 minuti di ritardo e sul molo nessuno protesta.|Da 0 anni il fornaio di # apre le imposte prima che si spengano i lampioni.|Un censimento a # ha trovato 0 specie di muschio sul solo muro nord.|I bambini di # hanno raccolto 0 chili di castagne.|Il museo di # conserva 0 orologi e nessuno segna l’ora giusta.
Gli orologi di #|Da dove viene il pane di #|# prima della piena
Ilaria,Corrado,Fiamma,Ruggero,Nives,Tullio|Bonfanti,Zanetti,Carraro,Peruzzi,Malinverni,Galli
Di #|pubblicato il #|aggiornato il #|fotografie di #|traduzione di #|giornalista|inviata a Berlino
Articoli correlati|Ultime notizie|I più letti|Condividi l’articolo|L’autore|La redazione|Sezioni|Argomenti|Continua a leggere
La nostra lettera|Il meglio della settimana, ogni domenica nella tua posta.|Mi iscrivo
Aggiungi al calendario|Inizio|Fine|Altri eventi|Il nostro lavoro è libero perché lo pagano i lettori.|Dona ora|Risparmia un quarto fino a venerdì.|Scopri l’offerta
Notizie|Cultura|Sport|Opinioni|Podcast|Contatti
Tutti i diritti riservati|Telefono|Orari di apertura|chiuso

pl
Prom do # odpływa prawie co rano z opóźnieniem 0 minut i na nabrzeżu nikt się nie skarży.|Od 0 lat piekarz w # otwiera okiennice, zanim zgasną latarnie.|Spis w # wykazał 0 gatunków mchu na samej północnej ścianie.|Dzieci z # zebrały 0 kilogramów kasztanów.|Muzeum w # ma 0 zegarów, z których żaden nie chodzi dobrze.
Zegary w #|Skąd # ma chleb|# przed powodzią
Halina,Zbigniew,Jagoda,Mikołaj,Weronika,Ireneusz|Wrona,Zaremba,Kubacki,Lisowska,Mazurek,Sowa
Autor: #|opublikowano #|aktualizacja #|zdjęcia: #|tłumaczenie: #|dziennikarz|redaktor działu kultury
Powiązane artykuły|Najnowsze|Najczęściej czytane|Udostępnij|O autorze|Nasz zespół|Działy|Tagi|Czytaj dalej
Nasz tygodniowy list|Najlepsze teksty tygodnia, w każdą niedzielę w skrzynce.|Zapisz mnie
Dodaj do kalendarza|Początek|Koniec|Inne wydarzenia|Nasza praca jest wolna, bo płacą za nią czytelnicy.|Wesprzyj nas|Oszczędź jedną czwartą do piątku.|Zobacz ofertę
Wiadomości|Kultura|Sport|Opinie|Podkasty|Kontakt
Wszelkie prawa zastrzeżone|Telefon|Godziny otwarcia|nieczynne

cs
Přívoz do # odjíždí skoro každé ráno o 0 minut později a na nábřeží to nikomu nevadí.|Už 0 let otevírá pekař v # okenice dřív, než zhasnou lampy.|Sčítání v # našlo 0 druhů mechu jen na severní zdi.|Děti z # nasbíraly 0 kilogramů kaštanů.|Muzeum v # má 0 hodin a žádné nejdou správně.
Hodiny v #|Odkud má # chleba|# před povodní
Zdeňka,Bohumil,Ludmila,Vojtěch,Radka,Otakar|Šimůnek,Kratochvíl,Holub,Beneš,Zeman,Macháček
Autor: #|publikováno #|aktualizováno #|foto: #|přeložil #|redaktor|zpravodajka ve Vídni
Související články|Nejnovější|Nejčtenější|Sdílet článek|O autorovi|Náš tým|Rubriky|Štítky|Číst dál
Náš týdenní dopis|To nejlepší z týdne, každou neděli ve vaší schránce.|Přihlásit se
Přidat do kalendáře|Začátek|Konec|Další akce|Naše práce je volná, protože ji platí čtenáři.|Přispět|Ušetřete čtvrtinu do pátku.|Zobrazit nabídku
Zprávy|Kultura|Sport|Názory|Podcasty|Kontakt
Všechna práva vyhrazena|Telefon|Otevírací doba|zavřeno

tr
# vapuru çoğu sabah 0 dakika geç kalkar ve iskelede kimse buna aldırmaz.|# fırıncısı 0 yıldır kepenkleri sokak lambaları sönmeden açıyor.|# için yapılan sayımda yalnız kuzey duvarında 0 tür yosun bulundu.|# çocukları 0 kilo kestane topladı.|# müzesinde 0 saat var, hiçbiri doğru çalışmıyor.
# saatleri|# ekmeğini nereden alır|Selden önce #
Defne,Orhan,Nihal,Tuncay,Selin,Kerem|Yücesoy,Karaduman,Ertuğrul,Akbulut,Sezer,Tekin
Yazan: #|yayınlanma tarihi: #|güncelleme: #|fotoğraflar: #|çeviren: #|muhabir|kültür editörü
İlgili haberler|Son haberler|En çok okunanlar|Bu yazıyı paylaş|Yazar hakkında|Ekibimiz|Bölümler|Etiketler|Devamını oku
Haftalık mektubumuz|Haftanın en iyileri her pazar posta kutunuzda.|Kaydol
Takvime ekle|Başlangıç|Bitiş|Diğer etkinlikler|Çalışmamız özgür, çünkü okurlar destekliyor.|Bağış yap|Cumaya kadar dörtte bir indirim.|Teklifi gör
Haberler|Kültür|Spor|Görüş|Podcast|İletişim
Tüm hakları saklıdır|Telefon|Çalışma saatleri|kapalı

fi
Lautta kohti # lähtee useimpina aamuina 0 minuuttia myöhässä, eikä kukaan laiturilla valita.|Leipuri paikassa # on 0 vuotta avannut luukut ennen kuin katulamput sammuvat.|Laskenta paikassa # löysi 0 sammallajia pelkästään pohjoisseinältä.|Lapset paikasta # keräsivät 0 kiloa kastanjoita.|Museossa # on 0 kelloa, joista yksikään ei käy oikein.
# ja sen kellot|Mistä # saa leipänsä|# ennen tulvaa
Aino,Eero,Kaisa,Tapio,Helmi,Urho|Lehtovaara,Koskela,Niemi,Raatikainen,Salmela,Virkkunen
Kirjoittanut #|julkaistu #|päivitetty #|kuvat: #|suomentanut #|toimittaja|kulttuuritoimittaja
Lue myös|Uusimmat|Luetuimmat|Jaa artikkeli|Tietoa kirjoittajasta|Tiimimme|Osastot|Aiheet|Lue lisää
Viikkokirjeemme|Viikon parhaat joka sunnuntai postilaatikkoosi.|Tilaa
Lisää kalenteriin|Alkaa|Päättyy|Muita tapahtumia|Työmme on vapaata, koska lukijat maksavat siitä.|Lahjoita|Säästä neljännes perjantaihin asti.|Katso tarjous
Uutiset|Kulttuuri|Urheilu|Mielipide|Podcastit|Yhteys
Kaikki oikeudet pidätetään|Puhelin|Aukioloajat|suljettu

hu
A komp # felé a legtöbb reggel 0 perc késéssel indul, és a parton senki sem bánja.|A pék # városában 0 éve nyitja ki a zsalukat, mielőtt a lámpák kialszanak.|Egy számlálás # területén 0 mohafajt talált csak az északi falon.|A gyerekek # környékén 0 kiló gesztenyét gyűjtöttek.|A múzeum # közepén 0 órát őriz, és egyik sem jár jól.
# órái|Honnan kap # kenyeret|# az árvíz előtt
Ilona,Gergely,Zsófia,Ödön,Boglárka,Miklós|Vadász,Szőke,Fehérvári,Molnár,Somogyi,Bíró
Írta: #|megjelent: #|frissítve: #|fényképek: #|fordította: #|újságíró|kulturális szerkesztő
Kapcsolódó cikkek|Friss hírek|Legolvasottabb|Cikk megosztása|A szerzőről|Csapatunk|Rovatok|Címkék|Tovább
Heti levelünk|A hét legjobb írásai minden vasárnap a postaládájában.|Feliratkozom
Naptárhoz adás|Kezdet|Vége|További események|Munkánk szabad, mert olvasóink fizetnek érte.|Támogatom|Negyedével olcsóbb péntekig.|Ajánlat megtekintése
Hírek|Kultúra|Sport|Vélemény|Podcastok|Kapcsolat
Minden jog fenntartva|Telefon|Nyitvatartás|zárva

ro
Bacul spre # pleacă aproape în fiecare dimineață cu 0 minute întârziere și nimeni de pe chei nu se plânge.|De 0 ani brutarul din # deschide obloanele înainte să se stingă felinarele.|Un inventar din # a găsit 0 specii de mușchi doar pe zidul de nord.|Copiii din # au adunat 0 kilograme de castane.|Muzeul din # păstrează 0 ceasuri și niciunul nu merge bine.
Ceasurile din #|De unde are # pâine|# înainte de inundație
Ileana,Dragoș,Smaranda,Liviu,Ruxandra,Horia|Petrescu,Munteanu,Ciobanu,Văcaru,Stănescu,Lupu
De #|publicat la #|actualizat la #|fotografii de #|traducere de #|redactor|corespondent cultural
Articole similare|Ultimele știri|Cele mai citite|Distribuie articolul|Despre autor|Echipa noastră|Secțiuni|Etichete|Citește mai mult
Scrisoarea săptămânii|Cele mai bune texte, în fiecare duminică, în căsuța ta.|Mă abonez
Adaugă în calendar|Început|Sfârșit|Alte evenimente|Munca noastră e liberă fiindcă o plătesc cititorii.|Donează|Economisește un sfert până vineri.|Vezi oferta
Știri|Cultură|Sport|Opinii|Podcasturi|Contact
Toate drepturile rezervate|Telefon|Program|închis

id
Feri ke # hampir setiap pagi berangkat 0 menit terlambat dan tak seorang pun di dermaga mengeluh.|Selama 0 tahun tukang roti di # membuka jendela sebelum lampu jalan padam.|Pendataan di # menemukan 0 jenis lumut hanya di dinding utara.|Anak-anak dari # mengumpulkan 0 kilogram kastanye.|Museum # menyimpan 0 jam yang tak satu pun tepat.
Jam-jam di #|Dari mana # mendapat roti|# sebelum banjir
Ratna,Bayu,Sekar,Wahyu,Laras,Gilang|Wibowo,Santoso,Hartono,Kusuma,Pratama,Siregar
Oleh #|diterbitkan pada #|diperbarui pada #|foto oleh #|diterjemahkan oleh #|wartawan|redaktur budaya
Artikel terkait|Berita terbaru|Terpopuler|Bagikan artikel|Tentang penulis|Tim kami|Kategori|Tag|Baca selengkapnya
Surat mingguan kami|Yang terbaik pekan ini, setiap Minggu di kotak surat Anda.|Daftar
Tambahkan ke kalender|Mulai|Selesai|Acara lainnya|Kerja kami bebas karena dibiayai pembaca.|Donasi|Hemat seperempat sampai Jumat.|Lihat penawaran
Berita|Budaya|Olahraga|Opini|Siniar|Kontak
Hak cipta dilindungi|Telepon|Jam buka|tutup
`

/*! Data of Emojibase and Unicode CLDR, written by emoji-data/write.ts.

MIT License

Copyright (c) 2017-2019 Miles Johnson

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.

UNICODE LICENSE V3

COPYRIGHT AND PERMISSION NOTICE

Copyright © 2004-2026 Unicode, Inc.

NOTICE TO USER: Carefully read the following legal agreement. BY
DOWNLOADING, INSTALLING, COPYING OR OTHERWISE USING DATA FILES, AND/OR
SOFTWARE, YOU UNEQUIVOCALLY ACCEPT, AND AGREE TO BE BOUND BY, ALL OF THE
TERMS AND CONDITIONS OF THIS AGREEMENT. IF YOU DO NOT AGREE, DO NOT
DOWNLOAD, INSTALL, COPY, DISTRIBUTE OR USE THE DATA FILES OR SOFTWARE.

Permission is hereby granted, free of charge, to any person obtaining a
copy of data files and any associated documentation (the "Data Files") or
software and any associated documentation (the "Software") to deal in the
Data Files or Software without restriction, including without limitation
the rights to use, copy, modify, merge, publish, distribute, and/or sell
copies of the Data Files or Software, and to permit persons to whom the
Data Files or Software are furnished to do so, provided that either (a)
this copyright and permission notice appear with all copies of the Data
Files or Software, or (b) this copyright and permission notice appear in
associated Documentation.

THE DATA FILES AND SOFTWARE ARE PROVIDED "AS IS", WITHOUT WARRANTY OF ANY
KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT OF
THIRD PARTY RIGHTS.

IN NO EVENT SHALL THE COPYRIGHT HOLDER OR HOLDERS INCLUDED IN THIS NOTICE
BE LIABLE FOR ANY CLAIM, OR ANY SPECIAL INDIRECT OR CONSEQUENTIAL DAMAGES,
OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS,
WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION,
ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THE DATA
FILES OR SOFTWARE.

Except as contained in this notice, the name of a copyright holder shall
not be used in advertising or otherwise to promote the sale, use or other
dealings in these Data Files or Software without prior written
authorization of the copyright holder.

SPDX-License-Identifier: Unicode-3.0
*/

export const lines: string = `😀|1|sırıtan yüz|gülen yüz|gülme|keyifli|lol|mutlu|neşeli|sırıtma
😃|0.6|ağzı açık sırıtma|ağzı açık gülen yüz|ağzı açık gülümseme|gülen yüz|gülme|gülümseme|lol|neşeli|yüz
😄|0.6|gülen gözlerle ağzı açık sırıtma|ağzı açık gülen gözler|gülen gözlerle ağzı açık gülümseme|gülen yüz|gülme|gülümseme|lol|neşeli|yüz
😁|0.6|gülen gözlerle sırıtma|gülen gözlerle sırıtan yüz|gülen yüz|gülme|gülümseme|gülümseyen gözler|lol|neşeli|yüz
😆|0.6|kapalı gözlerle ağzı açık sırıtma|32 diş|ağız|ahaha|çok komik|gözler kapalı|gülmek|hahaha|kahkaha|komik|lol|mutlu|yüz
😅|0.6|soğuk terli ağzı açık gülümseme|heyecanlı|stresli|yüz
🤣|3|gülmekten yerlere yatma|ahaha|çok komik|gözümden yaş geldi|gözyaşı|hahaha|kahkaha|komik|mutluluk|neşe|yerlere yatmak|yüz
😂|0.6|sevinç gözyaşları|ağlamak|gözyaşı|gülmek|gülmekten ağlamak|haha|inanılmaz|kahkaha|katılmak|komik|mutluluk|neşe
🙂|1|hafifçe gülümseyen yüz|gülme|gülümseme|hafifçe gülümseme|mutlu|neşeli
🙃|1|ters yüz|gülme|gülümseme|hehe
🫠|14|eriyen yüz|aşkından erimek|çözülme|eridim|erime|eriyorum|ifade|kaybolma|sıcak|sıvılaşma|utanç|yüz ifadesi
😉|0.6|göz kırpan yüz|cilve|göz kırpma
😊|0.6|ağzı açık gülme|gülen gözlerle gülümseme|gülümseyen gözler|gülümseyen yüz|gülümseyen yüz ve gözler|samimi|sevecen|yüz
😇|1|ışık halkalı gülümseme|hare|ışık halkası|melek|yüz
🥰|11|3 kalpli gülümseyen yüz|aşık|aşk|çarpılma|gülen yüz|hayranlık|ilk görüşte aşk|mutluluk|romantik|seni seviyorum|sevgi|üç kalpli yüz
😍|0.6|kalp gözlü gülümseme|aşk|değer verme|gözler|kalpler|romantik|yüz
🤩|5|yıldız çarpmış|gözler|heyecanlı|sırıtan|surat|vov|yüz
😘|0.6|öpücük gönderen yüz|aşk|muah|muck|öptüm|romantik|sevgi
😗|1|öpen yüz|aşk|cilve|muah|muck|öpücük|sevgi
☺️|0.6|gülen yüz|içi boş gülen yüz|masum|mutlu|utandım|utanmış
😚|0.6|kapalı gözlerle öpen yüz|aşk|gözler kapalı|gözler kapalı öpüşme|öpücük yollama
😙|1|gülen gözlerle öpen yüz|gülümseme|gülümseyen gözler|gülümseyerek öpen yüz|öptüm|öpücük
🥲|13|gözü yaşlı gülümseyen yüz|acı|duygulanmış|gözyaşı|gülümseme|gururlu|hislenmiş|memnun|minnettar|mutluluk|rahatlamış|sevinç|yüz ifadesi
😋|0.6|lezzetli yiyecek beğenen yüz|gülümseyen yüz|harika yemek|keyifli yemek|oh oh harika
😛|1|dil dışarıda|dil çıkarmış yüz|dil dışarıda kalmış|komik|şapşal|yüz
😜|0.6|dili dışarda göz kırpma|dil dışardayken göz kırpma|haylaz|kışkırtma|şaka|yaramaz|yüz
🤪|5|çılgın surat|büyük|deli|göz|gözler|küçük
😝|0.6|dil dışarıda ve gözler kapalı|gözler kapalı ve dil dışarıda|iğrenç|korkunç|öğk|yüz
🤑|1|para ağızlı yüz|gözünü para bürümüş|para göz
🤗|1|kucaklayarak gülümseme|heyecanlı|kucaklama|sarılma|yüz
🤭|5|eliyle ağzını kapatan yüz|a ah|sır|şok olmak|süpriz|surat|tüh
🫢|14|gözleri açık ve eliyle ağzını kapatan yüz|hayret|ifade|inanamama|inanılmaz|korku|şaşkınlık|şok|sürpriz|utanma|yüz ifadesi
🫣|14|gizlice bakan yüz|çaktırmadan|dikizleme|gizlice bakma|gözetleme|ifade|korkma|saklanma|ürkek|utanma|yüz ifadesi
🤫|5|sus işareti yapan yüz|sessiz|şişt|şş|surat
🤔|1|düşünen yüz|düşünme
🫡|14|selamlayan yüz|anlaştık|asker|başüstüne|emredersiniz|güneşli|ifade|komutan|onay|saygı|yüz ifadesi
🤐|1|ağzı fermuarlı yüz|ağız|ağzım kapalı|sır
🤨|5|tek kaşı çatık yüz|güvenmeyen|şüpheci|surat|tek kaşı havada
😐|0.7|duygusuz yüz|etkilenmemiş|nötr|umurumda değil|yorum yok
😑|1|ifadesiz yüz|ifadesizlik|kıskanç|umurumda değil|yorum yok
😶|1|ağzı olmayan yüz|ağız|ifadesiz|sakin|sesi kesilmiş|sessiz|sır|suskun
🫥|14|noktalı çizgili yüz|bilinmez|depresif|endişe|gizlenme|gizli|görünmez|içe dönük|kaybolma|kaygılı|yüz ifadesi
😶‍🌫️|13.1|bulutlardaki yüz|bulutlardaki kafa|dalgın|sisler arasındaki yüz
😏|0.6|imalı gülümseme|hin|kuşkucu|sinsi|yapmacık gülümseme|yapmacık gülümseyen|yapmacık gülümseyen yüz|yüz
😒|0.6|keyifsiz yüz|canı sıkkın|canım sıkıldı|garip|mutsuz|neyse|sıkılmış
🙄|1|gözlerini deviren yüz|bana ne|banane|beni ilgilendirmez|bilemiyorum|göz devirme|her neyse|hmm|neyse|yani
😬|1|dişlerini gösteren yüz|dişçi|dişlerini sıkmak|endişeli|tedirgin|yüzünü ekşitme
😮‍💨|13.1|nefes veren yüz|bitik|duman|fısıldama|iç çekme|ıslık|nefes verme|off|rahatlama|sızlanma|üfleme|yorgun
🤥|3|yalan söyleyen yüz|pinokyo|yalan söyleme
🫨|15|sallanan yüz|deprem|olamaz|panik|sallama|sallanma|sersemlik|şok|sürpriz|titreme|titreşim|titreyen yüz
🙂‍↔️|15.1|yatay olarak sallanan yüz|hayır|sallama
🙂‍↕️|15.1|dikey olarak sallanan yüz|evet|onay
😌|0.6|rahatlamış yüz|huzur
😔|0.6|düşünceli yüz|dargın|gemileri batmış|karamsar|üzgün
😪|0.6|uykulu yüz|ağlayan yüz|yorgun
🤤|3|salya akıtan yüz|ağzı sulanmış|salya akıtma
😴|1|uyuyan yüz|esnemek|iyi geceler|iyi uykular|şekerleme|tatlı rüyalar|uyku|uykulu|uyumak|yatak|yatmak|yorgun|zzz
🫩|16|gözlerinin altı torbalı yüz|tükenmiş|uykulu|yorgun
😷|0.6|maskeli yüz|grip|hasta|nezle|rahatsız|soğuk|tıbbi maske
🤒|1|ağzında termometre olan yüz|ateş|grip|hasta|nezle
🤕|1|kafası sarılı yüz|bandaj|yara|yaralı
🤢|3|kusmak üzere olan yüz|iğrenç|istifra|midesi bulanmış
🤮|5|kusan yüz|hasta|istifra|kusmak|kusmuk|surat
🤧|3|hapşıran yüz|çok yaşa|grip|hapşırma|hasta|nezle
🥵|11|kızarmış yüz|ateşlenmek|çarpıntı|hararet|nefes nefese|sıcak|sıcak çarpması|terleme|tükenmek|yorgun
🥶|11|üşümüş yüz|buz|buz gibi|buz kesme|donma|kış|mavi surat|morarmış yüz|sıfırın altı|soğuk|soğuktan donmak|titremek|üşümek
🥴|11|sarhoş yüz|akşamdan kalma|alkollü|baş dönmesi|çakırkeyif|kaymış gözler|şaşı|sersemlemiş|yamuk|yamuk ağız|yamulmak|yüz ifadesi
😵|0.6|sersemlemiş yüz|başı dönen|baygınlık|hasta
😵‍💫|13.1|sarmal gözlü yüz|aklı karışık|aman tanrım|başım döndü|gülen yüz|hipnotize|inanamıyorum|kafası bulanık|kafası karışık|mide bulantısı|sersem|sıkıntı|yüz ifadesi
🤯|5|patlayan kafa|aklını başından almak|şaşırmış|şok olmuş|şoke|surat
🤠|3|kovboy şapkalı yüz|kadın kovboy|kovboy şapkası yüzü
🥳|11|partide eğlenen yüz|doğum günü|eğlence|iyi ki doğdun|konfeti|kutlama|mutlu yıllar|neşeli|oley|şapka|yılbaşı
🥸|13|gizlenmiş yüz|ajan|bıyık|burun|casus|gözlük|kimliğini gizlemek|kılık değiştirmek|maskeli|yüz ifadesi
😎|1|güneş gözlüklü gülümseme|cool|güneş gözlüğü|güneş gözlükleri|güneş gözlükleriyle gülümseme|havalı|janti|kanka|kanki|yüz
🤓|1|ukala yüz|akıllı|bilgili|bilmiş|çalışkan|gözlük|gözlüklü|inek öğrenci|zeki
🧐|5|tek cam gözlüklü yüz|havalı|kendini beğenmiş|klas|surat|varlıklı|zengin
😕|1|kafası karışık yüz|bilmiyorum|emin olmayan|kafası karışmış
🫤|14|yamuk ağızlı yüz|eh|hayal kırıklığı|hüsran|ifade|kararsız|kırgın|meh|memnuniyetsiz|şüpheli|şüpheli yüz|yüz ifadesi
😟|1|endişeli yüz|gergin
🙁|1|biraz asık surat|endişeli|yüz
☹️|0.7|asık surat|darılmış|üzgün|yüz
😮|1|ağzı açık yüz|ağız|şaşkın|şok|süpriz
😯|1|şaşkın yüz|şaşırmış|şok olmuş
😲|0.6|afallamış yüz|şaşkın|şoke olmuş|tamamen şoke olmuş
😳|0.6|kızarmış ve şaşkın yüz|şaşırmış|şaşkınlık içinde|şok|tuhaf
🫪|17|biçimsiz yüz|kaygı|panik|şaşırmış|şaşkın|savunmasız|şişkin
🥺|11|yalvaran yüz|acıklı bakışlar|af dilemek|gözleri dolmak|koca göz|lütfen|merhamet|pişmanlık|üzgün|yalvaran gözler|yalvarırım|yüz ifadesi
🥹|14|gözleri dolmuş yüz|ağlamaklı|direnme|duygusal|gözyaşı|gurur|ifade|kızgın|mutlu|sevinç gözyaşları|sulugöz|üzgün|yüz ifadesi
😦|1|hoşnutsuz yüz|açık ağızlı hoşnutsuz yüz|ağzı açık|boş bulunmuş|korkmuş
😧|1|kederli yüz|acı çeken|mutsuz|şaşkın
😨|0.6|korkulu yüz|endişeli|korkmuş
😰|0.6|terli ve endişeli yüz|açık ağız|korkmuş|korkulu yüz|soğuk ter|soğuk ter döken mavi yüz
😥|0.6|üzgün ama rahatlamış yüz|canı sıkkın|canı sıkkın ama rahatlamış|endişeli|kafası karışmış|karışık|yırttık!
😢|0.6|ağlayan yüz|ağlama|gözyaşları|mutsuz|üzgün|üzüntülü
😭|0.6|avaz avaz ağlayan yüz|ağlama|avaz avaz ağlama|gözyaşları|mutsuz|üzgün
😱|0.6|korkuyla çığlık atan yüz|korkmuş|korku içinde bağıran yüz|korkunç|korkuyla haykıran yüz
😖|0.6|kafası çok karışık yüz|kafası çok karışmış|kızgın|pişman
😣|0.6|kararlı yüz|baş ağrısı|dayanıklı|dikkatli|inatçı|konsantre olmuş|zorlanan yüz
😞|0.6|memnuniyetsiz yüz|kırgın|kırgınlık|mutsuz|umutsuz
😓|0.6|soğuk ter|baş ağrısı|endişeli|soğuk terli yüz|yüz
😩|0.6|çok yorgun|acıkmış|hayır|olamaz|pişman|uykulu|yorgun yüz|yorulmuş|yüz
😫|0.6|yorgun yüz|hapşuran yüz|perişan|pişman|üzgün
🥱|12|esneyen yüz|esneme|iyi geceler|iyi uykular|sıkıcı|sıkılmış|uykulu|uykusuz|uyuklama|uyumak|yatmak|yorgun|zzz
😤|0.6|burnundan soluyan yüz|ben kazandım|ben kazandım yüzü|kızgın|mutsuz|sinirli|zafer
😡|0.6|somurtkan yüz|deli gibi|kırmızı somurtkan yüz|kırmızı yüz|öfkeli
😠|0.6|öfkeli yüz|deli gibi|kızgın|mutsuz
🤬|5|ağzında semboller olan yüz|kızgın|kızmış|küfür eden|küfür etmek|sembol surat|sensör|surat
😈|1|boynuzlu gülen yüz|boynuzlar|boynuzlu gülümseme|gülümseme|şeytani gülümseme
👿|0.6|boynuzlu kızgın yüz|küçük şeytan|şeytan|şeytani
💀|0.6|kafatası|cadılar bayramı|canavar|iskelet|masal|ölüm|yüz
☠️|1|kuru kafa|canavar|iskelet|kemik|ölüm|tehlike|yüz
💩|0.6|kaka|kaka yığını|leş|pislik|yığın
🤡|3|palyaço yüzü
👹|0.6|dev|canavar|japon|japon canavarı|korkunç|maske|oni|peri masalı|yaratık|yüz
👺|0.6|goblin|canavar|cin|japon|japon cini|maske|peri masalı|tengu|yaratık|yüz
👻|0.6|hayalet|cadılar bayramı|öcü|peri masalı|yüz
👽|0.6|uzaylı|dünya dışı|fantastik|peri masalı|UFO|yabancı|yaratık|yüz
👾|0.6|uzaylı canavar|dünya dışı|peri masalı|UFO|yabancı canavar|yaratık|yüz
🤖|1|robot|canavar|yüz
😺|0.6|sırıtan kedi|açık|ağız|gülümseme|gülümseyen kedi yüzü|gülümseyen ve ağzı açık kedi yüzü|kedi yüzü|yüz
😸|0.6|gülen gözlerle sırıtan kedi|gülümseme|kedi yüzü|sırıtan kedi yüzü|sırıtan ve gözleri gülümseyen kedi yüzü|sırıtma|yüz
😹|0.6|sevinç gözyaşları döken kedi|göz yaşı|gülen kedi|kahkaha atan kedi|kedi yüzü|komik kedi|sevinç gözyaşları döken kedi yüzü|yüz
😻|0.6|kalp gözlü gülümseyen kedi|aşık|aşk|gözler|gülümseme|gülümseyen ve kalp şeklinde gözleri olan kedi yüzü|kalp gözlü gülümseyen kedi yüzü|kedi yüzü|sevgi|yüz
😼|0.6|iğneleyici kedi yüzü|iğneleyici gülümseme|ironik|kurnaz|muzır
😽|0.6|öpen kedi|göz|gözler|kapalı|öptüm|öpücük|yüz
🙀|0.6|korkuyla bağıran kedi|aman tanrım|sahiden şaşırmış|şaşkın kedi yüzü|yüz
😿|0.6|ağlayan kedi|ağlama|ağlayan kedi yüzü|göz yaşı|kedi yüzü|üzgün|yüz
😾|0.6|somurtan kedi|kedi yüzü|somurtan kedi yüzü|somurtma|yüz
🙈|0.6|görmedim|görmeyen maymun|hayvan|komik|maymun|oyun|saklambaç
🙉|0.6|duymadım|duymayan maymun|hayvan|kulak|maymun|üç maymun
🙊|0.6|bilmiyorum|ağzı kapalı maymun|hayvan|konuşma|konuşmadım|maymun|söylemedim|söylemeyen maymun|sus|üç maymun
💌|0.6|aşk mektubu|kalp|kalpli mektup|mektup|romantizm
💘|0.6|ok saplanmış kalp|aşk|duygu
💝|0.6|kurdeleli kalp|duygu|sevgililer günü
💖|0.6|pırıldayan kalp|duygu|heyecanlı|pembe kalp
💗|0.6|büyüyen kalp|aşk|coşkulu|duygu|sinirli
💓|0.6|çarpan kalp|aşk|duygu|heyecan|kalp atışı
💞|0.6|dönen kalpler|aşk|kawaii|sevimli
💕|0.6|iki kalp|aşıklar|aşk|duygu|evlilik yıldönümü|seni seviyorum|sevgili
💟|0.6|kalpli dekorasyon
❣️|1|kalp şeklinde ünlem işareti|noktalama
💔|0.6|kırık kalp|duygu|hüsran|kırılmış|kırma
❤️‍🔥|13.1|ateşli kalp|alev|arzu|aşk|kutsal kalp|tutku
❤️‍🩹|13.1|iyileşen kalp|daha sağlıklı|onarılan
❤️|0.6|kırmızı kalp|aşk
🩷|15|pembe kalp|aşk|beğen|duygu|özel kişi|seni seviyorum|sevgi|sevimli|şirin
🧡|5|turuncu kalp|portakal
💛|0.6|sarı kalp|duygu
💚|0.6|yeşil kalp|duygu
💙|0.6|mavi kalp|duygu
🩵|15|açık mavi kalp|aşk|camgöbeği|deniz mavisi|duygu|gökyüzü mavisi|özel kişi|sevgi
💜|0.6|mor kalp|duygu
🤎|12|kahverengi kalp
🖤|3|siyah kalp|fena|kötü
🩶|15|gri kalp|aşk|duygu|gümüş|kurşun|özel kişi|sevgi|taş
🤍|12|beyaz kalp
💋|0.6|öpücük izi|aşk|dudak|dudaklar|romantizm|seksi
💯|0.6|yüz puan|100|100 puan|skor|yuz
💢|0.6|öfke simgesi|çizgi roman|duygu|öfke işareti|öfkeli
🫯|17|dövüş bulutu|anlaşmazlık|arbede|çekişme|güreş|kavga|tartışma
💥|0.6|çarpışma|bomba|bum|çarpışma işareti|çizgi roman|duygu|patlama
💫|0.6|baş dönmesi|çizgi roman|dilek|duygu|gece|gökyüzü|kayan yıldız|uzay|yıldızlar|yıldızları görme
💦|0.6|ter damlası|çizgi roman|duygu|fışkır|su|terli
💨|0.6|hızla fırlama|çizgi roman|duygu|gaz çıkarma|hızlı|kaçma|koş|koşma|rüzgar
🕳️|0.7|delik|çukur
💬|0.6|konuşma balonu|çizgi roman|iletişim|iletişim balonu
👁️‍🗨️|2|konuşma balonunda göz|göz boncuğu|nazar|tanıklık
🗨️|2|sol konuşma balonu|diyalog
🗯️|0.7|sağ öfke balonu|kızgın
💭|1|düşünce balonu|bulut|çizgi roman|fikir
💤|0.6|zzz|çizgi roman|gece|iyi geceler|iyi uykular|uyku|uyuklama|uyuma|yorgun

👋|0.6+|el sallama|bay bay|bye|görüşürüz|güle güle|hey|merhaba|orada mısın|sallamak|selam
🤚|3+|elinin tersini kaldırma
🖐️|0.7+|parmaklar açık el kaldırma|avuç|beden|dur|izin isteme
✋|0.6+|el kaldırma|beş parmak|dur|dur işareti|havada el
🖖|1+|Vulkan selamı|beden|parmak|spock|star trek|uzay yolu|volkan|volkanlı selamı|vulcan selamı
🫱|14+|sağa bakan el|anlaşma|dokun|el uzatma|merhaba|selam|temas|tokalaşmak
🫲|14+|sola bakan el|anlaşma|dokun|el uzatma|merhaba|selam|temas|tokalaşma
🫳|14+|avuç içi aşağı bakan el|al|atmak|bırak|düşürmek|kışkışlamak|uzanmak|uzat
🫴|14+|avuç içi yukarı bakan el|çağırmak|çağrı|davet|el etmek|el uzatmak|gel|sunmak|teklif|yakalamak|yardım
🫷|15+|sola iten el|bekle|bekletme|çak|çakma|dur|durdurma|itme|reddetme
🫸|15+|sağa iten el|bekle|bekletme|çak|çakma|dur|durdurma|itme|reddetme
👌|0.6+|tamam işareti|anlaştık|el|harika|işte bu|mükemmel|müthiş|ok|süper|tam olarak|tamamdır
🤌|13+|kıstırma hareketi yapan parmaklar|bravo|çok güzel|el|el hareketleri|harika|lezzetli
🤏|12+|kıstırma hareketi yapan el|azıcık|bir tutam|biraz|kıstırma hareketi yapan parmaklar|küçük|parmaklar
✌️|0.6+|zafer işareti|barış|el|oleey|zafer eli
🤞|3+|şans dileme|çapraz|el|parmak|söz verme
🫰|14+|işaret parmağı ve baş parmak birbirine geçmiş el|<3|aşk|borç|hesap|kalp|nakit|pahalı|para|sevgi
🤟|5+|seni seviyorum işareti|el|SS
🤘|1+|boynuz işareti|beden|el|metal|metalci|parmak|rock|süper|yeah|yes
🤙|3+|beni ara işareti|el|elle beni ara işareti
👈|0.6+|elinin tersiyle solu gösteren işaret parmağı|elin arkası|parmak|solu gösteren parmak
👉|0.6+|elinin tersiyle sağı gösteren işaret parmağı|elin arkası|parmak|sağı gösteren parmak
👆|0.6+|elinin tersiyle yukarıyı gösteren işaret parmağı|elin arkası|parmak|yukarıyı gösteren parmak
🖕|1+|orta parmak|beden|el
👇|0.6+|elinin tersiyle aşağıyı gösteren işaret parmağı|aşağıyı gösteren parmak|elin arkası|parmak
☝️|0.6+|yukarıyı gösteren işaret parmağı|beden|el|gösterme|izin isteme|parmak
🫵|14+|karşıyı işaret eden işaret parmağı|dürtmek|el|göstermek|onlar|orası|parmak|sen
👍|0.6+|baş parmak yukarıda|+1|anlaştık|beğendim|bence de|el|iyi|onay|tamam
👎|0.6+|baş parmak aşağıda|el|işaret
✊|0.6+|yumruk kaldırma|el|havada yumruk
👊|0.6+|yaklaşan yumruk|anlaştık|bam|el|katılıyorum|tamam
🤛|3+|sola bakan yumruk|el|güm|sola doğru
🤜|3+|sağa bakan yumruk|el|güm|sağa doğru
👏|0.6+|el çırpma|alkış|bravo|eller|işaret|tebrik
🙌|0.6+|eller havaya|çak|her iki el|kutlama|kutlamak için iki eli birden kaldırma|tebrikler
🫶|14+|kalp oluşturan eller|<3|aşk|birlikte|biz|sevgi|seviyorum
👐|0.6+|eller açık|eller açık işareti|işaret
🤲|5+|iki avuç açık|dilek|dua|dua eden eller|dua etmek|ellerini açmak
🤝|3+|el sıkışma|anlaşma|sallama|toplantı
🙏|0.6+|birleşen eller|dua|dua etme|hareket
✍️|0.7+|yazı yazan el|beden|kalem tutma|yazma
💅|0.6+|oje sürme|kozmetik|manikür|tırnak|tırnak bakımı
🤳|3+|selfie|kamera|kendi çekim|öz çekim|özçekim|telefon
💪|0.6+|pazı|çizgi roman|esnek|güçlü|kas|kas esnetme|vücutcu
🦾|12|mekanik kol|erişilebilirlik|protez
🦿|12|mekanik bacak|erişilebilirlik|protez
🦵|11+|bacak|ayak|diz|tekme|tekme atmak|uzuv
🦶|11+|ayak|bilek|parmak|tekme|topuk
👂|0.6+|kulak|dinlemek|gövde|gürültü|ses
🦻|12+|işitme cihazı olan kulak|erişilebilirlik|işitme güçlüğü
👃|0.6+|burun|gövde|koklamak|koku|nefes|yüz
🧠|5|beyin|akıllı|zeka|zeki
🫀|13|kalp|anatomi|kalp atışı|kan|kardiyoloji|kırmızı|merkez|nabız|organ
🫁|13|akciğer|beden|ciğerler|nefes|nefes almak|organ|soluk|solumak|solunum|vücut
🦷|11|diş|ağız|ağrı|azı dişi|beyaz|diş ağrısı|diş hekimi|diş perisi|dişçi|inci gibi|köpek dişi|süt dişi
🦴|11|kemik|iskelet|köpek|köpek kemiği|mama
👀|0.6|gözler|bakmak|görmek|gözcü|gözetlemek|yüz
👁️|0.7|göz|beden|kahverengi göz
👅|0.6|dil|ağız|gövde|yalamak|yüz
👄|0.6|ağız|aşk|dudaklar|gövde|öpme|öptüm|öpücük|yüz
🫦|14|ısırılan dudak|davetkar|davetkâr|endişeli|flört|gergin|korku|öpücük|rahatsız|seksi|tutku
👶|0.6+|bebek|kişiler
🧒|5+|çocuk|genç|insan|kişi|küçük çocuk|surat
👦|0.6+|erkek çocuk|insan|kişiler|oğlan çocuk
👧|0.6+|kız çocuk|genç|insan|kişiler
🧑|5+|yetişkin|adam|insan|kişi|yüz
👱|0.6+|sarışın kişi|erkek|insan|kişiler|saç|sarı saçlı kişi|yüz
👨|0.6+|erkek|adam|insan|kişiler|sarışın erkek
🧔|5+|sakallı kişi|insan|yüz
🧔‍♂️|13.1+|erkek: sakal
🧔‍♀️|13.1+|kadın: sakal
👨‍🦰|11+|erkek: kızıl saç|adam|insan|kişiler|sarışın erkek
👨‍🦱|11+|erkek: kıvırcık saç|adam|insan|kişiler|sarışın erkek
👨‍🦳|11+|erkek: beyaz saç|adam|insan|kişiler|sarışın erkek
👨‍🦲|11+|erkek: kel|adam|insan|kişiler|sarışın erkek
👩|0.6+|kadın|insan|kişiler|sarışın kadın
👩‍🦰|11+|kadın: kızıl saç|insan|kişiler|sarışın kadın
🧑‍🦰|12.1+|yetişkin: kızıl saç|adam|insan|kişi|yüz
👩‍🦱|11+|kadın: kıvırcık saç|insan|kişiler|sarışın kadın
🧑‍🦱|12.1+|yetişkin: kıvırcık saç|adam|insan|kişi|yüz
👩‍🦳|11+|kadın: beyaz saç|insan|kişiler|sarışın kadın
🧑‍🦳|12.1+|yetişkin: beyaz saç|adam|insan|kişi|yüz
👩‍🦲|11+|kadın: kel|insan|kişiler|sarışın kadın
🧑‍🦲|12.1+|yetişkin: kel|adam|insan|kişi|yüz
👱‍♀️|4+|sarışın kadın|bayan|insan|kız
👱‍♂️|4+|sarışın erkek|adam
🧓|5+|yaşlı yetişkin|insan|kişi
👴|0.6+|yaşlı erkek|büyükbaba|dede|insan|kişiler
👵|0.6+|yaşlı kadın|anneanne|babaanne|insan|kişiler
🙍|0.6+|somurtma|beğenmeme|hareket|hayal kırıklığı|kişi|mimik|öfkeli|rahatsız|sıkkın|somurtan kişi|surat asma
🙍‍♂️|4+|somurtan erkek|adam|insan|mimik|mutsuz|somurtma
🙍‍♀️|4+|somurtan kadın|bayan|mimik|somurtma
🙎|0.6+|darılma|darılan kişi|hareket|hayal kırıklığı|kişi|kırgın|küsme|mimik|öfkeli|somurtma|surat asma|üzgün
🙎‍♂️|4+|darılan erkek|adam|darılma|mimik
🙎‍♀️|4+|darılan kadın|bayan|darılma|mimik
🙅|0.6+|hayır hareketi|asla|insan|iyi değil|izin vermiyorum|izinsiz|kişi|olmaz|vücut|yasak|yüz
🙅‍♂️|4+|hayır hareketi yapan erkek|el|insan|iyi değil|yasak|yok
🙅‍♀️|4+|hayır hareketi yapan kadın|bayan|el|iyi değil|yasak
🙆|0.6+|tamam hareketi|aman tanrım|egzersiz|el|kişi|kocaman|oldu|vücut|yüz
🙆‍♂️|4+|tamam hareketi yapan erkek|adam|aman allah|aman tanrım|egzersiz|el|eller|eller yukarı|insan
🙆‍♀️|4+|tamam hareketi yapan kadın|bayan|el
💁|0.6+|elini yana yatırma|alaycı|bilgilendirme|dedikodu|keyfin bilir|kişi|kişiler|neyse|saçını savurma|sen bilirsin|umurumda değil
💁‍♂️|4+|elini yana yatıran erkek|adam|bilgi|dedikodu|insan|küstah|sarkastik|yana yatmış el
💁‍♀️|4+|elini yana yatıran kadın|bayan|küstah|yana yatmış el
🙋|0.6+|elini kaldırma|ben|burada|el kaldırma|hareket|kalkan el|kişi|merhaba|selam|soru|söz isteme
🙋‍♂️|4+|elini kaldıran erkek|adam|el hareketi|el kaldırma|hareket|insan|soru
🙋‍♀️|4+|elini kaldıran kadın|bayan|el kaldırma|hareket
🧏|12+|işitme engelli kişi|duyma|erişilebilirlik|kulak
🧏‍♂️|12+|işitme engelli erkek|adam
🧏‍♀️|12+|işitme engelli kadın
🙇|0.6+|başını öne eğme|affet|affetme|bağışlama|eğilme|hareket|kişi|merhamet|özür dilerim|üzgünüm|yakarma|yalvarma
🙇‍♂️|4+|başını öne eğen erkek|adam|baş eğme|hareket|lütuf|özür
🙇‍♀️|4+|başını öne eğen kadın|baş eğme|bayan|hareket|lütuf|özür
🤦|3+|yüzünü eliyle kapama|aman tanrım|çileden çıkma|inanamıyorum|inanmama|inanmıyorum|kızgınlık|öfke|olamaz|şok
🤦‍♂️|4+|eliyle yüzünü kapatan erkek|adam|aman tanrım|çileden çıkma|inanamıyorum|inanmama|öfke|olamaz|sinir|utancından eliyle yüzünü kapatma|utanma
🤦‍♀️|4+|eliyle yüzünü kapatan kadın|aman tanrım|çileden çıkma|inanamıyorum|inanmama|öfke|olamaz|sinir|utanç|utancından eliyle yüzünü kapatma
🤷|3+|omuz silkme|bilemem|bilmem|bilmeme|bilmiyorum|ilgisizlik|kararsız|kişi|ne bileyim|ne yapalım|sanırım|vücut
🤷‍♂️|4+|omuz silken erkek|adam|belki|bilmem|her neyse|ilgisizlik|kişi|kuşku|omuz silkme|sanırım|şüphe
🤷‍♀️|4+|omuz silken kadın|bayan|belki|bilmem|cahillik|cehalet|her neyse|ilgisizlik|kişi|kuşku|omuz silkme|sanırım|şüphe|vücut
🧑‍⚕️|12.1+|sağlık çalışanı|doktor|hasta bakıcı|hemşire|sağlık personeli|terapist
👨‍⚕️|4+|erkek sağlık çalışanı|adam|doktor|hastabakıcı|meslek|terapist
👩‍⚕️|4+|kadın sağlık çalışanı|bayan|doktor|hemşire|meslek|terapist
🧑‍🎓|12.1+|öğrenci|mezun|talebe
👨‍🎓|4+|erkek öğrenci|adam|mezun
👩‍🎓|4+|kız öğrenci|bayan|kadın|mezun
🧑‍🏫|12.1+|öğretmen|doçent|eğitimci|profesör
👨‍🏫|4+|erkek öğretmen|adam|eğitmen|meslek|profesör
👩‍🏫|4+|kadın öğretmen|bayan|eğitmen|meslek|profesör
🧑‍⚖️|12.1+|hakim|adalet|terazi|yargıç
👨‍⚖️|4+|erkek hakim|adalet|adam|meslek|terazi|yargıç
👩‍⚖️|4+|kadın hakim|adalet|bayan|insan|meslek|savcı|terazi
🧑‍🌾|12.1+|çiftçi|bahçıvan|rençper
👨‍🌾|4+|erkek çiftçi|adam|bahçıvan|çiftlik sahibi|meslek
👩‍🌾|4+|kadın çiftçi|bahçıvan|bayan|çiftlik sahibi|meslek
🧑‍🍳|12.1+|aşçı|yemek pişirme
👨‍🍳|4+|erkek aşçı|adam|meslek|şef|yemek yapma
👩‍🍳|4+|kadın aşçı|bayan|şef|yemek|yemek yapma
🧑‍🔧|12.1+|tamirci|elektrikçi|tesisatçı
👨‍🔧|4+|erkek tamirci|adam|elektrikçi|esnaf|meslek|tesisatçı
👩‍🔧|4+|kadın tamirci|bayan|elektrikçi|esnaf|meslek|tesisatçı
🧑‍🏭|12.1+|fabrika işçisi|endüstri|montaj|sanayi
👨‍🏭|4+|erkek fabrika işçisi|adam|meslek|montaj|sanayi
👩‍🏭|4+|kadın fabrika işçisi|bayan|meslek|montaj|sanayi
🧑‍💼|12.1+|ofis çalışanı|beyaz yakalı|iş yeri|mimar|müdür|yönetici
👨‍💼|4+|erkek ofis çalışanı|adam|beyaz yaka|iş|meslek|mimar|yönetici
👩‍💼|4+|kadın ofis çalışanı|bayan|beyaz yaka|iş|iş kadını|işkadını|meslek|mimar|yönetici
🧑‍🔬|12.1+|bilim insanı|biyolog|fizikçi|kimyacı|kimyager
👨‍🔬|4+|erkek bilim insanı|adam|bilim adamı|biyolog|fizikçi|kimyacı|matematikçi|meslek|mühendis
👩‍🔬|4+|kadın bilim insanı|bayan|bilim adamı|biyolog|fizikçi|kimyacı|matematikçi|meslek|mühendis
🧑‍💻|12.1+|teknoloji uzmanı|geliştirici|kodlayıcı|mucit|teknolog|yazılım|yazılımcı
👨‍💻|4+|erkek teknoloji uzmanı|adam|bilgisayar mühendisi|erkek bilgisayar mühendisi|geliştirici|kodlayıcı|meslek|mucit|mühendis|programlamacı|yazılım
👩‍💻|4+|kadın teknoloji uzmanı|bayan|geliştirici|kadın mühendis|kodlayıcı|meslek|mucit|yazılım
🧑‍🎤|12.1+|şarkıcı|aktör|aktris|gösterici|star|yıldız
👨‍🎤|4+|erkek şarkıcı|adam|aktör|gösterici|meslek|rock|star
👩‍🎤|4+|kadın şarkıcı|aktör|bayan|gösterici|meslek|rock|star
🧑‍🎨|12.1+|ressam|palet|sanatçı
👨‍🎨|4+|erkek ressam|adam|meslek|palet|sanatçı
👩‍🎨|4+|kadın ressam|bayan|meslek|palet|sanatçı
🧑‍✈️|12.1+|pilot|uçak
👨‍✈️|4+|erkek pilot|adam|insan|meslek|uçak
👩‍✈️|4+|kadın pilot|bayan|meslek|uçak
🧑‍🚀|12.1+|astronot|roket|uzay
👨‍🚀|4+|erkek astronot|adam|meslek|roket|uzay
👩‍🚀|4+|kadın astronot|bayan|meslek|roket|uzay
🧑‍🚒|12.1+|itfaiyeci|itfaiye aracı
👨‍🚒|4+|erkek itfaiyeci|adam|itfaiye aracı|meslek
👩‍🚒|4+|kadın itfaiyeci|bayan|itfaiye aracı|meslek
👮|0.6+|polis memuru|ceza|erkek polis|görevli|gözaltı|kanun|kişi|kişiler|meslek|tutuklama|yasa
👮‍♂️|4+|erkek polis memuru|adam|aynasız
👮‍♀️|4+|kadın polis memuru|aynasız|bayan|ceza|gözaltı|kanun|kişi|kolluk|tutuklama|vücut|yasa
🕵️|0.7+|dedektif|casus|erkek casus|hafiye|meslek
🕵️‍♂️|4+|erkek dedektif|adam|casus|hafiye
🕵️‍♀️|4+|kadın dedektif|bayan|casus|hafiye|meslek
💂|0.6+|muhafız|bekçi|kişiler|koruma görevlisi|londra
💂‍♂️|4+|erkek muhafız|adam
💂‍♀️|4+|kadın muhafız|bayan|buckingham sarayı|londra
🥷|13+|ninja|asker|dövüşçü|gizli|insan|katana|kavga|kiralık katil|saklı|savaş|suikast
👷|0.6+|inşaat işçisi|baret|kişi|kişiler|meslek|onarım|tadilat|tamirat|vücut
👷‍♂️|4+|erkek inşaat işçisi|adam
👷‍♀️|4+|kadın inşaat işçisi|bayan|insan|kask|meslek
🫅|14+|taç takmış insan|asil|kral|kraliçe|kraliyet|soylu|taht
🤴|3+|prens|insan|kraliyet
👸|0.6+|prenses|insan|kişiler|kraliçe|peri masalı
👳|0.6+|sarıklı kişi|başörtüsü|insan|kişiler|sarıklı erkek|türban|türbanlı kişi|vücut
👳‍♂️|4+|sarıklı erkek|adam
👳‍♀️|4+|sarıklı kadın|bayan|insan|türban|türbanlı kadın
👲|0.6+|çin şapkalı erkek|adam|çinli şapkası olan adam|gua pi mao|gua pi mao takan erkek|kişiler|meslek
🧕|5+|başörtülü kadın|baş örtüsü|insan|türban|türbanlı
🤵|3+|smokinli kişi|adam|damat|simokin|smokinli adam
🤵‍♂️|13+|smokinli erkek|adam|smokinli adam
🤵‍♀️|13+|smokinli kadın
👰|0.6+|duvaklı gelin|evlilik|kişiler
👰‍♂️|13+|duvaklı erkek|adam|duvaklı adam
👰‍♀️|13+|duvaklı kadın
🤰|3+|hamile kadın
🫃|14+|hamile adam|gaz|göbek|göbekli|iki canlı|insan|karnı şiş|obur|şişmiş
🫄|14+|hamile kişi|çok yemek|gaz|göbek|göbekli|iki canlı|insan|karnı şiş|obur|şişmiş
🤱|5+|emziren kadın|anne sütü|bebek|emzirme|göğüs|meme verme|süt izni
👩‍🍼|13+|bebek emziren kadın|anne|bakıcı|bakım|bebek bakıcısı|beslemek|emzirme|insan|kucak|sevgi|yenidoğan
👨‍🍼|13+|bebek emziren erkek|baba|bakıcı|bakıcılık|bebek bakıcısı|beslemek|emzirme|insan|kucak|sevgi|yenidoğan
🧑‍🍼|13+|bebek emziren kişi|anne|baba|bakıcı|bakıcılık|bebek bakıcısı|beslemek|emzirme|erkek|insan|kadın|yenidoğan
👼|0.6+|bebek melek|peri masalı|yüz
🎅|0.6+|Noel Baba|insan|kutlama|santa claus
🤶|3+|Noel Anne|insan|noel annesi
🧑‍🎄|13+|cinsiyet belirtmeyen noel karakteri|christmas|insan|mutlu noeller|mutlu yıllar|noel baba|Noel figürü|santa claus|şapka|tatil|yılbaşı
🦸|11+|süper kahraman|iyi|iyilik|kurtarmak|pelerin|süper güç|uçmak
🦸‍♂️|11+|erkek süper kahraman|iyi|süper güç
🦸‍♀️|11+|kadın süper kahraman|iyi|süper güç
🦹|11+|süper kötü|acımasız|hain|kötü adam|pelerin|şeytani|suçlu|süper güç|süper kahraman|vampir|zalim
🦹‍♂️|11+|erkek süper kötü|şeytani|suçlu|süper güç
🦹‍♀️|11+|kadın süper kötü|şeytani|suçlu|süper güç
🧙|5+|büyücü|cadı|sihir|sihirbaz
🧙‍♂️|5+|erkek büyücü|sihirbaz
🧙‍♀️|5+|kadın büyücü|cadı
🧚|5+|peri|kanat|masal|mitoloji|Oberon|Puck|Titania
🧚‍♂️|5+|erkek peri|Oberon|Puck
🧚‍♀️|5+|kadın peri|Titania
🧛|5+|vampir|drakula|Drakula|hortlak|kan
🧛‍♂️|5+|erkek vampir|Drakula|hortlak
🧛‍♀️|5+|kadın vampir|hortlak
🧜|5+|balık insan|balık kadın|deniz altı|deniz kızı|mitoloji|peri masalı|poseidon|su altı|üç dişli çatal
🧜‍♂️|5+|balık adam
🧜‍♀️|5+|denizkızı|balık kadın
🧝|5+|elf|legolas|sihirli|sivri kulak
🧝‍♂️|5+|erkek elf|sihirli
🧝‍♀️|5+|kadın elf|sihirli
🧞|5|cin|Alaaddin’in sihirli lambası|Alaaddinin sihirli lambası|dilek|lamba|sihir
🧞‍♂️|5|erkek cin
🧞‍♀️|5|kadın cin
🧟|5|zombi|hortlak|kişi|kıyamet|korku|korkunç|ürkünç|yaşayan ölü|yürüyen ölü
🧟‍♂️|5|erkek zombi|hortlak|yürüyen ölü
🧟‍♀️|5|kadın zombi|hortlak|yürüyen ölü
🧌|14|trol|canavar|dev|fantezi|gerçek dışı|hayali|hulk|ork|peri masalı|yaratık|yeşil dev
🫈|17|tüylü yaratık|dev|efsanevi yaratık|koca ayak|orman|yeti
💆|0.6+|yüz masajı|baş ağrısı|gerginlik|kişi|masaj yaptıran kişi|rahatlama|salon|spa|terapi
💆‍♂️|4+|yüz masajı yaptıran erkek|adam
💆‍♀️|4+|yüz masajı yaptıran kadın|bayan
💇|0.6+|saç kesimi|bakım|güzellik|güzellik salonu|kişi|kuaför|makas|saç kestirme|saç stili|salon|tarz
💇‍♂️|4+|saç kestiren erkek|adam|berber|insan|saç kesimi|saç kestirmek
💇‍♀️|4+|saç kestiren kadın|bayan|saç kesimi
🚶|0.6+|yürüyen kişi|aylak|gezinti|salınma|tempo|vücut|yaya|yürüme|yürüyen adam|yürüyüş
🚶‍♂️|4+|yürüyen erkek|adam|dolaşma|yürüme
🚶‍♀️|4+|yürüyen kadın|bayan|dolaşma|yaya|yürüme
🚶‍➡️|15.1+|yürüyen kişi: sağa dönük|aylak|gezinti|salınma|tempo|vücut|yaya|yürüme|yürüyen adam|yürüyüş
🚶‍♀️‍➡️|15.1+|yürüyen kadın: sağa dönük|bayan|dolaşma|yaya|yürüme
🚶‍♂️‍➡️|15.1+|yürüyen erkek: sağa dönük|adam|dolaşma|yürüme
🧍|12+|ayakta duran kişi|ayakta durma
🧍‍♂️|12+|ayakta duran erkek|adam
🧍‍♀️|12+|ayakta duran kadın
🧎|12+|diz çöken kişi|diz çökme|dizler
🧎‍♂️|12+|diz çöken erkek|adam
🧎‍♀️|12+|diz çöken kadın
🧎‍➡️|15.1+|diz çöken kişi: sağa dönük|diz çökme|dizler
🧎‍♀️‍➡️|15.1+|diz çöken kadın: sağa dönük
🧎‍♂️‍➡️|15.1+|diz çöken erkek: sağa dönük|adam
🧑‍🦯|12.1+|görme engelli bastonlu kişi|erişilebilirlik|kör
🧑‍🦯‍➡️|15.1+|görme engelli bastonlu kişi: sağa dönük|erişilebilirlik|kör
👨‍🦯|12+|görme engelli bastonlu erkek|erişilebilirlik
👨‍🦯‍➡️|15.1+|görme engelli bastonlu erkek: sağa dönük|erişilebilirlik
👩‍🦯|12+|görme engelli bastonlu kadın|erişilebilirlik
👩‍🦯‍➡️|15.1+|görme engelli bastonlu kadın: sağa dönük|erişilebilirlik
🧑‍🦼|12.1+|elektrikli tekerlekli sandalyede kişi|erişilebilirlik
🧑‍🦼‍➡️|15.1+|elektrikli tekerlekli sandalyede kişi: sağa dönük|erişilebilirlik
👨‍🦼|12+|elektrikli tekerlekli sandalyede erkek|erişilebilirlik
👨‍🦼‍➡️|15.1+|elektrikli tekerlekli sandalyede erkek: sağa dönük|erişilebilirlik
👩‍🦼|12+|elektrikli tekerlekli sandalyede kadın|erişilebilirlik
👩‍🦼‍➡️|15.1+|elektrikli tekerlekli sandalyede kadın: sağa dönük|erişilebilirlik
🧑‍🦽|12.1+|tekerlekli sandalyede kişi|erişilebilirlik
🧑‍🦽‍➡️|15.1+|tekerlekli sandalyede kişi: sağa dönük|erişilebilirlik
👨‍🦽|12+|tekerlekli sandalyede erkek|erişilebilirlik
👨‍🦽‍➡️|15.1+|tekerlekli sandalyede erkek: sağa dönük|erişilebilirlik
👩‍🦽|12+|tekerlekli sandalyede kadın|erişilebilirlik
👩‍🦽‍➡️|15.1+|tekerlekli sandalyede kadın: sağa dönük|erişilebilirlik
🏃|0.6+|koşan kişi|acele|çabuk|hızlı|koşu|koşucu|maraton|spor|vücut|yarış
🏃‍♂️|4+|koşan erkek|adam|koşma|maraton|yarış
🏃‍♀️|4+|koşan kadın|bayan|koşma|maraton|yarış
🏃‍➡️|15.1+|koşan kişi: sağa dönük|acele|çabuk|hızlı|koşu|koşucu|maraton|spor|vücut|yarış
🏃‍♀️‍➡️|15.1+|koşan kadın: sağa dönük|bayan|koşma|maraton|yarış
🏃‍♂️‍➡️|15.1+|koşan erkek: sağa dönük|adam|koşma|maraton|yarış
🧑‍🩰|17+|bale dansçısı
💃|0.6+|dans eden kadın|dansçı|festival|kadın dansçı|kişiler|meslek|tango
🕺|3+|dans eden adam|meslek
🕴️|0.7+|havalanan takım elbiseli adam|erkek|iş|işadamı|yukarıda süzülen takım elbiseli iş adamı
👯|0.6+|tavşan kulaklı kişiler|aynısı|dans|dansçı|ikiz|kadın|parti|ruh ikizi|tavşan kulaklar|vücut
👯‍♂️|4+|tavşan kulaklı erkekler|adam|dans eden erkekler|dansçı|partiye katılan erkek|partiye katılma
👯‍♀️|4+|tavşan kulaklı kadınlar|bayan|dansçı|partiye katılma
🧖|5+|buhar odasındaki kişi|buhar banyosu|hamam|rahatlamak|sauna
🧖‍♂️|5+|buhar odasındaki erkek|sauna
🧖‍♀️|5+|buhar odasındaki kadın|sauna
🧗|5+|dağcı kişi|kaya|kaya tırmanışı|tırmanıcı|tırmanmak
🧗‍♂️|5+|dağcı erkek
🧗‍♀️|5+|dağcı kadın
🤺|3|eskrimci|birey|kılıç|spor
🏇|1+|at yarışı|jokey|spor|yarış atı
⛷️|0.7|kayakçı|kar
🏂|0.6+|snowbordçu|kar kayağı yapan|snowboard|snowboard yapmak|spor
🏌️|0.7+|golf oynayan kişi|golf sahası|golf sopası|golfçü|top|vücut|vuruş
🏌️‍♂️|4+|golf oynayan erkek|adam
🏌️‍♀️|4+|golf oynayan kadın|bayan|gol oynayan kadın
🏄|0.6+|sörf yapan kişi|dalga|dalga sörfü|erkek sörfçü|okyanus|plaj|sahil|sörfçü|spor|vücut
🏄‍♂️|4+|sörf yapan erkek|adam
🏄‍♀️|4+|sörf yapan kadın|bayan
🚣|1+|sandalda kürek çeken kişi|göl|ırmak|kano|kayık|kürek çeken erkek|nehir|taşıt|tekne
🚣‍♂️|4+|sandalda kürek çeken erkek|adam|kayık
🚣‍♀️|4+|sandalda kürek çeken kadın|bayan|kayık
🏊|0.6+|yüzen kişi|antrenman|hareket|havuz|serbest stil|spor|triatlon|vücut|yüzme|yüzücü
🏊‍♂️|4+|yüzen erkek|adam|yüzme
🏊‍♀️|4+|yüzen kadın|bayan|yüzme
⛹️|0.7+|top sektiren kişi|atletik|basketbol|basketbolcu|spor|sporcu|top sürme|vücut
⛹️‍♂️|4+|top sektiren erkek|adam
⛹️‍♀️|4+|top sektiren kadın|basketbol|basketbolcu|bayan
🏋️|0.7+|ağırlık kaldıran kişi|ağırlık kaldırma|antrenman|erkek halterci|halter|halterci|vücut
🏋️‍♂️|4+|ağırlık kaldıran erkek|adam
🏋️‍♀️|4+|ağırlık kaldıran kadın|bayan|halter
🚴|1+|bisiklet süren kişi|antrenman|bisiklet sürücüsü|bisikletçi|hareket|spor|vücut
🚴‍♂️|4+|bisiklet süren erkek|adam|bisiklet sürme|bisikletçi
🚴‍♀️|4+|bisiklet süren kadın|bayan|bisiklet sürme|bisikletçi
🚵|1+|dağ bisikletçisi|antrenman|atletik|kişi|spor|sürüş|vücut
🚵‍♂️|4+|dağ bisikleti süren erkek|adam|bisiklet sürme|bisikletçi
🚵‍♀️|4+|dağ bisikleti süren kadın|bayan|bisiklet sürme|bisikletçi
🤸|3+|perende atan kişi|aktif|birey|jimnastik|spor|yanlamasına takla
🤸‍♂️|4+|perende atan erkek|adam|çember hareketi|jimnastik|kişi|spor
🤸‍♀️|4+|perende atan kadın|aktif|bayan|çember hareketi|heyecanlı|jimnastik|kişi|mutlu|neşe|oyun|sevinç|spor
🤼|3+|güreşen kişiler|birey|dövüş|düello|güreş minderi|güreşçi|güreşçilik|spor|vücut
🤼‍♂️|4+|güreş yapan erkek|adam|antrenman|dövüş|düello|er meydanı|kişi|kırkpınar|spor
🤼‍♀️|4+|güreş yapan kadın|bayan|dövüş|er meydanı|güreş turnuvası|güreşçi|kişi|kırkpınar|spor|vücut
🤽|3+|su topu|antrenman|birey|havuz|kişi|spor|su sporları|vücut|yüzme
🤽‍♂️|4+|su topu oynayan erkek|adam|antrenman|havuz|kişi|spor|su sporu|vücut
🤽‍♀️|4+|su topu oynayan kadın|antrenman|bayan|havuz|kişi|spor|su sporları|vücut|yüzme
🤾|3+|hentbol|atış|atletik|birey|el|kişi|spor|top|vücut
🤾‍♂️|4+|hentbol oynayan erkek|adam|spor
🤾‍♀️|4+|hentbol oynayan kadın|antrenman|atış|atletik|bayan|kişi|spor|top|vücut
🤹|3+|jonglör|aynı anda birçok iş yapma|denge|el becerisi|hokkabaz|hokkabazlık|jonglörlük|kişi|top çeviren erkek|top çevirme|vücut|yetenek
🤹‍♂️|4+|jonglör erkek|adam|aynı anda birçok iş|denge|hokkabaz|hokkabazlık|top çevirme|vücut
🤹‍♀️|4+|jonglör kadın|aynı anda birçok iş|bayan|hokkabazlık|hokkabazlık yapan kadın
🧘|5+|lotus pozisyonundaki kişi|bağdaş kurmak|meditasyon|rahatlamak|yoga
🧘‍♂️|5+|lotus pozisyonundaki erkek|meditasyon|yoga
🧘‍♀️|5+|lotus pozisyonundaki kadın|meditasyon|yoga
🛀|0.6+|banyo yapan kişi|küvet
🛌|1+|yatakta yatan kişi|gece|insan|iyi geceler|iyi uykular|kestirme|otel|uyku|uyku saati|uyumak|yatan insan|yatmak|zzz
🧑‍🤝‍🧑|12+|el ele tutuşan insanlar|çift|kişi|tutmak|tutuşan eller
👭|1+|el ele tutuşan kadınlar|arkadaş|çift|dost|el ele tutuşan iki kadın|kanki|kişiler|kızkardeşler
👫|0.6+|el ele tutuşan erkek ve kadın|çift|el ele tutuşan kız ve erkek|kişiler|sevgili
👬|1+|el ele tutuşan erkekler|çift|el ele tutuşan iki erkek|ikizler|kişiler
💏|0.6+|öpücük|aşk|kişiler|öpüşme|romantizm|seni seviyorum|yıldönümü
👩‍❤️‍💋‍👨|2+|öpücük: kadın erkek|aşk|kişiler|öpüşme|romantizm|seni seviyorum|yıldönümü
👨‍❤️‍💋‍👨|2+|öpücük: erkek erkek|aşk|kişiler|öpüşme|romantizm|seni seviyorum|yıldönümü
👩‍❤️‍💋‍👩|2+|öpücük: kadın kadın|aşk|kişiler|öpüşme|romantizm|seni seviyorum|yıldönümü
💑|0.6+|kalpli çift|aşk|kadın erkek|kişiler|romantizm
👩‍❤️‍👨|2+|kalpli çift: kadın erkek|aşk|kişiler|romantizm
👨‍❤️‍👨|2+|kalpli çift: erkek erkek|aşk|kadın erkek|kişiler|romantizm
👩‍❤️‍👩|2+|kalpli çift: kadın kadın|aşk|kadın erkek|kişiler|romantizm
👨‍👩‍👦|2|aile: erkek kadın erkek çocuk|anne|baba|bir erkek bir kadın bir erkek çocuk|kişiler
👨‍👩‍👧|2|aile: erkek kadın kız çocuk|anne|baba|bir erkek bir kadın bir erkek çocuk|kişiler
👨‍👩‍👧‍👦|2|aile: erkek kadın kız çocuk erkek çocuk|anne|baba|bir erkek bir kadın bir erkek çocuk|kişiler
👨‍👩‍👦‍👦|2|aile: erkek kadın erkek çocuk erkek çocuk|anne|baba|bir erkek bir kadın bir erkek çocuk|kişiler
👨‍👩‍👧‍👧|2|aile: erkek kadın kız çocuk kız çocuk|anne|baba|bir erkek bir kadın bir erkek çocuk|kişiler
👨‍👨‍👦|2|aile: erkek erkek erkek çocuk|anne|baba|bir erkek bir kadın bir erkek çocuk|kişiler
👨‍👨‍👧|2|aile: erkek erkek kız çocuk|anne|baba|bir erkek bir kadın bir erkek çocuk|kişiler
👨‍👨‍👧‍👦|2|aile: erkek erkek kız çocuk erkek çocuk|anne|baba|bir erkek bir kadın bir erkek çocuk|kişiler
👨‍👨‍👦‍👦|2|aile: erkek erkek erkek çocuk erkek çocuk|anne|baba|bir erkek bir kadın bir erkek çocuk|kişiler
👨‍👨‍👧‍👧|2|aile: erkek erkek kız çocuk kız çocuk|anne|baba|bir erkek bir kadın bir erkek çocuk|kişiler
👩‍👩‍👦|2|aile: kadın kadın erkek çocuk|anne|baba|bir erkek bir kadın bir erkek çocuk|kişiler
👩‍👩‍👧|2|aile: kadın kadın kız çocuk|anne|baba|bir erkek bir kadın bir erkek çocuk|erkek çocuk|kişiler
👩‍👩‍👧‍👦|2|aile: kadın kadın kız çocuk erkek çocuk|anne|baba|bir erkek bir kadın bir erkek çocuk|kişiler
👩‍👩‍👦‍👦|2|aile: kadın kadın erkek çocuk erkek çocuk|anne|baba|bir erkek bir kadın bir erkek çocuk|kişiler
👩‍👩‍👧‍👧|2|aile: kadın kadın kız çocuk kız çocuk|anne|baba|bir erkek bir kadın bir erkek çocuk|erkek çocuk|kişiler
👨‍👦|4|aile: erkek erkek çocuk|anne|baba|bir erkek bir kadın bir erkek çocuk|kişiler
👨‍👦‍👦|4|aile: erkek erkek çocuk erkek çocuk|anne|baba|bir erkek bir kadın bir erkek çocuk|kişiler
👨‍👧|4|aile: erkek kız çocuk|anne|baba|bir erkek bir kadın bir erkek çocuk|kişiler
👨‍👧‍👦|4|aile: erkek kız çocuk erkek çocuk|anne|baba|bir erkek bir kadın bir erkek çocuk|kişiler
👨‍👧‍👧|4|aile: erkek kız çocuk kız çocuk|anne|baba|bir erkek bir kadın bir erkek çocuk|kişiler
👩‍👦|4|aile: kadın erkek çocuk|anne|baba|bir erkek bir kadın bir erkek çocuk|kişiler
👩‍👦‍👦|4|aile: kadın erkek çocuk erkek çocuk|anne|baba|bir erkek bir kadın bir erkek çocuk|kişiler
👩‍👧|4|aile: kadın kız çocuk|anne|baba|bir erkek bir kadın bir erkek çocuk|erkek çocuk|kişiler
👩‍👧‍👦|4|aile: kadın kız çocuk erkek çocuk|anne|baba|bir erkek bir kadın bir erkek çocuk|kişiler
👩‍👧‍👧|4|aile: kadın kız çocuk kız çocuk|anne|baba|bir erkek bir kadın bir erkek çocuk|erkek çocuk|kişiler
🗣️|0.7|konuşan kişi|bağırma|kafa|konuşma|profil|siluet|yüz
👤|0.6|siluet büst|kişiler
👥|1|siluet büstler|kişiler
🫂|13|kucaklaşan insanlar|aşk|elveda|güle güle|hoşçakal|hoşçakalın|kucaklaşma|merhaba|sağol|sağolun|sarılma|selam|sevgi|teşekkür|teşekkürler|teselli|veda
👪|0.6|aile|anne|baba|bir erkek bir kadın bir erkek çocuk|çocuk|erkek çocuk|kişiler
🧑‍🧑‍🧒|15.1|aile: yetişkin, yetişkin, çocuk
🧑‍🧑‍🧒‍🧒|15.1|aile: yetişkin, yetişkin, çocuk, çocuk
🧑‍🧒|15.1|aile: yetişkin, çocuk
🧑‍🧒‍🧒|15.1|aile: yetişkin, çocuk, çocuk
👣|0.6|ayak izi|gövde
🫆|16|parmak izi|adli tıp|güvenlik|kimlik

🐵|0.6|maymun yüzü|hayvan|komik|meraklı maymun|muz|neşeli
🐒|0.6|maymun|hayvan|muz|orman
🦍|3|goril|hayvan
🦧|12|orangutan|hayvan|maymun
🐶|0.6|köpek yüzü|hayvan
🐕|0.7|köpek|hav hav|hayvan|kuçu kuçu|süs köpeği
🦮|12|rehber köpek|erişilebilirlik|görme engelli
🐕‍🦺|12|yardımcı köpek|erişilebilirlik|rehber köpek|rehberlik
🐩|0.6|kaniş|hayvan|köpek
🐺|0.6|kurt|hayvan|kurt yüzü|orman|yüz
🦊|3|tilki|akıllı|hayvan|kurnaz|tilki yüzü|yüz
🦝|11|rakun|gri|hayvan|meraklı|sinsi
🐱|0.6|kedi yüzü|ev hayvanı|hayvan|miyav|mındık|mırnav|pisi pisi|şirin
🐈|0.7|kedi|hayvan|pisi pisi|sarman
🐈‍⬛|13|kara kedi|cadılar bayramı|halloween|hayvan|miyav|uğursuz
🦁|1|aslan|aslan yüzü|burç|hayvan|ormanların kralı|yüz
🐯|0.6|kaplan yüzü|büyük kedi|etobur|hayvan|kedigiller|vahşi
🐅|1|kaplan|büyük kedi|etobur|hayvanat bahçesi|kedigiller|vahşi
🐆|1|leopar|büyük kedi|hayvan|hayvanat bahçesi|kedigiller|vahşi
🐴|0.6|at yüzü|hayvan
🫎|15|sığın|boynuz|boynuzlar|elk|geyik|geyik boynuzları|hayvan|memeli|mus
🫏|15|eşek|hayvan|inatçı|katır|memeli|merkep|sıpa
🐎|0.6|at|hayvan|yarış|yarış atı
🦄|1|tek boynuzlu at|hayal|hayvan|sihirli|unicorn|yüz
🦓|5|zebra|çizgili|hayvan|hızlı|şeritli
🦌|3|geyik|boynuz|hayvan|orman|ren geyiği
🦬|13|bizon|boynuz|bufalo|hayvan|sürü
🐮|0.6|inek yüzü|hayvan
🐂|1|öküz|boğa|boğa burcu|burçlar|çiftlik|hayvan
🐃|1|manda|buffalo|hayvan|su
🐄|1|inek|büyükbaş hayvan|çiftlik|siyah beyaz|süt
🐷|0.6|domuz yüzü|hayvan
🐖|1|domuz|çiftlik|dişi domuz|pembe domuz|şişko
🐗|0.6|yaban domuzu|hayvan|inatçı
🐽|0.6|domuz burnu|burun|hayvan|yüz
🐏|1|koç|burç|hayvan|koç burcu|orman
🐑|0.6|koyun|çiftlik|dişi koyun|küçük baş hayvan|yün
🐐|1|keçi|burçlar|çiftlik|hayvan|koç|oğlak|oğlak burcu|oğlak burcu burçlar|peynir|süt
🐪|1|deve|hayvan|hecin devesi|hörgüç
🐫|0.6|iki hörgüçlü deve|çöl|hayvan|kinci|sahara
🦙|11|lama|alpaka|beyaz|guanako|hayvan|sevimli|tatlı|vikunya|yün
🦒|5|zürafa|hayvan|noktalar|puanlar|uzun
🐘|0.6|fil|hayvan|safari
🦣|13|mamut|büyük|diş|fil dişi|hayvan|nesli tükenen|soyu tükenen|yünlü mamut
🦏|3|gergedan|afrika|hayvan|safari
🦛|11|hipopotam|çamur|hayvan|mor hayvan|sevimli|su aygırı
🐭|0.6|fare yüzü|hayvan|sıçan
🐁|1|fare|beyaz fare|fil|hayvan|kemirgen
🐀|1|sıçan|hayvan|kemirgen|lağım faresi
🐹|0.6|hamster|evcil hayvan|hamster yüzü|hayvan|kemirgen|yüz
🐰|0.6|tavşan yüzü|havuç|hayvan|kemirgen
🐇|1|tavşan|diş|havuç|hayvan|kemirgen|pamuk|şirin|zıp zıp
🐿️|0.7|sincap|fındık
🦫|13|kunduz|baraj|diş|hayvan|kemirgen|kemirmek|kuyruk
🦔|5|kirpi|diken|dikenli|hayvan|şirin
🦇|3|yarasa|drakula|hayvan|kan emen|kanatlı|kuş|mağara|siyah|vampir
🐻|0.6|ayı|ayı yüzü|hayvan|orman|yüz
🐻‍❄️|13|kutup ayısı|arktik|beyaz
🐨|0.6|koala|hayvan|koala ayısı
🐼|0.6|panda|bambu|hayvan|panda yüzü|tembel|yüz
🦥|12|tembel hayvan|yavaş
🦦|12|su samuru|balık avlayan|oyuncu
🦨|12|kokarca|kokan
🦘|11|kanguru|avustralya|Avustralya|hayvan|kese|keseli|kulak|memeli|otçul|sıçrama|yavru|zıplamak
🦡|11|porsuk|bal porsuğu|bela|hayvan|sevimli
🐾|0.6|pençe izi|hayvan|pati izi
🦃|1|hindi|hayvan|kuş|şükran günü
🐔|0.6|tavuk|hayvan|kuş
🐓|1|horoz|hayvan|kuş
🐣|0.6|yumurtadan çıkan civciv|hayvan|kuluçka|kuluçka tavuğu|piliç|tavuk|yavru
🐤|0.6|civciv|civciv başı|hayvan|piliç|tavuk|yavru
🐥|0.6|önden civciv|hayvan|piliç|sarı civciv|şirin|tavuk|yavru|yüzü dönük civciv
🐦|0.6|kuş|hayvan
🐧|0.6|penguen|antartika|buz|hayvan|soğuk
🕊️|0.7|güvercin|barış|beyaz güvercin|kuş|uçma
🦅|3|kartal|amerika|beşiktaş|beyaz başlı kartal|hayvan|kara kartal|kuş
🦆|3|ördek|hayvan|kuş|suna
🦢|11|kuğu|beyaz|çirkin ördek|çirkin ördek yavrusu|gaga|göl|hayvan|kuğu yavrusu|kuş|ördek
🦉|3|baykuş|bilge|hayvan
🦤|13|dodo kuşu|büyük|hayvan|Mauritius|nesli tükenmiş|soyu tükenmiş
🪶|13|kuş tüyü|gıdıklamak|hafif|hayvan|tüylü|uçma
🦩|12|flamingo|gösterişli|tropikal
🦚|11|tavus kuşu|dişi tavus kuşu|gösterişli|gururlu|hayvan|mavi kuş|renkli|tavuskuşu|züppe
🦜|11|papağan|hayvan|kırmızı kuş|kırmızı papağan|konuşma|korsan|kuş|renkli kuş
🪽|15|kanat|cennet|havacılık|kuş|kutsal|melek|melek gibi|mitoloji|semavi|uçma|uçuş
🐦‍⬛|15|siyah kuş|gaga|gak|hayvan|hilebaz|kara|karga|kargagil|kuzgun
🪿|15|kaz|hayvan|kaz sesi|kümes|kümes hayvanı|kuş|ördek|paytak|şapşal|vak
🐦‍🔥|15.1|Anka|ateş kuşu|dönüşüm|fantezi|hayvan|küllerinden doğmak|ölümsüz|reenkarnasyon|yeniden doğuş|yenilenme|zafer
🐸|0.6|kurbağa|hayvan|kurbağa yüzü|vırak|yüz|zıp zıp
🐊|1|timsah|hayvan
🐢|0.6|kaplumbağa|hayvan
🦎|3|kertenkele|hayvan|sürüngen
🐍|0.6|yılan|hayvan
🐲|0.6|ejderha yüzü|hayvan|masal
🐉|1|ejderha|çin|efsane|hayvan|masal
🦕|5|soropod|brachiosaurus|brontosaurus|brontozor|dinazor|diplodocus|hayvan|korkunç
🦖|5|T-Rex|dinazor|hayvan|korkunç|Tyrannosaurus Rex
🐳|0.6|su püskürten balina|deniz|hayvan|mavi balina|okyanus
🐋|1|balina|hayvan|okyanus
🐬|0.6|yunus|balık|deniz|hayvan|mavi yunus|okyanus
🫍|17|orka|balina|deniz|okyanus
🦭|13|fok|ayı balığı|balık|bıyıklı|deniz|deniz aslanı|denizaslanı|fok balığı|hayvan|okyanus
🐟|0.6|balık|burç|deniz|hayvan|mavi balık
🐠|0.6|tropikal balık|hayvan|okyanus
🐡|0.6|balon balığı|balık|hayvan
🦈|3|köpek balığı|balık|deniz|hayvan|jaws|okyanus
🐙|0.6|ahtapot|hayvan|okyanus
🐚|0.6|deniz kabuğu|deniz sesi|hayvan|midye|okyanus|spiral deniz kabuğu
🪸|14|mercan|canlı|dalış|deniz|doğa|hayvan|iklim değişikliği|okyanus|resif|su altı
🪼|15|denizanası|ahh|akvaryum|çarpma|dokunaç|hayvan|iğne|medüz|okyanus|omurgasız|plankton|sokma|yanma
🦀|1|yengeç|burç|deniz|ıstakoz
🦞|11|ıstakoz|bisque|deniz ürünü|hayvan|kabuklu|kırmızı|kıskaç
🦐|3|karides|deniz|deniz mahsulü|kabuklu deniz hayvanı|küçük|okyanus|yiyecek
🦑|3|mürekkep balığı|okyanus|yiyecek|yumuşakçalar sınıfı
🦪|12|istiridye|dalma|inci
🐌|0.6|salyangoz|böcek|hayvan|sümüklü böcek|yavaş
🦋|3|kelebek|böcek|şirin
🐛|0.6|tırtıl|böcek|hayvan|kırkayak
🐜|0.6|karınca|bahçe|böcek|çalışkan|hayvan
🐝|0.6|bal arısı|hayvan|iğne|vız vız
🪲|13|böcek|haşere|hayvan
🐞|0.6|uğur böceği|benekli|böcek|hanım|hanımböceği|hayvan
🦗|5|cırcır böceği|böcek|çekirge|hayvan
🪳|13|hamam böceği|böcek|haşere|hayvan|iğrenç|kabuklu|karafatma
🕷️|0.7|örümcek|böcek
🕸️|0.7|örümcek ağı
🦂|1|akrep|burç|hayvan|iğne|zehir
🦟|11|sivrisinek|ateş|böcek|hastalık|sıtma|virüs
🪰|13|karasinek|at sineği|böcek|çürüme|hastalık|hayvan|kurt sineği|larva|uçmak
🪱|13|solucan|hayvan|kurt|kurtçuk|parazit|sürüngen
🦠|11|mikrop|amip|bakteri|bilim|deney|hastalık|hücre|laboratuvar|tek hücreli|virüs
💐|0.6|buket|aşk|çiçek|doğum günü|gül|romantizm
🌸|0.6|kiraz çiçeği|bahar|çiçek|çiçek izleme
💮|0.6|beyaz çiçek|çiçek damgası|damga|iyi çalışma damgası
🪷|14|nilüfer|bitki|Budizm|çiçek|Hinduizm|huzur|lotus|namaste|saflık|sakin|yoga
🏵️|0.7|çiçek rozet|bitki|gülce|sarı çiçek
🌹|0.6|gül|aşk|bitki|çiçek|kırmızı gül
🥀|3|solmuş çiçek|boynu bükük|gül|kırgın|kırmızı gül|üzgün
🌺|0.6|çingülü|Atatürk çiçeği|bitki|çiçek|hatmi çiçeği
🌻|0.6|ayçiçeği|bitki|çiçek|güneş
🌼|0.6|çiçek açma|bitki|sarı çiçek
🌷|0.6|lale|bitki|çiçek|kırmızı lale
🪻|15|sümbül|acı bakla|aslanağzı|bahar|bitki|çiçek|doğa|eflatun|lavanta|lila|lupin|mor
🌱|0.6|filizlenme|fide|genç|genç bitki|yeşil
🪴|13|saksı bitkisi|çiçek|dekor|doğa|ev|ev bitkisi|yeşil|yetiştirme
🌲|1|yaprak dökmeyen ağaç|çam|noel ağacı|orman|yeni yıl|yeşil
🌳|1|yaprak döken ağaç|orman|yeşil ağaç
🌴|0.6|palmiye ağacı|ağaç|yaz|yeşil
🌵|0.6|kaktüs|bitki|çöl|diken
🌾|0.6|pirinç bitkisi|başak|pirinç başağı
🌿|0.6|ot|bitki|yaprak
☘️|1|yonca|bitki|yeşil yaprak
🍀|0.6|dört yapraklı yonca|bitki|iskoç|şans|şanslı|yeşil
🍁|0.6|akçaağaç yaprağı|düşen yaprak|kırmızı yaprak|sarı yaprak|sonbahar|turuncu yaprak|yaprak
🍂|0.6|düşen yapraklar|düşmüş|güz|sonbahar
🍃|0.6|rüzgardaki yaprak|esen
🪹|14|boş yuva|dal|doğa|ev|kuş
🪺|14|yumurta bulunan yuva|dal|doğa|hayvan|huzur|kuş|kuş yuvası|yavru kuş
🍄|0.6|mantar|bitki|kırmızı mantar|masal
🪾|16|yapraksız ağaç|çorak|kış|kurak

🍇|0.6|üzüm|gıda|meyve|salkım
🍈|0.6|kavun|gıda|meyve|meze|rakı|yemek
🍉|0.6|karpuz|gıda|meyve
🍊|0.6|mandalina|gıda|meyve|portakal|turunç
🍋|1|limon|gıda|meyve|narenciye
🍋‍🟩|15.1|misket limonu|limonlu turta|margarita|meyve|narenciye|salsa|tekila|tropik|yeşil|yiyecek
🍌|0.6|muz|gıda|maymun|meyve
🍍|0.6|ananas|gıda|meyve|tropik
🥭|11|mango|meyve|tropik|tropikal|yiyecek
🍎|0.6|kırmızı elma|gıda|meyve
🍏|0.6|yeşil elma|ekşi elma|gıda|meyve|yiyecek
🍐|1|armut|ayı|gıda|meyve
🍑|0.6|şeftali|gıda|meyve
🍒|0.6|kiraz|gıda|meyve
🍓|0.6|çilek|gıda|meyve|yumuşak meyve
🫐|13|yaban mersini|dağ mersini|likapa|mavi|meyve|orman meyvesi|yemek|yiyecek
🥝|3|kivi|gıda|meyve|yiyecek
🍅|0.6|domates|gıda|meyve|sebze
🫒|13|zeytin|dal|yemek|yeşil zeytin|yiyecek|zeytin dalı
🥥|5|Hindistan cevizi|gıda|maymun|palmiye|pina colada|tropikal
🥑|3|avokado|gıda|meyve|tropik|yiyecek
🍆|0.6|patlıcan|gıda|sebze|yemek
🥔|3|patates|gıda|sebze|yiyecek
🥕|3|havuç|gıda|sebze|tavşan|yiyecek
🌽|0.6|mısır koçanı|başak|gıda|mısır başağı
🌶️|0.7|acı biber|bitki|gıda|kırmızı biber
🫑|13|dolma biber|dolmalık biber|sebze|yemek|yeşil biber|yiyecek
🥒|3|salatalık|gıda|hıyar|sebze|turşu|yiyecek
🥬|11|yeşil yapraklı sebze|çin lahanası|karalahana|lahana|marul|salata|yemek|yeşillik|yiyecek
🥦|5|brokoli|bitki|gıda|sebze|yabani lahana|yemek|yeşil
🧄|12|sarımsak|baharat
🧅|12|soğan|baharat|sebze|yiyecek
🥜|3|yer fıstığı|fındık|fıstık|gıda|kuruyemiş|sebze|yiyecek
🫘|14|fasulye|baklagil|barbunya|bitki|gıda|tohum|vegan|vejetaryen|yiyecek
🌰|0.6|kestane|ağaç|bitki|gıda
🫚|15|kök zencefil|baharat|bira|bitki|çeşni|doğal|sağlık|şifalı|yiyecek|yumru
🫛|15|kabuklu bezelye|bakla|baklagil|barbunya|edamame|fasulye|fasulye sırığı|sebze|vejetaryen
🍄‍🟫|15.1|kahverengi mantar|doğa|gıda|pizza malzemesi|portobello|sebze|şitaki|trüf|yiyecek
🫜|16|kök sebze|bahçe|pancar|turp
🍞|0.6|ekmek|ekmek dilimi|gıda|kahvaltı|restoran|yemek
🥐|3|kruvasan|ay çöreği|ekmek|fransız|gıda|pastane|yiyecek
🥖|3|baget ekmek|fransız|gıda|yiyecek
🫓|13|yassı ekmek|bazlama|lavaş|naan|pide|pita|yemek|yiyecek
🥨|5|pretzel|burgu|çubuk kraker|gıda
🥯|11|simit|bagel|donut|ekmek|fırın|kahvaltı|pasta|peynirli simit|sürme peynir
🥞|3|krep|gıda|gözleme|kahvaltı|pancake|pankek|yiyecek
🧇|12|waffle|hamur|kahvaltı|vafıl
🧀|1|peynir dilimi|fare|gıda
🍖|0.6|kemikli et|gıda|restoran|yemek
🍗|0.6|tavuk butu|gıda|restoran|yemek
🥩|5|parça et|biftek|bonfile|gıda|ızgara|kırmızı et|kuşbaşı|sote|steak|yemek
🥓|3|domuz pastırması|bacon|et|gıda|kahvaltı|yiyecek
🍔|0.6|hamburger|çizburger|gıda|restoran|yemek|yiyecek
🍟|0.6|patates kızartması|gıda|kızartma patates|McDonald’s|restoran
🍕|0.6|pizza dilimi|gıda|peynirli pizza|restoran|yiyecek
🌭|1|sosisli sandviç|gıda|hot dog
🥪|5|sandviç|ekmek|gıda|tost|yemek
🌮|1|tako|gıda|meksika sandviçi|Meksika sandviçi
🌯|1|burito|dürüm|gıda|meksika dürümü|Meksika dürümü|yemek
🫔|13|tamale|dürüm|Meksika yemeği|yemek|yiyecek
🥙|3|dürüm|döner|ekmek arası|falafel|gıda|kebap|pide|pide arası|sarma|yiyecek
🧆|12|falafel|köfte|nohut
🥚|3|yumurta|gıda|kahvaltı|tavuk|yiyecek
🍳|0.6|yemek pişirme|gıda|kahvaltı|kızartma tavası|restoran|sahanda yumurta|tavada yumurta|yiyecek|yumurta
🥘|3|sahanda yemek|gıda|güveç|kahvaltı|krep tavası|küçük|menemen|paella|tava|yiyecek
🍲|0.6|yemek tenceresi|gıda|restoran|tencere yemeği|yahni|yiyecek
🫕|13|fondü|çikolata|çubuk|erimiş|kap|kayak|peynir|raklet|yemek|yiyecek
🥣|5|kaşıklı kase|çorba|gıda|kahvaltı|pirinç lapası|tahıl gevreği|yemek
🥗|3|yeşil salata|gıda|sağlıklı|yemek|yiyecek
🍿|1|patlamış mısır|gıda|sinema
🧈|12|tereyağı|süt ürünü
🧂|11|tuz|baharat|baharatlık|beyaz|çeşni|tuzlu|tuzluk|yemek
🥫|5|konserve gıda|konserve domates
🍱|0.6|bento|bento paketi|gıda|paket|restoran|sushi|yemek
🍘|0.6|pirinç gevreği|gıda|yemek
🍙|0.6|pirinç topu|gıda|onigiri|restoran|yemek|yiyecek
🍚|0.6|pilav|gıda|pirinç|restoran
🍛|0.6|körili pilav|gıda|pirinç|restoran|yemek
🍜|0.6|erişte|buharda pişmiş|gıda|makarna|noodle|noodle tabağı|restoran|tabak
🍝|0.6|spagetti|gıda|makarna|restoran|yemek
🍠|0.6|fırınlanmış patates|fırınlanmış tatlı patates|gıda|restoran|tatlı|tatlı patates|tırınlanmış
🍢|0.6|oden|çubuk|çubukta deniz ürünleri|gıda|kebap|restoran|şiş kebap
🍣|0.6|suşi|çiğ balık|gıda|japon|restoran|sushi|suşi nigiri
🍤|0.6|kızarmış karides|deniz ürünü|gıda|restoran|yiyecek
🍥|0.6|balık köftesi|çörek|gıda|restoran|rulo balık köftesi|yiyecek
🥮|11|ay pastası|çörek|festival|kek|sonbahar|tatlı|yemek|yiyecek|yuèbǐng
🍡|0.6|pirinç tatlısı|çubukta pirinç tatlısı topları|dango|gıda|Japon pirinç tatlısı|pirinç tatlısı topları|restoran
🥟|5|mantı|empanada|gıda|gyōza|hamur köftesi|haşlanmış içli hamur|jiaozi|pierogi|potsticker
🥠|5|fal kurabiyesi|gıda|içinden fal çıkan çin kurabiye|kehanet|şans kurabiyesi|talih kurabiyesi
🥡|5|yiyecek paketi|çin yemeği|eve servis|gıda|kutu|paket yemek|yemek
🍦|0.6|yumuşak dondurma|dondurma külahı|gıda|krema|külah|restoran|vanilyalı dondurma
🍧|0.6|meyveli buz|restoran
🍨|0.6|dondurma|buz|gıda|krema|kup|restoran|tatlı
🍩|0.6|donut|çikolatalı donut|çikolatalı lokma|donat|doughnut|gıda|restoran|tatlı|yiyecek
🍪|0.6|kurabiye|çikolatalı kurabiye|cookie|gıda|restoran
🎂|0.6|doğum günü pastası|dilek|gıda|iyi ki doğdun|kek|krema|kutlama|mum|mutlu yıllar|nice senelere|parti|tatlı|üflemek|yaş günü|yemek|yiyecek
🍰|0.6|pasta dilimi|dilim pasta|doğum günü|gıda|restoran
🧁|11|cupcake|fırın|kapkek|kek|krema|muffin|pasta|pembe krema|şekerli|tatlı|top kek|yemek
🥧|5|tart|elmalı pay|gıda|pasta|pay|poğaça|şeftalili pay|tatlı|yemek
🍫|0.6|çikolata|bar|çikolata barı|gıda|restoran|tatlı
🍬|0.6|şekerleme|bayram|restoran
🍭|0.6|lolipop|bayram|çocuk|gıda|restoran|şeker|şekerleme
🍮|0.6|krem karamel|gıda|puding|restoran|tatlı
🍯|0.6|bal kabı|gıda|kahvaltı|kap|restoran|tatlı
🍼|1|biberon|bebek|içecek|küçük şişe|şişe|süt
🥛|3|süt bardağı|bardak|gıda|içecek
☕|0.6|sıcak içecek|çay|dumanı tüten|kahve
🫖|13|demlik|çay|çay demlemek|çaydanlık|demleme|içecek
🍵|0.6|çay fincanı|içecek|yeşil çay
🍶|0.6|sake|bar|fincan|içecek|restoran|sake şişesi ve fincanı|şişe
🍾|1|patlayan mantarlı şişe|bar|içki|kutlama|şampanya
🍷|0.6|şarap kadehi|bar|bardak|bardak şarap|içecek|içedek|kırmızı şarap|restoran|şarap bardağı
🍸|0.6|kokteyl kadehi|bar|kokteyl bardağı|restoran
🍹|0.6|tropik içecek|bar|kokteyl|restoran
🍺|0.6|bira kupası|bar|restoran
🍻|0.6|bira kupaları tokuşturma|bar|içki|restoran
🥂|3|kadeh tokuşturma|bardak|içecek|kutlama|şampanya
🥃|3|kısa ve geniş bardak|içki|likör|tek içki|viski
🫗|14|dökülen sıvı|bardak|boş|cam|dökme|dökmek|içecek|kaza
🥤|5|pipetli bardak|ayran|gazoz|içecek|kamışlı bardak|kola|plastik bardak
🧋|13|bubble tea|baloncuk|boba|çay|içecek|inci|inci çayı|süt|tayvan
🧃|12|içecek kutusu|kutu meyve suyu|meyve suyu|pipet
🧉|12|mate çayı|içecek
🧊|12|buz küpü|aysberg|soğuk
🥢|5|yemek çubukları|chopsticks|çin yemek çubuğu|yemek çubuğu
🍽️|0.7|tabakla birlikte çatal ve bıçak|yemek
🍴|0.6|çatal ve bıçak|aç|akşam yemeği|beslenmek|brunch|eline sağlık|kahvaltı|leziz|meyhane|mutfak|öğle yemeği|pişirmek|restoran|yemek|yiyecek
🥄|3|kaşık|yemek|yemek takımı
🔪|0.6|mutfak bıçağı|bıçak
🫙|14|kavanoz|baharatlık|bitmiş|boş|cam|kap|mutfak|saklama kabı|sos|tamtakır
🏺|1|amfora|alet|antika|içecek|kap|silah

🌍|0.7|yerkürede Avrupa-Afrika|dünya
🌎|0.7|yerkürede Amerika|Amerika bölgeleri|dünya
🌏|0.6|yerkürede Asya-Avustralya|dünya
🌐|1|meridyenli yerküre|boylamlar|dünya
🗺️|0.7|dünya haritası
🗾|0.6|Japonya haritası
🧭|11|pusula|hedef bulma|kaybolmak|manyetik|navigasyon|oryantiring|yön bulma
🏔️|0.7|karla kaplı dağ|soğuk|uludağ
⛰️|0.7|dağ
🛘|17|heyelan|çığ|dağ|deprem|felaket|kayalar|taşlar|tehlike|toprak kayması
🌋|0.6|yanardağ|doğa|volkan|yanardağ patlaması
🗻|0.6|Fuji Dağı
🏕️|0.7|kamp|kamp yapma
🏖️|0.7|plaj ve şemsiye|ada|kumsal|tatil
🏜️|0.7|çöl|güneş|sıcak
🏝️|0.7|ıssız ada|çöl
🏞️|0.7|milli park|açık hava|doğa|orman|ulusal park
🏟️|0.7|stadyum|maç
🏛️|0.7|tarihi yapı|bina|klasik
🏗️|0.7|bina inşaatı|iş makinası|vinç
🧱|11|tuğla|duvar|duvar örmek|harç|inşaat|kil|kiremit|kırmızı|seramik|taş|tuğlalar
🪨|13|kaya|ağır|büyük kaya|çakıl|katı|kayalık|sert|seyahat|taş
🪵|13|kütük|ağaç|ahşap|kereste|odun|seyahat|tomruk
🛖|13|kulübe|baraka|ev|seyahat|sığınak|yer|yurt
🏘️|0.7|evler|bina|komşu|konut|site
🏚️|0.7|terkedilmiş ev|bina|harabe
🏠|0.6|ev|bina|konut|yuva
🏡|0.6|bahçeli ev|bina|evim evim güzel evim|yazlık
🏢|0.6|ofis binası|belediye|devlet dairesi
🏣|0.6|Japon postanesi|bina
🏤|1|postane|Avrupa|Avrupa postanesi|bina
🏥|0.6|hastane|bina|klinik|sağlık ocağı
🏦|0.6|banka|bina|dolar|para
🏨|0.6|otel|bina|kalacak yer
🏩|0.6|aşk oteli|bina
🏪|0.6|sürekli açık market|24 saat açık|bina
🏫|0.6|okul|bina|ilkokul|lise|okul binası
🏬|0.6|çok katlı mağaza|büyük mağaza
🏭|0.6|fabrika|bina|sanayi
🏯|0.6|Japon şatosu|bina|japon kalesi|kale
🏰|0.6|şato|avrupalı|bina|kale
💒|0.6|düğün|evlenme|kilise|kilisede evlenme|romantizm
🗼|0.6|Tokyo kulesi
🗽|0.6|Özgürlük Heykeli|new york|nyc
⛪|0.6|kilise|bina|din|haç|hristiyan|Hristiyan|papaz
🕌|1|cami|din|ibadet|ibadethane|islam|İslam|mescit|müslüman|Müslüman
🛕|12|Hindu tapınağı|tapınak
🕍|1|sinagog|din|musevi|tapınak|yahudi|Yahudi
⛩️|0.7|Şinto tapınağı|din|tapınak
🕋|1|Kâbe|din|islam|kabe|müslüman
⛲|0.6|fıskiye|çeşme|süs havuzu
⛺|0.6|çadır|kamp|kamp yeri
🌁|0.6|sisli
🌃|0.6|yıldızlı gece|şehir|yıldızlar
🏙️|0.7|şehir manzarası|bina|gökdelen
🌄|0.6|dağların arasından güneşin doğuşu|dağların ardında güneş|sabah güneşi
🌅|0.6|güneşin doğuşu|gün doğumu|sabah|sabah güneşi|şafak
🌆|0.6|şehirde alacakaranlık|akşam|bina|gün batımı|manzara
🌇|0.6|gün batımı|alacakaranlık|bina|binaların üzerinden gün batımı|gökdelen|maslak|new york|şehir
🌉|0.6|gece vakti köprü|boğaz|golden gate|manzara
♨️|0.6|kaplıca|hamam|ılıca|sıcak
🎠|0.6|atlıkarınca|atlı karınca|atlıkarınca atı|eğlence|karusel
🛝|14|kaydırak|çocuk|çocuk parkı|eğlence|eğlence parkı|kaymak|oyun|park
🎡|0.6|dönme dolap|eğlence|eğlence parkı|lunapark
🎢|0.6|hız treni|eğlence|eğlence parkı|lunapark|roller coaster
💈|0.6|berber dükkanı|berber işareti|işaret
🎪|0.6|sirk çadırı|eğlence
🚂|1|buharlı lokomotif|seyahat|taşıt|tren|tren yolu
🚃|0.6|vagon|demir yolu|demiryolu|elektrik|elektrikli tren|taşıt|toplu taşıma|tramvay
🚄|0.6|yüksek hızlı tren|marmaray|metro|shinkansen|taşıt
🚅|0.6|yuvarlak uçlu yüksek hızlı tren|mermi burunlu|mermi burunlu shinkansen|shinkansen|taşıt
🚆|1|tren|demiryolu|taşıt
🚇|0.6|metro|marmaray|taşıt|toplu taşıma|tren|ulaşım
🚈|1|hafif raylı|demiryolu|taşıt|tren|tren yolculuğu|tren yolu
🚉|0.6|tren istasyonu|taşıt|tren yolu
🚊|1|tramvay|metrobüs|taşıt
🚝|1|monoray|araç|metro|taşıt|tramvay
🚞|1|dağ demiryolu|dağ teleferiği|taşıt|teleferik|tren|vagon|yolculuk
🚋|1|tramvay vagonu|taşıt|toplu taşıma
🚌|0.6|otobüs|minibüs|taşıt|toplu taşıma
🚍|0.7|yaklaşan otobüs|araba|servis|taşıt|toplu taşıma
🚎|1|troleybüs|otobüs|taşıt|toplu taşıma
🚐|1|minibüs|otobüs|taşıt|toplu taşıma
🚑|0.6|ambulans|acil|taşıt
🚒|0.6|itfaiye arabası|itfaiye kamyonu|taşıt|yangın
🚓|0.6|polis arabası|devriye arabası|taşıt
🚔|0.7|yaklaşan polis arabası|taşıt
🚕|0.6|taksi|araba|sarı taksi|taşıt
🚖|1|yaklaşan taksi|taşıt
🚗|0.6|araba|araç|otomobil|taşıt
🚘|0.7|yaklaşan araba|araç|otomobil|taşıt
🚙|0.6|cip|aile arabası|araba|eğlence taşıtı|karavan|mavi araba|minivan|spor araba|taşıt
🛻|13|pikap|araba|araç|gitmek|kamyon|kamyonet|otomobil|seyahat|ulaşım|yol
🚚|0.6|nakliye kamyonu|eve servis|taşıt|teslimat kamyonu|ulaştırma
🚛|1|tır|araba|araç|çekici|kamyon|taşıt|treyler
🚜|1|traktör|taşıt
🏎️|0.7|yarış arabası|gokart
🏍️|0.7|motosiklet|motor|yarış
🛵|3|motorlu skuter
🦽|12|tekerlekli sandalye|erişilebilirlik
🦼|12|elektrikli tekerlekli sandalye|akülü tekerlekli sandalye|erişilebilirlik
🛺|12|elektrikli çekçek|tuk tuk
🚲|0.6|bisiklet|bisiklete binmek|cycling|sürüş|taşıt
🛴|3|ayakla sürülen skuter
🛹|11|kaykay|kaykaycı|kaymak|rampa|spor|tahta|tekerlek
🛼|13|paten|paten kaymak|patenle kaymak|roller blade|roller skate|seyahat|spor|tekerlek|tekerlekli paten|tekerlekli patenler
🚏|0.6|otobüs durağı|durak|minibüs durağı|toplu taşıma
🛣️|0.7|otoban|anayol|cadde|çevre yolu|otoyol
🛤️|0.7|tren yolu|demiryolu
🛢️|0.7|petrol varili|benzin|benzin fıçısı|fıçı
⛽|0.6|akaryakıt istasyonu|benzin|benzin istasyonu|benzinci|gaz|pompa|yakıt pompası
🛞|14|tekerlek|araba|çark|dönüş|jant|lastik|oto|otomobil|seyahat|yedek parça|yolculuk
🚨|0.6|polis lambası|alarm|araba|polis arabası|polis tepe lambası|siren|tepe lambası
🚥|0.6|yatay trafik ışıkları|trafik lambası|trafik sinyalleri|yatay trafik ışığı
🚦|1|dikey trafik ışıkları|dikey trafik ışığı|trafik lambası|trafik sinyalleri
🛑|3|dur işareti|sekizgen
🚧|0.6|inşaat|inşaat işareti|işaret
⚓|0.6|çıpa|çapa|denizci|denizcilik|gemi|işaret|tekne
🛟|14|cankurtaran simidi|can simidi|deniz|güvenlik|havuz|hayat kurtaran|kurtarmak|önlem|simit|yüzme
⛵|0.6|yelkenli tekne|deniz tatil yeri|deniz tatili|tatil yeri|yat
🛶|3|kano|bot|kayık|tekne
🚤|0.6|sürat teknesi|bot|taşıt
🛳️|0.7|yolcu gemisi|motor|taşıt|tekne|vapur
⛴️|0.7|feribot|arabalı vapur|gemi|tekne|vapur
🛥️|0.7|motorlu tekne|taşıt|toplu taşıma|vapur|yat
🚢|0.6|gemi|seyahat|taşıt|titanik|toplu taşıma|tur|vapur
✈️|0.6|uçak|jet|seyahat|taşıt|uçmak|yolculuk
🛩️|0.7|küçük uçak|taşıt
🛫|1|kalkan uçak|check in|chek in|kalkış|taşıt
🛬|1|inen uçak|iniş|inme|inmek|taşıt|varış|varmak
🪂|12|paraşüt|delta kanat|deniz paraşütü|paraşütle atlama
💺|0.6|koltuk|sandalye
🚁|1|helikopter|taşıt
🚟|1|asma demiryolu|taşıt
🚠|1|dağ teleferik hattı|dağ teleferiği|kablo|taşıt|telesiyej|vagon
🚡|1|teleferik|gondol|hava tramvayı|havadan yol|kablo yolu|taşıt|tramvay
🛰️|0.7|uydu|araç|uzay
🚀|0.6|roket|çıkış|taşıt|uzay|yolculuk
🛸|5|uçan daire|ufo|UFO|uzaylı
🛎️|0.7|resepsiyon zili|çan|otel
🧳|11|bavul|bagaj|çanta|seyahat|tatil|valiz|yol|yolculuk
⌛|0.6|kum saati
⏳|0.6|akan kum saati|kum akan kum saati|sayaç|zamanlayıcı
⌚|0.6|kol saati
⏰|0.6|çalar saat|alarm
⏱️|1|kronometre|saat
⏲️|1|alarm|saat|zamanlayıcı
🕰️|0.7|raf saati
🕛|0.6|saat 12|12:00|on iki
🕧|0.7|on iki buçuk|12:30|on iki otuz|saat|yarım
🕐|0.6|saat 1|1:00|bir
🕜|0.7|bir buçuk|1:30|saat
🕑|0.6|saat 2|2:00|iki
🕝|0.7|iki buçuk|2:30|saat
🕒|0.6|saat 3|3:00|üç
🕞|0.7|üç buçuk|3:30|saat
🕓|0.6|saat 4|4:00|dört
🕟|0.7|dört buçuk|4:30|saat
🕔|0.6|saat 5|5:00|beş
🕠|0.7|beş buçuk|5:30|saat
🕕|0.6|saat 6|6:00|altı
🕡|0.7|altı buçuk|6:30|saat
🕖|0.6|saat 7|7:00|yedi
🕢|0.7|yedi buçuk|7:30|saat
🕗|0.6|saat 8|8:00|sekiz
🕣|0.7|sekiz buçuk|8:30|saat
🕘|0.6|saat 9|9:00|dokuz
🕤|0.7|dokuz buçuk|9:30|saat
🕙|0.6|saat 10|10:00|on
🕥|0.7|on buçuk|10:30|saat
🕚|0.6|saat 11|11:00|on bir
🕦|0.7|on bir buçuk|11:30|saat
🌑|0.6|yeni ay|karanlık
🌒|1|büyüyen ay|hilal|yükselen
🌓|0.6|ilk dördün|ay|uzay
🌔|0.6|geniş ay|şişkin|yükselen
🌕|0.6|dolunay|parlak|tam ay
🌖|1|küçülen ay|şişkin|solgun|uzay
🌗|1|son dördün|ay
🌘|1|ince ay|ay kararması|ay tutulması|gece|gökyüzü|hilal|solgun|uzay
🌙|0.6|hilal|ay|dilek|gece|gökyüzü|uzay|yeni ay
🌚|1|yeni ay yüzü|gece|yüzü olan yeni ay
🌛|0.6|ilk dördün ay yüzü|yüzü olan ay|yüzü olan ilk dördün
🌜|0.7|son dördün ay yüzü|yüzü olan ay|yüzü olan son dördün
🌡️|0.7|termometre|derece|hava durumu
☀️|0.6|güneş|aydınlık|güneşli|hava durumu|ışık|sıcak|uzay
🌝|1|dolunay yüzü|yüzü olan ay|yüzü olan dolunay
🌞|1|güneş yüz|parlak|sıcak|yaz
🪐|12|halkalı gezegen|satürn
⭐|0.6|yıldız|beyaz orta yıldız|gece|gökyüzü|kutup yıldızı
🌟|0.6|parıldayan yıldız|dilek|dilek yıldızı|kıvılcım|kutup yıldızı|parıldama|parlak|parlayan yıldız|pırıltı
🌠|0.6|yıldız kayması|gece|kayan|meteor yağmuru|uzay
🌌|0.6|samanyolu|gökyüzü|uzay
☁️|0.6|bulut|hava durumu
⛅|0.6|bulutlar ardındaki güneş|bulutlu güneş|hava|parçalı bulutlu
⛈️|0.7|şimşek ve yağmurlu bulut|gökgürültüsü|hava durumu
🌤️|0.7|bulutun arkasındaki güneş|hava durumu|parçalı bulutlu
🌥️|0.7|bulutta kaybolan güneş|hava durumu|parçalı bulutlu
🌦️|0.7|yağmur bulutunun arkasındaki güneş|hava durumu|parçalı bulutlu|yer yer yağmur
🌧️|0.7|yağmur bulutu|hava durumu
🌨️|0.7|kar bulutu|hava durumu|soğuk
🌩️|0.7|şimşek bulutu|fırtına|hava durumu|yıldırım
🌪️|0.7|hortum|bulut|fırtına|hava durumu|tayfun
🌫️|0.7|sis|bulut|gökyüzü|hava durumu
🌬️|0.7|rüzgar|esme|hava durumu
🌀|0.6|siklon|baş dönmesi|hortum|tayfun
🌈|0.6|gökkuşağı|biseksüel|gay|hava durumu|lezbiyen|yağmur
🌂|0.6|kapalı şemsiye|yağmur|yağmurlu
☂️|0.7|şemsiye|giyim|hava durumu|mor şemsiye|yağmur
☔|0.6|yağmur damlalı şemsiye|giyim|hava durumu|ıslak|mor şemsiye|yağmurlu
⛱️|0.7|sabit şemsiye|gölge|güneş|hava durumu|kumsal|plaj|yağmur
⚡|0.6|yüksek voltaj|doğa|elektrik|fırtına|işaret|şimşek|tehlike|yıldırım|yüksek voltaj işareti|yüksek voltaj tehlikesi
❄️|0.6|kar tanesi|buz|hava durumu|kış|soğuk
☃️|0.7|kardan adam|hava durumu|kış|soğuk
⛄|0.6|kar yağmadan kardan adam|karsız kardan adam|kış|soğuk
☄️|1|kuyruklu yıldız|uzay
🔥|0.6|ateş|alev|sıcak|yakmak
💧|0.6|damlacık|çizgi roman|su|ter|terli
🌊|0.6|dalga|okyanus dalgası|sörf|su dalgası

🎃|0.6|kabak fener|cadılar bayramı|halloween|Halloween|jack|kutlama
🎄|0.6|Noel ağacı|ağaç|çam|kutlama|süs|yılbaşı
🎆|0.6|havai fişek|eğlence|ışık|kutlama
🎇|0.6|fişek|havai fişek|kıvılcım|kutlama|patlama
🧨|11|maytap|ateş|bomba|dinamit|havai fişek|kırmızı|kıvılcım|patlama|patlayıcı
✨|0.6|parıltılar|*|mucize|parıldayan yıldızlar|pırıldayan yıldızlar|pırıltı|sihir|yıldız|yıldızlar
🎈|0.6|balon|doğumgünü|kırmızı balon|kutlama|parti
🎉|0.6|parti konfetisi|harika|kutlama|tebrikler
🎊|0.6|konfeti|konfeti topu|kutlama|top
🎋|0.6|tanabata ağacı|ağaç|ağaç ve kağıt şeritler|japon|kağıt şeritler|kutlama|Star Festivali
🎍|0.6|çam süsleme|bambu|Japon|kutlama|Yeni Yıl
🎎|0.6|Japon oyuncak bebekleri|Bebek Festivali|festival|kutlama
🎏|0.6|sazan şekilli flama|kutlama
🎐|0.6|rüzgar çanı
🎑|0.6|ay izleme|ay izleme töreni|kutlama
🧧|11|kırmızı zarf|çin hediyesi|hediye|hóngbāo|iyi şans|iyi şanslar|kırmızı kağıt|lai see|para|uzak doğu
🎀|0.6|kurdele|kız|kutlama|pembe kurdele
🎁|0.6|paketlenmiş hediye|doğum günü|kutlama|paketli
🎗️|0.7|anma kurdelesi|kutlama
🎟️|0.7|giriş bileti
🎫|0.6|bilet|eğlence|giriş
🎖️|0.7|askeri madalya|kutlama
🏆|0.6|zafer kupası|ödül
🏅|1|spor madalyası|altın madalya
🥇|3|birincilik madalyası|altın
🥈|3|ikincilik madalyası|gümüş|İkincilik madalyası
🥉|3|üçüncülük madalyası|bronz
⚽|0.6|futbol topu|spor
⚾|0.6|beyzbol|beyzbol topu|spor|top
🥎|11|softball|beyzbol|beyzbol eldiveni|eldiven|kol|oyun|spor|tenis topu|top|top oynamak|yuvarlak
🏀|0.6|basketbol|basketbol potası|basketbol topu|pota|spor|top
🏐|1|voleybol|maç|top|voleybol topu
🏈|0.6|amerikan futbolu|spor|top
🏉|1|ragbi|futbol topu|ragbi futbolu|Ragbi topu|spor|top
🎾|0.6|tenis|spor|tenis raketi ve topu|tenis topu|top
🥏|11|frizbi|atmak|disk|fırlatmak|oynamak|oyuncak|turuncu|tutmak|ultimate
🎳|0.6|bovling|bovling ekipmanı|bovling topu|oyun|top
🏏|1|kriket|maç|sopa|top
🏑|1|çim hokeyi|maç|saha|sopa|top
🏒|1|buz hokeyi|buz hokeyi ve disk|disk|maç|sopa
🥍|11|lakros|atış|gol|maç|oyun|raket|sayı|sopa|spor|top|vurmak
🏓|1|masa tenisi|maç|pinpon|raket|top
🏸|1|badminton|maç|raket|tüylü top
🥊|3|boks eldiveni|spor
🥋|3|dövüş sporu forması|judo|karate|tekvando
🥅|3|kale ağı|spor
⛳|0.6|delikteki bayrak|golf|golf bayrağı
⛸️|0.7|buz pateni
🎣|0.6|olta|balık|balıkçı|dinlenme|eğlence|kamış|kamış olta ve balık
🤿|12|dalgıç maskesi|aletli dalış|dalış|dalış maskesi|skuba|şnorkelle dalış
🎽|0.6|koşu tişörtü|çizgi|çizgili koşu tişörtü|spor
🎿|0.6|kayak|bot|kayak ve bot|spor
🛷|5|kızak|kar|kaymak
🥌|5|curling taşı|körling|körling oyunu|körling taşı|oyun
🎯|0.6|tam isabet|hedef|hedefe isabet|on ikiden vurma|oyun
🪀|12|yoyo|inip çıkma|oyuncak
🪁|12|uçurtma|süzülme|uçma
🔫|0.6|su tabancası|revolver|silah
🎱|0.6|bilardo|oyun|sekiz top
🔮|0.6|kristal küre|fal|fal bakma
🪄|13|sihirli asa|aktivite|büyü|büyücü|cadı|değnek|etkinlik|sihirbaz|sihirli değnek
🎮|0.6|video oyunu|kontrol cihazı|oyun konsolu|oyun kontrol cihazı|xbox
🕹️|0.7|oyun çubuğu|video oyunu
🎰|0.6|kumar makinesi|kollu makina|oyun|şans oyunu
🎲|0.6|oyun zarı|tavla
🧩|11|yapboz parçası|bulmaca|ipucu|karmaşık|kenetleme|oyun|puzzle|yap boz
🧸|11|oyuncak ayı|ayıcık|çocuk|dolgu|peluş|pelüş|sevimli|uyku
🪅|13|pinyata|aktivite|cinco de mayo|etkinlik|kutlama|meksika|parti|pinata|şapka|şeker
🪩|14|aynalı küre|90‘lar|dans|disko|disko topu|eğlence|gece hayatı|gece kulübü|parlak|parti
🪆|13|matruşka|aktivite|babuşka|bebek|bebekler|etkinlik|iç içe|matruşka bebekleri|oyuncak|rus|Rusya
♠️|0.6|maça|iskambil|kart|pik
♥️|0.6|kupa|iskambil|kart|kör
♦️|0.6|karo|baklava|iskambil|kart|kırmızı
♣️|0.6|sinek|iskambil|kart|trefl
♟️|11|piyon|harcanabilir|kullanılma|satranç
🃏|0.6|joker|iskambil kartı|kart
🀄|0.6|kızıl ejder mahjong taşı|Ejderha
🎴|0.6|çiçekli oyun kağıtları|çiçekli kart|hanafuda|kağıt oyunu|kart
🎭|0.6|sahne sanatları|eğlence|performans|performans sanatı|tiyatro
🖼️|0.7|resimli çerçeve|müze|sanat|yağlı boya
🎨|0.6|boya paleti|ressam|sanat|sanatçı|sanatçı paleti
🧵|11|iplik|dikiş|dikmek|iğne|kırmızı ip|makara|terzi
🪡|13|dikiş iğnesi|aktivite|dikme|etkinlik|iplik|nakış|sökük|terzi
🧶|11|iplik yumağı|kedi|kroşe|örgü|örgü ipi|tığ|top|yumak|yün
🪢|13|denizci düğümü|aktivite|bağ|bağlama|bağlı|dolaşık|halat|sicim

👓|0.6|gözlük|giyim
🕶️|0.7|güneş gözlüğü|gözlük|kara|siyah gözlük
🥽|11|koruyucu gözlük|dalgıç gözlüğü|dalış gözlüğü|dalmak|emniyet gözlüğü|göz koruması|iş gözlüğü|kar gözlüğü|kayak|kayak gözlüğü|kaynak|kaynak gözlüğü|kaynakçı gözlüğü|koruma gözlüğü|yüzme|yüzücü gözlüğü
🥼|11|laboratuvar önlüğü|beyaz önlük|bilim insanı|deney|doktor|doktor önlüğü|dr|giysi|gömlek|hasta bakıcı|hastane|önlük
🦺|12|güvenlik yeleği|acil durum|yelek
👔|0.6|kravat|giyim|gömlek|iş adamı|takım kıyafet
👕|0.6|tişört|alışveriş|giyim|gömlek
👖|0.6|kot|blucin|blue jean|bluejean|giyim|kot pantalon|pantolon
🧣|5|atkı|sıkı giyinmek|soğuk|yaka
🧤|5|eldiven|mavi eldiven
🧥|5|kaban|ceket|manto|mont|sıkı giyinmek|soğuk
🧦|5|çorap
👗|0.6|elbise|alışveriş|giyim|Kokteyl elbisesi|şık|tek parça
👘|0.6|kimono|elbise|giyim
🥻|12|sari|elbise|giysi
🩱|12|tek parça mayo
🩲|12|slip mayo|alt|iç çamaşırı|tek parça
🩳|12|şort|alt|iç çamaşırı|mayo
👙|0.6|bikini|benekli bikini|deniz|deniz giysisi|giyim|havuz|kumsal|tatil|yaz
👚|0.6|kadın giysisi|alışveriş|bluz|giyim|giysiler
🪭|15|yelpaze|çırpma|dans|flört|heyecan|nesne|şak|serinletme|sıcak|utangaç|yelleme
👛|0.6|cüzdan|bozuk para|bozuk para çantası|giyim
👜|0.6|el çantası|giyim|kadın el çantası
👝|0.6|para kesesi|çanta|giyim
🛍️|0.7|alışveriş çantası|hediye|otel|paket
🎒|0.6|okul çantası|kırmızı sırt çantası|okul sırt çantası|sırt çantası
🩴|13|parmak arası terlik|ayakkabı|deniz terliği|eşya|flip flop|kumsal|kumsal terliği|sahil|sandalet|zori
👞|0.6|erkek ayakkabısı|giyim
👟|0.6|koşu ayakkabısı|bez ayakkabı|giyim|spor
🥾|11|yürüyüş botu|ayakkabı|dağcılık|kamp|kar botu|kış|kışlık|sırt çantası|yürümek
🥿|11|düz ayakkabı|babet|bale|bale ayakkabısı|dans|pabuç|patik|puant|rahat|terlik|topuksuz|yeşil ayakkabı|yürümek|yürüyüş
👠|0.6|yüksek topuklu ayakkabı|giyim|kırmızı ayakkabı
👡|0.6|kadın sandaleti|ayakkabı|giyim|topuklu ayakkabı
🩰|12|bale ayakkabıları|bale pabucu|dans
👢|0.6|kadın botu|çizme|giyim|kadın çizmesi
🪮|15|perma tarağı|Afro saç|kıvırcık saç|nesne|saç|seçme|tarak|tarama|toka
👑|0.6|taç|giyim|kral|kraliçe|kraliyet
👒|0.6|kadın şapkası|giyim
🎩|0.6|silindir şapka|eğlence|sihirbaz
🎓|0.6|mezuniyet kepi|kutlama
🧢|5|siperli şapka|beyzbol şapkası
🪖|13|asker kaskı|askerlik|eşya|kafa|miğfer|ordu|savaş|savaşçı
⛑️|0.7|yardım ekibi kaskı|beyaz haçlı kask|haç|meslek|şapka|yüz
📿|1|tespih|boncuk|din|dua|giyim|kolye|tesbih
💄|0.6|ruj|kırmızı ruj|kozmetik|makyaj
💍|0.6|yüzük|alyans|evlilik|nikah|nişan|pırlanta yüzük|romantizm|tek taş
💎|0.6|mücevher|elmas|mücevher taşı|pırlanta|romantizm
🔇|1|ses kapalı|iptal işaretli hoparlör|lütfen sessiz olun|sessiz olun
🔈|0.7|kısık ses|hoparlör ses düzeyi|ses düzeyi
🔉|1|ses açık|düşük|düşük ses|düşük sesli hoparlör
🔊|0.6|yüksek ses|yüksek sesli hoparlör
📢|0.6|hoparlör|halka hitap|iletişim|megafon
📣|0.6|megafon|iletişim|karşılama
📯|1|posta klaksonu|borozan
🔔|0.6|zil|çan|kilise|ses|tenefüs
🔕|1|üzeri çizili zil|çan|çan yok|iptal işaretli çan|ses yok|sessiz
🎼|0.6|sol anahtarı|müzik|müzik partisyonu|partisyon
🎵|0.6|müzik notası
🎶|0.6|müzik notaları
🎙️|0.7|stüdyo mikrofonu|müzik
🎚️|0.7|ayarlama çubuğu|ayar çubuğu|kol|müzik
🎛️|0.7|kontrol düğmeleri|müzik
🎤|0.6|mikrofon|eğlence|Karaoke|müzik|şarkı|şarkıcı
🎧|0.6|kulaklık|eğlence|müzik
📻|0.6|radyo|video
🎷|0.6|saksafon|alet|müzik|müzik aleti
🎺|0.6|trompet|alet|müzik|müzik aleti
🪊|17|trombon|bakır|çalgı|caz|enstrüman|hüzünlü|müzik|sürgü|üzgün
🪗|13|akordiyon|akordeon|armonika|çalmak|enstrüman|eşya|körük|müzik|müzik aleti|tuş
🎸|0.6|gitar|alet|elektrik gitar|müzik|müzik aleti
🎹|0.6|müzik klavyesi|alet|müzik aleti|piyano
🎻|0.6|keman|alet|müzik|müzik aleti
🪕|12|banjo|müzik|yaylı
🥁|3|davul|bateri|müzik|ramazan davulu|tokmak
🪘|13|uzun davul|conga|davul çalmak|enstrüman|eşya|müzik aleti|perküsyon|ritim|ritm|tempo|tumba|vurmak|vuruş
🪇|15|marakas|alet|çaça|çıngırak|dans|enstrüman|müzik|müzik aleti|nesne|parti|perküsyon|sallama|sallamalı|vurmalı
🪈|15|flüt|ahşap üflemeli|bando|blokflüt|boru|enstrüman|fife|fifre|kaval|müzik|nefesli|orkestra|recorder|üflemeli
🪉|16|arp|aşk|enstrüman|eros|müzik|orkestra
📱|0.6|cep telefonu|iPhone|mobil telefon
📲|0.6|ok işaretli cep telefonu|çağrı yapmak|mobil telefon
☎️|0.6|telefon|kırmızı telefon
📞|0.6|ahize|alıcı|telefon
📟|0.6|çağrı cihazı|iletişim
📠|0.6|faks makinesi|iletişim
🔋|0.6|pil
🪫|14|düşük pil|az şarj|batarya|düşük enerji|elektronik|güçsüz|nesne|şarj
🔌|0.6|elektrik fişi
💻|0.6|dizüstü bilgisayar|kişisel
🖥️|0.7|masaüstü bilgisayar
🖨️|0.7|yazıcı|bilgisayar
⌨️|1|klavye|bilgisayar
🖱️|0.7|bilgisayar faresi|düğme
🖲️|0.7|iz topu|bilgisayar
💽|0.6|mini disk|bilgisayar
💾|0.6|disket|floppy
💿|0.6|optik disk|CD|DVD
📀|0.6|dvd|blu-ray|CD|disk|müzik
🧮|11|abaküs|çocuk|hesap|hesaplama|renkli abaküs
🎥|0.6|film kamerası|eğlence|sinema
🎞️|0.7|film kareleri|film karesi|sinema
📽️|0.7|film projektörü|sinema|video
🎬|0.6|film tahtası|eğlence
📺|0.6|televizyon|tv|video
📷|0.6|fotoğraf makinesi|video
📸|1|flaşlı fotoğraf makinesi|kamera|video
📹|0.6|video kamera
📼|0.6|videokaset|teyp|video kaseti
🔍|0.6|sola dönük büyüteç|arama|cam|solu gösteren|solu gösteren büyüteç
🔎|0.6|sağa dönük büyüteç|arama|cam|sağı gösteren|sağı gösteren büyüteç
🕯️|0.7|mum|ışık
💡|0.6|ampul|bir fikrim var|çizgi roman|elektrik|ışık
🔦|0.6|el feneri|elektrik|ışık
🏮|0.6|kırmızı kağıt fener|bar|izakaya|restoran
🪔|12|diya lamba|yağ
📔|0.6|süslü not defteri|dekorasyonlu not defteri|kapak
📕|0.6|kapalı kitap|kırmızı kitap
📖|0.6|açık kitap|açık defter|defter|okul
📗|0.6|yeşil kitap|eğitim|kütüphane|okul
📘|0.6|mavi kitap
📙|0.6|turuncu kitap
📚|0.6|kitaplar
📓|0.6|not defteri
📒|0.6|resmi defter|not defteri
📃|0.6|kıvrık sayfa|kenarı kıvrılmış sayfa
📜|0.6|parşömen|bildiri|kağıt
📄|0.6|yüzü yukarıda sayfa|doküman|ön yüz|ön yüzü görünen sayfa
📰|0.6|gazete|haber|kağıt|kâğıt
🗞️|0.7|rulo gazete|haber|kağıt
📑|0.6|sayfa ayraçları|işaretçi|sayfa işareti
🔖|0.6|yer işareti|defter|kitap|not
🏷️|0.7|etiket
🪙|13|bozuk para|altın|avro|dolar|gümüş|hazine|jeton|madeni para|metal|sikke|zengin
💰|0.6|para torbası|çanta|dolar çantası|para çuvalı|zengin
🪎|17|hazine sandığı|altın|değerli|ganimet|gümüş|mücevher|ödül|para|zenginlik
💴|0.6|yen banknot|döviz|para
💵|0.6|dolar banknot|döviz|fatura|para
💶|1|euro banknot|avro|döviz|fatura|para
💷|1|sterlin banknot|döviz|para
💸|0.6|kanatlı para|banka|banknot|uçan banknot
💳|0.6|kredi kartı
🧾|11|makbuz|belge|defter tutma|dekont|ekstre|evrak|fatura|fiş|hesap|kanıt|maliye|muhasebe|senet
💹|0.6|yen simgeli artış grafiği|banka|grafik|para|piyasa|yukarı giden grafik|yukarı yönlü
✉️|0.6|zarf|e-mail|e-posta|mektup
📧|0.6|e-posta|ileti|iletişim|mektup
📨|0.6|gelen zarf|alınan posta|e-posta|iletişim|mektup|posta
📩|0.6|oklu zarf|e-posta|giden|gönderilen posta|iletişim|mektup|posta
📤|0.6|giden kutusu|iletişim|posta|tepsi
📥|0.6|gelen kutusu|iletişim|posta|tepsi
📦|0.6|paket|kutu|posta
📫|0.6|işareti yukarıda kapalı posta kutusu|işareti kaldırılmış posta kutusu
📪|0.6|işareti aşağıda kapalı posta kutusu|işareti indirilmiş posta kutusu
📬|0.7|işareti yukarıda açık posta kutusu|işareti kaldırılmış açık posta kutusu
📭|0.7|işareti aşağıda açık posta kutusu|işareti indirilmiş açık posta kutusu
📮|0.6|posta kutusu
🗳️|0.7|oy sandığı|kutu|sandık|seçim
✏️|0.6|kurşun kalem
✒️|0.6|siyah uç|dolma kalem|kalem
🖋️|0.7|dolma kalem|mürekkepli kalem
🖊️|0.7|kalem|tükenmez kalem
🖌️|0.7|boya fırçası|boyama
🖍️|0.7|pastel boya|mum
📝|0.6|not|ders|iletişim|kalem|kalem kağıt|not defteri
💼|0.6|evrak çantası|müfettiş|ofis
📁|0.6|dosya klasörü
📂|0.6|açık dosya klasörü
🗂️|0.7|dosya ayırıcı|dizin|kart
📅|0.6|takvim|tarih
📆|0.6|koparmalı takvim|takvim sayfası|tarih
🗒️|0.7|spiral not defteri
🗓️|0.7|spiral takvim|defter
📇|0.6|kart dizini|rolodeks
📈|0.6|artış grafiği|grafik|yukarı yönlü|yükselen grafik
📉|0.6|iniş grafiği|alçalan grafik|aşağı yönlü|grafik
📊|0.6|çubuk grafiği|grafik
📋|0.6|pano|duyuru
📌|0.6|raptiye|iğne
📍|0.6|yuvarlak raptiye|iğne
📎|0.6|ataş|klips
🖇️|0.7|iç içe geçmiş ataşlar|bağlantı
📏|0.6|düz cetvel
📐|0.6|gönye|cetvel|üçgen
✂️|0.6|makas|alet
🗃️|0.7|dosya kutusu|kart|kart kutusu
🗄️|0.7|dosya dolabı|dolap
🗑️|0.7|çöp sepeti
🔒|0.6|kilit|kapalı kilit
🔓|0.6|açık kilit|kilidini açma
🔏|0.6|kilit ve kalem|gizlilik|mürekkepli kalem|mürekkepli kalemli kilit
🔐|0.6|anahtarlı kapalı kilit|anahtarlı kilit|güvenli
🔑|0.6|anahtar|kilit|parola|şifre
🗝️|0.7|eski anahtar|ipucu|kilit
🔨|0.6|çekiç|araç
🪓|12|balta|ağaç|kesme|kısa balta|odun|yarma
⛏️|0.7|kazma|alet|maden
⚒️|1|çekiç ve kazma|alet|inşaat
🛠️|0.7|çekiç ve somun anahtarı|alet|çekiç ve ingiliz anahtarı|ingiliz anahtarı
🗡️|0.7|hançer|bıçak|silah
⚔️|1|çapraz kılıçlar|çarpı|çatma|silah
💣|0.6|bomba|çizgi roman|duygu
🪃|13|bumerang|aborjin|atmak|boomerang|eşya|fırlatmak|geri gelmek|geri tepme|oyun|sekme|silah|tepki
🏹|1|ok ve yay|araç|burç|okçu|silah
🛡️|0.7|kalkan|silah
🪚|13|testere|alet|eşya|kereste|kesmek|marangoz|odun
🔧|0.6|somun anahtarı|araç|ingiliz anahtarı
🪛|13|tornavida|alet|düz uçlu|eşya|montaj|sıkıştırmak|sıkma|tamir|tamirci|usta
🔩|0.6|somun ve vida|araç
⚙️|1|dişli|alet
🗜️|0.7|mengene|alet|sıkıştırma
⚖️|1|terazi|adalet|ağırlık|alet|burç|denge|ölçek
🦯|12|görme engelli bastonu|erişilebilirlik
🔗|0.6|bağlantı işareti|bağlantılar|iki halka
⛓️‍💥|15.1|zincirleri kırmak|kelepçe|kırık zincir|özgürlük|patlama
⛓️|0.7|zincir
🪝|13|çengel|askı|asmak|çengellemek|eğri|eşya|kanca
🧰|11|alet çantası|alet kutusu|ingiliz anahtarı|kırmızı|kutu|onarmak|sandık|tamir|tamirat|tamirci
🧲|11|mıknatıs|at nalı|çekim|çekmek|elektrik yükü|eş kutuplar|manyetik|pozitif negatif|zıt kutuplar
🪜|13|merdiven|adım|aşağı|ayaklı merdiven|basamak|çıkmak|eşya|tırmanış|tırmanmak|yukarı
🪏|16|kürek|çukur|kazı|kazmak
⚗️|1|imbik|alet|damıtıcı|kimya
🧪|11|deney tüpü|bilim|kimya|kimyacı|laboratuvar
🧫|11|petri kabı|bakteri|biyolog|biyoloji|kültür|laboratuvar
🧬|11|dna|biyolog|biyoloji|evrim|gen|genetik|sarmal|yaşam
🔬|1|mikroskop|alet|bilim|labrotuar|test
🔭|1|teleskop|alet|uzay|uzay gözlemleme
📡|0.6|uydu anteni|çanak|iletişim
💉|0.6|şırınga|doktor|iğne|ilaç
🩸|12|kan damlası|âdet|aybaşı|ilaç|kan bağışı|mens|menstrüasyon|regl|tıp|yaralanma
💊|0.6|hap|doktor|ilaç
🩹|12|yara bandı|bandaj|bant|yapışkanlı bandaj
🩼|14|koltuk değneği|araç|baston|değnek|engelli|engellilik|kırık|nesne|sakatlanmak|yaralı|yürüme engelli|yürüme yardımı
🩺|12|stetoskop|doktor|kalp|tıp
🩻|14|x ışını|doktor|film|iskelet|kaburga|kemik|medikal|muayene|nesne|röntgen|tıbbi
🚪|0.6|kapı
🛗|13|asansör|alt kat|aşağı|çağırmak|çıkmak|erişilebilirlik|eşya|inmek|lift|üst kat|yukarı
🪞|13|ayna|eşya|görüntü|makyaj|reflektör|spekulum|yansıma|yansıtıcı
🪟|13|pencere|cam|çerçeve|dışarı bakmak|eşya|izlemek|manzara|saydam|şeffaf|temiz hava
🛏️|0.7|yatak|otel|uyku|uyuma
🛋️|0.7|kanepe ve lamba|koltuk|otel
🪑|12|sandalye|iskemle|oturma
🚽|0.6|klozet|alafranga tuvalet|tuvalet|wc|WC
🪠|13|lavabo pompası|açıcı|çekme|eşya|lavabo açıcı|tuvalet|vakum
🚿|1|duş|su
🛁|1|banyo küveti|köpük|köpüklü banyo
🪤|13|fare kapanı|eşya|kıskaç|kıstırmak|peynir|tuzak|yem
🪒|12|ustura|jilet|keskin|tıraş
🧴|11|losyon şişesi|güneş koruyucu|güneş kremi|krem|nemlendirici|saç kremi|şampuan|şampuan şişesi
🧷|11|çengelli iğne|bebek bezi|dikiş|iğne kancası|iğnelemek|kanca|punk rock|tutturmak
🧹|11|süpürge|büyücü|cadı|ev işi|harry potter|süpürme|süpürmek|temizlik|uçmak
🧺|11|sepet|çamaşır|çamaşır sepeti|çiftçilik|hasır|piknik|piknik sepeti
🧻|11|kağıt rulosu|banyo|emici|havlu|silmek|temizlik|tuvalet|tuvalet kağıdı
🪣|13|kova|bakraç|eşya|fıçı|gerdel|kap|kepçe|sap|silmek|temizlik
🧼|11|sabun|banyo|banyo yapmak|el sabunu|el yıkamak|kalıp|katı sabun|köpük|köpürmek|köpürtmek|sabun köpüğü|sabunlamak|sabunluk|temiz|temizlik|yıkamak|yıkanmak
🫧|14|baloncuk|hava kabarcığı|kabarcık|köpük|nesne|sabun|su|su altı|temiz
🪥|13|diş fırçası|ağız|banyo|dental|eşya|hijyen|lavabo|oral hijyen|temizlik
🧽|11|sünger|banyo|banyo yapmak|bulaşık|emici|emmek|ev işi|gözenek|gözenekli|keselemek|köpürmek|köpürtmek|silmek|temizlik|yıkamak|yıkanmak
🧯|11|yangın söndürücü|ateş|söndürme|söndürmek|yangın tüpü
🛒|3|alışveriş arabası|pazar arabası
🚬|0.6|sigara|duman|işaret|sigara içilebilir|sigara içme|sigara içme işareti
⚰️|1|tabut|cenaze|ölüm
🪦|13|mezar taşı|cenaze|defin|defnetmek|eşya|huzur içinde uyu|huzur içinde yat|mezarlık|nur içinde yat|ölüm
⚱️|1|kül kavanozu|cenaze|ölüm|vazo
🧿|11|nazarlık|boncuk|göz|iyi şans|kem göz|kötü şans|maşallah|mavi boncuk|muska|nazar boncuğu|nazar değmesin|tılsım
🪬|14|Fatıma’nın Eli|Fatma|Fatma Ana’nın Eli|Fatma’nın eli|Hamsa|koruyucu|Meryem|muska|nazarlık|şans|sembol
🗿|0.6|moyai heykeli|taştan surat
🪧|13|tabela|bildiri|döviz|eşya|gösteri|işaret|levha|pankart|plaka|protesto
🪪|14|kimlik kartı|belge|ehliyet|güvenlik|kimlik bilgisi|lisans|nesne|nüfus cüzdanı

🏧|0.6|ATM işareti|otomatik|vezne
🚮|1|çöp kutusu işareti|çöpü yerine atın
🚰|1|içilebilir su|içme suyu|işaret|musluk|musluk ve bardak
♿|0.6|tekerlekli sandalye sembolü|erişim|işaret|tekerlekli sandalye erişimi|tekerlekli sandalye simgesi
🚹|0.6|erkekler tuvaleti|işaret
🚺|0.6|kadınlar tuvaleti|bayanlar tuvaleti|işaret
🚻|0.6|tuvalet|lavabo|wc
🚼|0.6|bebek işareti|bebek alt değiştirme yeri|bebek teknede
🚾|0.6|wc|lavabo|tuvalet
🛂|1|pasaport kontrolü
🛃|1|gümrük
🛄|1|bagaj teslim|bagaj alma yeri|bavul|çanta|seyahat
🛅|1|eşya emanet|bagaj|bagaj hizmeti|kasa|kayıp bagaj
⚠️|0.6|uyarı işareti|dikkat
🚸|1|karşıya geçen çocuklar|işaret|karşıya geçiş
⛔|0.6|girilmez|girilmez işareti|hayır|işaret|yasak
🚫|0.6|girmek yasak|Girilmez|işaret
🚳|1|bisiklet yasak|bisiklet giremez|taşıt
🚭|0.6|sigara içilmez|duman|sigara içilmez işareti|tütün|yasak
🚯|1|çöp atılmaz|çöp atmayın|çöp atmayın işareti|işaret
🚱|1|içilmeyen su|içilmez
🚷|1|yayalara yasak|işaret|yayalar giremez|yürüyen
📵|1|cep telefonu yasak|çağrı yapılmaz|mobil
🔞|0.6|18 yaş altı yasak|18 yaş altı yasaktır|18‘den küçükler giremez
☢️|1|radyoaktif|nükleer
☣️|1|biyolojik tehlike|sembol
⬆️|0.6|yukarı ok|ana yön|kuzey|yön|yukarı yönlü ok
↗️|0.6|sağ yukarı ok|ara yön|kuzey doğu|yön
➡️|0.6|sağ ok|ana yön|doğu|yön
↘️|0.6|sağ aşağı ok|ara yön|güney doğu|yön
⬇️|0.6|aşağı ok|ana yön|aşağı yönlü ok|güney|yön
↙️|0.6|sol aşağı ok|ara yön|güney batı|yön
⬅️|0.6|sol ok|ana yön|batı|yön
↖️|0.6|sol yukarı ok|ara yön|kuzey batı|yön
↕️|0.6|yukarı ve aşağı ok
↔️|0.6|sol ve sağ ok
↩️|0.6|sola kıvrımlı sağ ok
↪️|0.6|sağa kıvrımlı sol ok
⤴️|0.6|yukarı kıvrımlı sağ ok
⤵️|0.6|aşağı kıvrımlı sağ ok
🔃|0.6|saat yönünde dönen oklar|saat yönünde dikey oklar|saat yönüne dönen oklar|yeniden yükle işareti
🔄|1|saat yönünün tersinde dönen oklar|saat yönünün tersine|saat yönünün tersine dönen oklar
🔙|0.6|geri oku|sol geri ok|sol ok
🔚|0.6|bitiş oku|sol bitiş oku|sol ok
🔛|0.6|açık oku|ünlem|ünlem işareti|ünlem işareti ve okla AÇIK
🔜|0.6|yakında işareti|ok|sağ okla Yakında
🔝|0.6|yukarı oku|yukarı işareti|yukarı okla Yukarı
🛐|1|ibadethane|din|tapınma
⚛️|1|atom sembolü|ateist
🕉️|0.7|om|din|hinduizm|Hinduizm
✡️|0.7|Davut yıldızı|din|yahudi|Yahudi
☸️|0.7|darma çemberi|budist|Budist|dharma|dharma tekeri|din
☯️|0.7|yin yang|din|tao|taocu
✝️|0.7|Latin haçı|din|Hristiyan|isa|İsa
☦️|1|Ortodoks haçı|din|Hristiyan|isa|İsa
☪️|0.7|ay yıldız|din|islam|İslam|müslüman|Müslüman
☮️|1|barış sembolü
🕎|1|Yahudi şamdanı|din|menora|mum|mumluk
🔯|0.6|altı köşeli yıldız|fal|fal bakma
🪯|15|khanda|deg tegh fateh|din|inanç|khalsa|sih|Sih|sihizm
♈|0.6|koç burcu|burçlar
♉|0.6|boğa burcu|burçlar
♊|0.6|ikizler burcu|burçlar
♋|0.6|yengeç burcu|burçlar
♌|0.6|aslan burcu|burçlar
♍|0.6|başak burcu|burçlar
♎|0.6|terazi burcu|burçlar
♏|0.6|akrep burcu|burçlar
♐|0.6|yay burcu|burçlar
♑|0.6|oğlak burcu|burçlar
♒|0.6|kova burcu|burçlar
♓|0.6|balık burcu|burçlar
⛎|0.6|Yılancı|burçlar|hain|iblis|zodyak
🔀|1|parça karıştırma düğmesi|çapraz sağ oklar|oklar
🔁|1|tekrarlama düğmesi|oklar|saat yönünde
🔂|1|tek parça tekrarlama düğmesi|1 sayısı|1 sayısı olan saat yönünde oklar|oklar|saat yönünde
▶️|0.6|oynatma düğmesi|ok|sağ|üçgen
⏩|0.6|ileri sarma düğmesi|ok|sağ|sağa çift ok
⏭️|0.7|sonraki parça düğmesi|ok|sonraki sahne|üçgen
⏯️|1|oynatma veya duraklatma düğmesi|ok|sağ|üçgen
◀️|0.6|geri düğmesi|ok|sol|ters|üçgen
⏪|0.6|hızlı geri düğmesi|geri sarma düğmesi|ok|sol|sola çift ok
⏮️|0.7|son parça düğmesi|ok|önceki parça|önceki sahne|parça atlama düğmesi|üçgen
🔼|0.6|yukarı düğmesi|üçgen|yukarı üçgen düğmesi
⏫|0.6|hızlı yukarı düğmesi|ok|yukarı çift ok
🔽|0.6|aşağı düğmesi|aşağı üçgen düğmesi|üçgen
⏬|0.6|hızlı aşağı düğmesi|aşağı çift ok|ok
⏸️|0.7|duraklatma düğmesi|çift çizgi|çubuk|dikey
⏹️|0.7|durdurma düğmesi|kare
⏺️|0.7|kayıt düğmesi|daire
⏏️|1|çıkarma düğmesi
🎦|0.6|sinema|eğlence|film işareti
🔅|1|düşük parlaklık|düşük parlaklık işareti|karanlık
🔆|1|yüksek parlaklık|yüksek parlaklık işareti
📶|0.6|sinyal gücü|anten|çubuk işaretli anten|mobil|telefon
🛜|15|kablosuz|ağ|akıllı telefon|bağlantı|bilgisayar|geniş bant|internet|modem|wifi|wlan
📳|0.6|titreşim modu|cep telefonu|mobil|telefon
📴|0.6|cep telefonu kapalı|mobil
♀️|4|kadın sembolü|bayan
♂️|4|erkek sembolü|adam
⚧️|13|transgender sembolü|transseksüel
✖️|0.6|çarpım işareti|×|çarpma|iptal|kalın çarpı işareti|x
➕|0.6|artı|+|artı işareti|işaret|koyu renk artı işareti|matematik
➖|0.6|eksi|-|−|eksi işareti|işaret|koyu renk eksi işareti|matematik
➗|0.6|bölü işareti|÷|koyu renk bölü işareti|matematik
🟰|14|kalın eşittir işareti|eşitlik|matematik|sembol
♾️|11|sonsuz|evrensel|sınırsız|sonsuzluk
‼️|0.6|çift ünlem|!|!!|işaret|noktalama
⁉️|0.6|ünlemli soru işareti|!|!?|?|noktalama
❓|0.6|kırmızı soru işareti|?|noktalama
❔|0.6|beyaz soru işareti|?|noktalama
❕|0.6|beyaz ünlem işareti|!|noktalama
❗|0.6|kırmızı ünlem işareti|!|noktalama
〰️|0.6|dalgalı çizgi|uzun ses işareti
💱|0.6|kambiyo|bozdurma|döviz|para
💲|0.6|dolar işareti|koyu renk dolar işareti|para
⚕️|4|tıp sembolü|Asklepios|medikal sembol|medikal sembolü|personel|tıbbi sembol|tıp çalışanı
♻️|0.6|geri dönüşüm simgesi|evrensel|işaret|koyu renk evrensel geri dönüşüm simgesi
⚜️|1|zambak|fleur-de-lis
🔱|0.6|üçlü çatal işareti|amblem|çıpa
📛|0.6|ad rozeti
🔰|0.6|Japonca yeni başlayan sembolü|yeşil ve sarı|yeşil ve sarı yaprak
⭕|0.6|kalın kırmızı çember|kalın çember|o
✅|0.6|onay işareti düğmesi|✓|kalın onay işareti
☑️|0.6|seçilmiş onay kutusu|✓|kutulu|kutulu onay işareti|seçili onay işareti
✔️|0.6|onay işareti|✓|kalın onay işareti
❌|0.6|çarpı işareti|×|çarpma|iptal|x
❎|0.6|çarpı işareti düğmesi|×|çarpım|çarpma|kare|x|X kare içinde
➰|0.6|kıvrık döngü|dönüş
➿|1|çift kıvrık döngü|Japonya|ücretsiz numara
〽️|0.6|parça değiştirme işareti|bölüm değiştirme işareti
✳️|0.6|sekiz uçlu yıldız|*|asterisk
✴️|0.6|sekiz noktalı yıldız|*
❇️|0.6|parlama|*|pırıltı
©️|0.6|telif hakkı işareti|c
®️|0.6|tescil işareti|tescilli|Tescilli|tescilli işareti
™️|0.6|ticari marka işareti
🫟|16|sıçratma|boya|dökmek|holi|leke|lekelemek|sıçratmak
#️⃣|0.6|tuş: #
*️⃣|2|tuş: *
0️⃣|0.6|tuş: 0|sıfır
1️⃣|0.6|tuş: 1|bir
2️⃣|0.6|tuş: 2|iki
3️⃣|0.6|tuş: 3|üç
4️⃣|0.6|tuş: 4|dört
5️⃣|0.6|tuş: 5|beş
6️⃣|0.6|tuş: 6|altı
7️⃣|0.6|tuş: 7|yedi
8️⃣|0.6|tuş: 8|sekiz
9️⃣|0.6|tuş: 9|dokuz
🔟|0.6|tuş: 10
🔠|0.6|büyük harfler|ABCD|Latin|Latin büyük harfleri|Latin büyük harfleriyle giriş
🔡|0.6|küçük harfler|abcd|alfabe|Latin|Latin küçük harfleri|Latin küçük harfleriyle giriş
🔢|0.6|sayılar|1234|sayı girişi
🔣|0.6|işaretler|işaret girişi
🔤|0.6|Latin alfabesi|ABC|İngilizce|Latin alfabesiyle giriş|Latin Alfabesiyle giriş
🅰️|0.6|A düğmesi (kan grubu)|A grubu kan|kan grubu A|kırmızı kutuda A harfi
🆎|0.6|AB düğmesi (kan grubu)|AB grubu kan|kan grubu AB
🅱️|0.6|B grubu (kan grubu)|B grubu kan|B tuşu|kan grubu B|kırmızı kutuda B harfi
🆑|0.6|CL düğmesi|CL işareti|sil
🆒|0.6|COOL düğmesi|harika|hoş|serin|serin işareti
🆓|0.6|FREE düğmesi|bedava|bedelsiz|işaret|ücretsiz|ücretsiz işareti
ℹ️|0.6|bilgi|i harfi
🆔|0.6|ID düğmesi|işaret|kimlik|kimlik işareti
Ⓜ️|0.6|daire içinde M harfi
🆕|0.6|NEW düğmesi|işaret|yeni|Yeni işareti
🆖|0.6|NG düğmesi|işaret|NG işareti
🅾️|0.6|0 düğmesi (kan grubu)|kan grubu O|O|O grubu kan
🆗|0.6|OK düğmesi|OK işareti|tamam|tamam işareti
🅿️|0.6|P düğmesi|park yeri
🆘|0.6|SOS düğmesi|işaret|SOS işareti|Yardım
🆙|0.6|UP! düğmesi|işaret|YUKARI!|YUKARI! işareti
🆚|0.6|VS düğmesi|işaret|karşılaştırma|karşılaştırma işareti
🈁|0.6|Japonca "burada" düğmesi|japonca burada işareti
🈂️|0.6|Japonca "servis ücreti" düğmesi|japonca "servis ücreti" simgesi
🈷️|0.6|Japonca "aylık ücret" düğmesi|japonca "aylık" düğmesi|japonca "aylık" sembolü
🈶|0.6|Japonca "ücretsiz değil" düğmesi|bedava değil|japonca "bedava değil" düğmesi|japonca "bedava değil" simgesi
🈯|0.6|Japonca "rezerve" düğmesi|japonca rezerve sembolü|rezerve düğmesi
🉐|0.6|Japonca "avantaj" düğmesi|indirim|japonca "indirim" düğmesi|japonca "indirim" simgesi
🈹|0.6|Japonca "indirim" düğmesi|japonca "indirim" sembolü
🈚|0.6|Japonca "ücretsiz" düğmesi|bedava işareti|japonca bedava düğmesi
🈲|0.6|Japonca "yasak" düğmesi|japon "yasak" düğmesi|japon "yasak" sembolü
🉑|0.6|Japonca "kabul edilebilir" düğmesi|japonca "kabul edilebilir" işareti
🈸|0.6|Japonca "uygulama" düğmesi|başvuru|japonca "başvuru" düğmesi|japonca "başvuru" simgesi
🈴|0.6|Japonca "geçer not" düğmesi
🈳|0.6|Japonca "yer var" düğmesi|çince
㊗️|0.6|Japonca "tebrikler" düğmesi|kutlama|sembol|tebrik sembolü
㊙️|0.6|Japonca "sır" düğmesi|japonca "sır" simgesi|sembol
🈺|0.6|Japonca "hizmete hazır" düğmesi|işletme açık|japinca "işletme açık" düğmesi|japonca "işletme açık" sembolü
🈵|0.6|Japonca "yer yok" düğmesi
🔴|0.6|kırmızı daire|büyük kırmızı çember|çember
🟠|12|turuncu daire
🟡|12|sarı daire
🟢|12|yeşil daire
🔵|0.6|mavi daire|büyük mavi çember|çember
🟣|12|mor daire
🟤|12|kahverengi daire
⚫|0.6|siyah daire|geometri
⚪|0.6|beyaz daire|geometri
🟥|12|kırmızı kare
🟧|12|turuncu kare
🟨|12|sarı kare
🟩|12|yeşil kare
🟦|12|mavi kare
🟪|12|mor kare
🟫|12|kahverengi kare
⬛|0.6|büyük siyah kare|geometri
⬜|0.6|büyük beyaz kare|geometri
◼️|0.6|orta boy siyah kare|geometri
◻️|0.6|orta boy beyaz kare|geometri|gri
◾|0.6|küçük-orta siyah kare|geometri
◽|0.6|küçük-orta beyaz kare|geometri|gri
▪️|0.6|küçük siyah kare|geometri
▫️|0.6|küçük beyaz kare|geometri
🔶|0.6|büyük turuncu karo
🔷|0.6|büyük mavi karo
🔸|0.6|küçük turuncu karo
🔹|0.6|küçük mavi karo
🔺|0.6|yukarı bakan kırmızı üçgen|yukarı kırmızı üçgen
🔻|0.6|aşağı bakan kırmızı üçgen|aşağı kırmızı üçgen
💠|0.6|içinde noktalı karo|baklava|çizgi roman|elmas|elmas biçimli|geometrik|içinde noktalı baklava şekli|içinde noktalı elmas biçimi
🔘|0.6|radyo düğmesi
🔳|0.6|beyaz kare düğme
🔲|0.6|siyah kare düğme

🏁|0.6|damalı bayrak|bitiş|ralli|spor|yarış
🚩|0.6|üçgen bayrak|işaret|kırmızı bayrak|konum|konum bilgisi işareti|konum işareti|üçgen işaret|üçgen konum işareti
🎌|0.6|çapraz bayraklar|çapraz Japon bayrakları|japon|kutlama
🏴|1|siyah bayrak|dalgalanan siyah bayrak
🏳️|0.7|beyaz bayrak|dalgalanan bayrak
🏳️‍🌈|4|gökkuşağı bayrağı|bayrak|biseksüel|gay|homoseksüel|lezbiyen|lgbt|trans
🏳️‍⚧️|13|transgender bayrağı|açık mavi|bayrak|beyaz|pembe
🏴‍☠️|11|korsan bayrağı|hazine|Jolly Roger|yağmacı
🇦🇨|2|bayrak: Ascension Adası
🇦🇩|2|bayrak: Andorra
🇦🇪|2|bayrak: Birleşik Arap Emirlikleri
🇦🇫|2|bayrak: Afganistan
🇦🇬|2|bayrak: Antigua ve Barbuda
🇦🇮|2|bayrak: Anguilla
🇦🇱|2|bayrak: Arnavutluk
🇦🇲|2|bayrak: Ermenistan
🇦🇴|2|bayrak: Angola
🇦🇶|2|bayrak: Antarktika
🇦🇷|2|bayrak: Arjantin
🇦🇸|2|bayrak: Amerikan Samoası
🇦🇹|2|bayrak: Avusturya
🇦🇺|2|bayrak: Avustralya
🇦🇼|2|bayrak: Aruba
🇦🇽|2|bayrak: Åland Adaları
🇦🇿|2|bayrak: Azerbaycan
🇧🇦|2|bayrak: Bosna-Hersek
🇧🇧|2|bayrak: Barbados
🇧🇩|2|bayrak: Bangladeş
🇧🇪|2|bayrak: Belçika
🇧🇫|2|bayrak: Burkina Faso
🇧🇬|2|bayrak: Bulgaristan
🇧🇭|2|bayrak: Bahreyn
🇧🇮|2|bayrak: Burundi
🇧🇯|2|bayrak: Benin
🇧🇱|2|bayrak: Saint Barthelemy
🇧🇲|2|bayrak: Bermuda
🇧🇳|2|bayrak: Brunei
🇧🇴|2|bayrak: Bolivya
🇧🇶|2|bayrak: Karayip Hollandası
🇧🇷|2|bayrak: Brezilya
🇧🇸|2|bayrak: Bahamalar
🇧🇹|2|bayrak: Butan
🇧🇻|2|bayrak: Bouvet Adası
🇧🇼|2|bayrak: Botsvana
🇧🇾|2|bayrak: Belarus
🇧🇿|2|bayrak: Belize
🇨🇦|2|bayrak: Kanada
🇨🇨|2|bayrak: Cocos (Keeling) Adaları
🇨🇩|2|bayrak: Kongo - Kinşasa
🇨🇫|2|bayrak: Orta Afrika Cumhuriyeti
🇨🇬|2|bayrak: Kongo - Brazavil
🇨🇭|2|bayrak: İsviçre
🇨🇮|2|bayrak: Côte d’Ivoire
🇨🇰|2|bayrak: Cook Adaları
🇨🇱|2|bayrak: Şili
🇨🇲|2|bayrak: Kamerun
🇨🇳|0.6|bayrak: Çin
🇨🇴|2|bayrak: Kolombiya
🇨🇵|2|bayrak: Clipperton Adası
🇨🇶|16|bayrak: Sark
🇨🇷|2|bayrak: Kosta Rika
🇨🇺|2|bayrak: Küba
🇨🇻|2|bayrak: Cabo Verde
🇨🇼|2|bayrak: Curaçao
🇨🇽|2|bayrak: Christmas Adası
🇨🇾|2|bayrak: Kıbrıs
🇨🇿|2|bayrak: Çekya
🇩🇪|0.6|bayrak: Almanya
🇩🇬|2|bayrak: Diego Garcia
🇩🇯|2|bayrak: Cibuti
🇩🇰|2|bayrak: Danimarka
🇩🇲|2|bayrak: Dominika
🇩🇴|2|bayrak: Dominik Cumhuriyeti
🇩🇿|2|bayrak: Cezayir
🇪🇦|2|bayrak: Ceuta ve Melilla
🇪🇨|2|bayrak: Ekvador
🇪🇪|2|bayrak: Estonya
🇪🇬|2|bayrak: Mısır
🇪🇭|2|bayrak: Batı Sahra
🇪🇷|2|bayrak: Eritre
🇪🇸|0.6|bayrak: İspanya
🇪🇹|2|bayrak: Etiyopya
🇪🇺|2|bayrak: Avrupa Birliği
🇫🇮|2|bayrak: Finlandiya
🇫🇯|2|bayrak: Fiji
🇫🇰|2|bayrak: Falkland Adaları
🇫🇲|2|bayrak: Mikronezya
🇫🇴|2|bayrak: Faroe Adaları
🇫🇷|0.6|bayrak: Fransa
🇬🇦|2|bayrak: Gabon
🇬🇧|0.6|bayrak: Birleşik Krallık
🇬🇩|2|bayrak: Grenada
🇬🇪|2|bayrak: Gürcistan
🇬🇫|2|bayrak: Fransız Guyanası
🇬🇬|2|bayrak: Guernsey
🇬🇭|2|bayrak: Gana
🇬🇮|2|bayrak: Cebelitarık
🇬🇱|2|bayrak: Grönland
🇬🇲|2|bayrak: Gambiya
🇬🇳|2|bayrak: Gine
🇬🇵|2|bayrak: Guadeloupe
🇬🇶|2|bayrak: Ekvator Ginesi
🇬🇷|2|bayrak: Yunanistan
🇬🇸|2|bayrak: Güney Georgia ve Güney Sandwich Adaları
🇬🇹|2|bayrak: Guatemala
🇬🇺|2|bayrak: Guam
🇬🇼|2|bayrak: Gine-Bissau
🇬🇾|2|bayrak: Guyana
🇭🇰|2|bayrak: Çin Hong Kong ÖİB
🇭🇲|2|bayrak: Heard Adası ve McDonald Adaları
🇭🇳|2|bayrak: Honduras
🇭🇷|2|bayrak: Hırvatistan
🇭🇹|2|bayrak: Haiti
🇭🇺|2|bayrak: Macaristan
🇮🇨|2|bayrak: Kanarya Adaları
🇮🇩|2|bayrak: Endonezya
🇮🇪|2|bayrak: İrlanda
🇮🇱|2|bayrak: İsrail
🇮🇲|2|bayrak: Man Adası
🇮🇳|2|bayrak: Hindistan
🇮🇴|2|bayrak: Britanya Hint Okyanusu Toprakları
🇮🇶|2|bayrak: Irak
🇮🇷|2|bayrak: İran
🇮🇸|2|bayrak: İzlanda
🇮🇹|0.6|bayrak: İtalya
🇯🇪|2|bayrak: Jersey
🇯🇲|2|bayrak: Jamaika
🇯🇴|2|bayrak: Ürdün
🇯🇵|0.6|bayrak: Japonya
🇰🇪|2|bayrak: Kenya
🇰🇬|2|bayrak: Kırgızistan
🇰🇭|2|bayrak: Kamboçya
🇰🇮|2|bayrak: Kiribati
🇰🇲|2|bayrak: Komorlar
🇰🇳|2|bayrak: Saint Kitts ve Nevis
🇰🇵|2|bayrak: Kuzey Kore
🇰🇷|0.6|bayrak: Güney Kore
🇰🇼|2|bayrak: Kuveyt
🇰🇾|2|bayrak: Cayman Adaları
🇰🇿|2|bayrak: Kazakistan
🇱🇦|2|bayrak: Laos
🇱🇧|2|bayrak: Lübnan
🇱🇨|2|bayrak: Saint Lucia
🇱🇮|2|bayrak: Liechtenstein
🇱🇰|2|bayrak: Sri Lanka
🇱🇷|2|bayrak: Liberya
🇱🇸|2|bayrak: Lesotho
🇱🇹|2|bayrak: Litvanya
🇱🇺|2|bayrak: Lüksemburg
🇱🇻|2|bayrak: Letonya
🇱🇾|2|bayrak: Libya
🇲🇦|2|bayrak: Fas
🇲🇨|2|bayrak: Monako
🇲🇩|2|bayrak: Moldova
🇲🇪|2|bayrak: Karadağ
🇲🇫|2|bayrak: Saint Martin
🇲🇬|2|bayrak: Madagaskar
🇲🇭|2|bayrak: Marshall Adaları
🇲🇰|2|bayrak: Kuzey Makedonya
🇲🇱|2|bayrak: Mali
🇲🇲|2|bayrak: Myanmar (Burma)
🇲🇳|2|bayrak: Moğolistan
🇲🇴|2|bayrak: Çin Makao ÖİB
🇲🇵|2|bayrak: Kuzey Mariana Adaları
🇲🇶|2|bayrak: Martinik
🇲🇷|2|bayrak: Moritanya
🇲🇸|2|bayrak: Montserrat
🇲🇹|2|bayrak: Malta
🇲🇺|2|bayrak: Mauritius
🇲🇻|2|bayrak: Maldivler
🇲🇼|2|bayrak: Malavi
🇲🇽|2|bayrak: Meksika
🇲🇾|2|bayrak: Malezya
🇲🇿|2|bayrak: Mozambik
🇳🇦|2|bayrak: Namibya
🇳🇨|2|bayrak: Yeni Kaledonya
🇳🇪|2|bayrak: Nijer
🇳🇫|2|bayrak: Norfolk Adası
🇳🇬|2|bayrak: Nijerya
🇳🇮|2|bayrak: Nikaragua
🇳🇱|2|bayrak: Hollanda
🇳🇴|2|bayrak: Norveç
🇳🇵|2|bayrak: Nepal
🇳🇷|2|bayrak: Nauru
🇳🇺|2|bayrak: Niue
🇳🇿|2|bayrak: Yeni Zelanda
🇴🇲|2|bayrak: Umman
🇵🇦|2|bayrak: Panama
🇵🇪|2|bayrak: Peru
🇵🇫|2|bayrak: Fransız Polinezyası
🇵🇬|2|bayrak: Papua Yeni Gine
🇵🇭|2|bayrak: Filipinler
🇵🇰|2|bayrak: Pakistan
🇵🇱|2|bayrak: Polonya
🇵🇲|2|bayrak: Saint Pierre ve Miquelon
🇵🇳|2|bayrak: Pitcairn Adaları
🇵🇷|2|bayrak: Porto Riko
🇵🇸|2|bayrak: Filistin Bölgeleri
🇵🇹|2|bayrak: Portekiz
🇵🇼|2|bayrak: Palau
🇵🇾|2|bayrak: Paraguay
🇶🇦|2|bayrak: Katar
🇷🇪|2|bayrak: Reunion
🇷🇴|2|bayrak: Romanya
🇷🇸|2|bayrak: Sırbistan
🇷🇺|0.6|bayrak: Rusya
🇷🇼|2|bayrak: Ruanda
🇸🇦|2|bayrak: Suudi Arabistan
🇸🇧|2|bayrak: Solomon Adaları
🇸🇨|2|bayrak: Seyşeller
🇸🇩|2|bayrak: Sudan
🇸🇪|2|bayrak: İsveç
🇸🇬|2|bayrak: Singapur
🇸🇭|2|bayrak: Saint Helena
🇸🇮|2|bayrak: Slovenya
🇸🇯|2|bayrak: Svalbard ve Jan Mayen
🇸🇰|2|bayrak: Slovakya
🇸🇱|2|bayrak: Sierra Leone
🇸🇲|2|bayrak: San Marino
🇸🇳|2|bayrak: Senegal
🇸🇴|2|bayrak: Somali
🇸🇷|2|bayrak: Surinam
🇸🇸|2|bayrak: Güney Sudan
🇸🇹|2|bayrak: Sao Tome ve Principe
🇸🇻|2|bayrak: El Salvador
🇸🇽|2|bayrak: Sint Maarten
🇸🇾|2|bayrak: Suriye
🇸🇿|2|bayrak: Esvatini
🇹🇦|2|bayrak: Tristan da Cunha
🇹🇨|2|bayrak: Turks ve Caicos Adaları
🇹🇩|2|bayrak: Çad
🇹🇫|2|bayrak: Fransız Güney Toprakları
🇹🇬|2|bayrak: Togo
🇹🇭|2|bayrak: Tayland
🇹🇯|2|bayrak: Tacikistan
🇹🇰|2|bayrak: Tokelau
🇹🇱|2|bayrak: Timor-Leste
🇹🇲|2|bayrak: Türkmenistan
🇹🇳|2|bayrak: Tunus
🇹🇴|2|bayrak: Tonga
🇹🇷|2|bayrak: Türkiye
🇹🇹|2|bayrak: Trinidad ve Tobago
🇹🇻|2|bayrak: Tuvalu
🇹🇼|2|bayrak: Tayvan
🇹🇿|2|bayrak: Tanzanya
🇺🇦|2|bayrak: Ukrayna
🇺🇬|2|bayrak: Uganda
🇺🇲|2|bayrak: ABD Küçük Harici Adaları
🇺🇳|4|bayrak: Birleşmiş Milletler
🇺🇸|0.6|bayrak: Amerika Birleşik Devletleri
🇺🇾|2|bayrak: Uruguay
🇺🇿|2|bayrak: Özbekistan
🇻🇦|2|bayrak: Vatikan
🇻🇨|2|bayrak: Saint Vincent ve Grenadinler
🇻🇪|2|bayrak: Venezuela
🇻🇬|2|bayrak: Britanya Virjin Adaları
🇻🇮|2|bayrak: ABD Virjin Adaları
🇻🇳|2|bayrak: Vietnam
🇻🇺|2|bayrak: Vanuatu
🇼🇫|2|bayrak: Wallis ve Futuna
🇼🇸|2|bayrak: Samoa
🇽🇰|2|bayrak: Kosova
🇾🇪|2|bayrak: Yemen
🇾🇹|2|bayrak: Mayotte
🇿🇦|2|bayrak: Güney Afrika
🇿🇲|2|bayrak: Zambiya
🇿🇼|2|bayrak: Zimbabve
🏴󠁧󠁢󠁥󠁮󠁧󠁿|5|bayrak: İngiltere
🏴󠁧󠁢󠁳󠁣󠁴󠁿|5|bayrak: İskoçya
🏴󠁧󠁢󠁷󠁬󠁳󠁿|5|bayrak: Galler`;

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

export const lines: string = `😀|1|visage rieur|content|dents|grand sourire|heureux|joyeux|rire|sourire|super|visage très souriant|émoticône
😃|0.6|visage souriant avec de grands yeux|content|dents|formidable|grand sourire|heureux|sourire|super|visage très souriant avec la bouche ouverte|émoticône
😄|0.6|visage très souriant aux yeux rieurs|content|grand sourire|heureux|joyeux|lol|mdr|rire|sourire|sourire mignon|visage avec la bouche ouverte et les yeux souriants|émoticône
😁|0.6|visage souriant aux yeux rieurs|content|dents|grand sourire|heureux|sourire|sourire de toutes ses dents|super|visage souriant avec yeux souriants|yeux souriants|émoticône
😆|0.6|visage souriant avec yeux plissés|ahah|bouche|content|lol|mdr|rire|sourire|visage souriant avec bouche ouverte et yeux fermés|émoticône
😅|0.6|visage souriant avec une goutte de sueur|excité|froid|sourire|sourire nerveux|stressé|sueurs froides|émoticône
🤣|3|se rouler par terre de rire|content|drôle|hilare|joyeux|larmes|lol|mdr|pleurer de rire|rire aux larmes|se tordre de rire|visage|visage qui rit aux larmes|émoticône
😂|0.6|visage riant aux larmes|content|heureux|joie|lol|mdr|pleurer de joie|pleurer de rire|rire aux larmes|sourire|émoticône
🙂|1|visage avec un léger sourire|content|heureux|visage souriant|émoticône
🙃|1|tête à l’envers|incroyable|renversée|visage|émoticône
🫠|14|visage qui fond|disparaître|fondre|gêne|liquide|liquéfié|sarcasme|se dissoudre
😉|0.6|visage faisant un clin d’œil|blague|flirter|plaisanter|sexy|émoticône
😊|0.6|visage souriant avec yeux rieurs|content|heureux|rougir|satisfait|sourire|visage qui rougit|visage souriant avec yeux souriants|émoticône|œil
😇|1|visage souriant avec auréole|ange|angélique|bible|béni|heureux|innocent|paix|sourire|spirituel|émoticône
🥰|11|visage souriant avec cœurs|adorer|aimer|amour|béguin|coeur|je t’aime|j’adore|smiley avec 3 coeurs|sourire
😍|0.6|visage souriant avec yeux en forme de cœur|amour|amoureux|romantique|sourire|émoticône|œil
🤩|5|visage avec des étoiles à la place des yeux|grand sourire|heureux|pressé|surexcité|tête avec étoiles|wow|étoiles dans les yeux
😘|0.6|visage envoyant un bisou|amour|baiser|bise|bisou et cœur|bonjour|bonne nuit|cœur|embrasser|je t’aime|visage qui fait une bise avec un cœur|émoticône
😗|1|visage faisant un bisou|amour|baiser|bise|embrasser|je t’aime|petit bisou|visage qui fait une bise|émoticône
☺️|0.6|visage souriant|content|décontracté|détendu|heureux|sourire|visage souriant avec les yeux fermés|émoticône
😚|0.6|visage faisant un bisou avec les yeux fermés|baiser|bise|bisou les yeux fermés|embrasser|rougir|visage qui fait une bise avec les yeux fermés|visage rougissant|émoticône
😙|1|visage aux yeux rieurs faisant un bisou|amour|baiser|bise|embrasser|gros bisou|je t’aime|sourire|visage aux yeux souriants qui fait une bise|yeux fermés|émoticône
🥲|13|visage souriant avec une larme|fier|heureux|reconnaissant|smiley|soulagé|touché|ému
😋|0.6|miam|bon|content|délicieux|faim|heureux|langue|manger|savourer|sourire|visage souriant qui tire la langue|émoticône
😛|1|visage qui tire la langue|cool|génial|super|émoticône
😜|0.6|visage qui tire la langue et fait un clin d’œil|amusant|blague|fou|loufoque|marrant|rigolo|émoticône
🤪|5|tête de fou|grand|large|oeil|petit|tête folle|yeux|yeux fous|œil
😝|0.6|visage qui tire la langue les yeux plissés|dégoûtant|goût|horrible|omd|on ne vit qu’une fois|peu importe|visage qui tire la langue et ferme les yeux|yeux fermés|émoticône|œil
🤑|1|argent dans les yeux et la bouche|dollars|émoticône
🤗|1|visage qui fait un câlin|gentil|mains|émoticône
🤭|5|visage avec une main sur la bouche|malin|oops|oups|rigole|secret|surprise|visage avec main devant la bouche
🫢|14|visage avec yeux ouverts et main sur la bouche|choqué|embarrassé|gêné|impressionné|stupéfait|surpris|étonné
🫣|14|visage qui regarde entre ses doigts|captivé|effrayé|fasciné|jeter un coup d’œil|regarder fixement|se cacher|timide
🤫|5|visage avec un doigt sur la bouche|chut|pas un bruit|silence|tête qui dit chut
🤔|1|visage en pleine réflexion|hum|méditer|penser|réfléchir|émoticône
🫡|14|visage qui fait un salut militaire|armée|bonne chance|compris|ok|oui|respect
🤐|1|visage avec bouche fermeture éclair|bouche cousue|motus|se taire|secret|visage avec bouche cousue|émoticône
🤨|5|visage avec les sourcils relevés|euh|hein|incrédule|méfiant|pas vrai|quoi|sceptique|surprise|tête avec sourcil levé
😐|0.7|visage neutre|gêné|ni chaud ni froid|pas drôle|peu importe|rester de marbre|sans commentaires|sans rire|visage sans expression|émoticône
😑|1|visage sans expression|inexpressif|mécontent|neutre|peu importe|émoticône
😶|1|visage sans bouche|muet|ne rien dire|neutre|sans commentaires|sans expression|sans voix|se taire|secret|silence|sourdine|émoticône
🫥|14|visage en pointillés|disparaître|déprimé|introverti|invisible|se cacher
😶‍🌫️|13.1|visage dans les nuages|brouillard|distrait|visage dans le brouillard
😏|0.6|visage avec un sourire malin|arrogant|charmeur|ricaner|rusé|sourire suffisant|suspicieux|séducteur|visage avec un sourire suffisant|émoticône
😒|0.6|visage blasé|bizarre|fâché|jaloux|pas content|peu importe|visage qui s’ennuie|émoticône|énervé
🙄|1|visage roulant des yeux|agacé|excédé|incrédulité|roulement|visage qui lève les yeux au ciel|visage qui roule des yeux|émoticône
😬|1|visage grimaçant|dents|grimace|gêné|rien|sourire|émoticône
😮‍💨|13.1|visage expirant|chuchoter|découragé|déçu|expiration|exténué|fatigué|siffler|souffler|soulagement|soupir|sursaut
🤥|3|visage de menteur|mensonge|pinocchio|visage dont le nez s’allonge|émoticône
🫨|15|visage secoué|choc|fou|omg|ouah|panique|surprenant|tremblement|tremblement de terre|vibration|étourdi
🙂‍↔️|15.1|tête secouée horizontalement|non|secouer
🙂‍↕️|15.1|tête secouée verticalement|hochement de tête|oui
😌|0.6|visage soulagé|calme|soulagement|sérénité|zen|émoticône
😔|0.6|visage pensif|abattu|déçu|horrible|mort|perdu|triste|émoticône
😪|0.6|visage endormi|fatigué|larme|pleurer|sommeil|triste|émoticône
🤤|3|visage qui bave|baver|délicieux|mmh|émoticône
😴|1|visage somnolent|bonne nuit|coucher|dormir|endormi|fatigué|sieste|sommeil|zzz|émoticône
🫩|16|visage avec des valises sous les yeux|ensommeilé|fatigué|sommeil|épuisé
😷|0.6|visage avec masque|bactéries|dentiste|docteur|germes|malade|masque chirurgical|médecin|rhume|émoticône
🤒|1|visage avec thermomètre|indisposé|malade
🤕|1|visage avec bandage autour de la tête|aïe|blessure|bobo|pansement|tête avec un bandage|émoticône
🤢|3|visage nauséeux|dégoûtant|malade|visage vert qui a la nausée|vomir|écœuré|émoticône
🤮|5|visage qui vomit|gerbe|gerber|malade|tête qui vomit|vomissure
🤧|3|visage qui éternue|atchoum|fièvre|grippe|malade|mouchoir|rhume|se moucher|à tes souhaits|émoticône|éternuement|éternuer
🥵|11|visage rouge et chaud|chaleur|coup de chaleur|coup de chaud|fièvre|sue|suer|toute rouge|transpiration|trop chaud|visage tout rouge
🥶|11|visage bleu et froid|gel|gelure|gelé|glacial|glacé|glaçon|ça caille
🥴|11|visage éméché|bouche ondulée|bourré|bourrée|dans les vapes|hébété|pas clair|pompette|rond|saoul|souler|tête qui tourne
😵|0.6|visage étourdi|fatigué|malade|mort|tournis|visage avec le tournis|émoticône
😵‍💫|13.1|visage aux yeux en spirales|confusion|hagard|malade|nausée|ouh la la|tête qui tourne|étourdi
🤯|5|tête qui explose|choc|choqué|surpris|surprise|tête choquée
🤠|3|visage avec chapeau de cowboy
🥳|11|visage festif|anniversaire|chapeau pointu|célébration|fête|heureux|hourra|joyeux anniversaire|sifflet|visage de fête|youpi|émoticône
🥸|13|visage déguisé|déguisement|espion|faux nez|grimer|incognito|lunettes|moustache|postiche|smiley|sourcils ébouriffés
😎|1|visage avec lunettes de soleil|cool|posé|tranquille
🤓|1|visage de geek|doué|futé|idiot|intelligent|lunettes|personne|premier de la classe|ringard|surdoué|tronche
🧐|5|visage avec un monocle|classe|collet monté|fortune|riche|tête avec monocle|vieux jeu
😕|1|visage confus|désolé|ennuyé|je ne sais pas|triste|émoticône
🫤|14|visage avec bouche en diagonale|bof|confus|déçu|euh|frustration|incertain|sceptique
😟|1|visage inquiet|anxieux|préoccupé|stressé|surpris|triste|émoticône
🙁|1|visage légèrement mécontent|triste|émoticône
☹️|0.7|visage mécontent|malheureux|triste|émoticône
😮|1|visage avec bouche ouverte|bouche bée|choqué|incroyable|omd|oubli|surpris|visage avec la bouche ouverte|visage étonné|émoticône|épaté
😯|1|visage ébahi|incroyable|omd|sans voix|stupeur|stupéfait|surpris|visage sans voix|visage à la bouche ouverte|émoticône
😲|0.6|visage stupéfait|choc|choqué|impossible|incroyable|omd|émoticône|étonné
😳|0.6|visage qui rougit|chaud|comment|gêné|impressionné|incroyable|incrédule|quoi|rouge|ébahi|émoticône|étonné
🫪|17|visage déformé|anxiété|bouffi|choc|gonflé|panique|surprise|vulnérabilité
🥺|11|visage implorant|embarrassé|excuse|gros yeux|pardon|pitié|supplication|supplie|s’il te plaît|yeux de chiens battus
🥹|14|visage retenant ses larmes|admiration|fierté|gratitude|larmes de joie|pleurs|retenir ses larmes|triste|ému
😦|1|visage mécontent avec bouche ouverte|déçu|effrayé|peur|pris au dépourvu|surpris|visage déçu avec bouche ouverte|émoticône
😧|1|visage angoissé|angoisse|comment|hein|mécontent|oubli|peur|quoi|stressé|surpris|terrifié|émoticône
😨|0.6|visage effrayé|anxieux|apeuré|blême|inquiet|peur|terrifié|émoticône
😰|0.6|visage anxieux avec goutte de sueur|aah|bleu|bouche bée|effrayé|froid|mince|nerveux|peur bleue|sueurs froides|terrifié|visage en sueur bouche ouverte|émoticône
😥|0.6|visage triste mais soulagé|déçu|ouf|pfiou|sueur|visage déçu mais soulagé|émoticône
😢|0.6|visage qui pleure|horrible|larme|larmes|malheureux|pleurer|triste|émoticône
😭|0.6|visage qui pleure à chaudes larmes|malheureux|pleurer|pleurs|sangloter|triste|émoticône
😱|0.6|visage qui hurle de peur|choqué|cri|effrayé|munch|omd|surpris|terreur
😖|0.6|visage déconcerté|confus|frustré|fâché|irrité|triste|yeux fermés|émoticône
😣|0.6|visage persévérant|concentré|mal de tête|migraine|émoticône
😞|0.6|visage déçu|abattu|affreux|découragé|malheureux|tort|triste|émoticône
😓|0.6|visage démoralisé avec goutte de sueur|froide|mal de tête|migraine|mince|ouf|peur|triste|visage et sueurs froides|émoticône
😩|0.6|visage épuisé|faim|fatigué|mécontent|non|pleurer|sommeil|triste|visage las|échec|émoticône
😫|0.6|visage fatigué|contrarié|fatigue|mécontent|triste|émoticône
🥱|12|visage bâillant|bâille|bâiller|dormir|ennui|fatigant|fatigue|sieste|émoticône
😤|0.6|visage avec fumée sortant des narines|colère|fâché|mécontent|triomphe|victoire|émoticône|énervé
😡|0.6|visage boudeur|colère|exaspéré|furieux|fâché|mécontent|rageur|rouge|rouge de colère|sourcils froncés|émoticône|énervé
😠|0.6|visage en colère|exaspéré|frustré|fâché|mécontent|rageur|sourcils froncés|émoticône
🤬|5|visage avec des symboles dans la bouche|censuré|colère|gros mots|insulter|insultes|jurer|juron|tête avec des symboles sur la bouche
😈|1|visage souriant avec des cornes|fantastique|fâché|sourire|émoticône
👿|0.6|visage en colère avec des cornes|diable|diablotin|démon|fantastique|malicieux|mauvais|émoticône
💀|0.6|crâne|corps|dead|fantastique|je suis mort|mort|squelette|tête de mort|visage|yolo
☠️|1|tête de mort|crâne|os
💩|0.6|tas de crotte|bande dessinée|bd|caca|dessin|excrément|odeur|popo|puer|sentir mauvais|visage
🤡|3|visage de clown|maquillage|émoticône
👹|0.6|ogre|créature|effrayant|fantastique|japonais|masque|monstre
👺|0.6|monstre japonais|colère|créature|fantastique|farfadet|masque|méchant
👻|0.6|fantôme|blague|bouh|créature|effrayant|fantastique|halloween|hanter|monstre|peur|visage|visage de fantôme
👽|0.6|alien|créature|espace|extraterrestre|monstre|ovni|science-fiction|visage|émoticône
👾|0.6|monstre de l’espace|alien|créature|envahisseur|extraterrestre|fantastique|jeu vidéo|ovni|pixels
🤖|1|robot|androïde|automate|machine|monstre|visage|visage de robot
😺|0.6|chat qui sourit|animal|bouche ouverte|sourire|visage
😸|0.6|chat qui sourit avec des yeux rieurs|animal|chat avec un grand sourire|sourire|visage|yeux souriants
😹|0.6|chat qui pleure de joie|animal|chat qui rit aux larmes|larmes|lol|mdr|pleurer de rire|rire|rire aux larmes
😻|0.6|chat souriant aux yeux en cœurs|amour|amoureux|chat souriant avec des coeurs dans les yeux|coeurs|coeurs dans les yeux|sourire
😼|0.6|chat avec sourire en coin|animal|ironique|narquois|sourire narquois|tête de chat|visage
😽|0.6|chat qui fait un bisou|animal|baiser|bise|chat qui embrasse|chat qui fait une bise avec les yeux fermés|embrasser|tête de chat
🙀|0.6|chat fatigué|animal|fatigue|inquiet|oh|surpris|tête de chat avec la bouche ouverte|visage
😿|0.6|chat qui pleure|animal|larme|pleurer|triste|tête de chat|visage
😾|0.6|chat qui boude|animal|bouder|chat en colère|colère|désaccord|ennui|tête de chat|visage
🙈|0.6|singe ne rien voir|animal|caché|effrayé|embarras|geste|gêne|interdit|ne pas voir|non|omd|oubli|peur|rien vu rien entendu|secret|visage|yeux
🙉|0.6|singe ne rien entendre|animal|geste|interdit|ne pas entendre|non|oreilles|rien vu rien entendu|secret|sourd|visage|écouter
🙊|0.6|singe ne rien dire|animal|bouche cousue|chut|geste|interdit|motus|muet|non|parler|se taire|secret|silence|visage
💌|0.6|lettre d’amour|cœur|saint-valentin
💘|0.6|cœur et flèche|amour|coeur transpercé|cupidon|sentiment
💝|0.6|cœur avec ruban|amour|anniversaire|saint-valentin|sentiment
💖|0.6|cœur étincelant|amour|sentiment|étincelles
💗|0.6|cœur grandissant|amour|cœur battant|cœur qui bat|pulsations|sentiment
💓|0.6|cœur battant|amour|cardio|cœur qui bat|pulsations|sentiment
💞|0.6|cœurs qui tournent|amour|anniversaire|deux cœurs|sentiment|tourbillon
💕|0.6|deux cœurs|amour|anniversaire|deux cœurs roses|petits cœurs|rendez-vous|sentiment
💟|0.6|décoration avec cœur|amour|cœur blanc|cœur décoré|cœur violet|sentiment
❣️|1|cœur point d’exclamation|amour|ponctuation
💔|0.6|cœur brisé|amour|malheureux|sentiment|séparé|triste
❤️‍🔥|13.1|cœur enflammé|amour|désir|feu|passion
❤️‍🩹|13.1|cœur avec bandages|réconforter|réparer|soigner
❤️|0.6|cœur rouge|amour|sentiment
🩷|15|cœur rose|143|adorable|aimer|amour|jtm|mignon|émotion
🧡|5|cœur orange|coeur orange
💛|0.6|cœur jaune|amour|sentiment
💚|0.6|cœur vert|amour|sentiment
💙|0.6|cœur bleu|amour|sentiment
🩵|15|cœur bleu clair|143|aimer|amour|bleu ciel|cyan|jtm|mignon|spécial|émotion
💜|0.6|cœur violet|amour|sentiment
🤎|12|cœur marron|brun
🖤|3|cœur noir
🩶|15|cœur gris|143|amour|ardoise|argent|argenté|jtm|spécial|émotion
🤍|12|cœur blanc
💋|0.6|trace de rouge à lèvres|baiser|bise|bisou|bouche|embrasser|rendez-vous|sexy
💯|0.6|cent points|100|score
💢|0.6|symbole de colère|bande dessinée|bd|dessin|furieux
🫯|17|nuage de colère|bagarre|combat|discussion|dispute|désaccord|grabuge|lutte
💥|0.6|explosion|bande dessinée|bd|bombe|boum|collision|détonation|étincelles
💫|0.6|étourdissement|bande dessinée|bd|tournis|voir des étoiles|étincelles|étoile|étoile filante
💦|0.6|gouttes de sueur|bande dessinée|bd|eau|effort|entraînement|éclabousser|éclaboussures
💨|0.6|décamper|bande dessinée|bd|déguerpir|détaler|filer|fumée|nuage|partir en courant|pet|vent|vite
🕳️|0.7|trou
💬|0.6|bulle de parole|bande dessinée|bd|dialogue|message|sms|écrire
👁️‍🗨️|2|œil dans une bulle de BD|bande dessinée|témoin|voir
🗨️|2|bulle de parole gauche|bulle à gauche|dialogue
🗯️|0.7|bulle colère droite|bande dessinée|bd|crier|hurler
💭|1|bulle de pensée|bande dessinée|bd|idée|imaginer|inventer|invention|penser|rêve|rêver
💤|0.6|endormi|bande dessinée|bd|bonne nuit|dormir|fatigué|ronfler|zzz

👋|0.6+|signe de la main|au revoir|bonjour|bye|coucou|hello|il y a quelqu’un ?|main qui salue|salut|à bientôt|à plus tard
🤚|3+|dos de main levée
🖐️|0.7+|main levée doigts écartés|paume|stop
✋|0.6+|main levée|feuille|paume de la main|stop|tope là
🖖|1+|salut vulcain|doigts|main|spock|star trek
🫱|14+|main vers la droite|serrer la main|tenir la main
🫲|14+|main vers la gauche|serrer la main|tenir la main
🫳|14+|main paume vers le bas|chasser|choisir|faire partir|laisser tomber|ouste|rejeter
🫴|14+|main paume vers le haut|appeler de la main|attirer|faire venir|offre
🫷|15+|main qui pousse vers la gauche|arrêter|attendre|bloquer|halte|high five|pousser|refuser|stop|tape m’en cinq|top là
🫸|15+|main qui pousse vers la droite|arrêter|attendre|bloquer|halte|high five|pousser|refuser|stop|tape m’en cinq|top là
👌|0.6+|ok|compris|d’accord|geste|main|nickel|parfait|super|tout va bien
🤌|13+|bout des doigts joints|agacement|argumentation|geste|interrogation|main|parler avec les mains|patience|silence !
🤏|12+|pouce et index rapprochés|petit|petite|petite quantité|petite somme|peu|un peu|à deux doigts
✌️|0.6+|V de la victoire|ciseaux|doigts|main|paix et amour|peace and love
🤞|3+|doigts croisés|bonne chance|chance|main
🫰|14+|main avec index et pouce croisés|amour|argent|cher|claquer des doigts|cœur
🤟|5+|signe je t’aime|amour|geste pour je t’aime|ily|main|trois doigts
🤘|1+|cornes avec les doigts|cornes du diable|main|rock|rock’n roll|yeah
🤙|3+|signe appel téléphonique avec les doigts|main|téléphone
👈|0.6+|main avec index pointant à gauche|doigt|index pointé vers la gauche
👉|0.6+|main avec index pointant à droite|doigt|index pointé vers la droite
👆|0.6+|main avec index pointant vers le haut|doigt|index vers le haut|montrer
🖕|1+|doigt d’honneur|main|majeur
👇|0.6+|main avec index pointant vers le bas|doigt|index vers le bas|montrer
☝️|0.6+|index pointant vers le haut|doigt|index pointé vers le haut|main|moi
🫵|14+|index pointant vers l’utilisateur|pointer|toi
👍|0.6+|pouce vers le haut|bien|compris|d’accord|génial|main|moi aussi|ok|oui|pouce levé|super|top
👎|0.6+|pouce vers le bas|main|mauvais|non|nul|pouce baissé
✊|0.6+|poing levé|main|pierre|poing serré|solidarité
👊|0.6+|poing de face|absolument|battre|boum|correct|coup de poing|d’accord|main|mon pote|serrer
🤛|3+|poing à gauche|fistbump|main
🤜|3+|poing à droite|main
👏|0.6+|applaudissements|bien joué|bon travail|bravo|formidable|félicitations|geste|mains|mains qui applaudissent|super
🙌|0.6+|mains levées|air|geste|hourra|mains en l’air|youpi
🫶|14+|mains qui forment un cœur|amour
👐|0.6+|mains ouvertes|mains écartées
🤲|5+|paume contre paume doigts vers le haut|espérer|mains|paumes des mains ensemble|prier|prière
🤝|3+|poignée de main|d’accord|mains|marché conclu|présentation|rencontre|serrer la main
🙏|0.6+|mains en prière|demander|félicitations|mains l’une contre l’autre|merci|prier|salut|se taper dans la main|s’il te plaît|s’il vous plaît|tope là
✍️|0.7+|main qui écrit|écrire
💅|0.6+|vernis à ongles|cosmétiques|manucure|maquillage|peu importe|s’ennuyer
🤳|3+|selfie|appareil photo|photo|téléphone
💪|0.6+|biceps contracté|bande dessinée|bd|bodybuilding|corps|culturisme|entraînement|exercice|force|haltérophilie|muscle|muscles|soulever
🦾|12|bras mécanique|accessibilité|bras robot|handicap|prothèse|prothèse de bras
🦿|12|jambe mécanique|accessibilité|handicap|jambe artificielle|jambe robot|prothèse|prothèse de jambe
🦵|11+|jambe|coup de pied|cuisse|genou|genou fléchi|genoux|membre|pied
🦶|11+|pied|cheville|coup de pied|pas lourd
👂|0.6+|oreille|corps|entendre|ouïe|son|écouter
🦻|12+|oreille appareillée|accessibilité|handicap|malentendant|prothèse auditive|sonotone|sourd|surdité
👃|0.6+|nez|corps|narines|odeur|sentir
🧠|5|cerveau|intelligent|intelligente
🫀|13|cœur|anatomie|battement de coeur|battements|cardiologie|organe|pouls|pulsation
🫁|13|poumons|anatomie|expiration|inspiration|organe|respiration|respirer|souffle
🦷|11|dent|carie|dentiste|émail diamant
🦴|11|os|chien|halloween|squelette
👀|0.6|yeux|chercher|corps|coup d’œil|regarder|visage|voir|œil
👁️|0.7|œil|corps
👅|0.6|langue|corps|lécher
👄|0.6|bouche|baiser|beauté|bise|bisou|corps|embrasser|lèvres|rouge à lèvres
🫦|14|lèvres qui se mordent|anxieux|flirt|inquiet|lèvre mordue|mal à l’aise|nerveux
👶|0.6+|bébé|enceinte|enfant|nouveau-né|petit|émoticône
🧒|5+|enfant|genre neutre|jeune|non-genré
👦|0.6+|garçon|enfant|jeune|personne|émoticône
👧|0.6+|fille|couettes|enfant|grands yeux|jeune|nattes|personne|petite fille|tresses|vierge|visage|zodiaque|émoticône
🧑|5+|adulte|genre neutre|non-genré
👱|0.6+|personne blonde|cheveux|garçon|homme|humain|tête|visage
👨|0.6+|homme|ami|garçon|personne|petit ami|pote
🧔|5+|personne barbue|barbe|personne avec une barbe
🧔‍♂️|13.1+|homme barbu|barbe
🧔‍♀️|13.1+|femme barbue|barbe
👨‍🦰|11+|homme : cheveux roux|ami|garçon|personne|petit ami|pote
👨‍🦱|11+|homme : cheveux bouclés|ami|garçon|personne|petit ami|pote
👨‍🦳|11+|homme : cheveux blancs|ami|garçon|personne|petit ami|pote
👨‍🦲|11+|homme : chauve|ami|garçon|personne|petit ami|pote
👩|0.6+|femme|blonde|coupe de cheveux|personne
👩‍🦰|11+|femme : cheveux roux|blonde|coupe de cheveux|personne
🧑‍🦰|12.1+|adulte : cheveux roux|genre neutre|non-genré
👩‍🦱|11+|femme : cheveux bouclés|blonde|coupe de cheveux|personne
🧑‍🦱|12.1+|adulte : cheveux bouclés|genre neutre|non-genré
👩‍🦳|11+|femme : cheveux blancs|blonde|coupe de cheveux|personne
🧑‍🦳|12.1+|adulte : cheveux blancs|genre neutre|non-genré
👩‍🦲|11+|femme : chauve|blonde|coupe de cheveux|personne
🧑‍🦲|12.1+|adulte : chauve|genre neutre|non-genré
👱‍♀️|4+|femme blonde|cheveux|personne
👱‍♂️|4+|homme blond|cheveux
🧓|5+|personne âgée|adulte|genre neutre|non-genré
👴|0.6+|homme âgé|chauve|grand-père|papi|personne|personne âgée|sage|vieux monsieur|émoticône
👵|0.6+|femme âgée|blonde|dame|grand-mère|mamie|personne|sage|émoticône
🙍|0.6+|personne fronçant les sourcils|contrariée|déçue|embêtée|femme|froncer|geste|gênée|mécontente|pas contente|triste
🙍‍♂️|4+|homme fronçant les sourcils|froncement|geste|homme mécontent|homme renfrogné
🙍‍♀️|4+|femme fronçant les sourcils|froncement|geste
🙎|0.6+|personne qui boude|bouder|déçue|expression|faire la tête|femme|froncer les sourcils|fâchée|geste|inquiète|moue|énervée
🙎‍♂️|4+|homme qui boude|bouder|faire la moue|geste|moue
🙎‍♀️|4+|femme qui boude|geste
🙅|0.6+|personne faisant un geste d’interdiction|aucune chance|bloquer|femme|impossible|interdit|main|niet|non|pas possible|stop
🙅‍♂️|4+|homme faisant un geste d’interdiction|interdit|main|non
🙅‍♀️|4+|femme faisant un geste d’interdiction|interdit|main
🙆|0.6+|personne faisant un geste d’acceptation|danser|d’accord|exercice|femme|grandir|lever les bras|main|ok
🙆‍♂️|4+|homme faisant un geste d’acceptation|d’accord|homme faisant un geste d’accord|main|ok
🙆‍♀️|4+|femme faisant un geste d’acceptation|geste d’accord|main|ok
💁|0.6+|personne paume vers le haut|aide|diva|femme|information|insouciante|main|peu importe|potins|prétentieuse|sarcastique|sophistiqué
💁‍♂️|4+|homme paume vers le haut|aide|apporter|diva|homme avec paume vers le haut|informations|insolent|main|peu importe|potins|sarcastique
💁‍♀️|4+|femme paume vers le haut
🙋|0.6+|personne qui lève la main|compte sur moi|content|femme qui lève la main|geste|ici|je sais|levée|moi|participer|présente
🙋‍♂️|4+|homme qui lève la main|geste|je sais|main levée|moi|personne qui lève la main|répondre
🙋‍♀️|4+|femme qui lève la main|geste|main levée
🧏|12+|personne sourde|accessibilité|entendre|malentendant|oreille|surdité
🧏‍♂️|12+|homme sourd|accessibilité|entendre|malentendant|oreille
🧏‍♀️|12+|femme sourde|accessibilité|entendre|malentendant|oreille
🙇|0.6+|personne qui s’incline|confus|désolé|excuses|geste|gronder|incliné|j’ai compris|ok|pardon|personne inclinée
🙇‍♂️|4+|homme qui s’incline|désolé|geste|incliné
🙇‍♀️|4+|femme qui s’incline|désolée|excuses|femme qui se prosterne|geste|inclinée|méditation|méditer
🤦|3+|personne avec la paume sur le visage|drame|exaspération|femme avec paume sur visage|geste|incroyable|incrédulité|j’en peux plus|main|pas possible|paume de main
🤦‍♂️|4+|homme avec la paume sur le visage|encore|exaspération|incroyable|incrédulité|main sur le visage|oh non|oubli|personne
🤦‍♀️|4+|femme avec la paume sur le visage|encore|exaspération|incroyable|incrédulité|j’y crois pas|main sur le visage|oh non|oubli|personne
🤷|3+|personne qui hausse les épaules|aucune idée|c’est comme ça|doute|femme qui hausse les épaules|haussement d’épaules|ignorance|indifférence|je ne sais pas|peut-être|que faire|qui sait
🤷‍♂️|4+|homme qui hausse les épaules|aucune idée|doute|haussement|haussement d’épaules|ignorance|indifférence|pas moi|personne|rien vu|sais pas
🤷‍♀️|4+|femme qui hausse les épaules|aucune idée|doute|haussement|haussement d’épaules|ignorance|indifférence|je sais pas|pas moi|personne|rien vu
🧑‍⚕️|12.1+|professionnel de la santé (tous genres)|docteur|infirmier|médecin|thérapeute
👨‍⚕️|4+|professionnel de la santé|docteur|homme|homme profession médicale|infirmier|médecin|métier|profession médicale
👩‍⚕️|4+|professionnelle de la santé|docteur|docteure|femme|femme profession médicale|infirmière|médecin|métier|profession médicale
🧑‍🎓|12.1+|étudiant (tous genres)|diplôme|étudiante
👨‍🎓|4+|étudiant|diplômé|homme
👩‍🎓|4+|étudiante|diplômée|femme
🧑‍🏫|12.1+|personnel enseignant|enseignante|formateur|formatrice|professeur
👨‍🏫|4+|enseignant|homme|instituteur|instructeur|métier|professeur
👩‍🏫|4+|enseignante|femme|institutrice|instructrice|professeure
🧑‍⚖️|12.1+|juge|balance
👨‍⚖️|4+|juge homme|balance|justice|métier
👩‍⚖️|4+|juge femme|balance|justice|métier
🧑‍🌾|12.1+|fermier (tous genres)|fermière|jardinier|jardinière
👨‍🌾|4+|fermier|agriculteur|homme|jardinier|métier
👩‍🌾|4+|fermière|agricultrice|femme|jardinière|métier
🧑‍🍳|12.1+|cuisinier (tous genres)|chef|cuisinière
👨‍🍳|4+|cuisinier|chef|homme|métier
👩‍🍳|4+|cuisinière|chef|femme|métier
🧑‍🔧|12.1+|mécanicien (tous genres)|artisan|mécanicienne|plombier|électricien|électricienne
👨‍🔧|4+|mécanicien|homme|mécanique|métier|ouvrier|plombier|électricien
👩‍🔧|4+|mécanicienne|femme|mécanique|métier|ouvrière|plombier|électricienne
🧑‍🏭|12.1+|ouvrier (tous genres)|assemblage|industrie|ouvrière|usine
👨‍🏭|4+|ouvrier|assemblage|homme|industrie|montage|métier|usine
👩‍🏭|4+|ouvrière|assemblage|femme|industrie|montage|métier|usine
🧑‍💼|12.1+|employé de bureau (tous genres)|affaires|architecte|employée de bureau
👨‍💼|4+|employé de bureau|affaires|architecte|cadre|directeur|homme|métier
👩‍💼|4+|employée de bureau|affaires|architecte|cadre|directrice|femme|métier
🧑‍🔬|12.1+|scientifique|chimiste
👨‍🔬|4+|scientifique homme|biologiste|chimiste|ingénieur|mathématicien|métier|physicien
👩‍🔬|4+|scientifique femme|biologiste|chimiste|ingénieure|mathématicienne|métier|physicienne
🧑‍💻|12.1+|informaticien (tous genres)|développeur|développeuse|informaticienne|logiciels|technologie
👨‍💻|4+|informaticien|codeur|développeur|homme|inventeur|logiciels|métier|technologie
👩‍💻|4+|informaticienne|codeuse|développeuse|femme|inventrice|logiciels|métier|technologie
🧑‍🎤|12.1+|chanteur (tous genres)|artiste|chanteuse|rock|star
👨‍🎤|4+|chanteur|acteur|artiste|homme|métier|rock|rockeur|star
👩‍🎤|4+|chanteuse|actrice|artiste|femme|métier|rock|rockeuse|star
🧑‍🎨|12.1+|artiste|palette
👨‍🎨|4+|artiste homme|métier|palette|peintre
👩‍🎨|4+|artiste femme|métier|palette|peintre
🧑‍✈️|12.1+|pilote|avion
👨‍✈️|4+|pilote homme|avion|métier
👩‍✈️|4+|pilote femme|avion|métier
🧑‍🚀|12.1+|astronaute|fusée
👨‍🚀|4+|astronaute homme|casque|cosmonaute|espace|fusée|métier|spationaute
👩‍🚀|4+|astronaute femme|casque|cosmonaute|espace|fusée|métier|spationaute
🧑‍🚒|12.1+|pompier|camion de pompiers
👨‍🚒|4+|pompier homme|camion de pompiers|casque|casque de pompier|métier
👩‍🚒|4+|pompier femme|camion de pompiers|casque|métier
👮|0.6+|officier de police|autorité|flic|homme|loi|métier|personne|policier|tenue|uniforme
👮‍♂️|4+|policier|flic|homme|officier|police
👮‍♀️|4+|policière|autorité|femme|flic|loi|métier|officier|personne|police|tenue|uniforme
🕵️|0.7+|détective|enquêteur|espion|homme
🕵️‍♂️|4+|détective homme|enquêteur|espion
🕵️‍♀️|4+|détective femme|enquêteuse|enquêtrice|espionne
💂|0.6+|garde|buckingham palace|casque|garde homme|londres
💂‍♂️|4+|garde homme
💂‍♀️|4+|garde femme|buckingham palace|casque|londres|métier
🥷|13+|ninja|assassin|combat|furtif|guerrier|masqué|personne|sabre|secret|soldat
👷|0.6+|personnel du bâtiment|btp|casque|chantier|construction|homme|métier|ouvrier|réparer
👷‍♂️|4+|ouvrier du bâtiment|homme
👷‍♀️|4+|ouvrière du bâtiment|casque|casque de chantier|chantier|femme|métier|ouvrier du bâtiment femme
🫅|14+|personne avec une couronne|monarque|noble|royal|royauté
🤴|3+|prince|couronne|royal|royauté
👸|0.6+|princesse|conte de fées|couronne|fantastique|personne|reine
👳|0.6+|personne en turban|homme avec turban|oriental|personne avec turban|visage
👳‍♂️|4+|homme en turban
👳‍♀️|4+|femme en turban|femme avec turban
👲|0.6+|homme avec casquette chinoise|casquette mao|chapeau
🧕|5+|femme avec foulard|bandana|femme avec un voile|hijab|mantilla|tichel|voile
🤵|3+|personne en smoking|homme|marié|personne mariée|élégant
🤵‍♂️|13+|homme en smoking
🤵‍♀️|13+|femme en smoking
👰|0.6+|personne mariée avec voile|mariage
👰‍♂️|13+|homme avec voile
👰‍♀️|13+|femme avec voile
🤰|3+|femme enceinte
🫃|14+|homme enceint|enceinte|grossesse|homme enceinte|personne enceinte|trop mangé|ventre
🫄|14+|personne enceinte|grossesse|trop mangé|ventre
🤱|5+|allaitement|bébé|maman|nourrice|nourrir le bébé|sein|soins
👩‍🍼|13+|femme allaitant un bébé|allaitement|biberon|maman|mère|nounou|nouveau-né|personne
👨‍🍼|13+|homme allaitant un bébé|allaitement|biberon|nouveau-né|papa|personne|père
🧑‍🍼|13+|personne allaitant un bébé|allaitement|biberon|homme|maman|mère|nounou|nouveau-né|papa|père
👼|0.6+|bébé ange|ailes|auréole|fantastique|visage|église|émoticône
🎅|0.6+|père Noël|bonnet|fêtes|magie|santa claus|tradition
🤶|3+|mère Noël|bonnet|fêtes|santa
🧑‍🎄|13+|santa|joyeux noël|noël|papa noël|personne|père noël|saint-nicolas
🦸|11+|super-héros|bien|cape|force|heroïne|héroïne|personnage|sauver le monde|super pouvoir|super-pouvoir|superhéros|superman|vengeur|voler
🦸‍♂️|11+|super-héros homme|bien|super-pouvoir
🦸‍♀️|11+|super-héroïne|bien|femme|héros|super-pouvoir
🦹|11+|super-vilain|cape|criminel|diabolique|déguisement|mal|mauvais|méchant|personnage|super pouvoir|super vilain|super-pouvoir
🦹‍♂️|11+|super-vilain homme|criminel|mal|méchant|super-pouvoir
🦹‍♀️|11+|super-vilain femme|criminelle|mal|méchante|super-pouvoir
🧙|5+|mage|chapeau|enchantement|ensorceleur|envoûtement|jeu de rôle|magicien|personnage|sorcier|sorcière|sortilège
🧙‍♂️|5+|mage homme|magicien|sorcier
🧙‍♀️|5+|mage femme|ensorceleuse|sorcière
🧚|5+|personnage féérique|ailes|déguisement|fée|fée clochette|féerie|magie|obéron|puck|titania|voler
🧚‍♂️|5+|féetaud|obéron|puck
🧚‍♀️|5+|fée|titania
🧛|5+|vampire|canines|cape|conte|dents|dracula|déguisement|halloween|mort-vivant|personnage|sang
🧛‍♂️|5+|vampire homme|dracula|mort-vivant
🧛‍♀️|5+|vampire femme|morte-vivante
🧜|5+|créature aquatique|ariel|folklore|mer|océan|personnage|petite sirène|queue de poisson|sirène|trident|triton
🧜‍♂️|5+|triton
🧜‍♀️|5+|sirène
🧝|5+|elfe|conte|le seigneur des anneaux|legolas|magique|oreilles|personnage
🧝‍♂️|5+|elfe homme|magique
🧝‍♀️|5+|elfe femme|magique
🧞|5|génie|aladin|djinn|homme génie|lampe magique|magie|personnage|souhait|voeu|vœu
🧞‍♂️|5|génie homme|djinn
🧞‍♀️|5|génie femme|djinn
🧟|5|zombie|effrayant|flippant|halloween|horreur|mort vivant|mort-vivant|personnage|peur
🧟‍♂️|5|zombie homme|mort-vivant
🧟‍♀️|5|zombie femme|morte-vivante
🧌|14|troll|conte de fées|légende|monstre|mythe|troller
🫈|17|créature velue|bigfoot|cryptide|forêt|géant|homme sauvage|poilu|sasquatch|yéti
💆|0.6+|personne qui se fait masser|détente|femme qui se fait masser|fermer les yeux|massage|relaxation|repos|salon|thérapie|tête|visage|zen
💆‍♂️|4+|homme qui se fait masser|apaiser|homme qui se fait masser le visage|mal de tête|massage|migraine|relaxation|salon|tension|visage
💆‍♀️|4+|femme qui se fait masser|massage|visage
💇|0.6+|personne qui se fait couper les cheveux|barbier|beauté|ciseaux|coiffure|coupe de cheveux|femme qui se fait couper les cheveux|salon|style
💇‍♂️|4+|homme qui se fait couper les cheveux|coiffeur|coiffure|coupe de cheveux|homme chez le coiffeur|salon de coiffure
💇‍♀️|4+|femme qui se fait couper les cheveux|coiffure
🚶|0.6+|personne qui marche|balade|en route|flâner|homme|marcher|nonchalant|piéton|promenade|se balader
🚶‍♂️|4+|homme qui marche|piéton
🚶‍♀️|4+|femme qui marche|marcher|piétonne|randonneuse
🚶‍➡️|15.1+|personne qui marche : vers la droite|balade|en route|flâner|homme|marcher|nonchalant|piéton|promenade|se balader
🚶‍♀️‍➡️|15.1+|femme qui marche : vers la droite|marcher|piétonne|randonneuse
🚶‍♂️‍➡️|15.1+|homme qui marche : vers la droite|piéton
🧍|12+|personne debout
🧍‍♂️|12+|homme debout
🧍‍♀️|12+|femme debout
🧎|12+|personne à genoux|prière|religion
🧎‍♂️|12+|homme à genoux
🧎‍♀️|12+|femme à genoux
🧎‍➡️|15.1+|personne à genoux : vers la droite|prière|religion
🧎‍♀️‍➡️|15.1+|femme à genoux : vers la droite
🧎‍♂️‍➡️|15.1+|homme à genoux : vers la droite
🧑‍🦯|12.1+|personne avec une canne blanche|accessibilité|aveugle
🧑‍🦯‍➡️|15.1+|personne avec une canne blanche : vers la droite|accessibilité|aveugle
👨‍🦯|12+|homme avec canne blanche|accessibilité|aveugle|déficient visuel|handicap|handicap visuel|malvoyant
👨‍🦯‍➡️|15.1+|homme avec canne blanche : vers la droite|accessibilité|aveugle|déficient visuel|handicap|handicap visuel|malvoyant
👩‍🦯|12+|femme avec canne blanche|accessibilité|aveugle|déficiente visuelle|handicap|malvoyante
👩‍🦯‍➡️|15.1+|femme avec canne blanche : vers la droite|accessibilité|aveugle|déficiente visuelle|handicap|malvoyante
🧑‍🦼|12.1+|personne en fauteuil motorisé|accessibilité|fauteuil roulant
🧑‍🦼‍➡️|15.1+|personne en fauteuil motorisé : vers la droite|accessibilité|fauteuil roulant
👨‍🦼|12+|homme en fauteuil motorisé|accessibilité|fauteuil roulant|handicap
👨‍🦼‍➡️|15.1+|homme en fauteuil motorisé : vers la droite|accessibilité|fauteuil roulant|handicap
👩‍🦼|12+|femme en fauteuil motorisé|accessibilité|fauteuil roulant|handicap
👩‍🦼‍➡️|15.1+|femme en fauteuil motorisé : vers la droite|accessibilité|fauteuil roulant|handicap
🧑‍🦽|12.1+|personne en fauteuil roulant manuel|accessibilité
🧑‍🦽‍➡️|15.1+|personne en fauteuil roulant manuel : vers la droite|accessibilité
👨‍🦽|12+|homme en fauteuil roulant manuel|accessibilité|handicap
👨‍🦽‍➡️|15.1+|homme en fauteuil roulant manuel : vers la droite|accessibilité|handicap
👩‍🦽|12+|femme en fauteuil roulant manuel|accessibilité|handicap
👩‍🦽‍➡️|15.1+|femme en fauteuil roulant manuel : vers la droite|accessibilité|handicap
🏃|0.6+|personne qui court|arriver|coureur|courir|course à pied|homme qui court|jogging|marathon|marathonien|pressé|rapide|sportif|vite
🏃‍♂️|4+|homme qui court|course à pied|jogging|marathon
🏃‍♀️|4+|femme qui court|course à pied|joggeuse|jogging|marathon|running|se dépêcher|vite|vitesse
🏃‍➡️|15.1+|personne qui court : vers la droite|arriver|coureur|courir|course à pied|homme qui court|jogging|marathon|marathonien|pressé|rapide|sportif|vite
🏃‍♀️‍➡️|15.1+|femme qui court : vers la droite|course à pied|joggeuse|jogging|marathon|running|se dépêcher|vite|vitesse
🏃‍♂️‍➡️|15.1+|homme qui court : vers la droite|course à pied|jogging|marathon
🧑‍🩰|17+|danseuse de ballet|ballerine|danse classique
💃|0.6+|danseuse|femme|femme qui danse|flamenco|fête|rythme|salsa|sortir danser|tango
🕺|3+|danseur|femme|flamenco|fête|homme|homme qui danse|rythme|salsa
🕴️|0.7+|homme d’affaires en lévitation|costume
👯|0.6+|personnes avec des oreilles de lapin|amies|bunny|danseuse|double|déguisement|femme|femmes|fille|filles|fête|jumelles|synchro
👯‍♂️|4+|hommes avec des oreilles de lapin|amis|danseur|faire la fête|fête
👯‍♀️|4+|femmes avec des oreilles de lapin|danseuse|fête
🧖|5+|personne au hammam|bien-être|chaud|détente|personne dans un sauna|relaxation|sauna|spa|vapeur
🧖‍♂️|5+|homme au hammam|sauna
🧖‍♀️|5+|femme au hammam|sauna
🧗|5+|personne qui grimpe|alpiniste|escalader|grimper|grimpeur|montagne|personne qui escalade|sport
🧗‍♂️|5+|homme qui grimpe|alpiniste|grimpeur
🧗‍♀️|5+|femme qui grimpe|alpiniste|grimpeuse
🤺|3|escrimeur|escrimeuse|personne|sport|épée
🏇|1+|course hippique|cheval|course de chevaux|jockey|sport
⛷️|0.7|skieur|neige|sport
🏂|0.6+|snowboardeur|homme|neige|ski|sport
🏌️|0.7+|joueur de golf|balle|golfeur|green|homme|personne|pga|pitch|sport
🏌️‍♂️|4+|golfeur|homme
🏌️‍♀️|4+|golfeuse|femme|practice|sport
🏄|0.6+|personne faisant du surf|glisse|homme|mer|océan|plage|planche|sport|vagues
🏄‍♂️|4+|surfeur|homme
🏄‍♀️|4+|surfeuse|femme|mer|océan|plage|sport|vagues
🚣|1+|personne ramant dans une barque|bateau|lac|naviguer|pêche|ramer|rameur|rivière|sport
🚣‍♂️|4+|rameur dans une barque|bateau|homme
🚣‍♀️|4+|rameuse dans une barque|bateau|femme|lac|navigation|plaisance|pêche|ramer|rivière|sport
🏊|0.6+|personne nageant|crawl|eau|exercice|homme|nageur|natation|piscine|sport
🏊‍♂️|4+|nageur|homme
🏊‍♀️|4+|nageuse|femme|natation|sport
⛹️|0.7+|personne avec ballon|athlétique|basket-ball|basketteur|dribble|joueur|match|rebond|sport
⛹️‍♂️|4+|homme avec ballon
⛹️‍♀️|4+|femme avec ballon|basket-ball|basketteuse|sport
🏋️|0.7+|haltérophile|bodybuilding|entraînement|force|haltérophilie|homme|lever des poids|muscles|personne|poids|sport
🏋️‍♂️|4+|homme haltérophile
🏋️‍♀️|4+|femme haltérophile|entraînement|exercice|sport
🚴|1+|cycliste|course|guidon|homme|personne|pédaler|rouler|sport|tour de france|vélo
🚴‍♂️|4+|cycliste homme|cyclisme|vélo
🚴‍♀️|4+|cycliste femme|cyclisme|sport|vélo
🚵|1+|personne en VTT|coureur|cyclisme|grimper|homme en vtt|montagne|sport|tour de france|vélo
🚵‍♂️|4+|homme en VTT|cycliste|vélo
🚵‍♀️|4+|femme en VTT|cycliste|montagne|sport|vttiste|vélo
🤸|3+|personne faisant la roue|agilité|athlète|faire la roue|femme faisant la roue|gymnaste|gymnastique|sport
🤸‍♂️|4+|homme faisant la roue|acrobatie|content|faire la roue|garçon|gymnastique|personne|souple|sport
🤸‍♀️|4+|femme faisant la roue|acrobatie|exercice|faire la roue|gymnaste|gymnastique|personne|sport
🤼|3+|personnes faisant de la lutte|bataille|lutteur|lutteurs|sport
🤼‍♂️|4+|lutteurs|athlètes|bataille|force|hommes|personne|personnes|sport|sur le ring
🤼‍♀️|4+|lutteuses|bataille|combat|duel|femmes|personne|personnes|sport
🤽|3+|personne jouant au water-polo|ballon|homme qui joue au water-polo|piscine|sport
🤽‍♂️|4+|joueur de water-polo|ballon|eau|homme|jeu|match|personne|piscine|sport
🤽‍♀️|4+|joueuse de water-polo|ballon|femme|nager|personne|piscine|sport
🤾|3+|personne jouant au handball|athlète|ballon|handballeur|lancer|sport
🤾‍♂️|4+|handballeur|homme|sport
🤾‍♀️|4+|handballeuse|athlète|attaquante|ballon|femme|personne|sport|tir
🤹|3+|personne qui jongle|artiste|cirque|gérer|jongler|jongleur|multitâche
🤹‍♂️|4+|jongleur|acrobatie|artiste|balles|cirque|homme|jonglage|multitâche|personne
🤹‍♀️|4+|jongleuse|femme|jonglage|multitâche
🧘|5+|personne dans la posture du lotus|détendu|femme|méditation|personne assise en position du lotus|position du lotus|relax|relaxation|tailleur|yoga|zen
🧘‍♂️|5+|homme dans la posture du lotus|méditation|position du lotus|yoga
🧘‍♀️|5+|femme dans la posture du lotus|méditation|position du lotus|yoga
🛀|0.6+|personne prenant un bain|baignoire|personne qui prend un bain
🛌|1+|personne au lit|auberge|bonne nuit|coucher|dodo|dormir|fatigué|hôtel|sieste
🧑‍🤝‍🧑|12+|deux personnes se tenant la main|couple|couple homosexuel|gay|personnes se tenant par la main|poignée de main|tenir la main
👭|1+|deux femmes se tenant la main|amies|amitié|amoureuses|couple|deux femmes se donnant la main|filles|gay|homosexuelles|jumelles|lesbiennes|lgbt|lgbtq|lgbtqia|main dans la main|meilleures amies|petite amie|rendez-vous|sœurs
👫|0.6+|femme et homme se tenant la main|amis|amoureux|couple|homme et femme se donnant la main|main dans la main|petit ami|petite amie|rendez-vous
👬|1+|deux hommes se tenant la main|amis|amitié|amoureux|couple|deux hommes se donnant la main|fils|frères|gay|gémeaux|homosexuels|jumeaux|lgbt|main dans la main|meilleurs amis|petit ami|rendez-vous|zodiaque
💏|0.6+|bisou|amour|anniversaire|baiser|couple|femme|homme
👩‍❤️‍💋‍👨|2+|bisou : femme et homme|amour|anniversaire|baiser|couple
👨‍❤️‍💋‍👨|2+|bisou : homme et homme|amour|anniversaire|baiser|couple|femme
👩‍❤️‍💋‍👩|2+|bisou : femme et femme|amour|anniversaire|baiser|couple|homme
💑|0.6+|couple avec cœur|amour|anniversaire|femme|homme|rendez-vous
👩‍❤️‍👨|2+|couple avec cœur : femme et homme|amour|anniversaire|rendez-vous
👨‍❤️‍👨|2+|couple avec cœur : homme et homme|amour|anniversaire|femme|rendez-vous
👩‍❤️‍👩|2+|couple avec cœur : femme et femme|amour|anniversaire|homme|rendez-vous
👨‍👩‍👦|2|famille : homme, femme et garçon|enfant|famille avec un père, une mère et un fils|fils|mère|père
👨‍👩‍👧|2|famille : homme, femme et fille|enfant|famille avec un père, une mère et un fils|fils|garçon|mère|père
👨‍👩‍👧‍👦|2|famille : homme, femme, fille et garçon|enfant|famille avec un père, une mère et un fils|fils|mère|père
👨‍👩‍👦‍👦|2|famille : homme, femme, garçon et garçon|enfant|famille avec un père, une mère et un fils|fils|mère|père
👨‍👩‍👧‍👧|2|famille : homme, femme, fille et fille|enfant|famille avec un père, une mère et un fils|fils|garçon|mère|père
👨‍👨‍👦|2|famille : homme, homme et garçon|enfant|famille avec un père, une mère et un fils|femme|fils|mère|père
👨‍👨‍👧|2|famille : homme, homme et fille|enfant|famille avec un père, une mère et un fils|femme|fils|garçon|mère|père
👨‍👨‍👧‍👦|2|famille : homme, homme, fille et garçon|enfant|famille avec un père, une mère et un fils|femme|fils|mère|père
👨‍👨‍👦‍👦|2|famille : homme, homme, garçon et garçon|enfant|famille avec un père, une mère et un fils|femme|fils|mère|père
👨‍👨‍👧‍👧|2|famille : homme, homme, fille et fille|enfant|famille avec un père, une mère et un fils|femme|fils|garçon|mère|père
👩‍👩‍👦|2|famille : femme, femme et garçon|enfant|famille avec un père, une mère et un fils|fils|homme|mère|père
👩‍👩‍👧|2|famille : femme, femme et fille|enfant|famille avec un père, une mère et un fils|fils|garçon|homme|mère|père
👩‍👩‍👧‍👦|2|famille : femme, femme, fille et garçon|enfant|famille avec un père, une mère et un fils|fils|homme|mère|père
👩‍👩‍👦‍👦|2|famille : femme, femme, garçon et garçon|enfant|famille avec un père, une mère et un fils|fils|homme|mère|père
👩‍👩‍👧‍👧|2|famille : femme, femme, fille et fille|enfant|famille avec un père, une mère et un fils|fils|garçon|homme|mère|père
👨‍👦|4|famille : homme et garçon|enfant|famille avec un père, une mère et un fils|femme|fils|mère|père
👨‍👦‍👦|4|famille : homme, garçon et garçon|enfant|famille avec un père, une mère et un fils|femme|fils|mère|père
👨‍👧|4|famille : homme et fille|enfant|famille avec un père, une mère et un fils|femme|fils|garçon|mère|père
👨‍👧‍👦|4|famille : homme, fille et garçon|enfant|famille avec un père, une mère et un fils|femme|fils|mère|père
👨‍👧‍👧|4|famille : homme, fille et fille|enfant|famille avec un père, une mère et un fils|femme|fils|garçon|mère|père
👩‍👦|4|famille : femme et garçon|enfant|famille avec un père, une mère et un fils|fils|homme|mère|père
👩‍👦‍👦|4|famille : femme, garçon et garçon|enfant|famille avec un père, une mère et un fils|fils|homme|mère|père
👩‍👧|4|famille : femme et fille|enfant|famille avec un père, une mère et un fils|fils|garçon|homme|mère|père
👩‍👧‍👦|4|famille : femme, fille et garçon|enfant|famille avec un père, une mère et un fils|fils|homme|mère|père
👩‍👧‍👧|4|famille : femme, fille et fille|enfant|famille avec un père, une mère et un fils|fils|garçon|homme|mère|père
🗣️|0.7|tête qui parle|parler|silhouette
👤|0.6|silhouette de buste|mystère|ombre
👥|1|silhouettes de bustes|amis|bff|gens|meilleur ami|meilleure amie|meilleures amies|meilleurs amis|personnes|tout le monde
🫂|13|étreinte|accolade|amitié|au revoir|bonjour|câlin|embrassades|gratitude|merci|personne
👪|0.6|famille|enfant|famille avec un père, une mère et un fils|femme|fils|garçon|homme|mère|père
🧑‍🧑‍🧒|15.1|famille : adulte, adulte, enfant
🧑‍🧑‍🧒‍🧒|15.1|famille : adulte, adulte, enfant, enfant
🧑‍🧒|15.1|famille : adulte, enfant|famille monoparentale
🧑‍🧒‍🧒|15.1|famille : adulte, enfant, enfant|famille monoparentale
👣|0.6|traces de pas|empreintes|pied|pieds|pieds nus
🫆|16|empreinte digitale|dermatoglyphe|données biométriques|identité|sécurité

🐵|0.6|tête de singe|animal|georges le petit curieux|sourire|visage
🐒|0.6|singe|animal|primate
🦍|3|gorille|animal|primate
🦧|12|orang-outan|animal|primate|singe
🐶|0.6|tête de chien|animal|animal domestique|chiot|visage
🐕|0.7|chien|aboyer|animal|animal domestique
🦮|12|chien guide|accessibilité|animal|aveugle|malvoyant|non-voyant
🐕‍🦺|12|chien d’assistance|accessibilité|aide|animal|chien-guide|handicap
🐩|0.6|caniche|animal|chien
🐺|0.6|loup|animal|louve|tête|tête de loup
🦊|3|renard|animal|nature|tête|visage
🦝|11|raton laveur|animal|curieux|sournois
🐱|0.6|tête de chat|animal|chaton|miaou|minou
🐈|0.7|chat|animal|animal domestique|chaton|miaou|miauler
🐈‍⬛|13|chat noir|animal|chaton|félin|halloween|malchanceux|matou|miaou|superstition
🦁|1|tête de lion|animal|astrologie|crinière|fort|horoscope|roi|rugissement|safari|savane|visage|zodiaque
🐯|0.6|tête de tigre|animal|félin|prédateur|visage
🐅|1|tigre|animal|félin|prédateur|tigresse|zoo
🐆|1|léopard|animal|félin|prédateur|zoo
🐴|0.6|tête de cheval|animal|dressage|ferme|jument|équitation
🫎|15|élan|animal|bois|cervidé|mammifère|orignal|ramure
🫏|15|âne|animal|bourricot|mammifère|mule|têtu
🐎|0.6|cheval|animal|course hippique|hippodrome|tiercé
🦄|1|licorne|animal|licrone|tête|tête de licorne
🦓|5|zèbre|animal|noir et blanc|rayure|rayures|zébrure
🦌|3|cerf|animal|bois
🦬|13|bison|animal|buffle|cornes|herbivore|nature|troupeau
🐮|0.6|tête de vache|animal|lait|meuh|visage
🐂|1|bœuf|animal|astrologie|ferme|horoscope|taureau|zodiaque
🐃|1|buffle|animal|corne|zoo
🐄|1|vache|animal|ferme|lait|meuh
🐷|0.6|tête de cochon|animal|ferme|porc|visage
🐖|1|cochon|animal|ferme|gros|jambon|porc|truie
🐗|0.6|sanglier|animal|game of thrones
🐽|0.6|groin|animal|cochon|ferme|flair|museau|porc|sentir|tête de cochon
🐏|1|bélier|animal|astrologie|corne|ferme|horoscope|mouton|zodiaque
🐑|0.6|mouton|animal|brebis|bêler|doux|ferme|laine|lait
🐐|1|chèvre|animal|astrologie|capricorne|ferme|fromage|horoscope|lait|zodiaque
🐪|1|dromadaire|animal|bosse|désert|une bosse
🐫|0.6|chameau|animal|bosse|chameau à deux bosses|deux bosses|désert
🦙|11|lama|alpaca|alpaga|animal|guanaco|laine|llama|pérou|vicuña|vigogne
🦒|5|girafe|animal|cou|taches
🐘|0.6|éléphant|animal|pachyderme|trompe
🦣|13|mammouth|animal|défenses|extinction|grand|géant|laineux
🦏|3|rhinocéros|animal|corne
🦛|11|hippopotame|animal
🐭|0.6|tête de souris|animal|visage
🐁|1|souris|animal
🐀|1|rat|animal
🐹|0.6|hamster|animal|animal domestique|tête|tête de hamster|visage
🐰|0.6|tête de lapin|animal|animal domestique|dents
🐇|1|lapin|animal|animal domestique
🐿️|0.7|écureuil|animal|noisettes
🦫|13|castor|animal|barrage|dents|rongeur
🦔|5|hérisson|animal|piquant|porc-épic|épines|épineux
🦇|3|chauve-souris|animal|vampire
🐻|0.6|ours|animal|miel|nounours|ours brun|teddy|tête|visage
🐻‍❄️|13|ours polaire|arctique|blanc
🐨|0.6|koala|animal|australie
🐼|0.6|panda|animal|tête|tête de panda|visage
🦥|12|paresseux|animal|aï|endormi|lent
🦦|12|loutre|animal|joueur|mignon|pêcheur
🦨|12|mouffette|animal|odeur|puer|putois
🦘|11|kangourou|austalie|joey|kangoo|marsupial|marsupiaux|saut
🦡|11|blaireau|animal|ratel
🐾|0.6|empreintes d’animaux|empreintes de pattes|pattes
🦃|1|dindon|action de grâces|animal|dinde|oiseau|thanksgiving|volaille
🐔|0.6|poule|animal|coq|ferme|oiseau|poulet|volaille
🐓|1|coq|animal|oiseau|volaille
🐣|0.6|poussin qui éclôt|animal|bébé|naissance|naître|nouveau-né|oiseau|éclosion|œuf
🐤|0.6|poussin|animal|oiseau|tête de poussin
🐥|0.6|poussin de face|animal|bébé|nouveau-né|oiseau
🐦|0.6|oiseau|animal|ornithologie
🐧|0.6|pingouin|animal|antarctique|banquise|manchot|oiseau
🕊️|0.7|colombe|animal|oiseau|paix|rameau|voler
🦅|3|aigle|animal|oiseau|rapace
🦆|3|canard|animal|coin-coin|oiseau
🦢|11|cygne|animal|jeune cygne|oiseau|vilain petit canard
🦉|3|chouette|animal|hibou|oiseau|sage
🦤|13|dodo|animal|dronte|espèce éteinte|extinction|grand|maurice|oiseau
🪶|13|plume|léger|oiseau|plumage|voler|écrire|écrivain
🦩|12|flamant|animal|oiseau|rose|tropical
🦚|11|paon|animal|bel oiseau|coloré|fier|fière|oiseau|paonne|prétentieux
🦜|11|perroquet|animal|oiseau|parle|pirate|répète
🪽|15|aile|angélique|aviation|céleste|mythologie|oiseau|s’envoler|s’élever|voler
🐦‍⬛|15|oiseau noir|animal|bec|corbeau|corneille|corvidé|croasser|merle
🪿|15|oie|animal|bête|cacarder|canard|jars|oiseau|troupeau|volaille|volée
🐦‍🔥|15.1|phénix|ailes|cendres|feu|gloire|immortel|mythologie|oiseau|renaissance|renaître|revivre|transformation
🐸|0.6|grenouille|animal|crapaud|tête|tête de grenouille
🐊|1|crocodile|alligator|animal|caïman|reptile|zoo
🐢|0.6|tortue|animal|carapace|lentement|reptile
🦎|3|lézard|animal|reptile
🐍|0.6|serpent|animal|reptile|serpent à sonnette|venin
🐲|0.6|tête de dragon|animal|mythe|tradition
🐉|1|dragon|animal|chine|chinois|game of thrones|mythe|tradition
🦕|5|sauropode|animal|brachiosaure|brontosaure|dinosaure|diplodocus
🦖|5|T-Rex|animal|dinosaure|t. rex|tyrannosaure|tyrannosaurus rex
🐳|0.6|baleine soufflant par son évent|animal|baleine avec évent|mer|océan|plage|souffle
🐋|1|baleine|animal|mer|océan|plage
🐬|0.6|dauphin|animal|flipper|mer|océan|plage
🫍|17|orque|baleine|marin|océan
🦭|13|phoque|animal|lion de mer|océan|otarie
🐟|0.6|poisson|alimentation|animal|astrologie|horoscope|manger|nourriture|poissons|repas|zodiaque
🐠|0.6|poisson tropical|animal
🐡|0.6|poisson-lune|animal
🦈|3|requin|animal|dents de la mer|poisson
🐙|0.6|pieuvre|animal|créature|mer|mollusque|océan|poulpe
🐚|0.6|coquille en spirale|animal|conque|coquillage|mer|plage
🪸|14|corail|océan|réchauffement climatique|récif
🪼|15|méduse|animal|aquarium|aïe|brûlure|gélatineux|invertébré|marin|mer|mou|océan|piqûre|plancton|tentacules|vie marine
🦀|1|crabe|animal|astrologie|cancer|horoscope|mer|pinces|plage|zodiaque
🦞|11|homard|animal|bisque|fruit de mer|fruits de mer|pinces
🦐|3|crevette|aliment|crustacé|fruits de mer|nourriture
🦑|3|calamar|aliment|animal|encornet|mollusque|nourriture
🦪|12|huître|coquillage|coquille|mollusque|perle
🐌|0.6|escargot|animal|jardin|lentement|nature
🦋|3|papillon|animal|insecte|mignon|printemps
🐛|0.6|chenille|animal|insecte|jardin
🐜|0.6|fourmi|animal|insecte|jardin
🐝|0.6|abeille|animal|bourdon|guêpe|insecte|miel|nature|printemps
🪲|13|scarabée|animal|insecte
🐞|0.6|coccinelle|animal|bête|insecte|jardin|nature
🦗|5|criquet|animal|insecte|sauterelle
🪳|13|cafard|animal|blatte|coquerelle|insecte|nuisible
🕷️|0.7|araignée|animal|insecte
🕸️|0.7|toile d’araignée
🦂|1|scorpion|animal|astrologie|désert|horoscope|zodiaque
🦟|11|moustique|fièvre|infection|insecte|maladie|malaria|piqûre|virus
🪰|13|mouche|animal|asticot|insecte|maladie|nuisible|pourrissement|puanteur|putréfaction|tsé-tsé
🪱|13|lombric|animal|annélide|insecte|parasite|ver|ver de terre
🦠|11|microbe|amibe|bactérie|biologie|microorganisme|phagocytose|pseudopode|science|virus
💐|0.6|bouquet|amoureux|anniversaire|fleur|fleurs|plante|rendez-vous|roses
🌸|0.6|fleur de cerisier|bourgeon|plante|printemps
💮|0.6|fleur blanche
🪷|14|lotus|beauté|bouddhisme|calme|fleur|hindouisme|pureté|sérénité
🏵️|0.7|rosette|plante
🌹|0.6|rose|amour|beauté|fleur|plante|rouge|saint-valentin
🥀|3|fleur fanée|mort|rose
🌺|0.6|hibiscus|fleur|plante
🌻|0.6|tournesol|champs|fleur|plante|soleil
🌼|0.6|bourgeon|bouton d’or|dent-de-lion|fleur|pissenlit|plante|printemps
🌷|0.6|tulipe|bourgeon|fleur|plante|printemps
🪻|15|jacinthe|fleur|fleurir|indigo|lavande|lilas|lupin|mauve|muflier|plante|printemps|violet
🌱|0.6|jeune pousse|germe|jeune plant|plante|plantule|pousser|printemps|semis
🪴|13|plante en pot|décoration|ennuyeux|faire pousser|intérieur|nature|pousser|prendre soin
🌲|1|conifère|arbre|feuilles persistantes|forêt|pin|plante|sapin|sapin de noël
🌳|1|arbre à feuilles caduques|feuillu|forêt|nature|plante
🌴|0.6|palmier|arbre|cocotier|plage|plante|tropical|tropiques
🌵|0.6|cactus|désert|nature|piquant|plante|sécheresse|épines
🌾|0.6|plant de riz|grain|plante
🌿|0.6|feuille|arbre|feuilles|plante
☘️|1|trèfle|irlande|plante
🍀|0.6|trèfle à quatre feuilles|4|chance|irlande|plante|porte-bonheur
🍁|0.6|feuille d’érable|automne|feuille morte|tomber
🍂|0.6|feuille morte|automne|feuilles mortes|tomber
🍃|0.6|feuille virevoltante|bourrasque|souffle|tourbillon de feuilles|vent|virevolter
🪹|14|nid vide|branches|faire son nid|maison
🪺|14|nid avec œufs|branches|faire son nid|oiseau
🍄|0.6|champignon|champignon vénéneux|mario|plante
🪾|16|arbre sans feuille|aride|hiver|sécheresse

🍇|0.6|raisin|fruit|nourriture
🍈|0.6|melon|fruit
🍉|0.6|pastèque|fruit
🍊|0.6|mandarine|agrume|clémentine|fruit|nourriture|orange|vitamine c
🍋|1|citron|acide|agrume|fruit|nourriture|zeste
🍋‍🟩|15.1|citron vert|acide|agrume|fruit|lime|mojito|tropical|zeste
🍌|0.6|banane|fruit|nourriture|potassium
🍍|0.6|ananas|fruit|nourriture|tropical
🥭|11|mangue|fruit|nourriture|tropical|tropique
🍎|0.6|pomme rouge|fruit|nourriture
🍏|0.6|pomme verte|fruit|nourriture
🍐|1|poire|fruit|nourriture
🍑|0.6|pêche|fruit|nourriture
🍒|0.6|cerises|fruit|nourriture
🍓|0.6|fraise|fruit|nourriture
🫐|13|myrtilles|airelles|baies|bleu|bleuets|fruit|nourriture|violet
🥝|3|kiwi|fruit|nourriture
🍅|0.6|tomate|fruit|légume|nourriture|plante
🫒|13|olive|aliment|apéritif|apéro|nourriture|olivier|rameau
🥥|5|noix de coco|fruit|nourriture|palmier|piña colada
🥑|3|avocat|fruit|nourriture
🍆|0.6|aubergine|légume|nourriture
🥔|3|pomme de terre|légume|nourriture|patate|purée
🥕|3|carotte|légume|nourriture
🌽|0.6|épi de maïs|ferme|nourriture
🌶️|0.7|piment rouge|nourriture|piquant
🫑|13|poivron|légume|piment|poivron rouge|poivron vert
🥒|3|concombre|cornichon|légume|nourriture
🥬|11|légume à feuilles vertes|bok choy|chou|chou chinois|chou frisé|chou pommé|kale|laitue|salade
🥦|5|brocoli|broccoli|chou|chou sauvage|légume
🧄|12|ail|aromate|assaisonnement|condiment|légume|vampire
🧅|12|oignon|assaisonnement|condiment|légume|ognon
🥜|3|cacahuètes|arachide|noisette|nourriture
🫘|14|haricots|haricot rouge|légume|légumineuse|nourriture|petit|rognon
🌰|0.6|châtaigne|marron|nourriture|plante
🫚|15|racine de gingembre|bière|naturel|santé|épice
🫛|15|cosse de petits pois|edamame|fève|haricot|légume|légumineuse|soja
🍄‍🟫|15.1|champignon marron|automne|brun|cèpe|fongus|nature|nourriture
🫜|16|légume-racine|betterave|jardin|navet
🍞|0.6|pain|miche|nourriture|pain de mie
🥐|3|croissant|nourriture|pain|petit-déjeuner|viennoiserie
🥖|3|baguette|nourriture|pain
🫓|13|galette|arepa|gordita|lavash|naan|nourriture|pain plat|pita
🥨|5|bretzel|nourriture|torsade
🥯|11|bagel|boulangerie|petit-déjeuner|sandwich|schmear
🥞|3|pancakes|crêpe|goûter|nourriture|petit-déjeuner
🧇|12|gaufre|brunch|gourmandise|goûter|moule|petit déjeuner|petit-déjeuner|pâtisserie
🧀|1|part de fromage|nourriture
🍖|0.6|viande sur un os|nourriture
🍗|0.6|cuisse de poulet|dinde|nourriture|os|volaille
🥩|5|morceau de viande|côtelette|côtelette de porc|côtelette d’agneau|nourriture|steak|viande rouge
🥓|3|lard|bacon|nourriture|porc|viande
🍔|0.6|hamburger|cheeseburger|fast food|nourriture
🍟|0.6|frites|fast food|potatoes|potatœs
🍕|0.6|pizza|fromage|nourriture|part|pepperoni|tranche
🌭|1|hot dog|nourriture|saucisse|saucisse de francfort
🥪|5|sandwich|nourriture|pain|pain de mie|pique-nique
🌮|1|taco|mexicain|nourriture
🌯|1|burrito|kebab|mexicain|wrap
🫔|13|tamal|mexicain|nourriture|pamonha|papillote
🥙|3|kebab|falafel|nourriture|pain pita
🧆|12|falafels|boulette|boulettes|pois chiches|seitan|soja|viande
🥚|3|œuf|nourriture
🍳|0.6|œuf au plat|cuisine|friture|nourriture|petit-déjeuner|poêle|poêle à frire|se faire cuire un œuf
🥘|3|plat mitonné|casserole|espagne|paella|poêle|riz
🍲|0.6|marmite|nourriture|ragoût
🫕|13|fondue|bourguignonne|chocolat|fromage|plat|poêlon|savoyarde|ski|suisse
🥣|5|bol avec cuillère|bol avec une cuillère|congee|céréales|déjeuner|petit déjeuner|soupe
🥗|3|salade verte|nourriture
🍿|1|pop-corn|cinéma|nourriture
🧈|12|beurre|gras|produit laitier
🧂|11|sel|condiment|salière|salé|saveur
🥫|5|aliments en conserve|boîte de conserve|nourriture
🍱|0.6|boîte déjeuner|bento|nourriture
🍘|0.6|galette de riz|cracker|nourriture
🍙|0.6|boulette de riz|japonais|nourriture|onigiri|plat
🍚|0.6|bol de riz|nourriture
🍛|0.6|riz au curry|nourriture
🍜|0.6|bol fumant|nouilles|nourriture|ramen|vapeur
🍝|0.6|spaghetti|italien|nourriture|pâtes|restaurant|sauce bolognaise
🍠|0.6|patate douce|nourriture|patate douce au four
🍢|0.6|brochette de poisson|fruits de mer|nourriture|restaurant
🍣|0.6|sushi|japonais|nourriture|poisson|riz
🍤|0.6|beignet de crevette
🍥|0.6|croquette de poisson|gâteau|narutomaki|nourriture|restaurant|surimi
🥮|11|gâteau de lune|automne|festival|moon cake|yuèbǐng
🍡|0.6|brochette de bonbons|dango|dessert|japonais|nourriture
🥟|5|boulette de pâte|dumpling|empanada|gyoza|jiaozi|pierogi|potsticker|ravioli
🥠|5|biscuit chinois|nourriture|prophétie
🥡|5|boîte à emporter|baguettes|carton|chinois|nourriture à emporter
🍦|0.6|glace italienne|cornet de glace|dessert|nourriture|sucré
🍧|0.6|granité|coupe de glace|crème glacée|dessert|glace|nourriture|restaurant|sucré
🍨|0.6|glace|coupe de glace|crème|crème glacée|dessert|nourriture|restaurant|sucré
🍩|0.6|doughnut|dessert|donut|goûter|nourriture|sucrerie|sucré
🍪|0.6|cookie|biscuit|dessert|goûter|gâteau|nourriture|pépites de chocolat|sucré
🎂|0.6|gâteau d’anniversaire|bougies|dessert|fête|goûter|joyeux anniversaire|nourriture|pâtisserie
🍰|0.6|gâteau sablé|dessert|goûter|nourriture|pâtisserie|sucré
🧁|11|cupcake|dessert|muffin|pâtisserie|sucre|sucrerie
🥧|5|tarte|décoration|garniture|gâteau|nourriture|pâte à tarte|pâtisserie|tarte aux fruits|tourte
🍫|0.6|barre chocolatée|dessert|goûter|nourriture|sucré
🍬|0.6|bonbon|dessert|goûter|nourriture|sucrerie|sucré
🍭|0.6|sucette|dessert|goûter|nourriture|sucrerie|sucré
🍮|0.6|crème renversée|dessert|flan|nourriture|pudding|sucré
🍯|0.6|pot de miel|nourriture|ours|sucré
🍼|1|biberon|boisson|bébé|lait|naissance|nouveau-né|tétine
🥛|3|verre de lait|boisson
☕|0.6|boisson chaude|café|caféine|matin|thé
🫖|13|théière|boisson|boisson chaude|infusion
🍵|0.6|tasse|boisson|tasse de thé sans anse|thé
🍶|0.6|saké|boisson|bouteille|bouteille et verre|restaurant|verre
🍾|1|bouteille de champagne|alcool|boisson|bouchon|félicitations|fête|pop
🍷|0.6|verre de vin|alcool|bar|boisson|club|restaurant|verre à vin
🍸|0.6|cocktail|alcool|bar|boisson|club|martini|verre|verre à cocktail|verre à pied
🍹|0.6|cocktail tropical|alcool|bar|boîte|fête|tequila sunrise|verre
🍺|0.6|chope|alcool|bar|bière|boisson|chope de bière|oktoberfest|picoler|pinte|santé
🍻|0.6|chopes de bière|alcool|boisson|santé|tchin|trinquer
🥂|3|trinquer|alcool|champagne|célébrer|fêter|santé|tchin|verre|verres
🥃|3|verre tumbler|alcool|liqueur|whisky
🫗|14|verser un liquide|accident|boisson|eau|oups|renverser|verre|vider
🥤|5|gobelet avec paille|boisson|eau|jus de fruit|jus de fruits|soda|verre avec une paille
🧋|13|thé aux perles|boba|boisson|bubble tea|bulle|lait|paille|thé aux bulles|thé froid|zenzou
🧃|12|briquette de jus|boisson|carton|jus de fruits|paille
🧉|12|maté|boisson
🧊|12|glaçon|cube|froid|glace|iceberg
🥢|5|baguettes|hashi
🍽️|0.7|fourchette et couteau avec assiette|assiette et couverts|cuisine|restaurant|table
🍴|0.6|fourchette et couteau|couteau et fourchette|couverts|faim|manger|nourriture|repas|restaurant
🥄|3|cuillère|couvert|manger
🔪|0.6|couteau de cuisine|arme|chef|outil
🫙|14|bocal|condiments|conserver|pot|rien|récipient|sauce|vide
🏺|1|amphore|astrologie|cuisine|grec|grèce|horoscope|vase|verseau|zodiaque

🌍|0.7|globe tourné sur l’Afrique et l’Europe|espace|globe présentant l’europe et l’afrique|monde|planète|terre
🌎|0.7|globe tourné sur les Amériques|espace|globe présentant l’amérique|monde|planète|terre
🌏|0.6|globe tourné sur l’Asie et l’Australie|espace|globe présentant l’asie et l’australie|monde|planète|terre
🌐|1|globe avec méridiens|globe terrestre|internet|monde|net|toile
🗺️|0.7|carte du monde|planisphère|voyage
🗾|0.6|carte du Japon|voyage
🧭|11|boussole|compas|direction|magnétique|navigation|orientation
🏔️|0.7|montagne enneigée|froid|neige|sommet|voyage
⛰️|0.7|montagne|nature|sommet|voyage
🛘|17|éboulement|avalanche|catastrophe|coulée de boue|danger|glissement de terrain|montagne|rochers|tremblement de terre
🌋|0.6|volcan|lave|nature|éruption
🗻|0.6|mont Fuji|montagne|nature|sommet|voyage
🏕️|0.7|camping|nature|tente avec un sapin|voyage
🏖️|0.7|plage avec parasol|voyage
🏜️|0.7|désert|voyage
🏝️|0.7|île déserte|cocotier|palmier|voyage
🏞️|0.7|parc national|nature|voyage
🏟️|0.7|stade
🏛️|0.7|monument classique|colonnes|voyage
🏗️|0.7|construction d’un bâtiment|chantier|grue
🧱|11|brique|argile|briques|mortier|mur|mur de briques|the wall|voie 9 3/4
🪨|13|rocher|caillou|dur|lourd|pierre|solide
🪵|13|bois|arbre|bûche|bûcheron|rondins|tronc
🛖|13|hutte|abri|case|maison|maisonnette|yourte
🏘️|0.7|maisons|bâtiment|bâtiments|pavillons
🏚️|0.7|maison abandonnée
🏠|0.6|maison|bâtiment|foyer|maison simple|pavillon|résidentiel
🏡|0.6|maison avec jardin|foyer|pavillon|résidentiel
🏢|0.6|immeuble de bureaux|ville
🏣|0.6|bureau de poste japonais|bâtiment|poste japonaise|voyage
🏤|1|bureau de poste|bâtiment|européen
🏥|0.6|hôpital|bâtiment|docteur|médecin|urgences
🏦|0.6|banque|bâtiment
🏨|0.6|hôtel|bâtiment|voyage
🏩|0.6|love hotel|amour|bâtiment|cœur|hôtel|voyage
🏪|0.6|supérette|24h/24|bâtiment|magasin|supermarché|épicerie
🏫|0.6|école|bâtiment
🏬|0.6|grand magasin|bâtiment|centre commercial
🏭|0.6|usine|bâtiment
🏯|0.6|château japonais|bâtiment|voyage
🏰|0.6|château|bâtiment|européen|voyage
💒|0.6|mariage|amour|chapelle|cœur|église
🗼|0.6|tour de Tokyo|japon|voyage
🗽|0.6|statue de la Liberté|new york|voyage
⛪|0.6|église|bâtiment|chapelle|chrétien|croix|religion|voyage
🕌|1|mosquée|islam|musulman|musulmane|religion|voyage
🛕|12|temple hindou|bouddhisme|pagode|religion|stupa|temple bouddhiste
🕍|1|synagogue|judaïsme|juif|juive|religion|temple|voyage
⛩️|0.7|sanctuaire shinto|religion|voyage
🕋|1|kaaba|islam|musulman|musulmane|religion|voyage
⛲|0.6|fontaine|eau
⛺|0.6|tente|camping|nature|voyage
🌁|0.6|brume|brouillard|voyage
🌃|0.6|nuit étoilée|ville|voyage|étoiles
🏙️|0.7|ville|bâtiment|voyage
🌄|0.6|soleil levant derrière les montagnes|lever de soleil|matin|nature|voyage
🌅|0.6|soleil levant|lever de soleil|matin|nature|voyage
🌆|0.6|ville au crépuscule|coucher de soleil|immeubles|soir|soleil|tombée de la nuit|voyage
🌇|0.6|coucher de soleil|coucher de soleil en ville|crépuscule|soir|tombée de la nuit|ville|voyage
🌉|0.6|pont de nuit
♨️|0.6|sources chaudes|vapeur
🎠|0.6|cheval de manège
🛝|14|toboggan|aire de jeu|glissade|jouer
🎡|0.6|grande roue|attractions|parc d’attractions
🎢|0.6|montagnes russes|attractions|parc d’attractions
💈|0.6|enseigne de barbier|coiffeur|coiffure|salon
🎪|0.6|chapiteau|cirque
🚂|1|locomotive|chemin de fer|machine à vapeur|moyen de transport|rail|tchou tchou|train|vapeur|voyage
🚃|0.6|wagon|chemin de fer|moyen de transport|rail|train|tram|tramway|voiture|voyage
🚄|0.6|TGV|chemin de fer|moyen de transport|rail|rapide|train|train à grande vitesse|vitesse|voyage
🚅|0.6|train à grande vitesse|chemin de fer|moyen de transport|rail|rapide|tgv|voyage
🚆|1|train|arrivée|chemin de fer|moyen de transport|rail|voyage
🚇|0.6|métro|moyen de transport
🚈|1|métro léger|monorail|moyen de transport|rail|rer
🚉|0.6|gare|chemin de fer|moyen de transport|rail|rer|train
🚊|1|tramway|moyen de transport|rer|transport|trolley|trolleybus
🚝|1|monorail|moyen de transport|véhicule
🚞|1|train de montagne|chemin de fer|moyen de transport|rail|voyage|wagon
🚋|1|wagon de tramway|moyen de transport|trolleybus|voiture|voyage
🚌|0.6|bus|moyen de transport|véhicule|école
🚍|0.7|bus de face|bus qui arrive|car|moyen de transport
🚎|1|trolleybus|moyen de transport|tram|tramway
🚐|1|minibus|moyen de transport|navette|véhicule
🚑|0.6|ambulance|urgences|véhicule
🚒|0.6|camion de pompier|pin-pon
🚓|0.6|voiture de police|flic|patrouille|véhicule
🚔|0.7|voiture de police de face|voiture de police qui arrive|véhicule
🚕|0.6|taxi|moyen de transport|taxi jaune|uber|véhicule
🚖|1|taxi de face|joe le taxi|new york|taxi jaune|uber|voiture
🚗|0.6|voiture|automobile|conduire|moyen de transport|voyage|véhicule
🚘|0.7|voiture de face|automobile|conduire|moyen de transport|voiture qui arrive|voyage|véhicule
🚙|0.6|véhicule utilitaire sport|automobile|conduire|loisirs|moyen de transport|voiture|voyage|véhicule de loisirs
🛻|13|pick-up|auto|camion benne|camionnette|pickup|plateau|poids lourd|transports|véhicule
🚚|0.6|camion de livraison|camionnette|moyen de transport|véhicule
🚛|1|semi-remorque|camion|moyen de transport|poids lourd|véhicule
🚜|1|tracteur|moyen de transport|véhicule
🏎️|0.7|voiture de course|course automobile|formule 1
🏍️|0.7|moto|course
🛵|3|scooter
🦽|12|fauteuil roulant manuel|accessibilité|handicap
🦼|12|fauteuil motorisé|accessibilité|fauteuil roulant|fauteuil roulant motorisé|handicap
🛺|12|tuk tuk|rickshaw|taxi|thaï|tricycle
🚲|0.6|vélo|bicyclette|cyclisme|moyen de transport|voyage
🛴|3|trottinette
🛹|11|planche à roulettes|glisse|longboard|skate|skateboard
🛼|13|patin à roulettes|derby|roller|sport
🚏|0.6|arrêt de bus
🛣️|0.7|autoroute|voyage
🛤️|0.7|voie ferrée|chemin de fer|rail|train|voyage
🛢️|0.7|baril de pétrole
⛽|0.6|pompe à essence|diesel|gazole|station
🛞|14|roue|cercle|pneu|tourner|voiture|véhicule
🚨|0.6|gyrophare|alarme|alerte|lumière|police|sirène|urgences|voiture
🚥|0.6|feu tricolore horizontal|carrefour|croisement|feu de circulation
🚦|1|feu tricolore vertical|carrefour|croisement|feu de circulation
🛑|3|stop|octogonal|panneau|signe
🚧|0.6|travaux|barrière
⚓|0.6|ancre|bateau|outil|voyage
🛟|14|bouée de sauvetage|flotter|sauver|sauveteur|secours|sécurité
⛵|0.6|voilier|bateau|mer|moyen de transport|plaisance|voyage|yacht
🛶|3|canoë|bateau|rame|ramer
🚤|0.6|hors-bord|bateau|luxe|moyen de transport|vedette|voyage|été
🛳️|0.7|paquebot|bateau|croisière|voyage
⛴️|0.7|ferry|bateau|moyen de transport|voyage
🛥️|0.7|bateau à moteur
🚢|0.6|navire|bateau|croisière|moyen de transport|paquebot|titanic|voyage
✈️|0.6|avion|avion en vol|jet|moyen de transport|vol|voyage|véhicule
🛩️|0.7|petit avion|moyen de transport|voyage
🛫|1|avion au décollage|départ|moyen de transport|voyage
🛬|1|avion à l’atterrissage|arrivée|moyen de transport|voyage
🪂|12|parachute|chute libre|parachute ascensionnel|parapente|sensations fortes
💺|0.6|siège|chaise|fauteuil|place
🚁|1|hélicoptère|moyen de transport|véhicule
🚟|1|train suspendu|moyen de transport|voyage
🚠|1|téléphérique|montagne|moyen de transport|ski|télécabine
🚡|1|tramway aérien|moyen de transport|télécabine
🛰️|0.7|satellite|espace
🚀|0.6|fusée|décollage|espace|moyen de transport|voyage
🛸|5|soucoupe volante|alien|extraterrestre|ovni
🛎️|0.7|cloche de comptoir|clochette|hôtel|réception|sonnette
🧳|11|bagage|valise|voyage
⌛|0.6|sablier|chronomètre|minuteur|sable|temps
⏳|0.6|sablier avec sable qui coule|attendre|chronomètre|minuteur|temps
⌚|0.6|montre|heure
⏰|0.6|réveil|alarme|attendre|dring|heure|matin|retard|sonnerie
⏱️|1|chronomètre|heure|temps
⏲️|1|horloge|heure|minuteur|temps
🕰️|0.7|pendule|horloge|horloge posée
🕛|0.6|midi/minuit|0 h|12 h|heure|horloge|midi pile|minuit pile
🕧|0.7|midi/minuit et demie|00 h 30|12 h 30|heure|horloge|midi et demi
🕐|0.6|une heure|1 h|13 h|horloge|treize heures
🕜|0.7|une heure et demie|1 h 30|13 h 30|horloge|treize heures trente
🕑|0.6|deux heures|14 h|2 h|horloge|quatorze heures
🕝|0.7|deux heures et demie|14 h 30|2 h 30|horloge|quatorze heures trente
🕒|0.6|trois heures|15 h|3 h|horloge|quinze heures
🕞|0.7|trois heures et demie|15 h 30|3 h 30|horloge|quinze heures trente
🕓|0.6|quatre heures|16 h|4 h|seize heures
🕟|0.7|quatre heures et demie|16 h 30|4 h 30|horloge|seize heures trente
🕔|0.6|cinq heures|17 h|5 h|dix-sept heures|horloge
🕠|0.7|cinq heures et demie|17 h 30|5 h 30|dix-sept heures trente|horloge
🕕|0.6|six heures|18 h|6 h|dix-huit heures|horloge
🕡|0.7|six heures et demie|18 h 30|6 h 30|dix-huit heures trente|horloge
🕖|0.6|sept heures|19 h|7 h|dix-neuf heures|horloge
🕢|0.7|sept heures et demie|19 h 30|7 h 30|dix-neuf heures trente|horloge
🕗|0.6|huit heures|20 h|8 h|horloge|vingt heures
🕣|0.7|huit heures et demie|20 h 30|8 h 30|horloge|vingt heures trente
🕘|0.6|neuf heures|21 h|9 h
🕤|0.7|neuf heures et demie|21 h 30|9 h 30|horloge|vingt et une heures trente
🕙|0.6|dix heures|10 h|22 h|horloge|vingt-deux heures
🕥|0.7|dix heures et demie|10 h 30|22 h 30|horloge|vingt-deux heures trente
🕚|0.6|onze heures|11 h|23 h|horloge|vingt-trois heures
🕦|0.7|onze heures et demie|11 h 30|23 h 30|horloge|vingt-trois heures trente
🌑|0.6|nouvelle lune|espace|sombre
🌒|1|lune croissante|espace|nuit
🌓|0.6|premier quartier de lune|espace|nuit
🌔|0.6|lune gibbeuse croissante|espace|gibbeux|nuit
🌕|0.6|pleine lune|espace|nuit
🌖|1|lune gibbeuse décroissante|espace|gibbeux|nuit
🌗|1|dernier quartier de lune|espace
🌘|1|lune décroissante|croissant de lune|espace|lune descendante|nuit
🌙|0.6|croissant de lune|espace|nuit|ramadan
🌚|1|nouvelle lune avec visage|espace|nouvelle lune à visage|nuit
🌛|0.6|premier quartier de lune avec visage|croissant de lune|espace|lune à visage|nuit
🌜|0.7|dernier quartier de lune avec visage|croissant de lune|lune à visage|nuit
🌡️|0.7|thermomètre|météo
☀️|0.6|soleil|beau temps|brillant|espace|grand soleil|météo|rayons
🌝|1|pleine lune avec visage|lune à visage|nuit|sourire
🌞|1|soleil avec visage|chaleur|chaud|ensoleillé|jour|lumière|météo|plage|rayon de soleil|soleil à visage|éclatant
🪐|12|planète à anneaux|saturne|saturnien|saturnienne
⭐|0.6|étoile|astronomie|nuit
🌟|0.6|étoile brillante|nuit|nuit étoilée|succès|éclat|étincelant|étincelle
🌠|0.6|étoile filante|espace|nuit
🌌|0.6|voie lactée|espace
☁️|0.6|nuage|gris|météo
⛅|0.6|soleil derrière les nuages|caché|météo|nuageux|soleil derrière nuages
⛈️|0.7|nuage avec éclair et pluie|météo|orage
🌤️|0.7|soleil derrière un petit nuage|caché|météo|soleil derrière petit nuage
🌥️|0.7|soleil derrière un gros nuage|caché|météo|soleil derrière gros nuage
🌦️|0.7|soleil derrière un nuage de pluie|caché|gouttes|météo
🌧️|0.7|nuage avec pluie|averse|gouttes|mauvais temps|météo|nuage de pluie
🌨️|0.7|nuage avec neige|flocons|froid|hiver|météo|nuage de neige
🌩️|0.7|nuage avec éclair|nuage avec un éclair|orage|orageux|temps
🌪️|0.7|tornade|cyclone|météo|nuage|tourbillon
🌫️|0.7|brouillard|brume|fog|météo|nuage
🌬️|0.7|vent avec visage|météo|nuage|souffle|visage du vent
🌀|0.6|cyclone|spirale|tourbillon|typhon|vertige
🌈|0.6|arc-en-ciel|bisexuelle|gay pride|homosexuelle|lesbienne|lgbtqia|météo|nature|pluie|transgenre
🌂|0.6|parapluie fermé|météo
☂️|0.7|parapluie ouvert
☔|0.6|parapluie avec gouttes de pluie|météo
⛱️|0.7|parasol sur le sol|météo|parapluie|parapluie au sol|plage|pluie|soleil|voyage
⚡|0.6|haute tension|courant|danger|nature|orage|symbole haute tension|vitesse|éclair|électricité
❄️|0.6|flocon|flocon de neige|froid|météo|neige
☃️|0.7|bonhomme de neige|bonhomme de neige avec flocons|flocons
⛄|0.6|bonhomme de neige sans neige|bonhomme de neige sans flocons|froid
☄️|1|comète|espace|météore
🔥|0.6|feu|allumer|brûler|chaud|flamme|fournaise|incendie
💧|0.6|goutte d’eau|bd|froid|larme|météo|nature|pluie|sueurs froides|tristesse
🌊|0.6|vague|eau|kanagawa|lame|large|marée|mer|nature|océan|remous|rouleau|surf

🎃|0.6|citrouille|halloween|lanterne
🎄|0.6|sapin de Noël|arbre|fête|fêtes|guirlandes
🎆|0.6|feu d’artifice|14 juillet|fête
🎇|0.6|cierge magique|14 juillet|artifice|feu d’artifice|fête|étincelle|étincelles
🧨|11|pétard|dynamite|explosif|explosive|feu d’artifice|tnt|étincelle
✨|0.6|étincelles|*|magie|nuit|nuit étoilée|scintiller|étoile|étoiles
🎈|0.6|ballon gonflable|anniversaire|ballon de baudruche|fête
🎉|0.6|cotillons|anniversaire|fête|super
🎊|0.6|confettis|anniversaire|fête
🎋|0.6|arbre à vœux|fête|japon|prières|tanabata
🎍|0.6|bambou décoratif|fête|japonais|plante
🎎|0.6|poupées japonaises|festival
🎏|0.6|koinobori|carpe|fête
🎐|0.6|carillon éolien|clochette|fête|vent
🎑|0.6|cérémonie de la lune
🧧|11|enveloppe rouge|argent|bonne chance|cadeau|hóngbāo|lai see
🎀|0.6|ruban|fête|nœud|ruban rose
🎁|0.6|cadeau|anniversaire|cadeau emballé|fête|noël|nœud|surprise
🎗️|0.7|ruban de mémoire|souvenir
🎟️|0.7|billet d’entrée|place|spectacle
🎫|0.6|billet|place|spectacle
🎖️|0.7|médaille militaire
🏆|0.6|trophée|champion|championne|coupe|gagner|prix|victoire
🏅|1|médaille sportive|champion|championne|médaille d’or|vainqueur|victoire
🥇|3|médaille d’or|1er|premier
🥈|3|médaille d’argent|2e|deuxième
🥉|3|médaille de bronze|3e|troisième
⚽|0.6|ballon de football|balle|sport
⚾|0.6|baseball|balle|balle de baseball|sport
🥎|11|softball|balle|gant|sports
🏀|0.6|basket|ballon|basket-ball|panier|sport
🏐|1|volley-ball|ballon|jeu|match|sport
🏈|0.6|football américain|ballon|sport|super bowl
🏉|1|rugby|ballon|sport
🎾|0.6|tennis|balle|balle de tennis|sport
🥏|11|disque volant|discoplane|disque-volant|frisbee|sport|ultimate|ultime-passe
🎳|0.6|bowling|boule|jeu|partie|quilles|sport|strike
🏏|1|cricket|balle|balle de cricket|batte|jeu|match|sport
🏑|1|hockey sur gazon|balle|crosse|sport
🏒|1|hockey sur glace|crosse|palet|sport
🥍|11|crosse|balle|but|lacrosse|raquette|sport
🏓|1|ping-pong|balle|jeu|partie|raquette|sport|tennis de table
🏸|1|badminton|jeu|match|raquette|sport|volant
🥊|3|gant de boxe|sport
🥋|3|tenue d’arts martiaux|judo|karaté|kimono|sport|taekwondo
🥅|3|cage|but|filet|sport
⛳|0.6|drapeau de golf|sport|trou
⛸️|0.7|patin à glace|patiner|patinoire|sport
🎣|0.6|pêche à la ligne|canne à pêche|sport
🤿|12|masque de plongée|apnée|masque et tuba|plonger|snorkeling|tuba
🎽|0.6|maillot de course|athlétisme|course à pied|jogging|running|sport|tee-shirt de course
🎿|0.6|ski|neige|sport
🛷|5|luge|glisser|neige|traîneau
🥌|5|pierre de curling|granit|jeu|match|partie|sport
🎯|0.6|dans le mille|cible|fléchettes|jeu
🪀|12|yoyo|descendre|jouet|monter|osciller
🪁|12|cerf-volant|planer|voler
🔫|0.6|pistolet à eau|arme|arme à feu|flingue|revolver
🎱|0.6|boule de billard|8|boule magique|huit|jeu|pool
🔮|0.6|boule de cristal|avenir|magie|voyant|voyante
🪄|13|baguette magique|abracadabra|magicien|magie|sorcier|sorcière|sort|tour de magie
🎮|0.6|jeu vidéo|joystick|manette|playstation|xbox
🕹️|0.7|manette de jeu|jeu vidéo|joystick
🎰|0.6|machine à sous|casino|jeu
🎲|0.6|dés|hasard|jeu
🧩|11|pièce de puzzle|assemblage|indice|interloqué|pièce manquante|énigme
🧸|11|ours en peluche|jeu|jouet|nounours
🪅|13|piñata|5 mai|bonbons|cinco de mayo|confiseries|fête|mexicain
🪩|14|boule à facettes|briller|danse|disco|fête|soirée
🪆|13|poupées russes|emboîté|empiler|jouet|matriochka|poupée gigogne|poupée russe|russie
♠️|0.6|pique|carte|couleur|jeu
♥️|0.6|cœur cartes|cartes à jouer|couleur|jeu|rouge
♦️|0.6|carreau|carreaux|carte|couleur|jeu
♣️|0.6|trèfle cartes|cartes à jouer|couleur|jeu|noir
♟️|11|pion d’échec|duper|sacrifiable
🃏|0.6|carte Joker|cartes à jouer|jeu
🀄|0.6|dragon rouge mahjong|jeu|mah-jong
🎴|0.6|jeu des fleurs|carte|carte à jouer|japonais
🎭|0.6|spectacle vivant|acteur|actrice|art|masque|théâtre
🖼️|0.7|cadre avec image|art|musée|peinture|tableau|tableau encadré
🎨|0.6|palette de peinture|art|artiste|couleurs|musée de peinture|peindre|peintre
🧵|11|bobine de fil|aiguille|coudre|couture|ficelle
🪡|13|aiguille à coudre|broderie|couture|fil à coudre|points|suture|tailleur
🧶|11|fil|boule|crochet|laine|pelote|tricot
🪢|13|nœud|attacher|corde|entrelacer|lien|noué|tordre

👓|0.6|lunettes de vue|accessoire|vêtements|yeux|œil
🕶️|0.7|lunettes de soleil|lunettes noires
🥽|11|lunettes|lunettes de chimiste|lunettes de labo|lunettes de piscine|lunettes de protection|lunettes de soudage|lunettes de soudure|masque|natation|protection des yeux|soudage
🥼|11|blouse blanche|docteur|expérience|expérimentation|labo|laboratoire|manteau blanc|médecin|scientifique|vêtements
🦺|12|gilet de sécurité|chantier|fluo|gilet jaune|gilet orange|sûreté|visibilité
👔|0.6|cravate|chemise|travail|vêtements
👕|0.6|T-shirt|bleu|chemise|courses|décontracté|polo|shopping|tee-shirt|vêtements|week-end
👖|0.6|jean|bleu|courses|denim|pantalon|shopping|vêtements|week-end
🧣|5|foulard|cou|froid|glagla|vêtements|écharpe
🧤|5|gants|main|vêtements
🧥|5|manteau|froid|glagla|veste|vêtements
🧦|5|chaussettes|pieds|vêtements
👗|0.6|robe|courses|jolie|shopping|vêtements|élégante
👘|0.6|kimono|vêtements
🥻|12|sari|inde|mode|robe|traditionnel|vêtement
🩱|12|maillot de bain une pièce|maillot une pièce
🩲|12|slip|maillot de bain|slip de bain|sous-vêtement|une pièce
🩳|12|short|baignade|caleçon|maillot de bain|piscine|plage|short de bain|sous-vêtement
👙|0.6|bikini|maillot de bain|nager|piscine|plage|vêtements
👚|0.6|vêtements de femme|chemise|chemisier|courses|shopping
🪭|15|éventail|agiter|chaleur|charmer|chaud|danse|danser|rafraîchir|timide|éventer
👛|0.6|porte-monnaie|accessoire|courses|sac à main|shopping|vêtements
👜|0.6|sac à main|accessoire|courses|shopping|vêtements
👝|0.6|pochette|accessoire|sac|sac à main|trousse|vêtements
🛍️|0.7|sacs de shopping|achats|courses
🎒|0.6|cartable|sac|sac à dos|école
🩴|13|tong|claquettes|mer|plage|sandales|sandales de plage|tatanes|tongs|été
👞|0.6|chaussure d’homme|accessoire|coup de pied|courses|marron|pied|shopping|vêtements
👟|0.6|chaussure de sport|accessoire|athlétisme|basket|coup de pied|courir|courses|shopping|tennis|vite|vêtements
🥾|11|chaussure de randonnée|camping|chaussure de marche|chaussures de chantier|chaussures de montagne|chaussures de sécurité|chaussures marron|marche|timberland|vêtements
🥿|11|chaussure plate|ballerine|chaussure sans lacets|chaussures plates|mule|vêtements
👠|0.6|chaussure à talon haut|accessoire|chaussure de femme|courses|mode|shopping|stilletto|talon aiguille|vêtements
👡|0.6|sandale de femme|chaussure|chaussure de femme|chaussure à talon|talon haut|vêtements
🩰|12|chaussons de danse|ballerines|ballet|chaussures|classique
👢|0.6|botte de femme|accessoire|chaussure|courses|shopping|vêtements
🪮|15|peigne afro|cheveux|démêler|démêloir|peigner
👑|0.6|couronne|accessoire|famille royale|monarchie|monarque|reine|roi|royauté|succès|vêtements
👒|0.6|chapeau de femme|vêtements
🎩|0.6|haut de forme|accessoire|chapeau|haut-de-forme|magie|vêtements|élégant
🎓|0.6|toque universitaire|accessoire|chapeau|diplôme|université|vêtements|étudiant
🧢|5|casquette américaine|baseball cap|casquette de baseball|chapeau|vêtements
🪖|13|casque militaire|armée|guerre|guerrier|protection|soldat|équipement
⛑️|0.7|casque de secouriste|assistance|casque croix blanche|casque de sauveteur|croix|secours
📿|1|chapelet|accessoire|collier|perles|prière|religion|vêtements
💄|0.6|rouge à lèvres|cosmétiques|maquillage|rendez-vous
💍|0.6|bague|alliance|amour|brillant|diamant|fiançailles|mariage|solitaire|étincelant
💎|0.6|pierre précieuse|argent|bijou|diamant|fiançailles|joyau|mariage|romantique
🔇|1|muet|chut|enceinte|haut-parleur barré|haut-parleur d’enceinte|silence|son|sourdine
🔈|0.7|volume des enceintes faible|haut-parleur|haut-parleur d’enceinte|son|volume bas
🔉|1|volume des enceintes moyen|haut-parleur|haut-parleur d’enceinte|son|volume moyen
🔊|0.6|volume des enceintes élevé|fort|haut-parleur|haut-parleur d’enceinte|musique|son|volume élevé
📢|0.6|haut-parleur|communication|fort|message|mégaphone|son
📣|0.6|porte-voix|encourager|hourra|manifestation|mégaphone
📯|1|cor postal|cor de facteur|facteur|poste
🔔|0.6|cloche|clochette|sonner
🔕|1|alarme désactivée|barrée|cloche|silence
🎼|0.6|partition|musique|note
🎵|0.6|note de musique
🎶|0.6|notes de musique|partition
🎙️|0.7|micro de studio|chant|enregistrement|microphone|musique
🎚️|0.7|curseur de niveau|musique
🎛️|0.7|boutons de réglage|boutons de commande|boutons de contrôle|commande|musique|réglages
🎤|0.6|micro|chanter|karaoke|karaoké|microphone|musique
🎧|0.6|casque|musique|son|écouteur|écouteurs
📻|0.6|radio|actualités|communication|loisirs|musique|vidéo
🎷|0.6|saxophone|instrument|musique
🎺|0.6|trompette|instrument|musique
🪊|17|trombone|brass|instrument|jazz|music|sad|slide
🪗|13|accordéon|bandonéon|concert|concertina|instrument|musique|mélodie|piano à bretelles
🎸|0.6|guitare|guitare électrique|instrument|musique
🎹|0.6|piano|clavier|instrument|musique|touches
🎻|0.6|violon|instrument|musique
🪕|12|banjo|cordes|instrument|instrument à cordes|musique
🥁|3|batterie|baguette|baguettes|musique|tambour
🪘|13|djembé|battement|conga|instrument|musique|percussions|rythme|tambour
🪇|15|maracas|cha cha cha|danse|danser|fête|hochet|instrument|musique|percussion|secouer
🪈|15|flûte|bois|fanfare|fifre|flûte à bec|flûtiste|instrument|musique|orchestre|piccolo
🪉|16|harpe|amour|cupidon|instrument|musique|orchestre
📱|0.6|téléphone portable|communication|smartphone
📲|0.6|appel entrant|communication|recevoir un appel|smartphone|téléphone portable avec une flèche
☎️|0.6|téléphone|téléphone rouge
📞|0.6|combiné téléphonique|communication|téléphone
📟|0.6|bipeur|communication|pager
📠|0.6|fax|communication|télécopieur
🔋|0.6|pile
🪫|14|pile faible|batterie|batterie faible|déchargé|électronique|énergie faible
🔌|0.6|câble avec fiche électrique|branché|prise|prise électrique|électricité
💻|0.6|ordinateur portable|bureau|travail
🖥️|0.7|ordinateur de bureau|moniteur
🖨️|0.7|imprimante|imprimer|ordinateur
⌨️|1|clavier|informatique|ordinateur
🖱️|0.7|souris d’ordinateur|informatique
🖲️|0.7|boule de commande|informatique|ordinateur|souris à boule|trackball
💽|0.6|disque d’ordinateur|minidisc
💾|0.6|disquette|informatique|ordinateur
💿|0.6|CD|blu-ray|disque|dvd
📀|0.6|DVD|blu-ray|cd|disque
🧮|11|abaque|boulier|calcul|calculation|math|mathématiques
🎥|0.6|caméra|cinéma|film|filmer|réalisateur|réalisatrice|vidéo
🎞️|0.7|pellicule|bande|cinéma|film
📽️|0.7|projecteur cinématographique|film|vidéo
🎬|0.6|clap|action|film|ça tourne
📺|0.6|téléviseur|petit écran|tv|télévision
📷|0.6|appareil photo|selfie|vidéo
📸|1|appareil photo avec flash
📹|0.6|caméscope|caméra|filmer|vidéo
📼|0.6|cassette vidéo|magnétoscope|vhs|vidéocassette|vintage
🔍|0.6|loupe orientée à gauche|agrandir|chercher|détective|loupe gauche|recherche
🔎|0.6|loupe orientée à droite|agrandir|chercher|détective|loupe droite|recherche
🕯️|0.7|bougie|chandelle|lumière
💡|0.6|ampoule|allumer|bande dessinée|bd|dessin|idée|lampe|lumière
🔦|0.6|torche|lampe torche|lampe électrique|lumière|outil
🏮|0.6|lampion rouge|japonais|lanterne|lumière|restaurant
🪔|12|diya|diwali|fête inde|huile|lampe|lampe inde|lampe à beurre|ārtī
📔|0.6|carnet avec couverture|cahier|livre|école|écrire
📕|0.6|livre fermé|apprendre|enseignement|lire|littérature|livre rouge|manuel scolaire|savoir|école
📖|0.6|livre ouvert|apprendre|bibliothèque|enseignement|lecture|lire|littérature|manuel scolaire|roman|savoir|école|étudier
📗|0.6|livre vert|apprendre|bibliothèque|enseignement|lecture|lire|littérature|manuel scolaire|savoir|école|étudier
📘|0.6|livre bleu|apprendre|lecture|lire|littérature|manuel scolaire|roman|école|éducation
📙|0.6|livre orange|apprendre|lecture|lire|littérature|manuel scolaire|roman|école|éducation
📚|0.6|livres|apprendre|bibliothèque|enseignement|lecture|lire|littérature|manuels scolaires|roman|savoir|école|étudier
📓|0.6|carnet|cahier|écrire
📒|0.6|carnet de compte|cahier|classeur|grand livre
📃|0.6|page enroulée|document
📜|0.6|parchemin|papier
📄|0.6|page|document
📰|0.6|journal|actualités|communication|gros titres|presse|une
🗞️|0.7|journal roulé|actualités|presse
📑|0.6|signets|marque|marqueur|onglets
🔖|0.6|marque-page|marqueur|signet
🏷️|0.7|étiquette
🪙|13|pièce|argent|euro|fortune|métal|or|pièce de monnaie|riche|sou|trésor
💰|0.6|sac plein d’argent|avare|banque|dollar|parier|payer|sac d’argent
🪎|17|coffre au trésor|argent|argenterie|bijoux|butin|objets de valeur|pierre précieuse|richesse
💴|0.6|billet en yens|argent|billet de banque|payer
💵|0.6|billet en dollars|argent|billet de banque|payer
💶|1|billet en euros|argent|billet de banque|payer
💷|1|billet en livres|argent|billet de banque|payer
💸|0.6|billet avec des ailes|argent|billet de banque|dollars|payer
💳|0.6|carte bancaire|argent|banque|carte de crédit|payer
🧾|11|reçu|compta|comptabilité|comptable|facture|faire les comptes|justificatif|preuve|ticket de caisse
💹|0.6|courbe avec yen en hausse|banque|croissance|devise|graphique|marché|monnaie|tendance
✉️|0.6|enveloppe|courrier électronique|e-mail|lettre|message
📧|0.6|e-mail|courriel|courrier électronique|lettre|message
📨|0.6|message reçu|courriel|courrier|courrier électronique|e-mail|enveloppe|envoyer|lettre|message électronique|recevoir
📩|0.6|enveloppe avec flèche|communication|courriel|courrier électronique|e-mail|envoi|envoyer|message|message envoyé|message électronique
📤|0.6|boîte d’envoi|courriel|courrier électronique|e-mail|envoyer|flèche|lettre|message|message électronique
📥|0.6|boîte de réception|courriel|courrier électronique|e-mail|flèche|lettre|message|message électronique|recevoir
📦|0.6|colis|boîte|livraison|paquet
📫|0.6|boîte aux lettres fermée drapeau levé|courrier
📪|0.6|boîte aux lettres fermée drapeau baissé|courrier
📬|0.7|boîte aux lettres ouverte drapeau levé|courrier
📭|0.7|boîte aux lettres ouverte drapeau baissé|courrier
📮|0.6|boîte aux lettres|courrier|poste
🗳️|0.7|urne électorale|a voté|bulletin de vote|urne électorale avec un bulletin|voter
✏️|0.6|crayon|crayon à papier|gomme|mine
✒️|0.6|stylo plume noir|écrire
🖋️|0.7|stylo plume|écrire
🖊️|0.7|stylo|stylo bille|stylo-bille|écrire
🖌️|0.7|pinceau|peinture
🖍️|0.7|crayon pastel|rouge
📝|0.6|mémo|bloc-notes|crayon|écrire
💼|0.6|porte-documents|accessoire|bureau|cartable
📁|0.6|dossier|fichier|répertoire
📂|0.6|dossier ouvert|ouvrir|ouvrir le dossier|répertoire
🗂️|0.7|intercalaires|classement|classeur|index
📅|0.6|calendrier|date
📆|0.6|éphéméride|agenda|calendrier|date|planning
🗒️|0.7|bloc-notes à spirale|bloc-notes à spirales|cahier
🗓️|0.7|calendrier à spirale|bloc-notes|calendrier à spirales
📇|0.6|carnet d’adresses|carte|fiche|index|rolodex|vintage
📈|0.6|graphique en hausse|croissance|données|haut|tendance
📉|0.6|graphique en baisse|bas|chute|données|négatif|tendance
📊|0.6|graphiques à barres|données
📋|0.6|porte-bloc|fournitures|liste|presse-papiers
📌|0.6|punaise|fournitures
📍|0.6|épingle|carte|emplacement|fournitures|punaise ronde
📎|0.6|trombone|fournitures
🖇️|0.7|trombones|fournitures
📏|0.6|règle|fournitures|mathématiques|règle plate
📐|0.6|équerre|fournitures|mathématiques
✂️|0.6|ciseaux|couper|découper|fournitures|papier
🗃️|0.7|boîte à dossiers|classeur
🗄️|0.7|meuble à dossiers|classement|classer|classeur
🗑️|0.7|corbeille à papiers|poubelle
🔒|0.6|cadenas fermé|privé|verrouiller|verrouillé
🔓|0.6|cadenas ouvert|déverrouiller|ouvrir
🔏|0.6|cadenas fermé avec stylo|cadenas avec un stylo plume|confidentiel|privé|stylo plume|verrouillé
🔐|0.6|cadenas fermé avec clé|cadenas avec une clé|privé|sécurisé|verrouillé
🔑|0.6|clé|mot de passe|ouvrir|serrure
🗝️|0.7|clé ancienne|fermer|indice|serrure|verrouiller
🔨|0.6|marteau|outil|réparer|travaux
🪓|12|hache|bois|bûcheron|fendre|hachette
⛏️|0.7|pioche|mine|outil
⚒️|1|marteau et pioche|burin|marteau et burin|outil|outils
🛠️|0.7|marteau et clé à molette|outil|outils
🗡️|0.7|dague|arme|couteau|poignard
⚔️|1|épées croisées|arme|armes
💣|0.6|bombe|bande dessinée|bd|boum|danger|dessin|explosion
🪃|13|boomerang|aborigène|australie|jeu|outil|retour|répercussion
🏹|1|arc et flèche|archer|astrologie|horoscope|sagittaire|sport|tir à l’arc|zodiaque
🛡️|0.7|bouclier|arme
🪚|13|scie|bois|outil|scie à bois|scie égoïne|scier
🔧|0.6|clé à molette|outil|travaux
🪛|13|tournevis|outil|outillage
🔩|0.6|vis et écrou|boulon|outil|travaux
⚙️|1|roue dentée|engrenage|outil
🗜️|0.7|serre-joint|compresser|comprimer|outil|serre-joints
⚖️|1|balance à poids|astrologie|horoscope|justice|zodiaque
🦯|12|canne blanche|accessibilité|aveugle|déficient visuel|malvoyant
🔗|0.6|chaînons|chaîne|maillons|mousqueton
⛓️‍💥|15.1|chaîne brisée|chaîne cassée|chaîne rompue|liberté
⛓️|0.7|chaînes
🪝|13|crochet|accrocher|appâter|attraper|capitaine|ferrer|hameçon|hameçonner
🧰|11|boîte à outils|caisse à outils|coffre|mécanique|mécano
🧲|11|aimant|aimanter|attirer|attraction|fer à cheval|magnet|magnétique|positif négatif
🪜|13|échelle|ascension|barreau|escabeau|grimper|monter|échelon
🪏|16|pelle|bêche|creuser|trou
⚗️|1|alambic|chimie|outil
🧪|11|tube à essai|chimie|chimiste|expérience|expérimentation|labo|laboratoire|réaction|science|sciences
🧫|11|boîte de pétri|bactérie|bactériologie|biologie|biologiste|boîte de petri|culture|labo|laboratoire|micro-organismes|microbiologie|science
🧬|11|adn|biologie|biologiste|gène|génétique|science|vie|évolution
🔬|1|microscope|expérience|laboratoire|outil|science
🔭|1|télescope|astronomie|espace|outil|planètes|science
📡|0.6|antenne satellite|antenne parabolique|parabole|science
💉|0.6|seringue|aiguille|docteur|malade|médecine|piqûre|vaccin|vaccination
🩸|12|goutte de sang|don du sang|menstruation|menstruations|médecine|règles
💊|0.6|pilule|docteur|gélule|malade|médecine|médicament|vitamines
🩹|12|sparadrap|bandage|bobo|médecine|pansement|premiers secours
🩼|14|béquille|accident|aide|blessé|boiter|canne|handicap
🩺|12|stéthoscope|cœur|diagnostic|docteur|médecin|médecine|poumons
🩻|14|radiographie|cage thoracique|docteur|médical|os|rayons x|squelette
🚪|0.6|porte|placard|porte d’entrée
🛗|13|ascenseur|accessibilité|descente|monte-charge|monte-personnes|montée
🪞|13|miroir|beauté|glace|image|maquillage|psyché|reflet
🪟|13|fenêtre|air frais|cadre|carreaux|ouverture|transparent|vitre|vue
🛏️|0.7|lit|dormir|hôtel
🛋️|0.7|canapé et lampe|canapé avec une lampe
🪑|12|chaise|assis|siège
🚽|0.6|toilettes|cabinets|wc
🪠|13|ventouse|bouché|déboucheur|dégorgement|outil|plombier|succion|toilettes
🚿|1|douche|eau|pommeau de douche
🛁|1|baignoire|bain|mousse
🪤|13|tapette à souris|appât|apât|fromage|leurre|piège|piège à souris|rat
🪒|12|rasoir|coupant|lame|raser|tranchant
🧴|11|bouteille de lotion|après-shampoing|crème hydratante|crème pour le corps|crème solaire|flacon|hydratant|shampoing|shampooing
🧷|11|épingle de sûreté|couche|imperdable|lange|punk rock|épingle de nourrice|épingle à nourrice
🧹|11|balai|balais|balayage|ménage|nettoie|nettoyage|nettoyer|nettoyé|sorcière
🧺|11|panier|agriculture|cueillette|lessive|linge|pique-nique
🧻|11|rouleau de papier|essuie-tout|papier hygiénique|papier toilette|rouleau de pq
🪣|13|seau|conteneur|plage
🧼|11|savon|bain|bulles|lavage|laver|me lave|me laver|mousse|pain de savon|porte-savon|se lave|se laver
🫧|14|bulles|propre|savon|sous l’eau
🪥|13|brosse à dents|brosser les dents|dentaire|hygiène|laver|laver les dents|salle de bain
🧽|11|éponge|absorbante|absorbe|laver|nettoyage|nettoyer|poreuse|savonner
🧯|11|extincteur|chaud|feu|fire|incendie|éteindre
🛒|3|chariot|caddie|courses|panier|shopping|supermarché
🚬|0.6|cigarette|cigarette allumée|fumer|fumeur|signe fumeur
⚰️|1|cercueil|enterrement|mort|obsèques|vampire
🪦|13|pierre tombale|cimetière|enterrement|funérailles|mort|mémorial|rip|stèle|sépulture|tombe
⚱️|1|urne funéraire|cendres|mort|obsèques
🧿|11|mauvais œil|amulette|l’oeil bleu|mauvais oeil|nazar|nazar boncuk|nazarboncuk|perle|superstition|talisman|talisman turc|œil bleu
🪬|14|main de Fatma|amulette|chance|hamsa|khamsa|myriam|protection
🗿|0.6|moai|moaï|monolithe|statue|voyage|île de pâques
🪧|13|pancarte|affiche|grève|manifestation|panneau|protestation|signe|écriteau
🪪|14|carte d’identité|justificatif|papiers|permis de conduire|pièce d’identité|sécurité

🏧|0.6|distributeur de billets|argent|banque|dab|distributeur automatiques de billets|guichet automatique|retrait
🚮|1|icône Poubelle|corbeille|déchets|jeter
🚰|1|eau potable|eau du robinet|robinet
♿|0.6|symbole Accès handicapés|fauteuil roulant|mobilité réduite
🚹|0.6|symbole Toilettes hommes|symbole homme|wc
🚺|0.6|symbole Toilettes femmes|symbole femme|wc
🚻|0.6|panneau Toilettes|wc
🚼|0.6|symbole Bébé|espace de change
🚾|0.6|WC|toilettes
🛂|1|contrôle des passeports
🛃|1|douane|douanes
🛄|1|retrait des bagages|arrivée|avion|aéroport|valise|voyage
🛅|1|consigne|bagages|casier|clé|valise
⚠️|0.6|symbole d’avertissement|attention
🚸|1|traversée d’enfants|circulation|piétons|école
⛔|0.6|sens interdit|circulation|entrée interdite|interdiction|non|panneau
🚫|0.6|symbole d’interdiction|entrée interdite|interdit
🚳|1|vélos interdits|bicyclette|interdiction
🚭|0.6|interdiction de fumer|cigarette barrée|interdit|interdit de fumer
🚯|1|dépôt d’ordures interdit|déchets|interdiction|ne pas jeter
🚱|1|eau non potable|imbuvable|interdiction|interdit|ne pas boire
🚷|1|interdit aux piétons|interdiction
📵|1|téléphones portables interdits|interdiction
🔞|0.6|18 ans et plus|dix-huit|interdiction|interdit|interdit aux mineurs|interdit aux moins de dix-huit ans|limite d’âge|majorité|mineur
☢️|1|radioactif|radioactivité|symbole
☣️|1|danger biologique|symbole
⬆️|0.6|flèche haut|direction|nord|sens
↗️|0.6|flèche haut droite|direction|nord-est|sens
➡️|0.6|flèche droite|direction|est|sens
↘️|0.6|flèche bas droite|direction|sens|sud-est
⬇️|0.6|flèche bas|direction|sens|sud
↙️|0.6|flèche bas gauche|direction|sens|sud-ouest
⬅️|0.6|flèche gauche|direction|ouest|sens
↖️|0.6|flèche haut gauche|direction|nord-ouest|sens
↕️|0.6|flèche haut bas|flèche dans les deux sens
↔️|0.6|flèche gauche droite
↩️|0.6|flèche courbe gauche
↪️|0.6|flèche courbe droite
⤴️|0.6|flèche courbe haut|flèche courbe vers la droite et le haut
⤵️|0.6|flèche courbe bas
🔃|0.6|flèches dans le sens horaire|actualiser|sens des aiguilles d’une montre|symbole recharger
🔄|1|flèches dans le sens antihoraire|actualiser|retour|sens contraire des aiguilles d’une montre|sens horaire inverse|sens inverse des aiguilles d’une montre
🔙|0.6|flèche Retour|flèche vers la gauche
🔚|0.6|flèche Fin|flèche vers la gauche
🔛|0.6|flèche Activé|droite et gauche|flèche dans les deux sens
🔜|0.6|flèche Bientôt
🔝|0.6|flèche En haut|flèche vers le haut
🛐|1|lieu de culte|prier|religion
⚛️|1|symbole de l’atome|athée
🕉️|0.7|om|hindou|religion
✡️|0.7|étoile de David|judaïsme|juif|juive|religion
☸️|0.7|roue du Dharma|bouddhisme|bouddhiste|religion|roue de dharma
☯️|0.7|yin yang|complémentaire|religion|tao|taoïsme
✝️|0.7|croix latine|chrétien|chrétienne|religion
☦️|1|croix orthodoxe|chrétien|chrétienne|religion
☪️|0.7|lune et étoile|islam|musulman|musulmane|ramadan|religion
☮️|1|symbole de paix|paix et amour|peace and love
🕎|1|chandelier à sept branches|candélabre|hanoucca|hanoukka|judaïsme|juif|juive|menora|menorah|religion
🔯|0.6|étoile à 6 branches|chance|judaïsme|juif|juive
🪯|15|khanda|deg tegh fateh|foi|khalsa|religion|sikh|sikhisme
♈|0.6|bélier zodiaque|astrologie|horoscope
♉|0.6|taureau|astrologie|horoscope|zodiaque
♊|0.6|gémeaux|astrologie|horoscope|zodiaque
♋|0.6|cancer|astrologie|crabe|horoscope|zodiaque
♌|0.6|lion|astrologie|horoscope|zodiaque
♍|0.6|vierge|astrologie|horoscope|zodiaque
♎|0.6|balance|astrologie|horoscope|justice|zodiaque
♏|0.6|scorpion zodiaque|astrologie|horoscope
♐|0.6|sagittaire|astrologie|horoscope|zodiaque
♑|0.6|capricorne|astrologie|chèvre|horoscope|zodiaque
♒|0.6|verseau|astrologie|horoscope|zodiaque
♓|0.6|poissons|astrologie|horoscope|zodiaque
⛎|0.6|serpentaire|ophiuchus|zodiaque
🔀|1|bouton lecture aléatoire|flèche|flèches croisées
🔁|1|bouton répétition|bouton répéter|flèche|flèches en cercle|répéter|sens des aiguilles d’une montre|sens horaire
🔂|1|bouton répétition de la piste|flèche|flèches en cercle avec n°1|répéter|répéter une fois|sens des aiguilles d’une montre|sens horaire
▶️|0.6|bouton lecture|droite|flèche|lire|triangle
⏩|0.6|bouton avance rapide|double flèche|flèche avance rapide
⏭️|0.7|bouton piste suivante|bouton suivant|double flèche|scène suivante|triangle
⏯️|1|bouton lecture/pause|flèche|triangle
◀️|0.6|bouton retour|flèche|gauche|triangle
⏪|0.6|bouton retour rapide|double flèche|flèche|flèche retour rapide
⏮️|0.7|bouton piste précédente|bouton précédent|flèche|scène précédente|triangle
🔼|0.6|petit triangle haut|bouton haut|flèche
⏫|0.6|double flèche vers le haut|flèche double|rapide
🔽|0.6|petit triangle bas|bouton bas|flèche
⏬|0.6|double flèche vers le bas|flèche double|rapide
⏸️|0.7|bouton pause
⏹️|0.7|bouton stop|carré
⏺️|0.7|bouton enregistrer|cercle|enregistrement|point blanc
⏏️|1|bouton éjecter
🎦|0.6|cinéma|caméra|film
🔅|1|luminosité faible|brillance|lumière|soleil
🔆|1|luminosité élevée|brillance|lumière|soleil
📶|0.6|barres de réseau|communication|couverture|portable|réception|téléphone
🛜|15|sans fil|connexion|haut débit|hotspot|internet|ordinateur|routeur|réseau|smartphone|wi-fi|wifi|wlan
📳|0.6|mode vibreur|communication|portable|téléphone
📴|0.6|téléphone éteint|portable|éteindre
♀️|4|symbole de la femme
♂️|4|symbole de l’homme
⚧️|13|symbole de la communauté transgenre
✖️|0.6|signe multiplier|*|annuler|croix noire|multiplication|non|x|×
➕|0.6|plus|+|addition|ajouter|arithmétique|mathématiques|signe plus|somme
➖|0.6|moins|-|arithmétique|mathématiques|signe moins|soustraction|soustraire|−
➗|0.6|signe diviser|algèbre|division|math|mathématique|mathématiques|÷
🟰|14|signe égal gras|mathématiques|réponse|égalité
♾️|11|infini|illimité|universel|éternité
‼️|0.6|double point d’exclamation|!|!!|ponctuation|surprise
⁉️|0.6|points d’exclamation et d’interrogation|!|!?|?|point d’exclamation et d’interrogation|ponctuation|question|surprise
❓|0.6|point d’interrogation rouge|?|ponctuation|question
❔|0.6|point d’interrogation blanc|?|ponctuation|question
❕|0.6|point d’exclamation blanc|!|ponctuation|surprise
❗|0.6|point d’exclamation rouge|!|ponctuation
〰️|0.6|ligne ondulée|ponctuation|tiret|trait d’union ondulé|vague
💱|0.6|conversion de devise|argent|banque|change
💲|0.6|symbole dollar|argent|devise|espèces|payer
⚕️|4|caducée|docteur|esculape|médecine|personnel
♻️|0.6|symbole Recyclage
⚜️|1|fleur de lys|blason|fleur de lis|reine|roi|royauté française
🔱|0.6|trident|ancre|bateau|fourche|mer|poséidon
📛|0.6|badge nominatif
🔰|0.6|symbole japonais de débutant|chevron|chevron jaune et vert
⭕|0.6|cercle rouge|0|anneau|gros cercle
✅|0.6|bouton coché|carré|coche|coche blanche|marque|ok|oui|sélection|terminé|voilà|✓
☑️|0.6|case cochée|bouton|carré|coche|ok|oui|sélection|terminé|voilà|✓
✔️|0.6|coche|coche noire|ok|oui|sélection|terminé|voilà|✓
❌|0.6|croix|annuler|croix rouge|multiplication|multiplier|×
❎|0.6|bouton croix|multiplier|vert|×
➰|0.6|boucle|bouclette
➿|1|double boucle
〽️|0.6|alternance|symbole
✳️|0.6|astérisque huit branches|*|astérique|astérique huit branches|étoile
✴️|0.6|étoile huit branches|*|astérisque
❇️|0.6|éclat|*|briller|scintiller|étinceler|étincelle
©️|0.6|symbole copyright|droits d’auteur|propriété intellectuelle|©
®️|0.6|marque déposée|marque commerciale|®
™️|0.6|marque commerciale déposée|marque déposée|tm
🫟|16|éclaboussure|holi|peinture|tache
#️⃣|0.6|touches : #
*️⃣|2|touches : *
0️⃣|0.6|touches : 0|zéro
1️⃣|0.6|touches : 1|un
2️⃣|0.6|touches : 2|deux
3️⃣|0.6|touches : 3|trois
4️⃣|0.6|touches : 4|quatre
5️⃣|0.6|touches : 5|cinq
6️⃣|0.6|touches : 6|six
7️⃣|0.6|touches : 7|sept
8️⃣|0.6|touches : 8|huit
9️⃣|0.6|touches : 9|neuf
🔟|0.6|touches : 10
🔠|0.6|majuscules|abcd|alphabet latin|lettres|lettres latines|saisie|saisie en lettres majuscules
🔡|0.6|minuscules|abcd|alphabet latin|lettre|lettres|lettres latines|saisie|saisie de lettres minuscules
🔢|0.6|saisie de chiffres|1234
🔣|0.6|saisie de symboles
🔤|0.6|alphabet latin|abc|lettres|saisie|saisie de lettres
🅰️|0.6|groupe sanguin A
🆎|0.6|groupe sanguin AB
🅱️|0.6|groupe sanguin B
🆑|0.6|bouton Effacer|cl|icône effacer
🆒|0.6|bouton Cool|icône cool
🆓|0.6|bouton Gratuit|icône gratuit
ℹ️|0.6|source d’informations|guichet d’informations
🆔|0.6|bouton Identifiant|icône identifiant
Ⓜ️|0.6|m encerclé|cercle
🆕|0.6|bouton Nouveau|icône nouveau|nouveauté
🆖|0.6|bouton Pas bien|bouton ng|interdit|mauvais|ng
🅾️|0.6|groupe sanguin O
🆗|0.6|bouton OK|icône ok
🅿️|0.6|bouton P|panneau parking|parking
🆘|0.6|bouton SOS|au secours|icône sos|à l’aide
🆙|0.6|bouton Vers le haut|icône nouveauté|nouveau|nouveauté|up
🆚|0.6|bouton VS|contre|icône contre|versus
🈁|0.6|bouton ici en japonais|idéogramme|idéogramme katakana ici
🈂️|0.6|bouton frais de service en japonais|idéogramme katakana
🈷️|0.6|bouton montant mensuel en japonais|idéogramme
🈶|0.6|bouton pas gratuit en japonais|idéogramme|payant
🈯|0.6|bouton réservé en japonais|idéogramme
🉐|0.6|bouton bonne affaire en japonais|idéogramme|idéogramme avantage
🈹|0.6|bouton réduction en japonais|idéogramme|rabais
🈚|0.6|bouton gratuit en japonais|idéogramme
🈲|0.6|bouton interdit en japonais|idéogramme|idéogramme interdit
🉑|0.6|bouton accepter en japonais|acceptable|idéogramme
🈸|0.6|bouton application en japonais|idéogramme|idéogramme appliquer
🈴|0.6|bouton note pour réussir en japonais|idéogramme|note de passage
🈳|0.6|bouton chambres disponibles en japonais|idéogramme|idéogramme vide
㊗️|0.6|bouton félicitations en japonais|idéogramme
㊙️|0.6|bouton secret en japonais|idéogramme
🈺|0.6|bouton ouvert pour affaires en japonais|idéogramme
🈵|0.6|bouton complet en japonais|idéogramme|idéogramme plénitude
🔴|0.6|disque rouge|cercle|forme géométrique|géométrie|rond
🟠|12|disque orange|cercle|forme géométrique|géométrie|rond
🟡|12|disque jaune|cercle|forme géométrique|géométrie|rond
🟢|12|disque vert|cercle|forme géométrique|géométrie|rond
🔵|0.6|disque bleu|cercle|forme géométrique|géométrie|rond
🟣|12|disque violet|cercle|forme géométrique|géométrie|rond
🟤|12|disque marron|brun|cercle|disque brun|forme géométrique|géométrie|rond
⚫|0.6|disque noir|cercle|forme géométrique|géométrie|rond
⚪|0.6|disque blanc|cercle|forme géométrique|géométrie|rond
🟥|12|carré rouge|forme géométrique|géométrie
🟧|12|carré orange|forme géométrique|géométrie
🟨|12|carré jaune|forme géométrique|géométrie
🟩|12|carré vert|forme géométrique|géométrie
🟦|12|carré bleu|forme géométrique|géométrie
🟪|12|carré violet|forme géométrique|géométrie
🟫|12|carré marron|carré brun|forme géométrique|géométrie
⬛|0.6|grand carré noir|forme|forme géométrique|géométrie
⬜|0.6|grand carré blanc|forme|géométrie
◼️|0.6|carré moyen noir|forme|forme géométrique|géométrie
◻️|0.6|carré moyen blanc|forme|forme géométrique|géométrie
◾|0.6|carré petit moyen noir|forme|géométrie
◽|0.6|carré petit moyen blanc|forme|géométrie
▪️|0.6|petit carré noir|forme|forme géométrique|géométrie
▫️|0.6|petit carré blanc|forme|forme géométrique|géométrie
🔶|0.6|grand losange orange|forme géométrique|géométrie
🔷|0.6|grand losange bleu|forme géométrique|grand losange orange|géométrie
🔸|0.6|petit losange orange|forme géométrique|géométrie
🔹|0.6|petit losange bleu|forme géométrique|géométrie
🔺|0.6|triangle rouge pointant vers le haut|flèche|forme géométrique|géométrie|triangle haut|triangle rouge pointé vers le haut
🔻|0.6|triangle rouge pointant vers le bas|flèche|forme|géométrie|triangle bas|triangle rouge pointé vers le bas
💠|0.6|diamant avec un point|bande dessinée|bd|dessin|géométrie|géométrique|intérieur
🔘|0.6|bouton radio|forme|géométrie|géométrique|rond
🔳|0.6|carré blanc|bouton|forme|géométrie
🔲|0.6|carré noir|bouton|forme|géométrie

🏁|0.6|drapeau à damier|course automobile|formule 1|ligne d’arrivée|sport automobile|vainqueur
🚩|0.6|drapeau triangulaire|drapeau rouge|fanion|golf
🎌|0.6|drapeaux croisés|japonais
🏴|1|drapeau noir|drapeau qui flotte au vent
🏳️|0.7|drapeau blanc|drapeau qui flotte au vent
🏳️‍🌈|4|drapeau arc-en-ciel|lgbt
🏳️‍⚧️|13|drapeau transgenre|blanc|bleu clair|rose
🏴‍☠️|11|drapeau de pirate|pillage|piller|trésor
🇦🇨|2|drapeau : Île de l’Ascension|AC
🇦🇩|2|drapeau : Andorre|AD
🇦🇪|2|drapeau : Émirats arabes unis|AE
🇦🇫|2|drapeau : Afghanistan
🇦🇬|2|drapeau : Antigua-et-Barbuda|AG
🇦🇮|2|drapeau : Anguilla|AI
🇦🇱|2|drapeau : Albanie
🇦🇲|2|drapeau : Arménie|AM
🇦🇴|2|drapeau : Angola|AO
🇦🇶|2|drapeau : Antarctique|AQ
🇦🇷|2|drapeau : Argentine
🇦🇸|2|drapeau : Samoa américaines|AS
🇦🇹|2|drapeau : Autriche|AT
🇦🇺|2|drapeau : Australie
🇦🇼|2|drapeau : Aruba|AW
🇦🇽|2|drapeau : Îles Åland|AX
🇦🇿|2|drapeau : Azerbaïdjan
🇧🇦|2|drapeau : Bosnie-Herzégovine|BA
🇧🇧|2|drapeau : Barbade|BB
🇧🇩|2|drapeau : Bangladesh|BD
🇧🇪|2|drapeau : Belgique
🇧🇫|2|drapeau : Burkina Faso|BF
🇧🇬|2|drapeau : Bulgarie|BG
🇧🇭|2|drapeau : Bahreïn|BH
🇧🇮|2|drapeau : Burundi|BI
🇧🇯|2|drapeau : Bénin|BJ
🇧🇱|2|drapeau : Saint-Barthélemy|BL
🇧🇲|2|drapeau : Bermudes|BM
🇧🇳|2|drapeau : Brunei|BN
🇧🇴|2|drapeau : Bolivie
🇧🇶|2|drapeau : Pays-Bas caribéens|BQ
🇧🇷|2|drapeau : Brésil
🇧🇸|2|drapeau : Bahamas|BS
🇧🇹|2|drapeau : Bhoutan|BT
🇧🇻|2|drapeau : Île Bouvet|BV
🇧🇼|2|drapeau : Botswana|BW
🇧🇾|2|drapeau : Biélorussie|BY
🇧🇿|2|drapeau : Belize|BZ
🇨🇦|2|drapeau : Canada
🇨🇨|2|drapeau : Îles Cocos|CC
🇨🇩|2|drapeau : Congo-Kinshasa|CD
🇨🇫|2|drapeau : République centrafricaine|CF
🇨🇬|2|drapeau : Congo-Brazzaville|CG
🇨🇭|2|drapeau : Suisse|CH
🇨🇮|2|drapeau : Côte d’Ivoire|CI
🇨🇰|2|drapeau : Îles Cook|CK
🇨🇱|2|drapeau : Chili|CL
🇨🇲|2|drapeau : Cameroun|CM
🇨🇳|0.6|drapeau : Chine|CN
🇨🇴|2|drapeau : Colombie
🇨🇵|2|drapeau : Île Clipperton|CP
🇨🇶|16|drapeau : Sercq
🇨🇷|2|drapeau : Costa Rica|CR
🇨🇺|2|drapeau : Cuba
🇨🇻|2|drapeau : Cap-Vert|CV
🇨🇼|2|drapeau : Curaçao|CW
🇨🇽|2|drapeau : Île Christmas|CX
🇨🇾|2|drapeau : Chypre|CY
🇨🇿|2|drapeau : Tchéquie|CZ
🇩🇪|0.6|drapeau : Allemagne|DE
🇩🇬|2|drapeau : Diego Garcia|DG
🇩🇯|2|drapeau : Djibouti
🇩🇰|2|drapeau : Danemark|DK
🇩🇲|2|drapeau : Dominique|DM
🇩🇴|2|drapeau : République dominicaine
🇩🇿|2|drapeau : Algérie|DZ
🇪🇦|2|drapeau : Ceuta et Melilla
🇪🇨|2|drapeau : Équateur|EC
🇪🇪|2|drapeau : Estonie|EE
🇪🇬|2|drapeau : Égypte|EG
🇪🇭|2|drapeau : Sahara occidental|EH
🇪🇷|2|drapeau : Érythrée|ER
🇪🇸|0.6|drapeau : Espagne
🇪🇹|2|drapeau : Éthiopie|ET
🇪🇺|2|drapeau : Union européenne
🇫🇮|2|drapeau : Finlande
🇫🇯|2|drapeau : Fidji|FJ
🇫🇰|2|drapeau : Îles Malouines|FK
🇫🇲|2|drapeau : Micronésie|FM
🇫🇴|2|drapeau : Îles Féroé|FO
🇫🇷|0.6|drapeau : France
🇬🇦|2|drapeau : Gabon
🇬🇧|0.6|drapeau : Royaume-Uni|GB
🇬🇩|2|drapeau : Grenade|GD
🇬🇪|2|drapeau : Géorgie|GE
🇬🇫|2|drapeau : Guyane française|GF
🇬🇬|2|drapeau : Guernesey|GG
🇬🇭|2|drapeau : Ghana
🇬🇮|2|drapeau : Gibraltar
🇬🇱|2|drapeau : Groenland|GL
🇬🇲|2|drapeau : Gambie|GM
🇬🇳|2|drapeau : Guinée|GN
🇬🇵|2|drapeau : Guadeloupe|GP
🇬🇶|2|drapeau : Guinée équatoriale|GQ
🇬🇷|2|drapeau : Grèce
🇬🇸|2|drapeau : Géorgie du Sud-et-les Îles Sandwich du Sud|GS
🇬🇹|2|drapeau : Guatemala|GT
🇬🇺|2|drapeau : Guam
🇬🇼|2|drapeau : Guinée-Bissau|GW
🇬🇾|2|drapeau : Guyana|GY
🇭🇰|2|drapeau : R.A.S. chinoise de Hong Kong|HK
🇭🇲|2|drapeau : Îles Heard-et-MacDonald|HM
🇭🇳|2|drapeau : Honduras|HN
🇭🇷|2|drapeau : Croatie|HR
🇭🇹|2|drapeau : Haïti|HT
🇭🇺|2|drapeau : Hongrie|HU
🇮🇨|2|drapeau : Îles Canaries|IC
🇮🇩|2|drapeau : Indonésie|ID
🇮🇪|2|drapeau : Irlande|IE
🇮🇱|2|drapeau : Israël|IL
🇮🇲|2|drapeau : Île de Man|IM
🇮🇳|2|drapeau : Inde
🇮🇴|2|drapeau : Territoire britannique de l’océan Indien|IO
🇮🇶|2|drapeau : Irak|IQ
🇮🇷|2|drapeau : Iran
🇮🇸|2|drapeau : Islande
🇮🇹|0.6|drapeau : Italie
🇯🇪|2|drapeau : Jersey
🇯🇲|2|drapeau : Jamaïque|JM
🇯🇴|2|drapeau : Jordanie
🇯🇵|0.6|drapeau : Japon|JP
🇰🇪|2|drapeau : Kenya
🇰🇬|2|drapeau : Kirghizstan|KG
🇰🇭|2|drapeau : Cambodge|KH
🇰🇮|2|drapeau : Kiribati
🇰🇲|2|drapeau : Comores|KM
🇰🇳|2|drapeau : Saint-Christophe-et-Niévès|KN
🇰🇵|2|drapeau : Corée du Nord|KP
🇰🇷|0.6|drapeau : Corée du Sud|KR
🇰🇼|2|drapeau : Koweït|KW
🇰🇾|2|drapeau : Îles Caïmans|KY
🇰🇿|2|drapeau : Kazakhstan|KZ
🇱🇦|2|drapeau : Laos
🇱🇧|2|drapeau : Liban|LB
🇱🇨|2|drapeau : Sainte-Lucie|LC
🇱🇮|2|drapeau : Liechtenstein
🇱🇰|2|drapeau : Sri Lanka|LK
🇱🇷|2|drapeau : Liberia|LR
🇱🇸|2|drapeau : Lesotho|LS
🇱🇹|2|drapeau : Lituanie|LT
🇱🇺|2|drapeau : Luxembourg
🇱🇻|2|drapeau : Lettonie|LV
🇱🇾|2|drapeau : Libye|LY
🇲🇦|2|drapeau : Maroc
🇲🇨|2|drapeau : Monaco|MC
🇲🇩|2|drapeau : Moldavie|MD
🇲🇪|2|drapeau : Monténégro|ME
🇲🇫|2|drapeau : Saint-Martin|MF
🇲🇬|2|drapeau : Madagascar|MG
🇲🇭|2|drapeau : Îles Marshall|MH
🇲🇰|2|drapeau : Macédoine du Nord|MK
🇲🇱|2|drapeau : Mali|ML
🇲🇲|2|drapeau : Myanmar (Birmanie)|MM
🇲🇳|2|drapeau : Mongolie|MN
🇲🇴|2|drapeau : R.A.S. chinoise de Macao|MO
🇲🇵|2|drapeau : Îles Mariannes du Nord|MP
🇲🇶|2|drapeau : Martinique|MQ
🇲🇷|2|drapeau : Mauritanie|MR
🇲🇸|2|drapeau : Montserrat|MS
🇲🇹|2|drapeau : Malte|MT
🇲🇺|2|drapeau : Maurice|MU
🇲🇻|2|drapeau : Maldives|MV
🇲🇼|2|drapeau : Malawi|MW
🇲🇽|2|drapeau : Mexique|MX
🇲🇾|2|drapeau : Malaisie|MY
🇲🇿|2|drapeau : Mozambique|MZ
🇳🇦|2|drapeau : Namibie
🇳🇨|2|drapeau : Nouvelle-Calédonie|NC
🇳🇪|2|drapeau : Niger|NE
🇳🇫|2|drapeau : Île Norfolk|NF
🇳🇬|2|drapeau : Nigeria|NG
🇳🇮|2|drapeau : Nicaragua
🇳🇱|2|drapeau : Pays-Bas|NL
🇳🇴|2|drapeau : Norvège
🇳🇵|2|drapeau : Népal|NP
🇳🇷|2|drapeau : Nauru|NR
🇳🇺|2|drapeau : Niue|NU
🇳🇿|2|drapeau : Nouvelle-Zélande|NZ
🇴🇲|2|drapeau : Oman
🇵🇦|2|drapeau : Panama
🇵🇪|2|drapeau : Pérou
🇵🇫|2|drapeau : Polynésie française|PF
🇵🇬|2|drapeau : Papouasie-Nouvelle-Guinée|PG
🇵🇭|2|drapeau : Philippines
🇵🇰|2|drapeau : Pakistan|PK
🇵🇱|2|drapeau : Pologne|PL
🇵🇲|2|drapeau : Saint-Pierre-et-Miquelon|PM
🇵🇳|2|drapeau : Îles Pitcairn|PN
🇵🇷|2|drapeau : Porto Rico|PR
🇵🇸|2|drapeau : Territoires palestiniens|PS
🇵🇹|2|drapeau : Portugal|PT
🇵🇼|2|drapeau : Palaos|PW
🇵🇾|2|drapeau : Paraguay|PY
🇶🇦|2|drapeau : Qatar
🇷🇪|2|drapeau : La Réunion|RE
🇷🇴|2|drapeau : Roumanie
🇷🇸|2|drapeau : Serbie|RS
🇷🇺|0.6|drapeau : Russie
🇷🇼|2|drapeau : Rwanda
🇸🇦|2|drapeau : Arabie saoudite
🇸🇧|2|drapeau : Îles Salomon|SB
🇸🇨|2|drapeau : Seychelles|SC
🇸🇩|2|drapeau : Soudan|SD
🇸🇪|2|drapeau : Suède|SE
🇸🇬|2|drapeau : Singapour|SG
🇸🇭|2|drapeau : Sainte-Hélène|SH
🇸🇮|2|drapeau : Slovénie|SI
🇸🇯|2|drapeau : Svalbard et Jan Mayen|SJ
🇸🇰|2|drapeau : Slovaquie|SK
🇸🇱|2|drapeau : Sierra Leone|SL
🇸🇲|2|drapeau : Saint-Marin|SM
🇸🇳|2|drapeau : Sénégal|SN
🇸🇴|2|drapeau : Somalie
🇸🇷|2|drapeau : Suriname|SR
🇸🇸|2|drapeau : Soudan du Sud|SS
🇸🇹|2|drapeau : Sao Tomé-et-Principe|ST
🇸🇻|2|drapeau : Salvador|SV
🇸🇽|2|drapeau : Saint-Martin (partie néerlandaise)|SX
🇸🇾|2|drapeau : Syrie
🇸🇿|2|drapeau : Eswatini|SZ
🇹🇦|2|drapeau : Tristan da Cunha
🇹🇨|2|drapeau : Îles Turques-et-Caïques|TC
🇹🇩|2|drapeau : Tchad|TD
🇹🇫|2|drapeau : Terres australes françaises|TF
🇹🇬|2|drapeau : Togo|TG
🇹🇭|2|drapeau : Thaïlande
🇹🇯|2|drapeau : Tadjikistan|TJ
🇹🇰|2|drapeau : Tokelau|TK
🇹🇱|2|drapeau : Timor oriental|TL
🇹🇲|2|drapeau : Turkménistan|TM
🇹🇳|2|drapeau : Tunisie|TN
🇹🇴|2|drapeau : Tonga
🇹🇷|2|drapeau : Turquie|TR
🇹🇹|2|drapeau : Trinité-et-Tobago|TT
🇹🇻|2|drapeau : Tuvalu|TV
🇹🇼|2|drapeau : Taïwan|TW
🇹🇿|2|drapeau : Tanzanie|TZ
🇺🇦|2|drapeau : Ukraine|UA
🇺🇬|2|drapeau : Ouganda
🇺🇲|2|drapeau : Îles mineures éloignées des États-Unis|UM
🇺🇳|4|drapeau : Nations Unies
🇺🇸|0.6|drapeau : États-Unis|US
🇺🇾|2|drapeau : Uruguay|UY
🇺🇿|2|drapeau : Ouzbékistan
🇻🇦|2|drapeau : État de la Cité du Vatican
🇻🇨|2|drapeau : Saint-Vincent-et-les Grenadines|VC
🇻🇪|2|drapeau : Venezuela
🇻🇬|2|drapeau : Îles Vierges britanniques|VG
🇻🇮|2|drapeau : Îles Vierges des États-Unis
🇻🇳|2|drapeau : Viêt Nam|VN
🇻🇺|2|drapeau : Vanuatu|VU
🇼🇫|2|drapeau : Wallis-et-Futuna|WF
🇼🇸|2|drapeau : Samoa|WS
🇽🇰|2|drapeau : Kosovo|XK
🇾🇪|2|drapeau : Yémen|YE
🇾🇹|2|drapeau : Mayotte|YT
🇿🇦|2|drapeau : Afrique du Sud|ZA
🇿🇲|2|drapeau : Zambie|ZM
🇿🇼|2|drapeau : Zimbabwe|ZW
🏴󠁧󠁢󠁥󠁮󠁧󠁿|5|drapeau : Angleterre|gbeng
🏴󠁧󠁢󠁳󠁣󠁴󠁿|5|drapeau : Écosse|gbsct
🏴󠁧󠁢󠁷󠁬󠁳󠁿|5|drapeau : Pays de Galles|gbwls`;

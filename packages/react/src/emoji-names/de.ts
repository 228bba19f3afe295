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

export const lines: string = `😀|1|grinsendes Gesicht|froh|fröhlich|haha|lachen|lol|lustig|smiley
😃|0.6|grinsendes Gesicht mit großen Augen|fröhlich|glücklich|lachen|lol|lustig|lächeln|mund|offen|smiley
😄|0.6|grinsendes Gesicht mit lachenden Augen|fröhlich|geschlossen|glücklich|lol|lustig|lächeln|mund|offen|smiley|witzig
😁|0.6|strahlendes Gesicht mit lachenden Augen|fröhlich|grinsen|happy|lustig|lächeln|smiley|zähne
😆|0.6|Grinsegesicht mit zugekniffenen Augen|geschlossen|grinsen|haha|hehe|hihi|lachen|lol|lustig|mund|offen|smiley|witzig|zusammengekniffen
😅|0.6|grinsendes Gesicht mit Schweißtropfen|lachen|lustig|lächeln|mund|nervös|offen|schwitzen|smiley
🤣|3|sich vor Lachen auf dem Boden wälzen|gesicht|haha|hehe|lol|lustig|muahaha|rofl|smiley|tränen|witzig
😂|0.6|Gesicht mit Freudentränen|fröhlich|haha|happy|hehe|hihi|lachen|lol|lustig|muahaha|rofl|smiley|witzig
🙂|1|leicht lächelndes Gesicht|smiley
🙃|1|umgekehrtes Gesicht|auf dem kopf|lächeln|smiley|stehen
🫠|14|schmelzendes Gesicht|auflösen|beschämt|flüssig|hitze|sarkasmus|sarkastisch|schwitzen|smiley|verschwinden
😉|0.6|zwinkerndes Gesicht|auge|flirten|sexy|smiley|zudrücken|zugedrückt|zukneifen|zuzwinkern
😊|0.6|lächelndes Gesicht mit lachenden Augen|erröten|freude|freundlich|glücklich|rot|wangen
😇|1|lächelndes Gesicht mit Heiligenschein|brav|engel|glücklich|lieb|seelig|smiley
🥰|11|lächelndes Gesicht mit Herzen|3|anhimmeln|bewundern|hdgdl|hdl|herzchen|lieb|liebe|smiley|verknallt|verliebt|verzückt
😍|0.6|lächelndes Gesicht mit herzförmigen Augen|glücklich|herzen|liebe|smiley|verliebt
🤩|5|überwältigt|aufgeregt|augen|gesicht|grinsen|smiley|star|stern|wow
😘|0.6|Kuss zuwerfendes Gesicht|flirten|küsschen|küssen|lieb|smiley
😗|1|küssendes Gesicht|flirten|hdl|knutsch|kuss|smiley|xoxo
☺️|0.6|lächelndes Gesicht|fröhlich|rot|smiley|wangen
😚|0.6|küssendes Gesicht mit geschlossenen Augen|knutsch|kuss|küsschen|rot|smiley|wangen
😙|1|küssendes Gesicht mit lächelnden Augen|flirten|knutsch|kuss|smiley
🥲|13|lachendes Gesicht mit Träne|berührt|dankbar|erleichtert|freudenträne|gerührt|lächeln|smiley|stolz
😋|0.6|sich die Lippen leckendes Gesicht|lecker|leckeres essen|lächeln|sich die lippen leckender smiley|smiley|zunge
😛|1|Gesicht mit herausgestreckter Zunge|bäh|lachen|lustig|smiley|ätsch
😜|0.6|zwinkerndes Gesicht mit herausgestreckter Zunge|auge|herausstrecken|smiley|zudrücken|zugedrückt
🤪|5|irres Gesicht|auge|augen|groß|klein|smiley|verrückt
😝|0.6|Gesicht mit herausgestreckter Zunge und zusammengekniffenen Augen|bäh|ekel|herausstrecken|igitt|schmeck|schrecklich|smiley|zusammenkneifen
🤑|1|Gesicht mit Dollarzeichen|geld|mund|smiley|zunge
🤗|1|Gesicht mit umarmenden Händen|drücken|smiley|umarmung
🤭|5|verlegen kicherndes Gesicht|haha|hand|hihi|huch|lachen|mund|rot|smiley|wangen
🫢|14|Gesicht mit offenen Augen und Hand über dem Mund|erschrecken|erstaunen|furcht|geschockt|omg|schock|smiley|unglauben|verlegenheit|überraschung
🫣|14|Gesicht mit durch die Finger linsendem Auge|gebannt|hervorlugen|schüchtern|smiley|spähen|starren|verlegen
🤫|5|ermahnendes Gesicht|finger|leise|psst|pst|ruhe|ruhig|sch|smiley
🤔|1|nachdenkendes Gesicht|fragen|grübeln|hm|komisch|nachdenklich|smiley|wundern
🫡|14|salutierendes Gesicht|aye|jawohl|jawoll|militär|ok|respekt|smiley|zu befehl
🤐|1|Gesicht mit Reißverschlussmund|geheimnis|halten|schweigen|smiley|wahren
🤨|5|Gesicht mit hochgezogenen Augenbrauen|argwöhnisch|misstrauen|skeptisch|smiley|stutzig|zweifel
😐|0.7|neutrales Gesicht|ausdruckslos|kommentarlos|smiley|todernst|unbeeindruckt
😑|1|ausdrucksloses Gesicht|kommentarlos|selbstgefällig|smiley|unbeeindruckt|unglaublich
😶|1|Gesicht ohne Mund|kein|smiley|sprachlos
🫥|14|gestricheltes Gesicht|depressiv|deprimiert|egal|introvertiert|smiley|traurig|unsichtbar|verschwinden|verstecken
😶‍🌫️|13.1|Gesicht in Wolken|geistesabwesend|gesicht im nebel|kopf in wolken
😏|0.6|süffisant lächelndes Gesicht|feixen|flirten|mundwinkel|schief|smiley
😒|0.6|verstimmtes Gesicht|langweilig|smiley|traurig|unglücklich|unzufrieden
🙄|1|Augen verdrehendes Gesicht|genervt|meinetwegen|nerv|ohje|rollen|smiley|verrollen
😬|1|Grimassen schneidendes Gesicht|peinlich|smiley|verziehen|zähne
😮‍💨|13.1|Gesicht, das ausatmet|ausatmen|erleichtert|erschöpft|husten|puh|pusten|schnaufen|seufz|seufzen|smiley
🤥|3|lügendes Gesicht|nase|pinocchio|schwindel
🫨|15|zitterndes Doppelgesicht|erdbeben|omg|panik|schock|smiley|verrückt|vibrieren|wow|überrascht
🙂‍↔️|15.1|Kopfschütteln|nein
🙂‍↕️|15.1|Kopfnicken|ja
😌|0.6|erleichtertes Gesicht|augen|entspannt|geschlossen|smiley|zen|zufrieden
😔|0.6|nachdenkliches Gesicht|enttäuscht|schrecklich|smiley|traurig|verlieren|verloren
😪|0.6|schläfriges Gesicht|gute|müde|nacht|smiley|traurig
🤤|3|sabberndes Gesicht|smiley
😴|1|schlafendes Gesicht|dösen|einschlafen|gute nacht|gähnen|langweilig|mittagsschlaf|müde|nickerchen|smiley|zzz
🫩|16|Gesicht mit Augenringen|erschöpft|müde|schläfrig|smiley|übermüdet
😷|0.6|Gesicht mit Atemschutzmaske|arzt|bazillen|erkältet|krank|krankheit|mund|mundschutz|smiley|viren|virus
🤒|1|Gesicht mit Fieberthermometer|krank|messen|smiley
🤕|1|Gesicht mit Kopfverband|aua|autsch|schmerzen|smiley|verletzung
🤢|3|würgendes Gesicht|ekel|eklig|erbrechen|grün|igitt|smiley|widerlich|übelkeit|übergeben
🤮|5|kotzendes Gesicht|brechen|erbrechen|krank|schlecht|smiley|speien|spucken|übel|übergeben
🤧|3|niesendes Gesicht|erkältet|erkältung|gesundheit|grippe|hatschi|krank|nase|putzen|smiley|taschentuch
🥵|11|schwitzendes Gesicht|erhitzt|fieber|fiebrig|heiß|herausstrecken|hitze|hitzschlag|rot|schnaufen|smiley|zunge
🥶|11|frierendes Gesicht|bibbern|blau|eisig|erfrieren|frostig|frösteln|kalt|smiley|unter null|zittern|zähne|zähneklappern
🥴|11|schwindeliges Gesicht|angeheitert|angeschwipst|angetrunken|benebelt|berauscht|beschwipst|betrunken|gewellt|mund|schwindlig|smiley
😵|0.6|benommenes Gesicht|augen|ko|krank|kreuze|schwindelig|schwindlig|smiley
😵‍💫|13.1|Gesicht mit Spiralen als Augen|hypnose|hypnotisiert|höhenangst|omg|schwindelig|schwindlig|smiley|verwirrt|wirr
🤯|5|explodierender Kopf|entsetzt|geschockt|gesicht|schock|schockiert|smiley|unglaublich|überwältigt
🤠|3|Gesicht mit Cowboyhut|cowgirl|smiley
🥳|11|Partygesicht|aufgeregt|feier|fest|fröhlich|geburtstag|glückwunsch|hurra|hut|smiley|überraschung
🥸|13|verkleidet|brille|gesicht|incognito|inkognito|maske|nase|nasenbrille|person|smiley|spionieren|verdeckt|verkleidung
😎|1|lächelndes Gesicht mit Sonnenbrille|cool|smiley
🤓|1|Strebergesicht|brille|intelligent|klug|nerd|schlau|schlaumeier|smart|smiley
🧐|5|Gesicht mit Monokel|elegant|reich|smiley
😕|1|verwundertes Gesicht|keine ahnung|smiley|traurig|verwirrt|weiß nicht
🫤|14|Gesicht mit schrägem Mund|enttäuscht|genervt|hmpf|keine ahnung|langweilig|skeptisch|smiley|unsicher|zweifelnd
😟|1|besorgtes Gesicht|smiley|sorgen|traurig
🙁|1|betrübtes Gesicht|schade|smiley|traurig
☹️|0.7|düsteres Gesicht|deprimiert|smiley|stirnrunzelnd|traurig
😮|1|Gesicht mit offenem Mund|erstaunt|omg|schockiert|unglaublich|vergessen|wow
😯|1|verdutztes Gesicht|erstaunt|omg|smiley|sprachlos
😲|0.6|erstauntes Gesicht|nee|omg|schockiert|smiley|verwundert
😳|0.6|errötetes Gesicht mit großen Augen|erröten|peinlich|rot|scham|schämen|smiley|verlegen|wangen|überrascht
🫪|17|verzerrtes Gesicht|angst|aufgedunsen|besorgt|panik|panisch|schockiert|ängstlich|überrascht
🥺|11|bettelndes Gesicht|anflehen|augen|bitte|bitten|flehend|groß|kulleraugen|smiley|traurig|welpenaugen
🥹|14|Gesicht, das Tränen zurückhält|aufgebracht|dankbar|freude|freudentränen|gerührt|rührung|smiley|stolz|weinen|zurückhalten
😦|1|entsetztes Gesicht|mund|offen|schockiert|smiley|verwundert
😧|1|qualvolles Gesicht|arm|leidend|smiley|vergessen|wow
😨|0.6|ängstliches Gesicht|angst|besorgt
😰|0.6|besorgtes Gesicht mit Schweißtropfen|angst|angstschweiß|mund|nervös|offen|ängstlich
😥|0.6|trauriges aber erleichtertes Gesicht|enttäuscht|knapp|schweiß|ängstlich
😢|0.6|weinendes Gesicht|smiley|traurig|träne
😭|0.6|heulendes Gesicht|flennen|schluchzen|smiley|traurig|tränen|tränenfluss|weinen
😱|0.6|vor Angst schreiendes Gesicht|munch|omg|panik|ängstlich
😖|0.6|verwirrtes Gesicht|bestürzt|frustriert|konfus|smiley|verzweifelt
😣|0.6|entschlossenes Gesicht|ausdauernd|durchhalten|fokus|konzentration|konzentrieren|kopfschmerzen
😞|0.6|enttäuschtes Gesicht|leider|schade|smiley|traurig|verloren
😓|0.6|bedrücktes Gesicht mit Schweiß|angstschweiß|augen|geschlossen|kopfschmerzen|smiley
😩|0.6|erschöpftes Gesicht|fehlschlag|hungrig|müde|nein|smiley|unglücklich
😫|0.6|müdes Gesicht|niesen|smiley|traurig
🥱|12|gähnendes Gesicht|gelangweilt|langweilig|müde|schnarch|smiley|zzz|öde
😤|0.6|schnaubendes Gesicht|erleichtert|gewonnen
😡|0.6|schmollendes Gesicht|rot|rot angelaufener smiley|wütend
😠|0.6|verärgertes Gesicht|böse|smiley|wut|wütend|zornig|ärgern
🤬|5|Gesicht mit Symbolen über dem Mund|fluchen|schimpfen|schimpfwort|smiley|verdammt|wut|wütend|zensur|ärger|ärgern
😈|1|grinsendes Gesicht mit Hörnern|böse|dämon|dämonin|fantasie|lila|märchen|satan|smiley|teufel|violett
👿|0.6|wütendes Gesicht mit Hörnern|böse|dämon|dämonin|fantasie|fantasy|kobold|lila|märchen|satan|teufel|teufelchen|violett
💀|0.6|Totenkopf|gesicht|knochen|märchen|schädel|tod|yolo
☠️|1|Totenkopf mit gekreuzten Knochen|gesicht|piratenflagge|schädel|tod
💩|0.6|Kothaufen|mist
🤡|3|Clown-Gesicht
👹|0.6|Ungeheuer|gesicht|gruselig|japan|japanisch|maske|monster|märchen|oger
👺|0.6|Kobold|gemein|gesicht|japan|japanisch|maske|monster|märchen|tengu|ungeheuer|wütend
👻|0.6|Gespenst|buh|fantasy|geist|gesicht|gruselig|halloween|märchen|spuk|zunge
👽|0.6|Außerirdischer|alien|all|fantasy|gesicht|monster|märchen|ufo|weltraum|wesen
👾|0.6|Computerspiel-Monster|gesicht|ufo
🤖|1|Roboter|gesicht|monster|robotergesicht|roboterkopf
😺|0.6|grinsende Katze|gesicht|katzengesicht|lachen|lol|lustig|mund|offen|smiley|tier
😸|0.6|grinsende Katze mit lachenden Augen|gesicht|katzengesicht|smiley|tier
😹|0.6|Katze mit Freudentränen|gesicht|katzengesicht|lachen|smiley|tier
😻|0.6|lachende Katze mit Herzen als Augen|gesicht|herzaugen|katzengesicht|liebe|lächeln|smiley|tier|verliebt
😼|0.6|verwegen lächelnde Katze|gesicht|grinsen|ironisch|katzengesicht|lachen|smiley|tier
😽|0.6|küssende Katze|augen|geschlossen|gesicht|katzengesicht|kuss|küsschen|rot|smiley|tier|wangen
🙀|0.6|erschöpfte Katze|angst|gesicht|katzengesicht|panik|schock|schockiert|schrei|schreien|smiley|tier|überrascht
😿|0.6|weinende Katze|gesicht|katzengesicht|smiley|tier|traurig|träne
😾|0.6|schmollende Katze|gesicht|katzengesicht|schmollmund|smiley|tier|verärgert
🙈|0.6|sich die Augen zuhaltendes Affengesicht|böse|geheimnis|gemein|geste|nein|omg|sehen|tier|verboten|vergessen|verstecken
🙉|0.6|sich die Ohren zuhaltendes Affengesicht|böse|geheimnis|gemein|geste|hören|nein|tier|verboten|zuhören
🙊|0.6|sich den Mund zuhaltendes Affengesicht|böse|geheimnis|gemein|geste|hand|heimlich|leise|nein|sagen|sprechen|still|tier|ups|verboten
💌|0.6|Liebesbrief|herz|post|siegel
💘|0.6|Herz mit Pfeil|liebe
💝|0.6|Herz mit Schleife|hochzeitstag|jahrestag|küsschen|küsse|liebe|valentinstag|xoxo
💖|0.6|funkelndes Herz|aufregung|gefühl|glitzern|liebe|morgen|nacht|rosa|xoxo
💗|0.6|wachsendes Herz|aufregung|gefühl|herzschlag|küsschen|küsse|liebe|nervosität|nervös|puls|xoxo
💓|0.6|schlagendes Herz|gefühl|herzschlag|liebe|puls|pulsieren
💞|0.6|kreisende Herzen|emotion|gefühl|hochzeitstag|jahrestag|liebe|süß
💕|0.6|zwei Herzen|date|gefühl|hochzeitstag|jahrestag|küsschen|küsse|liebe|rendezvous|xoxo
💟|0.6|Herzdekoration|emotion|gefühl|liebe|lila|violett|weiß
❣️|1|Herz als Ausrufezeichen|satzzeichen
💔|0.6|gebrochenes Herz|allein|gefühl|herzschmerz|liebeskummer|schmerz|traurig|trennung|zerbrochen
❤️‍🔥|13.1|Herz in Flammen|brennendes herz|leidenschaft|liebe
❤️‍🩹|13.1|Herz mit Verband|besserung|genesen
❤️|0.6|rotes Herz
🩷|15|pinkes Herz|gefallen|gefällt|gefühl|liebe|mag|mögen|niedlich|rosa|süß|verliebt
🧡|5|oranges Herz|liebe
💛|0.6|gelbes Herz|gefühl|herzlich|liebe
💚|0.6|grünes Herz|gefühl|liebe|romantisch
💙|0.6|blaues Herz|gefühl|liebe|romantisch
🩵|15|hellblaues Herz|aquamarin|emotion|gefallen|gefällt|gefühl|hdl|liebe|mag|mögen|niedlich|süß|türkis|zyan
💜|0.6|lila Herz|beste|gefühl|hdl|liebe|lilafarben|violett
🤎|12|braunes Herz
🖤|3|schwarzes Herz|böse
🩶|15|graues Herz|emotion|hdl|liebe|schieferfarben|silber|silberfarben
🤍|12|weißes Herz
💋|0.6|Kussabdruck|gefühl|knutsch|küssen|liebe|lippen|lippenstift|romantisch|sexy
💯|0.6|100 Punkte|punktestand|volle punktzahl
💢|0.6|Ärger|comic|wut
🫯|17|Kampfwolke|handgemenge|krawall|prügelei|rauferei|schlägerei|streit|wortgefecht
💥|0.6|Zusammenstoß|bombe|boom|comic|explodieren|explosion|kollidieren|kollision|zusammenstoßen
💫|0.6|schwindlig|benommen|benommenheit|comic|komet|stern|sterne|sternschnuppe
💦|0.6|Schweißtropfen|comic|feucht|nass|schwitzen|trainieren|training|wasser
💨|0.6|Staubwolke|comic|rennen|weglaufen
🕳️|0.7|Loch|schwarz
💬|0.6|Sprechblase mit drei Punkten|comic|dialog|gespräch|unterhaltung
👁️‍🗨️|2|Auge in Sprechblase|dialog|reden|sprechen|zeuge
🗨️|2|Sprechblase links|dialog|reden|sprechen|unterhaltung
🗯️|0.7|Sprechblase für wütende Aussage rechts
💭|1|Gedankenblase|comic|nachdenken
💤|0.6|Schlafen|buchstaben|comic|gähn|langweilig|müde|nickerchen|schnarchen|zzz|öde

👋|0.6+|winkende Hand|auf wiedersehen|bis später|ciao|guten tag|hallo|hey|hi|tschüs|tschüss
🤚|3+|erhobene Hand von hinten|erhobener handrücken
🖐️|0.7+|Hand mit gespreizten Fingern|5|fünf
✋|0.6+|erhobene Hand|5|halt|handfläche|high five|schlag ein|stopp|warte
🖖|1+|vulkanischer Gruß|finger|grüßen|hand|hände|spreizen
🫱|14+|nach rechts weisende Hand|ausgestreckt|ausstrecken|hände|händeschütteln|reichen|schütteln
🫲|14+|nach links weisende Hand|ausgestreckt|ausstrecken|hände|händeschütteln|reichen|schütteln
🫳|14+|Hand mit Handfläche nach unten|abweisen|fallen lassen|fallenlassen|handgeste|hau ab|verscheuchen|wegscheuchen|wegschicken
🫴|14+|Hand mit Handfläche nach oben|anbieten|angebot|darbieten|einladen|entgegenstrecken|handgeste|kommen|locken|reichen
🫷|15+|nach links schiebende Hand|drücken|halt|high 5|high five|moment|nein|schluss|stopp|warte mal|warten
🫸|15+|nach rechts schiebende Hand|drücken|halt|high 5|high five|moment|nein|schluss|stopp|warte mal|warten
👌|0.6+|OK-Zeichen|exzellent|finger|genial|hand|in ordnung|natürlich|perfekt|super
🤌|13+|zusammengedrückte Finger|bündelhand|fingerspitzen|gehts noch|geste|hand|handgeste|italienisch|was|zusammengelegt
🤏|12+|Wenig-Geste|betrag|finger|gering|hand|klein|menge|unbedeutend|winzig
✌️|0.6+|Victory-Geste|sieg
🤞|3+|Hand mit gekreuzten Fingern
🫰|14+|Hand mit gekreuztem Zeigefinger und Daumen|fingerherz|geld|handgeste|kosten|teuer
🤟|5+|Ich-liebe-dich-Geste|drei|finger|hand|hdl
🤘|1+|Teufelsgruß|corna|finger|hand|heavy|hörner|mano cornuta|metal|metalhand|pommesgabel|rock|yeah
🤙|3+|Ruf-mich-an-Handzeichen|anruf|anrufen|shaka
👈|0.6+|nach links weisender Zeigefinger|handrückseite|zeigen
👉|0.6+|nach rechts weisender Zeigefinger|handrückseite|zeigen
👆|0.6+|nach oben weisender Zeigefinger von hinten|aufwärts|handrücken|handrückseite|hier|hinauf|melden|rauf|zeigen
🖕|1+|Mittelfinger|hand
👇|0.6+|nach unten weisender Zeigefinger|abwärts|handrücken|handrückseite|hinab|hinunter|runter|zeigen
☝️|0.6+|nach oben weisender Zeigefinger von vorne|hand|handvorderseite|hier|melden|zeigen
🫵|14+|auf Betrachter zeigender Zeigefinger|deuten|du|fingerzeig|hand|handgeste|sie|stupsen
👍|0.6+|Daumen hoch|einverstanden|finger|gut|hand|in ordnung|jawohl|klar|klasse|like|nach oben|ok|super|top
👎|0.6+|Daumen runter|hand|nach unten|schlecht
✊|0.6+|erhobene Faust|hand|kampf|solidarität
👊|0.6+|geballte Faust|absolut|bro|hand|korrekt|zustimmen
🤛|3+|Faust nach links|hand
🤜|3+|Faust nach rechts|hand
👏|0.6+|klatschende Hände|applaudieren|applaus|beifall|gratulation|großartig|gut|hand|toll
🙌|0.6+|zwei erhobene Handflächen|feiern|geste|hurra|hände
🫶|14+|Hände, die Herz bilden|<3|finger|geste|handgeste|handherz|hdl|händeherz|liebe
👐|0.6+|offene Hände|jazz|umarmen|umarmung
🤲|5+|Handflächen nach oben|beten|gebet|hände|zusammen
🤝|3+|Handschlag|hände|händeschütteln|vereinbarung
🙏|0.6+|zusammengelegte Handflächen|beten|betend|bitten|danke|danken|gebet|gefaltet|grüßen
✍️|0.7+|schreibende Hand|stift
💅|0.6+|Nagellack|kosmetik|maniküre|nagelpflege
🤳|3+|Selfie|smartphone
💪|0.6+|angespannter Bizeps|arm|bodybuilder|bro|fitnessstudio|gewichtheben|muckies|muskeln|stark|training
🦾|12|Armprothese|barrierefreiheit
🦿|12|Beinprothese|barrierefreiheit
🦵|11+|Bein|extremität|fuß|gebeugtes knie|gliedmaße|knie|körperglied|körperteil|treten|tritt
🦶|11+|Fuß|füße|kick|knöchel|körperteil|stampfen|treten|tritt
👂|0.6+|Ohr|hören|körperteil
🦻|12+|Ohr mit Hörgerät|barrierefreiheit|gehörlos|hilfsgerät|hörhilfe|schwerhörig|taub
👃|0.6+|Nase|körperteil|riechen
🧠|5|Gehirn|intelligent|intelligenz|klug|schlau
🫀|13|Herz (Organ)|anatomie|herzschlag|körper|körperteil|mensch|puls|schlagen
🫁|13|Lunge|atem|atmen|ausatmen|einatmen|körper|körperteil|lungenflügel|mensch|organ
🦷|11|Zahn|perlweiß|weiß|zahnarzt|zahnärztin|zähne
🦴|11|Knochen|hund|hundeknochen|kauknochen|skelett
👀|0.6|Augen|gesicht|gucken|schauen|sehen
👁️|0.7|Auge|blick|körper|körperteil|schauen|sehen
👅|0.6|Zunge|hmm|körperteil|lecken|lecker|mmh|ätsch
👄|0.6|Mund|kuss|körperteil|lippen|lippenstift
🫦|14|auf Lippe beißen|angst|besorgt|flirten|flirtend|kuss|lippenstift|mund|nervös|sexy|unbehaglich|zähne|ängstlich
👶|0.6+|Baby|gesicht|jung|kind|kleinkind|locke
🧒|5+|Kind|enkelkind|jung|jünger|munter|strahlend
👦|0.6+|Junge|enkelsohn|gesicht|jünger|kind|munter|sohn|strahlend
👧|0.6+|Mädchen|enkeltochter|gesicht|jung|jünger|kind|munter|strahlend|tochter
🧑|5+|Person|erwachsen|erwachsene person|mensch
👱|0.6+|Person: blondes Haar|blondhaarig|gesicht|mensch
👨|0.6+|Mann|erwachsen|gesicht
🧔|5+|Person: Bart|bärtig|schnurrbart
🧔‍♂️|13.1+|Mann: Bart|mann mit bart
🧔‍♀️|13.1+|Frau: Bart|frau mit bart
👨‍🦰|11+|Mann: rotes Haar|erwachsen|gesicht
👨‍🦱|11+|Mann: lockiges Haar|erwachsen|gesicht
👨‍🦳|11+|Mann: weißes Haar|erwachsen|gesicht
👨‍🦲|11+|Mann: Glatze|erwachsen|gesicht
👩|0.6+|Frau|erwachsen|gesicht
👩‍🦰|11+|Frau: rotes Haar|erwachsen|gesicht
🧑‍🦰|12.1+|Person: rotes Haar|erwachsen|erwachsene person|mensch
👩‍🦱|11+|Frau: lockiges Haar|erwachsen|gesicht
🧑‍🦱|12.1+|Person: lockiges Haar|erwachsen|erwachsene person|mensch
👩‍🦳|11+|Frau: weißes Haar|erwachsen|gesicht
🧑‍🦳|12.1+|Person: weißes Haar|erwachsen|erwachsene person|mensch
👩‍🦲|11+|Frau: Glatze|erwachsen|gesicht
🧑‍🦲|12.1+|Person: Glatze|erwachsen|erwachsene person|mensch
👱‍♀️|4+|Frau: blond|blonde frau|gesicht|haar
👱‍♂️|4+|Mann: blond|blonder mann|gesicht|haar
🧓|5+|ältere Person|alt|erwachsen|großeltern|mensch|weise
👴|0.6+|älterer Mann|alt|erwachsen|großeltern|großvater|mensch|opa|senior|weise
👵|0.6+|ältere Frau|alt|erwachsen|großeltern|großmutter|mensch|oma|seniorin|weise
🙍|0.6+|missmutige Person|frustriert|gesicht|runzeln|stirnrunzelnd|unzufrieden|verärgert
🙍‍♂️|4+|missmutiger Mann|frustriert|gesicht|runzeln|stirnrunzelnd|unzufrieden|verärgert
🙍‍♀️|4+|missmutige Frau|frustriert|gesicht|runzeln|stirnrunzelnd|unzufrieden|verärgert
🙎|0.6+|schmollende Person|eingeschnappt|enttäuscht|jammerd|jammern|verärgert
🙎‍♂️|4+|schmollender Mann|eingeschnappt|enttäuscht|jammerd|jammern|verärgert
🙎‍♀️|4+|schmollende Frau|eingeschnappt|enttäuscht|jammerd|jammern|verärgert
🙅|0.6+|Person mit überkreuzten Armen|gesicht|nein|nicht|verbieten|verboten
🙅‍♂️|4+|Mann mit überkreuzten Armen|gesicht|nein|nicht|verbieten|verboten
🙅‍♀️|4+|Frau mit überkreuzten Armen|gesicht
🙆|0.6+|Person mit Händen auf dem Kopf|geste|oje|ok|omg|über kopf|übung
🙆‍♂️|4+|Mann mit Händen auf dem Kopf|geste|oje|ok|omg|über kopf|übung
🙆‍♀️|4+|Frau mit Händen auf dem Kopf|geste|oje|ok|omg|über kopf|übung
💁|0.6+|Infoschalter-Mitarbeiter(in)|abgekippt|beleidigen|gerüchte|geste|hand|klatsch|klatschen|person|sarkasmus|sarkastisch|tratsch|tratschen
💁‍♂️|4+|Infoschalter-Mitarbeiter|abgekippt|beleidigen|gerüchte|geste|hand|klatsch|klatschen|mann|sarkasmus|sarkastisch|tratsch|tratschen
💁‍♀️|4+|Infoschalter-Mitarbeiterin|auskunft|frau|informationen
🙋|0.6+|Person mit erhobenem Arm|aufzeigen|drankommen|drannehmen|frage|geste|hand|heben|hier|ich|sich melden|wissen
🙋‍♂️|4+|Mann mit erhobenem Arm|aufzeigen|drankommen|drannehmen|frage|geste|hand|heben|hier|ich|sich melden|wissen
🙋‍♀️|4+|Frau mit erhobenem Arm|aufzeigen|drankommen|drannehmen|frage|geste|hand|heben|hier|ich|sich melden|wissen
🧏|12+|gehörlose Person|barrierefreiheit|hören|ohr|schwerhörig|taub
🧏‍♂️|12+|gehörloser Mann|taub
🧏‍♀️|12+|gehörlose Frau|taub
🙇|0.6+|sich verbeugende Person|bedauern|bitten|demut|entschuldigung|geste|kniefall|meditation|meditieren|sorry|unterwerfen|verzeihung
🙇‍♂️|4+|sich verbeugender Mann|demut
🙇‍♀️|4+|sich verbeugende Frau|bedauern|bitten|demut|entschuldigung|geste|kniefall|meditation|meditieren|sorry|unterwerfen|verzeihung
🤦|3+|sich an den Kopf fassende Person|frustriert|genervt|gesicht|oh nein|omg|unfassbar|unglaublich|verzweifelt
🤦‍♂️|4+|sich an den Kopf fassender Mann|frustriert|genervt|gesicht|oh nein|omg|unfassbar|unglaublich|verzweifelt
🤦‍♀️|4+|sich an den Kopf fassende Frau|frustriert|genervt|gesicht|oh nein|omg|unfassbar|unglaublich|verzweifelt
🤷|3+|schulterzuckende Person|egal|gleichgültig|keine ahnung|schultern zucken|weiß nicht|zweifel
🤷‍♂️|4+|schulterzuckender Mann|egal|gleichgültig|keine ahnung|schultern zucken|weiß nicht|zweifel
🤷‍♀️|4+|schulterzuckende Frau|egal|gleichgültig|keine ahnung|schultern zucken|weiß nicht|zweifel
🧑‍⚕️|12.1+|Arzt/Ärztin|arztkittel|doktor(in)
👨‍⚕️|4+|Arzt|arztkittel|doktor|krankenpfleger|pfleger
👩‍⚕️|4+|Ärztin|arztkittel|doktor|krankenschwester|pflegerin
🧑‍🎓|12.1+|Student(in)|absolvent(in)|doktorhut|uni
👨‍🎓|4+|Student|absolvent|diplom|doktorhut|uni
👩‍🎓|4+|Studentin|abschluss|absolventin|diplom|doktorhut|uni
🧑‍🏫|12.1+|Lehrer(in)|dozent(in)|professor(in)
👨‍🏫|4+|Lehrer|dozent|mann|professor|tafel
👩‍🏫|4+|Lehrerin|dozentin|frau|professorin
🧑‍⚖️|12.1+|Richter(in)|waage
👨‍⚖️|4+|Richter|gerechtigkeit|mann|recht
👩‍⚖️|4+|Richterin|frau|gerechtigkeit|recht
🧑‍🌾|12.1+|Bauer/Bäuerin|farmer(in)|gärtner(in)|landwirt(in)
👨‍🌾|4+|Bauer|farmer|gärtner|landwirt|rancher|ähre
👩‍🌾|4+|Bäuerin|farmerin|gärtnerin|landwirtin|ähre
🧑‍🍳|12.1+|Koch/Köchin|kochen
👨‍🍳|4+|Koch|kochen|restaurant
👩‍🍳|4+|Köchin|kochen
🧑‍🔧|12.1+|Mechaniker(in)|elektriker(in)|klempner(in)
👨‍🔧|4+|Mechaniker|elektriker|handwerker|klempner|mann
👩‍🔧|4+|Mechanikerin|elektrikerin|frau|handwerkerin|klempnerin
🧑‍🏭|12.1+|Fabrikarbeiter(in)|industriell|montage
👨‍🏭|4+|Fabrikarbeiter|helm
👩‍🏭|4+|Fabrikarbeiterin|frau|helm
🧑‍💼|12.1+|Büroangestellte(r)|architekt(in)|business|manager(in)|schlips und kragen
👨‍💼|4+|Büroangestellter|manager|mann
👩‍💼|4+|Büroangestellte|frau|managerin|mangerin
🧑‍🔬|12.1+|Wissenschaftler(in)|forscher(in)|labor
👨‍🔬|4+|Wissenschaftler|chemie|forscher|labor
👩‍🔬|4+|Wissenschaftlerin|forscherin|frau|labor
🧑‍💻|12.1+|IT-Experte/IT-Expertin|bildschirm|computer|entwickler(in)
👨‍💻|4+|IT-Experte|arbeit|bildschirm|büro|computer|entwickler|mann|office
👩‍💻|4+|IT-Expertin|arbeit|bildschirm|büro|computer|entwickler|entwicklerin|frau|laptop|office
🧑‍🎤|12.1+|Sänger(in)|entertainer(in)|rock|star
👨‍🎤|4+|Sänger|mann|mikrofon|popstar|schauspieler
👩‍🎤|4+|Sängerin|frau|mikrofon|popstar|schauspielerin
🧑‍🎨|12.1+|Künstler(in)|farbpalette|maler(in)
👨‍🎨|4+|Künstler|farbpalette|maler|mann
👩‍🎨|4+|Künstlerin|farbpalette|frau|malerin
🧑‍✈️|12.1+|Pilot(in)|flugzeug
👨‍✈️|4+|Pilot|flugzeug|mann
👩‍✈️|4+|Pilotin|flieger|flugzeug|frau
🧑‍🚀|12.1+|Astronaut(in)|raumfahrt|weltraum
👨‍🚀|4+|Astronaut|mann|raumfahrt|weltraum
👩‍🚀|4+|Astronautin|frau|raumfahrt|weltraum
🧑‍🚒|12.1+|Feuerwehrmann/-frau|feuerwehrhelm
👨‍🚒|4+|Feuerwehrmann|feuerwehrhelm
👩‍🚒|4+|Feuerwehrfrau|feuerwehrhelm
👮|0.6+|Polizist(in)|beruf|festnehmen|gesetzeshüter|gesicht|person|polizei|polizistin|uniform|verhaften
👮‍♂️|4+|Polizist|mann|polizei
👮‍♀️|4+|Polizistin|beruf|festnehmen|frau|gesetzeshüterin|person|polizei|uniform|verhaften
🕵️|0.7+|Detektiv(in)|lupe|sherlock|spion
🕵️‍♂️|4+|Detektiv|mann|spion
🕵️‍♀️|4+|Detektivin|frau|spionage|spionin
💂|0.6+|Wache|buckingham palace|bärenfellmütze|gesicht|london|wachfrau|wachmann|wachsoldat|wachsoldatin|wächter
💂‍♂️|4+|Wachsoldat|buckingham palace|wache
💂‍♀️|4+|Wachsoldatin|buckingham|buckingham palace|guard|helm|london|palast|wache|wächter
🥷|13+|Ninja|ausdauer|geheimmission|killer|krieger|kunoichi|kämpfer|mörder|person|shinobi|soldat|vermummt
👷|0.6+|Bauarbeiter(in)|bauarbeiterin|beruf|gesicht|helm|person|schutzhelm|umbauen
👷‍♂️|4+|Bauarbeiter|baustelle|helm
👷‍♀️|4+|Bauarbeiterin|baustelle|frau|helm|mann
🫅|14+|Person mit Krone|adelig|krönung|könig|königin|königlich|königliche hoheit|monarch|monarchin|prinz|prinzessin
🤴|3+|Prinz|krone
👸|0.6+|Prinzessin|gesicht|krone|märchen
👳|0.6+|Person mit Turban|bart|dreitagebart
👳‍♂️|4+|Mann mit Turban|gesicht
👳‍♀️|4+|Frau mit Turban|gesicht
👲|0.6+|Mann mit chinesischem Hut|china|gesicht|kappe|mütze|person
🧕|5+|Frau mit Kopftuch|hidschab|hijab|mantilla|person|tichel
🤵|3+|Person im Smoking|anzug|bräutigam|formell|mann|vornehm
🤵‍♂️|13+|Mann im Smoking
🤵‍♀️|13+|Frau im Smoking
👰|0.6+|Person mit Schleier|braut|braut mit schleier|gesicht|hochzeit
👰‍♂️|13+|Mann mit Schleier
👰‍♀️|13+|Frau mit Schleier
🤰|3+|schwangere Frau
🫃|14+|schwangerer Mann|aufgebläht|bauch|dick|person|zu viel gegessen|überfressen
🫄|14+|schwangere Person|aufgebläht|bauch|dick|dicker bauch|schwangerschaft|zu viel gegessen|überfressen
🤱|5+|Stillen|baby|brust|frau|person
👩‍🍼|13+|Frau, die Baby die Flasche gibt|eltern|flasche geben|flasche gebende frau|füttern|mama|milch|mutter|neugeborenes|person|säugling
👨‍🍼|13+|Mann, der Baby die Flasche gibt|flasche geben|flasche gebender mann|füttern
🧑‍🍼|13+|Person, die Baby die Flasche gibt|flasche geben|flasche gebende person
👼|0.6+|Putte|engel|gesicht|kind|märchen
🎅|0.6+|Weihnachtsmann|weihnachten
🤶|3+|Weihnachtsfrau|weihnachten
🧑‍🎄|13+|Weihnachtsperson|gesicht|gesicht mit hut|santa claus|weihnachten|weihnachtsfrau|weihnachtshut|weihnachtsmann|weihnachtsmütze
🦸|11+|Superheld(in)|person|superheldin|superkraft|superkräfte|superman|umhang|übermensch
🦸‍♂️|11+|Superheld
🦸‍♀️|11+|Heldin|superheldin
🦹|11+|Bösewicht|bösewichtin|krimineller|person|schurke|schurkin|superkräfte|superschurke|superschurkin|verbrecher
🦹‍♂️|11+|männlicher Bösewicht
🦹‍♀️|11+|weiblicher Bösewicht
🧙|5+|Magier(in)|hexe|hexenmeister|magiker|person|zauberer|zauberin|zaubern|zauberspruch|zauberstab
🧙‍♂️|5+|Magier|hexenmeister|zauberer
🧙‍♀️|5+|Magierin|hexe|zauberin
🧚|5+|Märchenfee|elf|elfe|fantasy|flügel|geflügelt|mystisch|person|wesen
🧚‍♂️|5+|männliche Fee|oberon|puck|zauberer
🧚‍♀️|5+|Fee|titania
🧛|5+|Vampir|blutsauger|dracula|halloween|person|reißzähne|untot|untoter|zähne
🧛‍♂️|5+|männlicher Vampir|dracula|untoter
🧛‍♀️|5+|weiblicher Vampir|untoter
🧜|5+|Wassermensch|meerjungfrau|meermann|märchen|nixe|person|sirene|wasserfrau|wassermann
🧜‍♂️|5+|Wassermann|triton
🧜‍♀️|5+|Meerjungfrau|nixe|wasserfrau
🧝|5+|Elf(e)|elbe|elben|elbin|elfe|fantasy|herr der ringe|magie|magisch|person
🧝‍♂️|5+|Elf|alb|elbe|magisch
🧝‍♀️|5+|Elfe|elbin|magisch
🧞|5|Flaschengeist|aladdin|aladin|dschinn|lampe|person|wunderlampe|wünsche
🧞‍♂️|5|männlicher Flaschengeist|dschinn
🧞‍♀️|5|weiblicher Flaschengeist|dschinn
🧟|5|Zombie|apokalypse|halloween|horror|person|untot|untoter|walking dead|wandelnder toter
🧟‍♂️|5|männlicher Zombie|untoter|wandelnder toter
🧟‍♀️|5|weiblicher Zombie|untote|wandelnde tote
🧌|14|Troll|fantasy|gruslig|kobold|monster|märchen|ork|ungeheuer
🫈|17|haariges Wesen|bigfoot|fabelwesen|gigant|kryptid|riese|sasquatch|wald|wilder mann|woodwose|yeti
💆|0.6+|Person, die eine Kopfmassage bekommt|behandlung|entspannen|kopfschmerzen|migräne|salon|spa|therapie
💆‍♂️|4+|Mann, der eine Kopfmassage bekommt|entspannen|kopfschmerzen|salon
💆‍♀️|4+|Frau, die eine Kopfmassage bekommt|behandlung|entspannen|entspannend|gesicht|kopfschmerzen|kopfweh|lindern|relaxen|salon|spa|therapie|verspannung
💇|0.6+|Person beim Haareschneiden|friseur|friseurin|friseuse|frisur|frisör|frisörin|haarschnitt|schere
💇‍♂️|4+|Mann beim Haareschneiden|friseur|frisur|haarschnitt|salon|schere
💇‍♀️|4+|Frau beim Haareschneiden|friseur|haarschnitt|schere
🚶|0.6+|Fußgänger(in)|fußgängerin|gehen|gehend|person|schlendern|schlurfen|wandern
🚶‍♂️|4+|Fußgänger|gehen|mann|spaziergang
🚶‍♀️|4+|Fußgängerin|frau|gehen|schlendern|spazieren|spaziergang
🚶‍➡️|15.1+|Fußgänger(in): nach rechts|fußgängerin|gehen|gehend|person|schlendern|schlurfen|wandern
🚶‍♀️‍➡️|15.1+|Fußgängerin: nach rechts|frau|gehen|schlendern|spazieren|spaziergang
🚶‍♂️‍➡️|15.1+|Fußgänger: nach rechts|gehen|mann|spaziergang
🧍|12+|stehende Person|mensch|stand
🧍‍♂️|12+|stehender Mann
🧍‍♀️|12+|stehende Frau
🧎|12+|kniende Person|fersensitz|meditation|meditieren|mensch|seiza|zazen
🧎‍♂️|12+|kniender Mann
🧎‍♀️|12+|kniende Frau
🧎‍➡️|15.1+|kniende Person: nach rechts|fersensitz|meditation|meditieren|mensch|seiza|zazen
🧎‍♀️‍➡️|15.1+|kniende Frau: nach rechts
🧎‍♂️‍➡️|15.1+|kniender Mann: nach rechts
🧑‍🦯|12.1+|Person mit Langstock|barrierefreiheit|blind|person mit blindenstock
🧑‍🦯‍➡️|15.1+|Person mit Langstock: nach rechts|barrierefreiheit|blind|person mit blindenstock
👨‍🦯|12+|Mann mit Langstock|barrierefreiheit|behinderung|blind|mann mit blindenstock|mann mit gehstock|mensch|person|sehbehindert
👨‍🦯‍➡️|15.1+|Mann mit Langstock: nach rechts|barrierefreiheit|behinderung|blind|mann mit blindenstock|mann mit gehstock|mensch|person|sehbehindert
👩‍🦯|12+|Frau mit Langstock|barrierefreiheit|behinderung|blind|frau mit blindenstock|frau mit gehstock|mensch|person
👩‍🦯‍➡️|15.1+|Frau mit Langstock: nach rechts|barrierefreiheit|behinderung|blind|frau mit blindenstock|frau mit gehstock|mensch|person
🧑‍🦼|12.1+|Person in elektrischem Rollstuhl|barrierefreiheit
🧑‍🦼‍➡️|15.1+|Person in elektrischem Rollstuhl: nach rechts|barrierefreiheit
👨‍🦼|12+|Mann in elektrischem Rollstuhl|barrierefreiheit|behinderung|mann in rollstuhl|mensch|person
👨‍🦼‍➡️|15.1+|Mann in elektrischem Rollstuhl: nach rechts|barrierefreiheit|behinderung|mann in rollstuhl|mensch|person
👩‍🦼|12+|Frau in elektrischem Rollstuhl|barrierefreiheit|behinderung|frau in rollstuhl|mensch|person
👩‍🦼‍➡️|15.1+|Frau in elektrischem Rollstuhl: nach rechts|barrierefreiheit|behinderung|frau in rollstuhl|mensch|person
🧑‍🦽|12.1+|Person in manuellem Rollstuhl|barrierefreiheit
🧑‍🦽‍➡️|15.1+|Person in manuellem Rollstuhl: nach rechts|barrierefreiheit
👨‍🦽|12+|Mann in manuellem Rollstuhl|barrierefreiheit|behinderung|mann in rollstuhl|mensch|person
👨‍🦽‍➡️|15.1+|Mann in manuellem Rollstuhl: nach rechts|barrierefreiheit|behinderung|mann in rollstuhl|mensch|person
👩‍🦽|12+|Frau in manuellem Rollstuhl|barrierefreiheit|behinderung|frau in rollstuhl|mensch|person
👩‍🦽‍➡️|15.1+|Frau in manuellem Rollstuhl: nach rechts|barrierefreiheit|behinderung|frau in rollstuhl|mensch|person
🏃|0.6+|laufende Person|eilig|joggen|läufer|läuferin|marathon|rennen|schnell|sport
🏃‍♂️|4+|laufender Mann|joggen|jogger|marathon
🏃‍♀️|4+|laufende Frau|athlet|athletin|joggen|joggerin|läufer|läuferin|marathon|rennen|renner|rennerin|rennt|schell
🏃‍➡️|15.1+|laufende Person: nach rechts|eilig|joggen|läufer|läuferin|marathon|rennen|schnell|sport
🏃‍♀️‍➡️|15.1+|laufende Frau: nach rechts|athlet|athletin|joggen|joggerin|läufer|läuferin|marathon|rennen|renner|rennerin|rennt|schell
🏃‍♂️‍➡️|15.1+|laufender Mann: nach rechts|joggen|jogger|marathon
🧑‍🩰|17+|Balletttänzerin
💃|0.6+|tanzende Frau|elegant|festlich|flair|flamenco|salsa|schwung|tango|tänzerin
🕺|3+|tanzender Mann|elegant|festlich|flair|flamenco|salsa|schwung|tango|tänzer
🕴️|0.7+|schwebender Mann im Anzug|geschäftlich
👯|0.6+|Personen mit Hasenohren|bunny|bunnys|doppelt|leute|party|seelenverwandt|tanzen|tänzerinnen|zwillinge
👯‍♂️|4+|Männer mit Hasenohren|bunnys|party|tanzen|zwillinge
👯‍♀️|4+|Frauen mit Hasenohren|bunnys|party
🧖|5+|Person in Dampfsauna|abschalten|dampfbad|entspannen|frau|luxuriös|relaxen|spa
🧖‍♂️|5+|Mann in Dampfsauna
🧖‍♀️|5+|Frau in Dampfsauna
🧗|5+|Bergsteiger(in)|fels|kletterer|klettern|person|sport
🧗‍♂️|5+|Bergsteiger
🧗‍♀️|5+|Bergsteigerin
🤺|3|Fechter(in)|fechten|schwert|sport
🏇|1+|Pferderennen|jockey auf pferd|schnell|sport|um die wette|wetten
⛷️|0.7|Skifahrer(in)|schnee|skifahrerin|sport
🏂|0.6+|Snowboarder(in)|snowboarden|snowboarderin|sport
🏌️|0.7+|Golfer(in)|abschlagplatz|golferin|golfspieler|golfspielerin|person|sport|sportler|sportlerin
🏌️‍♂️|4+|Golfer|golfen|golfspieler|mann
🏌️‍♀️|4+|Golferin|frau|golfen|golfspielerin
🏄|0.6+|Surfer(in)|person|sport|surfboard|surfbrett|surfen|surferin|wassersport|wellenreiten|wellenreiter|wellenreiterin
🏄‍♂️|4+|Surfer|mann|wellenreiten
🏄‍♀️|4+|Surferin|frau|sport|strand|surfbrett|wellen|wellenreiten
🚣|1+|Person im Ruderboot|angeln|kanu|paddel|rudern|sport
🚣‍♂️|4+|Mann im Ruderboot|rudern
🚣‍♀️|4+|Frau im Ruderboot|bootfahrerin|ruderin|rudern|see
🏊|0.6+|Schwimmer(in)|kraulen|person|pool|schwimmbecken|schwimmen|schwimmerin|sport|triathlon|wasser
🏊‍♂️|4+|Schwimmer|kraulen|pool|schwimmbad|schwimmen
🏊‍♀️|4+|Schwimmerin|frau|kraulen|pool|schwimmbad|schwimmen|sport
⛹️|0.7+|Person mit Ball|basketball|basketballer|basketballspieler|basketballspielerin|dribbeln|sport|sportler|sportlerin
⛹️‍♂️|4+|Mann mit Ball|ballsport|handball
⛹️‍♀️|4+|Frau mit Ball|ballsport|basketball|basketballspieler|handball|sport
🏋️|0.7+|Gewichtheber(in)|gewichtheberin|hantel|muskeln|person|schwer|sport|stark|training
🏋️‍♂️|4+|Gewichtheber|gewicht heben|mann
🏋️‍♀️|4+|Gewichtheberin|frau|gewicht heben|gewichte heben|gewichteheberin
🚴|1+|Radfahrer(in)|fahrrad|person|radeln|radfahren|radfahrerin|sport|tour de france
🚴‍♂️|4+|Radfahrer|fahrrad|mann
🚴‍♀️|4+|Radfahrerin|fahrrad|fahrradfahrerin|frau|frauen|radeln|radlerin
🚵|1+|Mountainbiker(in)|fahrrad|mountainbikerin|mountainbiking|person|rad|radfahren|radfahrer|radfahrerin|sport|tour de france
🚵‍♂️|4+|Mountainbiker|fahrrad|mann|rad
🚵‍♀️|4+|Mountainbikerin|fahrrad|fahrradfahrerin|frau|mountain bike|mountain bikerin|rad|radeln|radfahrerin|sport
🤸|3+|Rad schlagende Person|akrobatik|bodenturnen|gymnastik|radschlag|sport|turner|turnerin
🤸‍♂️|4+|Rad schlagender Mann|akrobatik|bodenturnen|gymnastik|person|radschlag|sport|turner
🤸‍♀️|4+|Rad schlagende Frau|akrobatik|bodenturnen|gymnastik|person|radschlag|sport|turnerin
🤼|3+|Ringer(in)|catchen|catcher|person|ringen|ringkampf|sport|sportler|wrestler|wrestling
🤼‍♂️|4+|ringende Männer|catchen|catcher|ringer|ringkampf|sport|wrestler|wrestling
🤼‍♀️|4+|ringende Frauen|catchen|catcherin|person|ringer|ringerin|ringkampf|sport|wrestlerin|wrestling
🤽|3+|Wasserballspieler(in)|person|schwimmsport|sport|sportler|sportlerin|wasserballspielerin|wassersport
🤽‍♂️|4+|Wasserballspieler|mann|person|schwimmsport|sport|sportler|wassersport
🤽‍♀️|4+|Wasserballspielerin|frau|person|schwimmsport|sport|sportlerin|wassersport
🤾|3+|Handballspieler(in)|handballer|handballerin|handballspielerin|person|schleudern|sport|sportler|werfen
🤾‍♂️|4+|Handballspieler|mann|sport
🤾‍♀️|4+|Handballspielerin|frau|handballerin|person|schleudern|sport|sportlerin|werfen
🤹|3+|Jongleur(in)|artist|artistin|geschickt|jongleurin|jongleuse|jonglieren|multitasking|person|zirkus
🤹‍♂️|4+|Jongleur|artist|entertainer|geschickt|jonglieren|mann|multitasking|person|unterhalter|zirkus
🤹‍♀️|4+|Jongleurin|frau|geschickt|jonglieren|multitasking
🧘|5+|Person im Lotossitz|burmesischer sitz|frau|lotussitz|meditation|person in lotussitz|schneidersitz|yoga|zen
🧘‍♂️|5+|Mann im Lotossitz|meditation|yoga
🧘‍♀️|5+|Frau im Lotossitz|meditation|yoga
🛀|0.6+|badende Person|badewanne|badezimmer|dusche|entspannen
🛌|1+|im Bett liegende Person|gute nacht|heia|müde|nachtruhe|schlaf schön|schlafen|zzz
🧑‍🤝‍🧑|12+|sich an den Händen haltende Personen|händchen halten|hände halten|menschen|paar|pärchen
👭|1+|Händchen haltende Frauen|paar|pärchen aus frau und frau
👫|0.6+|Mann und Frau halten Hände|händchen halten|paar|pärchen aus frau und mann
👬|1+|Händchen haltende Männer|paar|pärchen aus mann und mann|zwillinge
💏|0.6+|sich küssendes Paar|frau|herz|kuss|mann
👩‍❤️‍💋‍👨|2+|sich küssendes Paar: Frau, Mann|herz|kuss
👨‍❤️‍💋‍👨|2+|sich küssendes Paar: Mann, Mann|frau|herz|kuss
👩‍❤️‍💋‍👩|2+|sich küssendes Paar: Frau, Frau|herz|kuss|mann
💑|0.6+|Liebespaar|frau|herz|mann
👩‍❤️‍👨|2+|Liebespaar: Frau, Mann|herz
👨‍❤️‍👨|2+|Liebespaar: Mann, Mann|frau|herz
👩‍❤️‍👩|2+|Liebespaar: Frau, Frau|herz|mann
👨‍👩‍👦|2|Familie: Mann, Frau und Junge|kind|mutter|vater
👨‍👩‍👧|2|Familie: Mann, Frau und Mädchen|junge|kind|mutter|vater
👨‍👩‍👧‍👦|2|Familie: Mann, Frau, Mädchen und Junge|kind|mutter|vater
👨‍👩‍👦‍👦|2|Familie: Mann, Frau, Junge und Junge|kind|mutter|vater
👨‍👩‍👧‍👧|2|Familie: Mann, Frau, Mädchen und Mädchen|junge|kind|mutter|vater
👨‍👨‍👦|2|Familie: Mann, Mann und Junge|kind|mutter|vater
👨‍👨‍👧|2|Familie: Mann, Mann und Mädchen|junge|kind|mutter|vater
👨‍👨‍👧‍👦|2|Familie: Mann, Mann, Mädchen und Junge|kind|mutter|vater
👨‍👨‍👦‍👦|2|Familie: Mann, Mann, Junge und Junge|kind|mutter|vater
👨‍👨‍👧‍👧|2|Familie: Mann, Mann, Mädchen und Mädchen|junge|kind|mutter|vater
👩‍👩‍👦|2|Familie: Frau, Frau und Junge|kind|mutter|vater
👩‍👩‍👧|2|Familie: Frau, Frau und Mädchen|junge|kind|mutter|vater
👩‍👩‍👧‍👦|2|Familie: Frau, Frau, Mädchen und Junge|kind|mutter|vater
👩‍👩‍👦‍👦|2|Familie: Frau, Frau, Junge und Junge|kind|mutter|vater
👩‍👩‍👧‍👧|2|Familie: Frau, Frau, Mädchen und Mädchen|junge|kind|mutter|vater
👨‍👦|4|Familie: Mann, Junge|kind|mutter|vater
👨‍👦‍👦|4|Familie: Mann, Junge und Junge|kind|mutter|vater
👨‍👧|4|Familie: Mann, Mädchen|junge|kind|mutter|vater
👨‍👧‍👦|4|Familie: Mann, Mädchen und Junge|kind|mutter|vater
👨‍👧‍👧|4|Familie: Mann, Mädchen und Mädchen|junge|kind|mutter|vater
👩‍👦|4|Familie: Frau, Junge|kind|mutter|vater
👩‍👦‍👦|4|Familie: Frau, Junge und Junge|kind|mutter|vater
👩‍👧|4|Familie: Frau, Mädchen|junge|kind|mutter|vater
👩‍👧‍👦|4|Familie: Frau, Mädchen und Junge|kind|mutter|vater
👩‍👧‍👧|4|Familie: Frau, Mädchen und Mädchen|junge|kind|mutter|vater
🗣️|0.7|sprechender Kopf|gesicht|silhouette|sprechende person
👤|0.6|Silhouette einer Büste|person
👥|1|Silhouette mehrerer Büsten|personen
🫂|13|sich umarmende Personen|abschied|danke|drücken|drücker|freundschaft|hallo|liebe|tschüss|umarmung
👪|0.6|Familie|junge|kind|mutter|vater
🧑‍🧑‍🧒|15.1|Familie: 2 Erwachsene, 1 Kind|erwachsener
🧑‍🧑‍🧒‍🧒|15.1|Familie: 2 Erwachsene, 2 Kinder|erwachsener
🧑‍🧒|15.1|Familie: 1 Erwachsene(r), 1 Kind|erwachsener
🧑‍🧒‍🧒|15.1|Familie: 1 Erwachsene(r), 2 Kinder|erwachsener
👣|0.6|Fußabdrücke|abdruck|auf dem weg|fußabdruck
🫆|16|Fingerabdruck|forensik|identität|sicherheit

🐵|0.6|Affengesicht|banane|dschungel|tier|zoo
🐒|0.6|Affe|tier
🦍|3|Gorilla|affe|gesicht|tier
🦧|12|Orang-Utan|affe|tier
🐶|0.6|Hundegesicht|tier|treu|wau|wuff
🐕|0.7|Hund|haustier|tier|wau|wuff
🦮|12|Blindenhund|barrierefreiheit|behinderung|sehbehindert|tier
🐕‍🦺|12|Assistenzhund|barrierefreiheit|behinderung|tier
🐩|0.6|Pudel|hund|tier
🐺|0.6|Wolf|gesicht|tier|wolfsgesicht
🦊|3|Fuchs|fuchsgesicht|gesicht|tier
🦝|11|Waschbär|klug|neugierig|schlau|tier
🐱|0.6|Katzengesicht|miau|miez|miezekatze|tier
🐈|0.7|Katze|haustier|miau|tier
🐈‍⬛|13|schwarze Katze|kater|miau|pech|schwarzer kater|tier|unglück
🦁|1|Löwe|gesicht|löwengesicht|sternzeichen|tier|tierkreis
🐯|0.6|Tigergesicht|raubkatze|tier
🐅|1|Tiger|tier
🐆|1|Leopard|gepunktet|punkte|raubkatze|raubtier|tier|zoo
🐴|0.6|Pferdegesicht|pferdekopf|tier
🫎|15|Elch|geweih|säugetier|tier
🫏|15|Esel|austreten|dickschädel|dummkopf|maultier|stur|störrisch|säugetier|tier
🐎|0.6|Pferd|rennen|rennpferd|tier
🦄|1|Einhorn|einhorngesicht|gesicht
🦓|5|Zebra|streifen|tier
🦌|3|Hirsch|gesicht|tier
🦬|13|Bison|büffel|herde|ochse|tier|wisent
🐮|0.6|Kuhgesicht|tier
🐂|1|Ochse|kuh|sternzeichen|stier|tier|tierkreis
🐃|1|Wasserbüffel|tier
🐄|1|Kuh|bauernhof|muh|tier
🐷|0.6|Schweinegesicht|tier
🐖|1|Schwein|bauernhof|sau|tier
🐗|0.6|Wildschwein|eber|tier
🐽|0.6|Schweinerüssel|nase|tier
🐏|1|Widder|schaf|sternzeichen|tierkreis
🐑|0.6|Schaf|bock|mäh|tier|widder|wolle
🐐|1|Ziege|steinbock|sternzeichen|tier|tierkreis
🐪|1|Dromedar|einhöckrig|kamel|tier|wüste
🐫|0.6|Kamel|tier|wüste|zweihöckrig
🦙|11|Lama|alpaca|alpaka|anden|kamel|tier|vicuña|wolle
🦒|5|Giraffe|flecken|tier
🐘|0.6|Elefant|tier
🦣|13|Mammut|aussterben|groß|natur|stoßzahn|tier|wollig
🦏|3|Nashorn|rhinozeros|tier
🦛|11|Nilpferd|flusspferd|hippo|tier
🐭|0.6|Mäusegesicht|maus|mausgesicht|nagetier|tier
🐁|1|Maus|nage|tier
🐀|1|Ratte|nagetier|tier
🐹|0.6|Hamster|gesicht|hamstergesicht|tier
🐰|0.6|Hasengesicht|kaninchen|karnickel|langohr|mümmelmann|nager|nagetier|tier
🐇|1|Hase|kaninchen|karnickel|mümmelmann|nagetier|tier
🐿️|0.7|Streifenhörnchen|tier
🦫|13|Biber|biberschwanz|biberzahn|damm|natur|otter|tier
🦔|5|Igel|stachelig|stacheln|tier
🦇|3|Fledermaus|tier|vampir
🐻|0.6|Bär|bärengesicht|gesicht|tier
🐻‍❄️|13|Eisbär|arktis|nordpol|weiß
🐨|0.6|Koala|koalabär|koalagesicht|tier
🐼|0.6|Panda|gesicht|pandabär|pandagesicht|tier
🦥|12|Faultier|langsam|träge
🦦|12|Otter|fischen|tier|verspielt
🦨|12|Stinktier|skunk|stinken
🦘|11|Känguru|australien|beuteltier|down under|hüpfen|quokka|skippy|springen|tier|wallaby
🦡|11|Dachs|dachse|frechdachs|honigdachs|ratel|tier
🐾|0.6|Tatzenabdrücke|abdruck|tier
🦃|1|Truthahn|geflügel|pute|thanksgiving
🐔|0.6|Huhn|geflügel|henne|tier|tierkopf
🐓|1|Hahn|tier
🐣|0.6|schlüpfendes Küken|ei|küken in eierschale|piep|tier|vogel
🐤|0.6|Küken|kükenkopf|tier
🐥|0.6|Küken von vorne|geflügel|küken in frontansicht|tier
🐦|0.6|Vogel|papagei|taube|tier|vogelkopf
🐧|0.6|Pinguin|pinguinkopf|tier|vogel
🕊️|0.7|Taube|fliegen|friede|frieden|friedenstaube|vogel
🦅|3|Adler|tier|vogel
🦆|3|Ente|tier|vogel
🦢|11|Schwan|hässliches entlein|tier|vogel
🦉|3|Eule|raubvogel|tier|uhu|vogel|weise
🦤|13|Dodo|aussterben|dronte|groß|mauritius|natur|tier|vogel
🪶|13|Feder|federleicht|federn|fliegen|gefieder|leicht|vogelfeder
🦩|12|Flamingo|bunt|farbenfroh|rosa|tier|tropen|tropisch|vogel
🦚|11|Pfau|bunt|stolz|stolzieren|tier|vogel
🦜|11|Papagei|ausplaudern|pirat|plappern|sprechen|tier|vogel|wiederholen
🪽|15|Flügel|engel|engelsflügel|federn|fliegen|flug|himmlisch|mythologie|vogel
🐦‍⬛|15|schwarzer Vogel|amsel|krächzen|krähe|rabe|schnabel|tier
🪿|15|Gans|blöd|dumm|dumme gans|ganter|geflügel|gänserich|schnattern|tier|vogel
🐦‍🔥|15.1|Phönix|asche|fabelwesen|fantasy|feuer|feuervogel|reinkarnation|tier|vogel|wiedergeburt
🐸|0.6|Frosch|froschgesicht|gesicht|grün|quak|tier
🐊|1|Krokodil|reptil|schnappi|tier
🐢|0.6|Schildkröte|tier
🦎|3|Eidechse|reptil
🐍|0.6|Schlange|schlangenträger|sternzeichen|tier|tierkreis
🐲|0.6|Drachengesicht|märchen|tier
🐉|1|Drache|chinesisch neujahr|märchen|tier
🦕|5|Sauropode|brachiosaurus|brontosaurus|dino|dinosaurier|diplodocus|saurier
🦖|5|T-Rex|dino|dinosaurier|saurier|tree|tyrannosaurus rex
🐳|0.6|blasender Wal|meer|ozean|tier
🐋|1|Wal|ozean|tier
🐬|0.6|Delfin|meer|ozean|strand|tier
🫍|17|Orca|meer|meeressäuger|meerestier|orka|ozean|wal
🦭|13|Seehund|meer|ozean|robbe|seelöwe|tier
🐟|0.6|Fisch|aquarium|fische|meehr|sternzeichen|tier|tierkreis
🐠|0.6|Tropenfisch|tier
🐡|0.6|Kugelfisch|kugelrund|meer|tier
🦈|3|Hai|fisch|haifisch|meer|tier
🐙|0.6|Oktopus|krake|meer|tier|tintenfisch
🐚|0.6|Schneckenhaus|muschel|strand|tier
🪸|14|Koralle|great barrier reef|klimawandel|korallenriff|meer|ozean|riff|tier
🪼|15|Qualle|autsch|brennen|gallert|glibber|meer|meeresbewohner|meerestier|nesseltier|ozean|tentakeln
🦀|1|Krebs|krabbe|meer|sternzeichen|strand|tierkreis
🦞|11|Hummer|lobster|meeresfrucht|meeresfrüchte|meerestier|scheren|tier
🦐|3|Garnele|gourmet|krustentier|meeresfrucht|shrimp
🦑|3|Tintenfisch|kalmar|tier
🦪|12|Auster|meer|muschel|perle|tauchen|tier
🐌|0.6|Schnecke|langsam|tier
🦋|3|Schmetterling|insekt|schön
🐛|0.6|Raupe|gefräßig|insekt|tier
🐜|0.6|Ameise|insekt|tier
🐝|0.6|Biene|honig|honigbiene|hummel|insekt|maja|natur|summ|tier
🪲|13|Käfer|insekt|krabbeltier|minzkäfer|tier|wanze
🐞|0.6|Marienkäfer|glückskäfer|insekt|krabbel|punkte|tier
🦗|5|Grille|grashüpfer|heuschrecke|insekt|tier|zikade
🪳|13|Kakerlake|insekt|krabbeln|krabbeltier|käfer|küchenschabe|la cucaracha|schabe|tier
🕷️|0.7|Spinne|insekt|tier
🕸️|0.7|Spinnennetz
🦂|1|Skorpion|horoskop|sternzeichen|tierkreis
🦟|11|Mücke|biss|fieber|insekt|insektenbiss|insektenstich|krankheit|malaria|moskito|schnake|stechmücke|stich|tier|virus
🪰|13|Fliege|fliegen|insekt|krankheit|made|mücke|plage|schmeißfliege|tier|verwesen
🪱|13|Wurm|insekt|natur|parasit|regenwurm|ringelwurm|tier
🦠|11|Mikrobe|amöbe|amöben|bakterie|bakterien|einzeller|medizin|virus|wissenschaft
💐|0.6|Blumenstrauß|bouquet
🌸|0.6|Kirschblüte|blume|kirsche|pflanze
💮|0.6|Blumenstempel
🪷|14|Lotusblüte|blume|buddhismus|erleuchtung|gleichmut|hinduismus|liebe|lotosblume|pflanze|reinheit|ruhe|schönheit
🏵️|0.7|Rosette|pflanze
🌹|0.6|Rose|blume|blüte|pflanze
🥀|3|welke Blume|am sterben|sterbend|verwelkt|welkende blume
🌺|0.6|Hibiskus|blume|blüte|pflanze|rosa
🌻|0.6|Sonnenblume|blüte|pflanze
🌼|0.6|gelbe Blüte|blume|pflanze
🌷|0.6|Tulpe|blume|blüte|pflanze
🪻|15|Hyazinthe|blaue wiesenlupine|blume|blühen|blüte|frühling|lavendel|lila|lupine|löwenmaul|pflanze|violett
🌱|0.6|Spross|junge pflanze
🪴|13|Topfpflanze|dekor|grünpflanze|haus|pflegen|wachsen|zimmerpflanze
🌲|1|Nadelbaum|pflanze|tannenbaum
🌳|1|Laubbaum|blätter|grün|pflanze|wald
🌴|0.6|Palme|baum|kokusnuss|oase|pflanze|strand|tropen
🌵|0.6|Kaktus|dürre|natur|pflanze|trockenzeit|wüste
🌾|0.6|Reisähre|pflanze|reispflanze
🌿|0.6|Kräuter|blätter|pflanze
☘️|1|Kleeblatt|grün|pflanze
🍀|0.6|Glücksklee|blatt|kleeblatt|pflanze|silverster|vier|vierblättrig|vierblättriges kleeblatt
🍁|0.6|Ahornblatt|herbst|laub|pflanze
🍂|0.6|Laub|blatt|blätter|fallendes laub|herbst|pflanze
🍃|0.6|Blätter im Wind|blatt|laub|pflanze
🪹|14|leeres Nest|heim|nestbau|nisten|vogelnest|zuhause
🪺|14|Nest mit Eiern|heim|nest mit blauen eiern|nestbau|nisten|vogelnest|zuhause
🍄|0.6|Fliegenpilz|giftig
🪾|16|kahler Baum|dürr|karg|trocken|winter

🍇|0.6|Trauben|frucht|obst|wein
🍈|0.6|Honigmelone|cantaloupe|frucht|obst
🍉|0.6|Wassermelone|frucht|obst
🍊|0.6|Mandarine|apfelsine|frucht|obst|orange|vitamin
🍋|1|Zitrone|frucht|obst|sauer|zitrusfrucht
🍋‍🟩|15.1|Limette|cocktail|essen|frucht|obst|saft|sauer|tequila|tropisch|zitrusfrucht
🍌|0.6|Banane|frucht|obst|schale
🍍|0.6|Ananas|frucht|obst
🥭|11|Mango|essen|frucht|früchte|obst|shaker|tropisch
🍎|0.6|roter Apfel|frucht|obst
🍏|0.6|grüner Apfel|frucht|gesund|obst
🍐|1|Birne|frucht|obst
🍑|0.6|Pfirsich|frucht|obst
🍒|0.6|Kirschen|frucht|obst
🍓|0.6|Erdbeere|essen|frucht|obst
🫐|13|Blaubeeren|essen|frucht|heidelbeere|heidelbeeren|lebensmittel|nahrung|obst
🥝|3|Kiwi|frucht|obst
🍅|0.6|Tomate|essen|gemüse|obst
🫒|13|Olive|essen|grün|lebensmittel|nahrung|olivenzweig|olivenöl|zweig
🥥|5|Kokosnuss|colada|essen|frucht|palme|piña
🥑|3|Avocado|essen|frucht
🍆|0.6|Aubergine|gemüse
🥔|3|Kartoffel|essen|gemüse
🥕|3|Karotte|gemüse|mohrrübe|möhre
🌽|0.6|Maiskolben|gemüse
🌶️|0.7|Peperoni|chili|paprika|pfeffer|pflanze|scharf
🫑|13|Paprika|essen|gemüse|gemüsepaprika|grün|lebensmittel|nahrung|peperoni
🥒|3|Gurke|essen|gemüse|scheiben
🥬|11|Blattgemüse|blattgrün|essen|grünkohl|grünzeug|kohl|kraut|mangold|pak choi|pok choi|salat|salatblatt|spinat
🥦|5|Brokkoli|broccoli|essen|gemüse|gemüsekohl|kohl
🧄|12|Knoblauch|essen|geschmack|lebensmittel|nahrung|würze|zutat
🧅|12|Zwiebel|essen|geschmack|gewürz|lebensmittel|nahrung|würze
🥜|3|Erdnuss|essen
🫘|14|Bohnen|essen|gemüse|hülsenfrucht|kidney-bohne|kidneybohne|lebensmittel
🌰|0.6|Kastanie|marone
🫚|15|Ingwer|gesund|gewürz|ginger ale|ingwerbier|scharf|wurzel|würzig
🫛|15|Erbsenschote|bohne|edamame|essen|gemüse|hülsenfrucht|hülsenfrüchte
🍄‍🟫|15.1|brauner Pilz|essen|fungus|gemüse|lebensmittel|natur|pflanze|wald
🫜|16|Wurzelgemüse|bete|garten|rote bete|rübe
🍞|0.6|Brot|brotlaib|essen|kohlenhydrate|laib brot|toast|weizen|weißbrot
🥐|3|Croissant|corissant|französisch|frühstück|frühstückshörnchen
🥖|3|Baguette|brot|französisch|frühstück
🫓|13|Fladenbrot|arepa|essen|lavasch|lebensmittel|naan|nahrung|pita
🥨|5|Brezel|brezen|brezn|essen|gedreht|oktoberfest
🥯|11|Bagel|backwaren|brötchen|bäckerei|essen|frühstück|pausenbrot
🥞|3|Pfannkuchen|crepe|eierpfannkuchen|essen
🧇|12|Waffel|essen|lebensmittel|nahrung|waffel mit butter
🧀|1|Käsestück
🍖|0.6|Fleischhachse|knochen|restaurant
🍗|0.6|Hähnchenschenkel|fleisch|geflügel|hühnerbein|restaurant
🥩|5|Fleischstück|essen|kotelett|lammkotelett|rot|schnitzel|schweinekotelett|steak
🥓|3|Bacon|essen|frühstücksspeck|speck|speckstreifen
🍔|0.6|Hamburger|fast food|restaurant
🍟|0.6|Pommes frites|fritten
🍕|0.6|Pizza|pizzastück|pizzeria
🌭|1|Hotdog|essen|frankfurter|hot dog|wurst|würstchen
🥪|5|Sandwich|brot|essen
🌮|1|Taco|essen|mexikanisch
🌯|1|Burrito|essen|mexikanisch
🫔|13|Tamale|burrito|eingewickelt|essen|lebensmittel|mexikanisch|streetfood|wrap
🥙|3|Döner|döner kebab|falafel|wrap
🧆|12|Falafel|bällchen|essen|fleischbällchen|kichererbsen|lebensmittel|nahrung
🥚|3|Ei|frühstück|frühstücksei
🍳|0.6|Spiegelei in Bratpfanne|braten|kochen
🥘|3|Pfannengericht|essen|paella|reispfanne
🍲|0.6|Topf mit Essen|eintopf|gericht|schüssel|suppe
🫕|13|Fondue|essen|geschmolzen|käse|schokolade|schweizerisch|topf
🥣|5|Schüssel mit Löffel|brei|cerealien|essen|frühstück|haferbrei|reisbrei|suppe
🥗|3|Salat|blattgemüse|essen|gesund|grün
🍿|1|Popcorn|kino|snack
🧈|12|Butter|essen|lebensmittel|milchprodukt|nahrung
🧂|11|Salz|gesalzen|geschmack|gewürz|salzig|salzstreuer|würze|zutat
🥫|5|Konserve|büchse|dose|essen
🍱|0.6|Bento-Box|japanisches essen|sushi
🍘|0.6|Reiscracker
🍙|0.6|Reisbällchen|essen|japanisch
🍚|0.6|Reis in Schüssel|essen
🍛|0.6|Reis mit Curry
🍜|0.6|Schüssel und Essstäbchen|chinesisches essen|dampfend|eiernudeln|nudeln|suppe
🍝|0.6|Spaghetti|essse|nudeln mit tomatensoße|pasta|restaurant
🍠|0.6|geröstete Süßkartoffel|essen|gemüse
🍢|0.6|Oden|japanisches gericht|restaurant
🍣|0.6|Sushi|japanisches gericht|restaurant
🍤|0.6|frittierte Garnele|restaurant|tempura
🍥|0.6|Fischfrikadelle|restaurant|spirale
🥮|11|Mondkuchen|essen|fest|festival|herbst|mondfest|pinyin|yuebing
🍡|0.6|Dango|japanisches gericht|mochi-kugeln auf einem spieß|restaurant
🥟|5|Teigtasche|chinesische teigtasche|dumpling|empanada|essen|gyōza|jiaozi|kloß|pierogi|potsticker
🥠|5|Glückskeks|essen|prophezeiung
🥡|5|Takeaway-Schachtel|chinesisches essen|essen|stäbchen|takeaway-box
🍦|0.6|Softeis
🍧|0.6|Wassereis|sorbet|zerstoßen
🍨|0.6|Eiscreme|eisbecher|eisdiele
🍩|0.6|Donut|doughnut|essen|kuchen|süß
🍪|0.6|Keks|cookie|plätchen
🎂|0.6|Geburtstagskuchen|essen|feier|geburtstagstorte|happy birthday|kerzen|lebensmittel|torte
🍰|0.6|Torte|kuchen|kuchenstück|stück torte|tortenstück
🧁|11|Cupcake|bäckerei|dessert|essen|gebäck|kalorienbombe|konditorei|muffin|nachspeise|streusel|süß|zucker
🥧|5|Kuchen|essen|füllung|gebäck|pastete|torte
🍫|0.6|Schokoladentafel|essen|süßigkeit
🍬|0.6|Bonbon|süß|süßigkeit
🍭|0.6|Lutscher|lolli|süßigkeit
🍮|0.6|Pudding|dessert|flan|nachspeise|nachtisch|schokolade|soße
🍯|0.6|Honigtopf|süß
🍼|1|Babyflasche|fläschchen|kind|milch|trinken
🥛|3|Glas Milch|getränk|trinken
☕|0.6|Heißgetränk|cafe|dampfend|kaffee|tasse|tee|trinken
🫖|13|Teekanne|getränk|lebensmittel|tee brühen|teekrug|trinken
🍵|0.6|Teetasse ohne Henkel|getränk|grüner tee|oolong|schale
🍶|0.6|Sake-Flasche mit Tasse|getränk|sake-flasche und -tasse|trinken
🍾|1|Flasche mit knallendem Korken|champagner|getränk|sekt|trinken
🍷|0.6|Weinglas|alkohol|bar
🍸|0.6|Cocktailglas|bar|drink|martini
🍹|0.6|Cocktail|bar|exotisches getränk
🍺|0.6|Bierkrug|bar|oktoberfest|prost|weizenbier
🍻|0.6|Bierkrüge|anstoßen|oktoberfest|prosit|prost|weizen
🥂|3|Sektgläser|anstoßen|feier|feiern|getränk|prost
🥃|3|Trinkglas|bar|schnaps|whiskey
🫗|14|Flüssigkeit ausgießen|ausleeren|getränk|glas|leer|missgeschick|tropfende flüssigkeit|verschütten
🥤|5|Becher mit Strohhalm|brause|erfrischung|saft|selters|soda|trinken|trinkhalm|wasser
🧋|13|Bubble Tea|blase|essen|getränk|lebensmittel|milch|perle|taiwan|tee
🧃|12|Trinkpäckchen|fruchtsaft|getränk|obstsaft|saft|saftpackung
🧉|12|Mate-Tee|getränk
🧊|12|Eiswürfel|eisberg|gefroren|kalt|kühlen
🥢|5|Essstäbchen|chinesisches essen|essen|hashi|japanisches essen
🍽️|0.7|Teller mit Messer und Gabel|geschirr|kochen
🍴|0.6|Messer und Gabel|abendessen|besteck|essen|frühstück|gabel und messer|geschirr|hunger|lecker|mittagessen|restaurant
🥄|3|Löffel|besteck
🔪|0.6|Küchenmesser|schneiden
🫙|14|Einmachglas|einweckglas|essen|gewürzglas|leer|leerer behälter|leeres einweckglas|leeres glas|marmeladeglas|schraubglas
🏺|1|Amphore|gefäß|kochen|krug|sternzeichen|tierkreis|trinken|vase|wassermann

🌍|0.7|Globus mit Europa und Afrika|erde|weltkugel
🌎|0.7|Globus mit Amerika|erde|nordamerika|südamerika|weltkugel
🌏|0.6|Globus mit Asien und Australien|erde|weltkugel
🌐|1|Globus mit Meridianen|breitengrad|längengrad
🗺️|0.7|Weltkarte|landkarte|reisen
🗾|0.6|Umriss von Japan|karte
🧭|11|Kompass|himmelsrichtung|magnetisch|navigation|orientierung|richtung|windrose
🏔️|0.7|schneebedeckter Berg|gebirge|kalt
⛰️|0.7|Berg|gebirge
🛘|17|Erdrutsch|berg|erdbeben|felsen|gefahr|katastrophe|lawine|murenabgang|murgang|schlammlawine
🌋|0.6|Vulkan|ausbruch|berg|lava|vulkanausbruch|wetter
🗻|0.6|Fuji|berg|vulkan
🏕️|0.7|Camping|campen|zelt|zelten
🏖️|0.7|Strand mit Sonnenschirm|meer
🏜️|0.7|Wüste|heiß
🏝️|0.7|einsame Insel|meer|palme|strand|verlassen
🏞️|0.7|Nationalpark|berg|fluss|natur|schutzgebiet
🏟️|0.7|Stadion|arena
🏛️|0.7|antikes Gebäude|klassizistisch
🏗️|0.7|Kran|bau|bauen
🧱|11|Ziegelstein|bauen|grenze|klinker|mauer|mauerwerk|mörtel|wand|ziegelsteine|zugemauert
🪨|13|Felsen|felsig|hart|natur|schwer|stein|steinig
🪵|13|Holz|baumstamm|feuerholz|holzig|holzscheite|lagerfeuer
🛖|13|Hütte|behausung|gebäude|haus|jurte|objekt|rundhaus|schutz
🏘️|0.7|Wohnhäuser|dorf|gebäude|haus|wohnhaus|wohnsiedlung
🏚️|0.7|verfallenes Haus|gebäude|heruntergekommen|verlassen|verlassenes haus
🏠|0.6|Haus|gebäude|zuhause
🏡|0.6|Haus mit Garten|baum|haus mit baum
🏢|0.6|Bürogebäude|hochhaus
🏣|0.6|japanisches Postgebäude
🏤|1|Postgebäude|europa|europäisches postgebäude
🏥|0.6|Krankenhaus|ambulanz|arzt|gebäude|medizin|notaufnahme
🏦|0.6|Bank|gebäude|geld
🏨|0.6|Hotel|gebäude|unterkunft|übernachten
🏩|0.6|Stundenhotel|gebäude|liebe|unterkunft
🏪|0.6|Minimarkt|einkaufen|gebäude|geschäft|lebensmittel
🏫|0.6|Schule|gebäude|schulgebäude
🏬|0.6|Kaufhaus|einkaufen|gebäude|geschäft|shoppen
🏭|0.6|Fabrik|fabrikgebäude|gebäude
🏯|0.6|japanisches Schloss|bauwerk|gebäude
🏰|0.6|Schloss|bauwerk|burg|europa|europäisch|gebäude|märchen|märchenschloss
💒|0.6|Hochzeit|herz|kirche
🗼|0.6|Tokyo Tower|fernsehturm|tokio
🗽|0.6|Freiheitsstatue|amerika
⛪|0.6|Kirche|christ|christentum|christlich|gebäude|kreuz|religion
🕌|1|Moschee|islam|moslem|muslim|religion
🛕|12|Hindutempel|gebäude
🕍|1|Synagoge|jude|jüdisch|religion|tempel
⛩️|0.7|Shinto-Schrein|religion
🕋|1|Kaaba|hajj|islam|moslem|muslim|religion
⛲|0.6|Springbrunnen|garten|park
⛺|0.6|Zelt|camping|campingurlaub|zeltplatz
🌁|0.6|neblig|nebel|wetter
🌃|0.6|Sternenhimmel|city|hochhäuser|nacht|skyline|stadt
🏙️|0.7|Skyline|gebäude|großstadt|hochhäuser|häuser|stadt|wolkenkratzer
🌄|0.6|Sonnenaufgang über Bergen
🌅|0.6|Sonnenaufgang über dem Meer
🌆|0.6|Abendstimmung in der Stadt|hochhäuser|new york|skyline|sonnenaufgang|sonnenuntergang|wolkenkratzer
🌇|0.6|Sonnenuntergang in der Stadt|großstadt|hochhäuser|morgenrot|sonnenaufgang|wolkenkratzer
🌉|0.6|Brücke vor Nachthimmel|golden gate|nachts
♨️|0.6|heiße Quellen|dampf|dampfend
🎠|0.6|Karussellpferd|reiten
🛝|14|Spielplatzrutsche|rutschbahn|spielen|vergnügungspark
🎡|0.6|Riesenrad|freizeitpark|volksfest
🎢|0.6|Achterbahn|freizeitpark|volksfest
💈|0.6|Barbershop-Säule|friseur|herrenfriseur
🎪|0.6|Zirkuszelt|unterhaltung
🚂|1|Dampflokomotive|bahn|fahrzeug|schiene|zug
🚃|0.6|Eisenbahnwagen|fahrzeug|straßenbahn|straßenbahnwagen|tram|waggon|wagon|zug
🚄|0.6|Hochgeschwindigkeitszug mit spitzer Nase|ice|shinkansen|tgv
🚅|0.6|Hochgeschwindigkeitszug|bahn|japan|shinkansen
🚆|1|Zug|bahn|eisenbahn|ice
🚇|0.6|U-Bahn|metro
🚈|1|S-Bahn|ice|monorail|zug
🚉|0.6|Bahnhof|zug
🚊|1|Straßenbahn|tram|verkehrsmittel
🚝|1|Einschienenbahn|magnetschwebebahn|monorail
🚞|1|Bergbahn|bimmelbahn|zug
🚋|1|Straßenbahnwagen|tram|tramwagen|transport|verkehrsmittel|waggon
🚌|0.6|Bus|fahrzeug|schulbus
🚍|0.7|Bus von vorne|verkehrsmittel|vorderansicht bus
🚎|1|Oberleitungsbus|straßenbahn|trolleybus
🚐|1|Kleinbus|fahrzeug
🚑|0.6|Krankenwagen|ambulanz|notfall
🚒|0.6|Feuerwehrauto|brand|löschfahrzeug
🚓|0.6|Polizeiwagen|streifenwagen
🚔|0.7|Polizeiwagen von vorne|streifenwagen|vorderansicht polizeiwagen
🚕|0.6|Taxi|auto|fahrzeug
🚖|1|Taxi von vorne|auto|fahren|gelb|vorderansicht taxi
🚗|0.6|Auto|fahren|fahrzeug|rot|verkehr
🚘|0.7|Auto von vorne|automobil|fahrzeug|rot|vorderansicht auto
🚙|0.6|Wohnmobil|auto|blau|fahren|verreisen
🛻|13|Pick-up|auto|fahren|fahrzeug|laster|lastwagen|lieferwagen|lkw|transport
🚚|0.6|Lieferwagen|lastwagen|lkw
🚛|1|Sattelzug|lastwagen|lkw|umziehen|ziehen um
🚜|1|Traktor|bauernhof|landwirtschaft|trecker
🏎️|0.7|Rennauto|autorennen
🏍️|0.7|Motorrad|moped|motorrennen
🛵|3|Motorroller|motoroller|vespa
🦽|12|manueller Rollstuhl|barrierefreiheit|behinderung
🦼|12|elektrischer Rollstuhl|barrierefreiheit|behinderung
🛺|12|Autorikscha|fahrzeug|tuk-tuk
🚲|0.6|Fahrrad|bmx|radeln|radler|spinning
🛴|3|Tretroller
🛹|11|Skateboard|brett|räder|skateboard fahren|skaten|skater
🛼|13|Rollschuh|rollen|rollerskate|rollschuh laufen|sport
🚏|0.6|Bushaltestelle
🛣️|0.7|Autobahn|schnellstraße
🛤️|0.7|Bahngleis|gleise|schienen
🛢️|0.7|Ölfass
⛽|0.6|Tanksäule|benzin|tanke|tanken|tankstelle
🛞|14|Autorad|autoreifen|drehen|reifen|reifen mit felgen|rotieren
🚨|0.6|Polizeilicht|sirene
🚥|0.6|horizontale Verkehrsampel|vertikal
🚦|1|vertikale Verkehrsampel|horizontal
🛑|3|Stoppschild|achteckig
🚧|0.6|Baustellenabsperrung|baustellenschild|schild
⚓|0.6|Anker|hafen|meer
🛟|14|Rettungsring|leben retten|lebensretter|retten|schwimmring|sicherheit
⛵|0.6|Segelboot
🛶|3|Kanu|boot|wassersport
🚤|0.6|Schnellboot|luxus|see|sommer|wasser|yacht
🛳️|0.7|Passagierschiff|aida|rundreise|seereise|traumschiff
⛴️|0.7|Fähre|schiff
🛥️|0.7|Motorboot|schiff
🚢|0.6|Schiff|dampfer|kreuzfahrtschiff|traumschiff
✈️|0.6|Flugzeug|flieger
🛩️|0.7|kleines Flugzeug|privatjet
🛫|1|Abflug|fliegen|flughafen|flugzeug|start|start eines flugzeugs
🛬|1|Landung eines Flugzeugs|ankunft|flieger|flughafen|landen
🪂|12|Fallschirm|fallschirmspringen|paragliding|skydiving|sport
💺|0.6|Sitzplatz|bus|flugzeug|zug
🚁|1|Hubschrauber|fliegen|helikopter|reisen
🚟|1|Schwebebahn|hängebahn
🚠|1|Bergschwebebahn
🚡|1|Bergseilbahn|gondel
🛰️|0.7|Satellit|sputnik|weltraum
🚀|0.6|Rakete|all|weltraum
🛸|5|fliegende Untertasse|alien|außerirdisch|ufo
🛎️|0.7|Rezeptionsklingel
🧳|11|Gepäck|ballast|hartschalenkoffer|koffer|reise|trolley-tasche
⌛|0.6|Sanduhr|prozess|vorgang läuft|zeit
⏳|0.6|laufende Sanduhr|prozess|vorgang läuft
⌚|0.6|Armbanduhr|zeit
⏰|0.6|Wecker|uhr|uhrzeit|zeit
⏱️|1|Stoppuhr|zeit
⏲️|1|Zeitschaltuhr|timer
🕰️|0.7|Kaminuhr|tick tack
🕛|0.6|Ziffernblatt 12:00 Uhr|mittag|mitternacht|ziffernblatt 12.00 uhr|zwölf uhr
🕧|0.7|12:30 Uhr|00:30|halb eins|zeit|ziffernblatt 12.30 uhr|ziffernblatt 12:30 uhr
🕐|0.6|1:00 Uhr|01:00|13:00|punkt eins|zeit|ziffernblatt 1.00 uhr|ziffernblatt 1:00 uhr
🕜|0.7|1:30 Uhr|1 uhr 30|halb zwei|ziffernblatt 1.30 uhr|ziffernblatt 1:30 uhr
🕑|0.6|2:00 Uhr|zeit|ziffernblatt 2.00 uhr|ziffernblatt 2:00 uhr
🕝|0.7|2:30 Uhr|halb drei|zeit|ziffernblatt 2.30 uhr|ziffernblatt 2:30 uhr
🕒|0.6|3:00 Uhr|zeit|ziffernblatt 3.00 uhr|ziffernblatt 3:00 uhr
🕞|0.7|3:30 Uhr|halb vier|ziffernblatt 3.30 uhr|ziffernblatt 3:30 uhr
🕓|0.6|4:00 Uhr|zeit|ziffernblatt 4.00 uhr|ziffernblatt 4:00 uhr
🕟|0.7|4:30 Uhr|04:30|16:30|halb fünf|zeit|ziffernblatt 4.30 uhr|ziffernblatt 4:30 uhr
🕔|0.6|5:00 Uhr|05:00|17:00|punkt fünf|zeit|ziffernblatt 5.00 uhr|ziffernblatt 5:00 uhr
🕠|0.7|5:30 Uhr|05:30|17:30|halb sechs|ziffernblatt 5.30 uhr|ziffernblatt 5:30 uhr
🕕|0.6|6:00 Uhr|zeit|ziffernblatt 6.00 uhr|ziffernblatt 6:00 uhr
🕡|0.7|6:30 Uhr|halb sieben|ziffernblatt 6.30 uhr
🕖|0.6|7:00 Uhr|ziffernblatt 7.00 uhr|ziffernblatt 7:00 uhr
🕢|0.7|7:30 Uhr|halb acht|zeit|ziffernblatt 7.30 uhr|ziffernblatt 7:30 uhr
🕗|0.6|8:00 Uhr|um 8|zeit|ziffernblatt 8.00 uhr|ziffernblatt 8:00 uhr
🕣|0.7|8:30 Uhr|halb neun|ziffernblatt 8.30 uhr|ziffernblatt 8:30 uhr
🕘|0.6|9:00 Uhr|zeit|ziffernblatt 9.00 uhr|ziffernblatt 9:00 uhr
🕤|0.7|9:30 Uhr|halb zehn|zeit|ziffernblatt 9.30 uhr|ziffernblatt 9:30 uhr
🕙|0.6|10:00 Uhr|zeit|ziffernblatt 10.00 uhr|ziffernblatt 10:00 uhr
🕥|0.7|10:30 Uhr|halb elf|ziffernblatt 10.30 uhr|ziffernblatt 10:30 uhr
🕚|0.6|11:00 Uhr|zeit|ziffernblatt 11.00 uhr|ziffernblatt 11:00 uhr
🕦|0.7|11:30 Uhr|halb zwölf|zeit|ziffernblatt 11.30 uhr|ziffernblatt 11:30 uhr
🌑|0.6|Neumond
🌒|1|erstes Mondviertel|zunehmend
🌓|0.6|zunehmender Halbmond
🌔|0.6|zweites Mondviertel|zunehmend
🌕|0.6|Vollmond
🌖|1|drittes Mondviertel|abnehmend
🌗|1|abnehmender Halbmond
🌘|1|letztes Mondviertel|abnehmend|nacht
🌙|0.6|Mondsichel|nacht
🌚|1|Neumond mit Gesicht|mondgesicht
🌛|0.6|Mondsichel mit Gesicht links|weltall
🌜|0.7|Mondsichel mit Gesicht rechts|nacht
🌡️|0.7|Thermometer|temperatur|wetter
☀️|0.6|Sonne|sonnenstrahlen|sonnig|strahlen|wetter
🌝|1|Vollmond mit Gesicht
🌞|1|Sonne mit Gesicht|sonnengesicht|sonnenschein
🪐|12|Ringplanet|gasplanet|himmelskörper|saturn
⭐|0.6|weißer mittelgroßer Stern|astronomie|gelber stern|himmel
🌟|0.6|funkelnder Stern|glitzern
🌠|0.6|Sternschnuppe|himmel
🌌|0.6|Milchstraße|galaxie|universum
☁️|0.6|Wolke|wetter|wolkig
⛅|0.6|Sonne hinter Wolke|wolkig
⛈️|0.7|Wolke mit Blitz und Regen|gewitter|wetter|wolkig
🌤️|0.7|Sonne hinter kleiner Wolke|bewölkt|kleine wolke|wetter
🌥️|0.7|Sonne hinter großer Wolke|bewölkt|große wolke|wetter
🌦️|0.7|Sonne hinter Regenwolke|wetter
🌧️|0.7|Wolke mit Regen|regenwolke|wetter
🌨️|0.7|Wolke mit Schnee|kalt|wetter
🌩️|0.7|Wolke mit Blitz|gewitter|wetter
🌪️|0.7|Wirbelsturm|tornado|wetter
🌫️|0.7|Nebel|neblig|wetter
🌬️|0.7|Wind|wetter|windig
🌀|0.6|Wirbel|spirale|wirbelsturm
🌈|0.6|Regenbogen|wetter
🌂|0.6|geschlossener Regenschirm
☂️|0.7|Regenschirm|bekleidung|wetter
☔|0.6|Regenschirm im Regen
⛱️|0.7|aufgestellter Sonnenschirm|strand
⚡|0.6|Hochspannung|blitz|elektrizität|gefahr|gewitter|hochspannungszeichen|strom
❄️|0.6|Schneeflocke|kalt|schneien|wetter|winter
☃️|0.7|Schneemann im Schnee
⛄|0.6|Schneemann ohne Schneeflocken|kalt|winter
☄️|1|Komet|weltall
🔥|0.6|Feuer|brennen|flamme|heiß
💧|0.6|Tropfen|schweiß|träne|wasser|wassertropfen
🌊|0.6|Welle|meer

🎃|0.6|Halloweenkürbis|herbst|kürbislaterne
🎄|0.6|Weihnachtsbaum|tanne|weihnachten
🎆|0.6|Feuerwerk|silvester
🎇|0.6|Wunderkerze|feiern|feuerwerk|party
🧨|11|Feuerwerkskörper|dynamit|explosion|explosiv|funken|knall|knallen|knaller|kracher|silvester|sprengen|sprengstoff|zündstoff
✨|0.6|funkelnde Sterne|*
🎈|0.6|Luftballon|feier|geburtstag
🎉|0.6|Konfettibombe|böller|feier|juhu|knaller|party|super|yay
🎊|0.6|Konfettiball|feier|party
🎋|0.6|Tanabata-Baum|fest|japan|sternenfest|zettel
🎍|0.6|Piniendekoration|japan|neujahrsfest
🎎|0.6|japanische Puppen|puppenfest japan
🎏|0.6|traditionelle japanische Windsäcke|feier|karpfen
🎐|0.6|japanisches Windspiel|bimmel|feier|glocke
🎑|0.6|traditionelles Mondfest|japan
🧧|11|roter Umschlag|geld|geschenk|glück|hong bao|hongbao
🎀|0.6|pinke Schleife|feier|geschenk|rosa
🎁|0.6|Geschenk|feier|geburtstag|schachtel|schleife|verpackt|weihnachten|überraschung
🎗️|0.7|Gedenkschleife
🎟️|0.7|Eintrittskarten|billet|ticket
🎫|0.6|Ticket|konzert|unterhaltung
🎖️|0.7|Militärorden
🏆|0.6|Pokal|bundesliga|champion|gewinnen|preis|sieger|sport|trophäe
🏅|1|Sportmedaille|gewinn|goldmedaille
🥇|3|Goldmedaille|erster|gewinn|medaille 1. platz
🥈|3|Silbermedaille|medaille 2. platz|zweiter
🥉|3|Bronzemedaille|dritter|medaille 3. platz
⚽|0.6|Fußball|bundesliga|messi
⚾|0.6|Baseball
🥎|11|Softball|baseball|handschuh|sport|unterarm|werfen
🏀|0.6|Basketball|korb|sport
🏐|1|Volleyball|sport
🏈|0.6|Football|american football|amerika|sport|super bowl
🏉|1|Rugbyball|sport
🎾|0.6|Tennisball|sport
🥏|11|Frisbee|disc|disk|fliegende untertasse|scheibe|ultimate
🎳|0.6|Bowling|bowlingkugel|kugel|spiel
🏏|1|Kricket|ball|cricket|schläger
🏑|1|Feldhockey|schläger
🏒|1|Eishockey|eishockey-schläger und puck|puck|schläger
🥍|11|Lacrosse|ball|schläger|sport|stick|stock|tor
🏓|1|Tischtennis|ball|ping pong|schläger|spiel|sport
🏸|1|Badminton|federball|schläger
🥊|3|Boxhandschuh|boxen|sport
🥋|3|Kampfsportanzug|judo|kampfkunst|karate|taekwondo
🥅|3|Tor|fußball|netz|sport
⛳|0.6|Golffahne|golfplatz
⛸️|0.7|Schlittschuh|eislauf
🎣|0.6|Angel mit Fisch|angeln|entspannung
🤿|12|Tauchmaske|schnorcheln|schwimmen|sport|sporttauchen|tauchen
🎽|0.6|Laufshirt|laufen|laufshirt mit schärpe|schärpe|sport
🎿|0.6|Ski|ski und stöcke
🛷|5|Schlitten|rodel|rodeln|schnee
🥌|5|Curlingstein|spiel|sport
🎯|0.6|Darts|pfeil|spiel|volltreffer|zielscheibe
🪀|12|Jo-Jo|spielzeug|yo-yo
🪁|12|Drachen|fliegen|hochfliegen|steigen|wind
🔫|0.6|Wasserpistole|revolver|waffe
🎱|0.6|Billardkugel|8-ball|schwarz|spiel
🔮|0.6|Kristallkugel|wahrsager|zukunft
🪄|13|Zauberstab|abrakadabra|hexe|hexer|magie|magisch|wunder|zauberei|zauberer|zauberin|zaubern
🎮|0.6|Gamepad|gaming|unterhaltung|videospiel
🕹️|0.7|Joystick|gaming|videospiel
🎰|0.6|Spielautomat|glücksspiel
🎲|0.6|Spielwürfel|casino|unterhaltung|würfeln|zufall
🧩|11|Puzzleteil|bestandteile|hinweise|hobby|passen|puzzeln|puzzlestück|puzzleteile|spiel|teile|zusammenpassen|zusammensetzen
🧸|11|Teddybär|kuscheltier|plüschteddy|plüschtier|spielwaren|spielzeug|stoffbär|stofftier
🪅|13|Piñata|feier|hau drauf|mexikanisch|mexiko|objekt|party|pinada|pinata|süß|süßigkeiten
🪩|14|Discokugel|lichtreflexe|party|spiegel|spiegelkugel|tanz|tanzen
🪆|13|Matroschka|babuschka|matrioschka|matrjoschka|puppe|russland|spielzeug
♠️|0.6|Pik|karten|kartenspiel
♥️|0.6|Herz|kartenspiel
♦️|0.6|Karo|kartenspiel
♣️|0.6|Kreuz|kartenspiel
♟️|11|Bauer Schach
🃏|0.6|Jokerkarte|spielkarte
🀄|0.6|Mahjong-Stein|roter drache|spiel
🎴|0.6|japanische Blumenkarte|hanafuda
🎭|0.6|Masken|kunst|theater|unterhaltung
🖼️|0.7|gerahmtes Bild|gemälde|kunst|malen|rahmen|zeichnen|zeichnung
🎨|0.6|Mischpalette|farben|kunst|künstler
🧵|11|Faden|nadel|nähen|nähfaden|nähgarn|rolle|spule|zwirn
🪡|13|Nähnadel|einfädeln|faden|nadel und faden|nähen|nähte|schneidern|stiche|sticken
🧶|11|Wollknäuel|ball|garn|häkeln|spinnen|stricken|wolle|zwirn
🪢|13|Knoten|achterknoten|binden|schnur|schnürsenkel|seemansknoten|segelboot|segeln|seil|verknoten|zusammendrehen

👓|0.6|Brille|accessoire
🕶️|0.7|Sonnenbrille|augen|dunkel
🥽|11|Schutzbrille|augenschutz|schweißen|schweißerbrille|schwimmen|tauchen|taucherbrille
🥼|11|Laborkittel|arzt|arztkittel|doc|doktor|experiment|kleidung|kleidungsstück|labormantel|weiße jacke|weißer mantel|wissenschaftler
🦺|12|Sicherheitsweste|kleidung|notfall
👔|0.6|Hemd mit Krawatte|kleidung|kragen|schlips
👕|0.6|T-Shirt|kleidung
👖|0.6|Jeans|hose|kleidung
🧣|5|Schal|hals|kalt|kleidung|warm anziehen
🧤|5|Handschuhe
🧥|5|Mantel|brr|jacke|kalt|kleidung|warm anziehen
🧦|5|Socken|strumpf|strümpfe
👗|0.6|Kleid|kleidung
👘|0.6|Kimono|japanisch|kleid|kleidung
🥻|12|Sari|kleid|kleidung
🩱|12|einteiliger Badeanzug|kleidung
🩲|12|Slip|badeanzug|einteiler|kleidung|unterwäsche
🩳|12|Shorts|badebekleidung|badehose|boxershorts|kleidung|schwimmshorts
👙|0.6|Bikini|badeanzug|kleidung
👚|0.6|Bluse|damenmode|kleidung|oberbekleidung|shirt
🪭|15|Faltfächer|abkühlung|flirten|heiß|kühlen|luft zufächeln|schüchtern|spanisch|tanz|warm
👛|0.6|Geldbörse|accessoire|brieftasche|münzen|portemonnaie
👜|0.6|Handtasche|accessoire|einkaufen
👝|0.6|Clutch|accessoire|beutel|handtasche|kulturbeutel|tasche|waschtasche
🛍️|0.7|Einkaufstüten|einkaufen|shoppen|shopping|tasche
🎒|0.6|Schulranzen|rucksack|schule|tornister
🩴|13|Zehensandale|badelatschen|flipflops|latschen|sandalen|schuh|strandschuh|zehensandalen
👞|0.6|Herrenschuh|gehen
👟|0.6|Sportschuh|laufen|rennen|sneaker|sportlich|turnschuh
🥾|11|Wanderstiefel|brauner schuh|campen|camping|kleidungsstück|outdoor|rucksacktour|schuh|wandern|wanderung
🥿|11|flacher Schuh|ballerina|ballet-pumps|bequem|frauenschuh|kleidungsstück|slipper
👠|0.6|Stöckelschuh|absatz|absatzschuh|damen|elegant|high heel|highheels|pumps|rot|vornehm
👡|0.6|Damensandale|schuh
🩰|12|Ballettschuhe|kleidung|tanz
👢|0.6|Damenstiefel|schuh
🪮|15|Haarkamm|afro|afro pick|haare|kämmen
👑|0.6|Krone|kopfbedeckung|könig|königin|majestät
👒|0.6|Damenhut|damenhut mit schleife|kleidung|kopfbedeckung|schleife
🎩|0.6|Zylinder|hut|kopfbedeckung|unterhaltung|zauberer|zylinderhut
🎓|0.6|Doktorhut|abschlussfeier|diplom
🧢|5|Baseballmütze|baseball-kappe|baseball-mütze|baseballkappe|schirmkappe
🪖|13|Militärhelm|armee|heer|krieg|kämpfer|kämpferin|schutzhelm|soldat|soldatin
⛑️|0.7|Rettungshelm|bergen|erste hilfe|helm mit weißem kreuz|hilfe|kreuz|retten|roter helm|sanitäter
📿|1|Gebetskette|beten|religion|rosenkranz
💄|0.6|Lippenstift|kosmetik|make-up|makeup|rot|schminke
💍|0.6|Ring|diamantring|edelstein|schmuck|verlobung
💎|0.6|Edelstein|diamant
🔇|1|durchgestrichener Lautsprecher|leise|psst|stumm|stummgeschaltet
🔈|0.7|Lautsprecher mit geringer Lautstärke|eingeschaltet|ton an
🔉|1|Lautsprecher mit mittlerer Lautstärke|lautsprecher mit einer schallwelle|leise|mittellaut|ton
🔊|0.6|Lautsprecher mit hoher Lautstärke|dezibel|lautsprecher mit drei schallwellen|musik|schallwellen
📢|0.6|Lautsprecher|megafon|schallendes megafon
📣|0.6|Megafon|jubel|lautsprecher
📯|1|Posthorn|brief|e-mail
🔔|0.6|Glocke|ding dong|klingeling|ton eingeschaltet
🔕|1|durchgestrichene Glocke|kein ton|leise|ton ausgeschaltet
🎼|0.6|Notenschlüssel|musik|partitur|violinschlüssel
🎵|0.6|Musiknote|lied|melodie
🎶|0.6|Musiknoten
🎙️|0.7|Studiomikrofon
🎚️|0.7|Schieberegler|musik
🎛️|0.7|Drehregler|bedienknöpfe|knöpfe|stellknöpfe
🎤|0.6|Mikrofon|karaoke|singen|unterhaltung
🎧|0.6|Kopfhörer|musik|unterhaltung
📻|0.6|Radio|musik
🎷|0.6|Saxofon|instrument|musik|musikinstrument
🎺|0.6|Trompete|instrument|musik|musikinstrument
🪊|17|Posaune|blasinstrument|blechblasinstrument|blechbläser|instrument|jazz|musik|schieben|traurig|ziehen
🪗|13|Akkordeon|akkordeons|concertina|harmonika|instrument|musik|musikinstrument|quetschkommode|quetschkommoden|schifferklavier|spielen|ziehharmonika|ziehharmonikas
🎸|0.6|Gitarre|instrument|musik|musikinstrument
🎹|0.6|Klaviatur|instrument|klavier|musik|musikinstrument|piano|tastatur|tasten
🎻|0.6|Geige|instrument|musik|musikinstrument|violine
🪕|12|Banjo|instrument|musik|saiteninstrument|zupfinstrument
🥁|3|Trommel|drumsticks|instrument|musik|schlägel|sticks|trommelstöcke
🪘|13|afrikanische Trommel|conga|handtrommel|instrument|musikinstrument|rhythmus|trommeln
🪇|15|Maracas|cha-cha-cha|instrument|musik|musikinstrument|musizieren|party|percussion|rassel|rasseln|tanz|tanzen
🪈|15|Flöte|band|blaskapelle|holzblasinstrument|instrument|musik|musikinstrument|musizieren|orchester|spielmannszug
🪉|16|Harfe|amor|cupido|instrument|liebe|musik|orchester
📱|0.6|Mobiltelefon|handy|iphone|smartphone|telefonieren
📲|0.6|Mobiltelefon mit Pfeil|anruf|anrufen|handy|iphone|kommunikation|whatsapp
☎️|0.6|Telefon|anruf|anrufen|festnetz
📞|0.6|Telefonhörer|anrufen|kommunikation
📟|0.6|Pager|kommunikation|piepser
📠|0.6|Faxgerät|kommunikation
🔋|0.6|Batterie|akku
🪫|14|schwache Batterie|akku|akku fast leer|akku leer|aufladen|batterie fast leer|batterie leer|elektronik|ladestand|niedriger akkustand|schwacher akku
🔌|0.6|Netzstecker|stromstecker
💻|0.6|Laptop|bildschirm|computer|computermonitor|monitor|notebook|pc
🖥️|0.7|Desktopcomputer|bildschirm|imac|monitor
🖨️|0.7|Drucker|computer
⌨️|1|Tastatur|computer|keyboard
🖱️|0.7|Computermaus
🖲️|0.7|Trackball|computer
💽|0.6|Minidisc|md|minidisk
💾|0.6|Diskette|datenträger
💿|0.6|CD|blu-ray|dvd
📀|0.6|DVD|blu-ray|cd|computer
🧮|11|Abakus|abaki|abakusse|berechnung|kalkulation|mathe|mathematik|rechenhilfe|rechenrahmen|rechenschieber|rechnen|zählen|zählrahmen
🎥|0.6|Filmkamera|kino|unterhaltung
🎞️|0.7|Filmstreifen|filmband|kino
📽️|0.7|Filmprojektor|kino|unterhaltung
🎬|0.6|Filmklappe|unterhaltung
📺|0.6|Fernseher|fernsehen|film|tv
📷|0.6|Fotoapparat|fotos|kamera
📸|1|Fotoapparat mit Blitz
📹|0.6|Videokamera|filmen|videos
📼|0.6|Videokassette|vhs
🔍|0.6|Lupe nach links|suche|vergrößerungsglas
🔎|0.6|Lupe nach rechts|suche|vergrößerungsglas
🕯️|0.7|Kerze|licht
💡|0.6|Glühbirne|hell|idee|lampe|licht
🔦|0.6|Taschenlampe|licht
🏮|0.6|rote Papierlaterne|izakaya|japanische laterne|japanisches lokal
🪔|12|Öllampe|diya
📔|0.6|Notizbuch mit dekorativem Einband
📕|0.6|geschlossenes Buch
📖|0.6|offenes Buch|bibliothek|blättern|geöffnet|lernen|lesen|seite
📗|0.6|grünes Buch|lesen
📘|0.6|blaues Buch
📙|0.6|orangefarbenes Buch
📚|0.6|Bücherstapel|fantasie|lesen|roman
📓|0.6|Notizbuch|notizen
📒|0.6|Spiralblock|notizblock
📃|0.6|teilweise eingerolltes Blatt|dokument|papier|seite
📜|0.6|Schriftrolle|papier
📄|0.6|Vorderseite eines Blattes|dokument|papier
📰|0.6|Zeitung|medien|nachrichten|presse
🗞️|0.7|zusammengerollte Zeitung
📑|0.6|Pagemarker|notizen
🔖|0.6|Lesezeichen|etikett|lesen
🏷️|0.7|Etikett|label|marke
🪙|13|Münze|bezahlen|dollar|euro|geld|gold|goldesel|metall|reich|schatz|silber|sparen
💰|0.6|Geldsack|moneten|reich
🪎|17|Schatztruhe|beute|edelstein|geld|gold|juwelen|preis|reichtum|silber|wertgegenstände
💴|0.6|Yen-Banknote|geld|geldschein
💵|0.6|Dollar-Banknote|geld|geldschein|währung
💶|1|Euro-Banknote|euroschein|geld|geldschein
💷|1|Pfund-Banknote|geld|geldschein
💸|0.6|Geldschein mit Flügeln|bank|euro|knete|moneten
💳|0.6|Kreditkarte|bankkarte|ec-karte|geldkarte|guthaben
🧾|11|Beleg|abrechnung|aufstellung|blatt|buchhalter|buchhaltung|quittung|rechnung|rechnungswesen|schriftstück
💹|0.6|steigende Kurve mit Yen-Zeichen|diagramm|markt|steigender trend mit yen-zeichen
✉️|0.6|Briefumschlag|e-mail
📧|0.6|E-Mail|brief|e-mail-symbol|post
📨|0.6|eingehender Briefumschlag|e-mail|empfangen
📩|0.6|Umschlag mit Pfeil|e-mail|gesendet
📤|0.6|Postausgang|ablage|e-mail
📥|0.6|Posteingang|ablage|e-mail
📦|0.6|Paket|päckchen
📫|0.6|geschlossener Briefkasten mit Post|e-mail
📪|0.6|geschlossener Briefkasten ohne Post|keine e-mail|keine post
📬|0.7|offener Briefkasten mit Post|e-mail
📭|0.7|offener Briefkasten ohne Post|keine e-mail|keine post
📮|0.6|Briefkasten|post
🗳️|0.7|Urne mit Wahlzettel|wahlen
✏️|0.6|Bleistift
✒️|0.6|schwarzer Federhalter|füller|stift
🖋️|0.7|Füllhalter|füller|füllfedehalter|füllfederhalter|schreiben|stift
🖊️|0.7|Kugelschreiber|stift
🖌️|0.7|Pinsel|kunst|malen
🖍️|0.7|Wachsmalstift|buntstift|filzstift
📝|0.6|Papier und Bleistift|kurzmitteilung|nachricht|notiz|schreibblock|schreiben
💼|0.6|Aktentasche
📁|0.6|Ordner|akten|büro|dokument|geschlossen
📂|0.6|geöffneter Ordner|dokument|offen
🗂️|0.7|Karteireiter|akten|büro|büroausstattung|büromaterial|karteibahnen|karteikarten
📅|0.6|Kalender|datum|kalenderblatt
📆|0.6|Abreißkalender|datum|termin
🗒️|0.7|Notizblock|papier
🗓️|0.7|Spiralkalender
📇|0.6|Rotationskartei|visitenkarten
📈|0.6|Aufwärtstrend|diagramm|kurve|steigend
📉|0.6|Abwärtstrend|diagramm|fallend|kurve
📊|0.6|Balkendiagramm
📋|0.6|Klemmbrett|clipboard|clpboard|zwischenablage
📌|0.6|Reißzwecke|anpinnen
📍|0.6|Stecknadel|anpinnen|reißzwecke|rund|runde reißzwecke
📎|0.6|Büroklammer
🖇️|0.7|verhakte Büroklammern
📏|0.6|Lineal
📐|0.6|dreieckiges Lineal|geodreieck
✂️|0.6|Schere|schneiden|schnipp
🗃️|0.7|Karteikasten|büroausstattung|büromaterial
🗄️|0.7|Aktenschrank|ablage|archiv|schublade
🗑️|0.7|Papierkorb|abfalleimer
🔒|0.6|geschlossenes Schloss|datenschutz|sicherheit
🔓|0.6|offenes Schloss|nicht gesichert
🔏|0.6|Schloss mit Füller|datenschutz|privat|sicherheit
🔐|0.6|Schloss mit Schlüssel|datenschutz|privat|sicherheit
🔑|0.6|Schlüssel|passwort|schließen
🗝️|0.7|alter Schlüssel|schloss
🔨|0.6|Hammer|werkzeug
🪓|12|Axt|beil|hacken|holz|spalten|werkzeug
⛏️|0.7|Pickel|werkzeug
⚒️|1|Hammer und Pickel|arbeiter|werkzeug
🛠️|0.7|Hammer und Schraubenschlüssel|werkzeug
🗡️|0.7|Dolch|schwert|waffe
⚔️|1|gekreuzte Schwerter|waffe
💣|0.6|Bombe|comic|dynamit|explodieren
🪃|13|Bumerang|aborigines|australien|boomerang|schleuder|waffe|werfen
🏹|1|Pfeil und Bogen
🛡️|0.7|Schutzschild
🪚|13|Handsäge|holz|sägen|tischler|trimmen|werkzeug
🔧|0.6|Schraubenschlüssel|werkzeug
🪛|13|Schraubenzieher|schraubendreher|werkzeug
🔩|0.6|Mutter und Schraube
⚙️|1|Zahnrad|werkzeug
🗜️|0.7|Schraubzwinge|werkzeug
⚖️|1|Waage|gerechtigkeit|gewicht|werkzeug|wiegen
🦯|12|Blindenstock|barrierefreiheit|behinderung|gehstock
🔗|0.6|Linksymbol|kettenglieder|verknüpfen|verknüpfung|verknüpfungssymbol|zwei ringe
⛓️‍💥|15.1|gebrochene Kette|brechen|freiheit|handschellen|zerbrechen
⛓️|0.7|Ketten|eisen
🪝|13|Haken|angelhaken|aufhaken|aufhängen|einhaken|hängen|metallhaken
🧰|11|Werkzeugkasten|box|handkasten|kiste|mechaniker|rote kiste|werkzeugkiste|werkzeugkoffer
🧲|11|Magnet|anziehung|anziehungskraft|hufeisen|magnetisch|pole|positiv negativ|u-form
🪜|13|Leiter|hochsteigen|holzleiter|klettern|sprosse|stufe
🪏|16|Schaufel|graben|loch|schippe|spaten
⚗️|1|Destillierapparat|werkzeug
🧪|11|Reagenzglas|chemie|chemikalie|chemiker|experiment|labor|substanz|versuche|wissenschaft
🧫|11|Petrischale|bakterien|bakterienkultur|biologe|biologie|biologin|kultur|labor|pipette|probe
🧬|11|DNA|biologe|biologie|biologin|dns|evolution|gen|genetik|genmanipulation|leben
🔬|1|Mikroskop|labor|untersuchen|wissenschaft
🔭|1|Teleskop|himmel
📡|0.6|Satellitenschüssel|antenne|sat-schüssel|satschüssel
💉|0.6|Spritze|arzt|impfen|impfung|injektion|kanüle|nadel
🩸|12|Blutstropfen|blutspende|flüssigkeit|medizin|menstruation
💊|0.6|Kapsel|arznei|arzt|medizin|pille|tabletten
🩹|12|Heftpflaster|verletzt|wunde
🩼|14|Krücke|behinderung|beinverletzung|fußverletzung|gehhilfe|gehstütze|hilfe|schmerzen|stock|verletzt|verletzung
🩺|12|Stethoskop|abhören|arzt|doktor|herz|herzschlag|medizin|untersuchung
🩻|14|Röntgenbild|durchleuchten|knochen|medizin|radiologie|rippen|röntgenstrahlen|skelett
🚪|0.6|Tür|eingang|geschlossen
🛗|13|Fahrstuhl|aufzug|haus|lift|symbol|transport
🪞|13|Spiegel|holzspiegel|reflexion|spiegelbild|wandspiegel
🪟|13|Fenster|aussicht|durchsichtig|fensterrahmen|frische luft|glas|haus|lüften|rahmen|öffnung
🛏️|0.7|Bett|hotel|schlafen|übernachtung
🛋️|0.7|Sofa und Lampe|couch
🪑|12|Stuhl|holzstuhl|möbel|sitzen
🚽|0.6|Toilette|klo|wc
🪠|13|Saugglocke|abfluss|gummiglocke|klempner|klo|pömpel|pümpel|sanitär|saugglocken|toilette|verstopft|wc|werkzeug
🚿|1|Dusche|duschkopf
🛁|1|Badewanne|badezimmer|dusche
🪤|13|Mausefalle|anlocken|käse|mäusefalle
🪒|12|Rasierer|klinge|rasieren|rasiermesser|scharf
🧴|11|Creme|feuchtigkeitscreme|feuchtigkeitsmilch|haarwaschmittel|körpercreme|lotion|nachtcreme|shampoo|sonnencreme
🧷|11|Sicherheitsnadel|punk|windel
🧹|11|Besen|fegen|hexe|hexenbesen|kehren|reinigen|sauber machen|säubern
🧺|11|Korb|bauernhof|landwirtschaft|picknick|tragekorb|wäsche|wäschekorb
🧻|11|Küchenrolle|hygiene|klopapier|papierrolle|papiertücher|toilette|toilettenpapier|wc|wc-papier
🪣|13|Eimer|behälter|bottich|kübel|wassereimer
🧼|11|Seife|baden|putzen|reinigen|riegel|sauber|sauber machen|schaum|schäumen|seifenschale|seifenstück|säubern
🫧|14|Blasen|perlen|reinigen|schaum|schweben|seife|seifenblasen|unter wasser|wasserblasen
🪥|13|Zahnbürste|badezimmer|körperpflege|mundhygiene|putzen|sauber|zahnhygiene|zähne
🧽|11|Schwamm|absorbieren|aufsaugen|löchrig|porös|putzen|putzmittel|reinigen|sauber machen|schaum|schäumen
🧯|11|Feuerlöscher|löschen
🛒|3|Einkaufswagen|einkaufen
🚬|0.6|Zigarette|kippe|rauchen|rauchersymbol
⚰️|1|Sarg|beerdigung|tod|tot|vampir
🪦|13|Grabstein|friedhof|rip|tot
⚱️|1|Urne|beerdigung|tod|tot
🧿|11|Nazar-Amulett|blau|böser blick|glasperle|glücksbringer|kügelchen|perle|talisman
🪬|14|Hamsa|amulett|auge in offener hand|fatima|glückssymbol|hand|jüdisch|maria|muslimisch|schutz
🗿|0.6|Statue|gesicht|maske|osterinsel
🪧|13|Protestschild|ankündigung|bekanntmachung|demonstration|hinweis|mahnwache|plakat
🪪|14|Ausweis|dokument|führerschein|karte|pass|personalausweis|plakette|reisepass

🏧|0.6|Symbol „Geldautomat“|atm
🚮|1|Symbol „Papierkorb“|abfall|müll|mülleimer|sauberkeit|wegschmeißen|wegwerfen
🚰|1|Trinkwasser|wasserhahn
♿|0.6|Symbol „Rollstuhl“|barrierefrei|behindertengerecht
🚹|0.6|Herren|herrentoilette|wc
🚺|0.6|Damen|damentoilette|wc
🚻|0.6|Toiletten|wc
🚼|0.6|Symbol „Baby“|wickelraum
🚾|0.6|WC|toilette
🛂|1|Passkontrolle
🛃|1|Zollkontrolle
🛄|1|Gepäckausgabe
🛅|1|Gepäckaufbewahrung|schließfach
⚠️|0.6|Warnung|achtung|dreieck|vorsicht|warnschild
🚸|1|Kinder überqueren die Straße|kinder-queren-die-straße-schild|straßenschild|vorsicht
⛔|0.6|Zutritt verboten|einbahnstrasse|kein zutritt|keine durchfahrt|zutritt-verboten-schild
🚫|0.6|Verboten|kein zutritt|kein-zutritt-zeichen|verbotszeichen
🚳|1|Fahrräder verboten|fahhrad|fahrrad-verboten-schild|radfahren verboten
🚭|0.6|Rauchverbot|rauchen verboten|zigarette
🚯|1|Abfall verboten|müll|müll-verboten-zeichen
🚱|1|Kein Trinkwasser|verboten|verschmutzt
🚷|1|Fußgänger verboten|fußgänger-verboten-schild
📵|1|Mobiltelefone verboten|handy
🔞|0.6|Minderjährige verboten|erwachsene|mindestalter|nicht jugendfrei|zeichen mit durchgestrichener 18
☢️|1|Radioaktiv
☣️|1|Biogefährdung|zeichen
⬆️|0.6|Pfeil nach oben|aufwärts|aufwärtspfeil|norden
↗️|0.6|Pfeil nach rechts oben|nordosten
➡️|0.6|Pfeil nach rechts|osten|rechtspfeil
↘️|0.6|Pfeil nach rechts unten|südosten
⬇️|0.6|Pfeil nach unten|abwärts|abwärtspfeil|süden
↙️|0.6|Pfeil nach links unten
⬅️|0.6|Pfeil nach links|linkspfeil|westen
↖️|0.6|Pfeil nach links oben|nordwesten
↕️|0.6|Pfeil nach oben und unten|entgegengesetzt
↔️|0.6|Pfeil nach links und rechts|entgegengesetzt
↩️|0.6|geschwungener Pfeil nach links
↪️|0.6|geschwungener Pfeil nach rechts|umdrehen
⤴️|0.6|geschwungener Pfeil nach oben
⤵️|0.6|geschwungener Pfeil nach unten
🔃|0.6|kreisförmige Pfeile im Uhrzeigersinn
🔄|1|Pfeile gegen den Uhrzeigersinn|kreisförmige pfeile gegen den uhrzeigersinn
🔙|0.6|BACK-Pfeil|links|zurück
🔚|0.6|END-Pfeil|ende-zeichen|links
🔛|0.6|ON!-Pfeil|anschalten|ein-zeichen|einschaltem|rechts und links
🔜|0.6|SOON-Pfeil|bald-zeichen|rechts
🔝|0.6|TOP-Pfeil|pfeil nach oben|top-zeichen
🛐|1|religiöse Stätte|kultstätte|religion
⚛️|1|Atomzeichen|atheist
🕉️|0.7|om|hinduismus|religion
✡️|0.7|Davidstern|jüdisch|religion
☸️|0.7|Dharma-Rad|buddhismus
☯️|0.7|Yin und Yang|daoismus|religion
✝️|0.7|lateinisches Kreuz|christentum|religion|römisch
☦️|1|orthodoxes Kreuz|christentum|religion
☪️|0.7|Hilal und Stern|islam|muslim|religion
☮️|1|Friedenszeichen|friedensbewegung|friedenssymbol
🕎|1|Menora|leuchter|religion
🔯|0.6|Hexagramm mit Punkt|wahrsager
🪯|15|Khanda|deg tegh fateh|glaube|khalsa|khanda-emblem|religion|schwert|sikh|sikhismus
♈|0.6|Widder (Sternzeichen)
♉|0.6|Stier (Sternzeichen)|horoskop
♊|0.6|Zwillinge (Sternzeichen)|horoskop
♋|0.6|Krebs (Sternzeichen)
♌|0.6|Löwe (Sternzeichen)|horoskop
♍|0.6|Jungfrau (Sternzeichen)|horoskop
♎|0.6|Waage (Sternzeichen)|horoskop
♏|0.6|Skorpion (Sternzeichen)|horoskop
♐|0.6|Schütze (Sternzeichen)
♑|0.6|Steinbock (Sternzeichen)
♒|0.6|Wassermann (Sternzeichen)
♓|0.6|Fische (Sternzeichen)|horoskop
⛎|0.6|Schlangenträger|schlagenträger|sternbild
🔀|1|Zufallsmodus|gekreuzt|pfeile|richtung|verschlungene pfeile nach rechts
🔁|1|Wiederholen|im uhrzeigersinn|keycap|pfeile|tastenkappe
🔂|1|Titel wiederholen|dasselbe wiederholen|einmal|im uhrzeigersinn|noch einmal|pfeile
▶️|0.6|Wiedergabe|abspielen|dreieck|pfeil|rechts
⏩|0.6|Doppelpfeile nach rechts|vorwärts|weiter|überspringen
⏭️|0.7|Nächster Titel|doppelpfeil|dreieck|vorwärts|weiter
⏯️|1|Wiedergabe oder Pause|dreieck|pfeil|rechts
◀️|0.6|Pfeil zurück|dreieck|links
⏪|0.6|Zurückspulen|doppelpfeil|doppelpfeile nach links|dreieck|pfeil|vorheriger titel
⏮️|0.7|Vorheriger Titel|doppelpfeil|dreieck|pfeil|zurück
🔼|0.6|Aufwärts-Schaltfläche|nach oben|pfeil
⏫|0.6|Doppelpfeile nach oben|aufwärts|doppelt
🔽|0.6|Abwärts-Schaltfläche|nach unten|pfeil
⏬|0.6|Doppelpfeile nach unten|doppelt abwärts
⏸️|0.7|Pause|keycap|streifen|tastenkappe|vertikal
⏹️|0.7|Stopp|aufnahme stoppen|keycap|quadrat|tastenkappe
⏺️|0.7|Aufnehmen|aufnahme|keycap|kreis|tastenkappe
⏏️|1|Auswerfen|auswurf|auswurftaste|medien
🎦|0.6|Kinosymbol|film|filmkamera|filmkamera in blauem quadrat|unterhaltung
🔅|1|Taste Dimmen|gedimmt|helligkeit|schwache helligkeit
🔆|1|Heller-Taste|helligkeit|starke helligkeit
📶|0.6|balkenförmige Signalstärkenanzeige|empfang|mobilfunksignal|mobiltelefon
🛜|15|WLAN|computer|drahtlos|hotspot|internet|kabellos|netzwerk|router|verbindung|wi-fi
📳|0.6|Vibrationsmodus|handy|kommunikation|mobiltelefon|symbol für vibrationsalarm|vibrieren
📴|0.6|Mobiltelefon aus|ausschalten|handy aus
♀️|4|Frauensymbol|weiblich|zeichen
♂️|4|Männersymbol|mann|zeichen
⚧️|13|Transgender-Symbol|symbol für transgender
✖️|0.6|mal|abbrechen|multiplikation|multiplikationszeichen|multiplizieren|x|×
➕|0.6|plus|+|addieren|mathe|pluszeichen
➖|0.6|minus|-|mathe|minuszeichen|−
➗|0.6|geteilt durch|division|divisionszeichen|geteiltzeichen|mathe|÷
🟰|14|Gleichheitszeichen extrafett|ist gleich|mathematik|vergleichszeichen
♾️|11|Unendlichkeit|ewig|grenzenlos
‼️|0.6|doppeltes Ausrufezeichen|muss|rot|satzzeichen
⁉️|0.6|Ausrufe- und Fragezeichen|ausrufezeichen|rot|satzzeichen
❓|0.6|rotes Fragezeichen|satzzeichen|warum|wieso
❔|0.6|weißes Fragezeichen|satzzeichen|warum
❕|0.6|weißes Ausrufezeichen|muss|satzzeichen
❗|0.6|rotes Ausrufezeichen|!|satzzeichen
〰️|0.6|Wellenlinie|gewellt
💱|0.6|Geldwechsel|währung
💲|0.6|Dollarzeichen extrafett|bezahlen|dollar-zeichen|geld|knete|moneten|teuer|usd|währung
⚕️|4|Äskulapstab|apotheke|arznei|asklepiosstab|medizin
♻️|0.6|Recycling-Symbol|grüne punkt|grüner punkt
⚜️|1|Lilie|fleur-de-lis
🔱|0.6|Dreizack|anker|poseidon|triton
📛|0.6|Namensschild
🔰|0.6|japanisches Anfänger-Zeichen|japanisches symbol
⭕|0.6|hohler roter Kreis|großer kreis
✅|0.6|weißes Häkchen|abgehakt|erledigt
☑️|0.6|abgehaktes Kästchen|abstimmungsfeld|abstimmungsfeld mit häkchen|ankreuz|feld|häkchen|kästchen mit häkchen|wahlurne|✓
✔️|0.6|kräftiges Häkchen|abhaken|erledigt|fertig|haken
❌|0.6|Kreuzzeichen|abbrechen|durchgestrichen|mal|multiplikation|multiplizieren|rotes kreuz|x
❎|0.6|angekreuztes Kästchen|angekreuztes feld|feld|kreuzsymbol im quadrat|quadrat|x
➰|0.6|Schleife
➿|1|Doppelschleife|blau|rechteck
〽️|0.6|Teilalternationszeichen|japanisch|zeichensetzung
✳️|0.6|achtzackiger Stern|*|grün|quadrat
✴️|0.6|achtstrahliger Stern|*
❇️|0.6|Funkeln|*|grün|quadrat
©️|0.6|Copyright
®️|0.6|Registered-Trademark|markenzeichen
™️|0.6|Markenzeichen|tm|trademark
🫟|16|Spritzer|farbe|fleck|holi|klecks|tinte
#️⃣|0.6|Taste: #
*️⃣|2|Taste: *
0️⃣|0.6|Taste: 0|null
1️⃣|0.6|Taste: 1|eins
2️⃣|0.6|Taste: 2|zwei
3️⃣|0.6|Taste: 3|drei
4️⃣|0.6|Taste: 4|vier
5️⃣|0.6|Taste: 5|fünf
6️⃣|0.6|Taste: 6|sechs
7️⃣|0.6|Taste: 7|sieben
8️⃣|0.6|Taste: 8|acht
9️⃣|0.6|Taste: 9|neun
🔟|0.6|Taste: 10
🔠|0.6|Eingabesymbol lateinische Großbuchstaben|abcd|großschreiben
🔡|0.6|Eingabesymbol lateinische Kleinbuchstaben
🔢|0.6|Eingabesymbol Zahlen|1234|ziffern
🔣|0.6|Eingabesymbol Sonderzeichen|%|&|keycap|tastenkappe|♪|〒
🔤|0.6|Eingabesymbol lateinische Buchstaben|abc|alphabet
🅰️|0.6|Großbuchstabe A in rotem Quadrat|blut|blutgruppe|negativ|positiv
🆎|0.6|Großbuchstaben AB in rotem Quadrat|blut|blutgruppe|negativ|positiv
🅱️|0.6|Großbuchstabe B in rotem Quadrat|blut|blutgruppe|negativ|positiv
🆑|0.6|Großbuchstaben CL in rotem Quadrat
🆒|0.6|Wort „Cool“ in blauem Quadrat
🆓|0.6|Wort „Free“ in blauem Quadrat
ℹ️|0.6|Buchstabe „i“ in blauem Quadrat|information
🆔|0.6|Großbuchstaben ID in lila Quadrat
Ⓜ️|0.6|Buchstabe „M“ in Kreis|eingekreist|großbuchstabe
🆕|0.6|Wort „New“ in blauem Quadrat|neu
🆖|0.6|Großbuchstaben NG in blauem Quadrat
🅾️|0.6|Großbuchstabe O in rotem Quadrat|0|blut|blutgruppe|negativ|positiv
🆗|0.6|Großbuchstaben OK in blauem Quadrat|keycap|okay|taste|tastenkappe
🅿️|0.6|Großbuchstabe P in blauem Quadrat|parken|parkplatz|taste
🆘|0.6|SOS-Zeichen|hilfe
🆙|0.6|Schriftzug „UP!“ im blauen Quadrat|keycap|taste|tastenkappe
🆚|0.6|Schriftzug VS in orangem Quadrat|gegen|taste|versus
🈁|0.6|Schriftzeichen „koko“|japanisches schriftzeichen
🈂️|0.6|Schriftzeichen „sa“|japanisches schriftzeichen
🈷️|0.6|Schriftzeichen für „Monatsbetrag“|japanisch|monatlich|mond|taste
🈶|0.6|Schriftzeichen für „nicht gratis“|berechnen|existieren|japanisch|taste
🈯|0.6|Schriftzeichen für „reserviert“|finger|japanisches schriftzeichen|schriftzeichen für „finger“
🉐|0.6|Schriftzeichen für „Schnäppchen“|japanisches schriftzeichen|schriftzeichen für „vorteil“|vorteil
🈹|0.6|Schriftzeichen für „Rabatt“|japanisches schriftzeichen|schriftzeichen für „teilen“|teilen
🈚|0.6|Schriftzeichen für „gratis“|japanisches schriftzeichen|schriftzeichen für „verhandlung“|verhandlung
🈲|0.6|Schriftzeichen für „verbieten“|japanisches schriftzeichen|kanji
🉑|0.6|Schriftzeichen für „akzeptieren“|japanisch
🈸|0.6|Schriftzeichen für „anwenden“|chinesisches schriftzeichen|japanisches schriftzeichen
🈴|0.6|Schriftzeichen für „Note zum Bestehen“|bestanden|chinesisches schriftzeichen|japanisches schriftzeichen|schriftzeichen für „zusammen“|zusammen
🈳|0.6|Schriftzeichen für „Zimmer frei“|chinesisches schriftzeichen|japanisches schriftzeichen|leer|schriftzeichen für „leer“
㊗️|0.6|Schriftzeichen für „Gratulation“|chinesisches schriftzeichen|japanisches schriftzeichen
㊙️|0.6|Schriftzeichen für „Geheimnis“|chinesisches schriftzeichen|japanisches schriftzeichen
🈺|0.6|Schriftzeichen für „Geöffnet“|betrieb|chinesisches schriftzeichen|japanisches schriftzeichen|schriftzeichen für „betrieb“
🈵|0.6|Schriftzeichen für „Kein Zimmer frei“|belegt|besetzt|chinesisches schriftzeichen|fülle|japanisches schriftzeichen|kanji|schriftzeichen für „fülle“
🔴|0.6|roter Punkt|ball
🟠|12|oranger Punkt|form|kreis|orange scheibe|oranger kreis
🟡|12|gelber Punkt|form|gelbe scheibe|gelber kreis|kreis|scheibe
🟢|12|grüner Punkt|form|grüne scheibe|grüner kreis|kreis
🔵|0.6|blauer Punkt|ball|großer blauer kreis|kreis
🟣|12|lila Punkt|form|kreis|scheibe|violett
🟤|12|brauner Punkt|braune scheibe|brauner kreis|form|kreis
⚫|0.6|schwarzer Punkt|ball|großer schwarzer kreis|kreis|rund
⚪|0.6|weißer Punkt|ball|großer weißer kreis|kreis
🟥|12|rotes Quadrat|form|rotes viereck|viereck
🟧|12|oranges Quadrat|form|oranges viereck|viereck
🟨|12|gelbes Quadrat|form|gelbes viereck|viereck
🟩|12|grünes Quadrat|form|grünes viereck|viereck
🟦|12|blaues Quadrat|blaues viereck|form|viereck
🟪|12|lila Quadrat|form|viereck|violett
🟫|12|braunes Quadrat|braunes viereck|form|viereck
⬛|0.6|großes schwarzes Quadrat
⬜|0.6|großes weißes Quadrat
◼️|0.6|mittelgroßes schwarzes Quadrat
◻️|0.6|mittelgroßes weißes Quadrat
◾|0.6|mittelkleines schwarzes Quadrat
◽|0.6|mittelkleines weißes Quadrat|geometrisch
▪️|0.6|kleines schwarzes Quadrat|punkt
▫️|0.6|kleines weißes Quadrat
🔶|0.6|große orangefarbene Raute
🔷|0.6|große blaue Raute
🔸|0.6|kleine orangefarbene Raute
🔹|0.6|kleine blaue Raute
🔺|0.6|rotes Dreieck mit der Spitze nach oben|aufwärts|rotes dreieck mit spitze oben
🔻|0.6|rotes Dreieck mit der Spitze nach unten|abwärts
💠|0.6|Rautenform mit Punkt|diamant
🔘|0.6|Optionsfeld|schaltfläche
🔳|0.6|weiße quadratische Schaltfläche
🔲|0.6|schwarze quadratische Schaltfläche

🏁|0.6|Zielflagge|formel 1|karierte flagge|nascar|rennen|sport
🚩|0.6|Wimpel|dreiecksflagge|flagge|rot|standortflagge
🎌|0.6|überkreuzte Flaggen|japan|japanische flaggen
🏴|1|schwarze Flagge|fahne|schwarze fahne|wehen|wehende schwarze fahne
🏳️|0.7|weiße Flagge|fahne|wehen|wehende weiße fahne|weiße fahne
🏳️‍🌈|4|Regenbogenflagge|bisexuell|bunt|fahne|lesbisch|lgbt|lgbtq|pride|queer|schwul|trans
🏳️‍⚧️|13|Transgender-Flagge
🏴‍☠️|11|Piratenflagge|jolly roger|piratenfahne|schatz
🇦🇨|2|Flagge: Ascension|AC
🇦🇩|2|Flagge: Andorra|AD
🇦🇪|2|Flagge: Vereinigte Arabische Emirate|AE
🇦🇫|2|Flagge: Afghanistan
🇦🇬|2|Flagge: Antigua und Barbuda
🇦🇮|2|Flagge: Anguilla|AI
🇦🇱|2|Flagge: Albanien
🇦🇲|2|Flagge: Armenien|AM
🇦🇴|2|Flagge: Angola|AO
🇦🇶|2|Flagge: Antarktis|AQ
🇦🇷|2|Flagge: Argentinien
🇦🇸|2|Flagge: Amerikanisch-Samoa|AS
🇦🇹|2|Flagge: Österreich|AT
🇦🇺|2|Flagge: Australien
🇦🇼|2|Flagge: Aruba|AW
🇦🇽|2|Flagge: Ålandinseln|AX
🇦🇿|2|Flagge: Aserbaidschan|AZ
🇧🇦|2|Flagge: Bosnien und Herzegowina|BA
🇧🇧|2|Flagge: Barbados|BB
🇧🇩|2|Flagge: Bangladesch|BD
🇧🇪|2|Flagge: Belgien
🇧🇫|2|Flagge: Burkina Faso|BF
🇧🇬|2|Flagge: Bulgarien|BG
🇧🇭|2|Flagge: Bahrain|BH
🇧🇮|2|Flagge: Burundi|BI
🇧🇯|2|Flagge: Benin|BJ
🇧🇱|2|Flagge: St. Barthélemy|BL
🇧🇲|2|Flagge: Bermuda|BM
🇧🇳|2|Flagge: Brunei Darussalam|BN
🇧🇴|2|Flagge: Bolivien
🇧🇶|2|Flagge: Karibische Niederlande|BQ
🇧🇷|2|Flagge: Brasilien
🇧🇸|2|Flagge: Bahamas|BS
🇧🇹|2|Flagge: Bhutan|BT
🇧🇻|2|Flagge: Bouvetinsel|BV
🇧🇼|2|Flagge: Botsuana|BW
🇧🇾|2|Flagge: Belarus|BY
🇧🇿|2|Flagge: Belize|BZ
🇨🇦|2|Flagge: Kanada|CA
🇨🇨|2|Flagge: Kokosinseln|CC
🇨🇩|2|Flagge: Kongo-Kinshasa|CD
🇨🇫|2|Flagge: Zentralafrikanische Republik|CF
🇨🇬|2|Flagge: Kongo-Brazzaville|CG
🇨🇭|2|Flagge: Schweiz
🇨🇮|2|Flagge: Côte d’Ivoire|CI
🇨🇰|2|Flagge: Cookinseln|CK
🇨🇱|2|Flagge: Chile|CL
🇨🇲|2|Flagge: Kamerun|CM
🇨🇳|0.6|Flagge: China|CN
🇨🇴|2|Flagge: Kolumbien|CO
🇨🇵|2|Flagge: Clipperton-Insel|CP
🇨🇶|16|Flagge: Sark|CQ
🇨🇷|2|Flagge: Costa Rica|CR
🇨🇺|2|Flagge: Kuba|CU
🇨🇻|2|Flagge: Cabo Verde|CV
🇨🇼|2|Flagge: Curaçao|CW
🇨🇽|2|Flagge: Weihnachtsinsel|CX
🇨🇾|2|Flagge: Zypern|CY
🇨🇿|2|Flagge: Tschechien|CZ
🇩🇪|0.6|Flagge: Deutschland
🇩🇬|2|Flagge: Diego Garcia|DG
🇩🇯|2|Flagge: Dschibuti|DJ
🇩🇰|2|Flagge: Dänemark|DK
🇩🇲|2|Flagge: Dominica|DM
🇩🇴|2|Flagge: Dominikanische Republik
🇩🇿|2|Flagge: Algerien|DZ
🇪🇦|2|Flagge: Ceuta und Melilla|EA
🇪🇨|2|Flagge: Ecuador
🇪🇪|2|Flagge: Estland|EE
🇪🇬|2|Flagge: Ägypten|EG
🇪🇭|2|Flagge: Westsahara|EH
🇪🇷|2|Flagge: Eritrea
🇪🇸|0.6|Flagge: Spanien|ES
🇪🇹|2|Flagge: Äthiopien|ET
🇪🇺|2|Flagge: Europäische Union
🇫🇮|2|Flagge: Finnland
🇫🇯|2|Flagge: Fidschi|FJ
🇫🇰|2|Flagge: Falklandinseln|FK
🇫🇲|2|Flagge: Mikronesien|FM
🇫🇴|2|Flagge: Färöer|FO
🇫🇷|0.6|Flagge: Frankreich
🇬🇦|2|Flagge: Gabun
🇬🇧|0.6|Flagge: Vereinigtes Königreich|GB
🇬🇩|2|Flagge: Grenada|GD
🇬🇪|2|Flagge: Georgien
🇬🇫|2|Flagge: Französisch-Guayana|GF
🇬🇬|2|Flagge: Guernsey
🇬🇭|2|Flagge: Ghana
🇬🇮|2|Flagge: Gibraltar
🇬🇱|2|Flagge: Grönland|GL
🇬🇲|2|Flagge: Gambia|GM
🇬🇳|2|Flagge: Guinea|GN
🇬🇵|2|Flagge: Guadeloupe|GP
🇬🇶|2|Flagge: Äquatorialguinea|GQ
🇬🇷|2|Flagge: Griechenland
🇬🇸|2|Flagge: Südgeorgien und die Südlichen Sandwichinseln|GS
🇬🇹|2|Flagge: Guatemala|GT
🇬🇺|2|Flagge: Guam
🇬🇼|2|Flagge: Guinea-Bissau|GW
🇬🇾|2|Flagge: Guyana|GY
🇭🇰|2|Flagge: Sonderverwaltungsregion Hongkong|HK
🇭🇲|2|Flagge: Heard und McDonaldinseln|HM
🇭🇳|2|Flagge: Honduras|HN
🇭🇷|2|Flagge: Kroatien|HR
🇭🇹|2|Flagge: Haiti|HT
🇭🇺|2|Flagge: Ungarn|HU
🇮🇨|2|Flagge: Kanarische Inseln|IC
🇮🇩|2|Flagge: Indonesien|ID
🇮🇪|2|Flagge: Irland|IE
🇮🇱|2|Flagge: Israel|IL
🇮🇲|2|Flagge: Isle of Man|IM
🇮🇳|2|Flagge: Indien
🇮🇴|2|Flagge: Britisches Territorium im Indischen Ozean|IO
🇮🇶|2|Flagge: Irak|IQ
🇮🇷|2|Flagge: Iran
🇮🇸|2|Flagge: Island
🇮🇹|0.6|Flagge: Italien
🇯🇪|2|Flagge: Jersey
🇯🇲|2|Flagge: Jamaika|JM
🇯🇴|2|Flagge: Jordanien
🇯🇵|0.6|Flagge: Japan|JP
🇰🇪|2|Flagge: Kenia
🇰🇬|2|Flagge: Kirgisistan|KG
🇰🇭|2|Flagge: Kambodscha|KH
🇰🇮|2|Flagge: Kiribati
🇰🇲|2|Flagge: Komoren|KM
🇰🇳|2|Flagge: St. Kitts und Nevis|KN
🇰🇵|2|Flagge: Nordkorea|KP
🇰🇷|0.6|Flagge: Südkorea|KR
🇰🇼|2|Flagge: Kuwait|KW
🇰🇾|2|Flagge: Kaimaninseln|KY
🇰🇿|2|Flagge: Kasachstan|KZ
🇱🇦|2|Flagge: Laos
🇱🇧|2|Flagge: Libanon|LB
🇱🇨|2|Flagge: St. Lucia|LC
🇱🇮|2|Flagge: Liechtenstein
🇱🇰|2|Flagge: Sri Lanka|LK
🇱🇷|2|Flagge: Liberia|LR
🇱🇸|2|Flagge: Lesotho|LS
🇱🇹|2|Flagge: Litauen|LT
🇱🇺|2|Flagge: Luxemburg
🇱🇻|2|Flagge: Lettland|LV
🇱🇾|2|Flagge: Libyen|LY
🇲🇦|2|Flagge: Marokko
🇲🇨|2|Flagge: Monaco|MC
🇲🇩|2|Flagge: Republik Moldau|MD
🇲🇪|2|Flagge: Montenegro|ME
🇲🇫|2|Flagge: St. Martin|MF
🇲🇬|2|Flagge: Madagaskar|MG
🇲🇭|2|Flagge: Marshallinseln|MH
🇲🇰|2|Flagge: Nordmazedonien|MK
🇲🇱|2|Flagge: Mali|ML
🇲🇲|2|Flagge: Myanmar|MM
🇲🇳|2|Flagge: Mongolei|MN
🇲🇴|2|Flagge: Sonderverwaltungsregion Macau|MO
🇲🇵|2|Flagge: Nördliche Marianen|MP
🇲🇶|2|Flagge: Martinique|MQ
🇲🇷|2|Flagge: Mauretanien|MR
🇲🇸|2|Flagge: Montserrat|MS
🇲🇹|2|Flagge: Malta|MT
🇲🇺|2|Flagge: Mauritius|MU
🇲🇻|2|Flagge: Malediven|MV
🇲🇼|2|Flagge: Malawi|MW
🇲🇽|2|Flagge: Mexiko|MX
🇲🇾|2|Flagge: Malaysia|MY
🇲🇿|2|Flagge: Mosambik|MZ
🇳🇦|2|Flagge: Namibia
🇳🇨|2|Flagge: Neukaledonien|NC
🇳🇪|2|Flagge: Niger|NE
🇳🇫|2|Flagge: Norfolkinsel|NF
🇳🇬|2|Flagge: Nigeria|NG
🇳🇮|2|Flagge: Nicaragua
🇳🇱|2|Flagge: Niederlande|NL
🇳🇴|2|Flagge: Norwegen
🇳🇵|2|Flagge: Nepal|NP
🇳🇷|2|Flagge: Nauru|NR
🇳🇺|2|Flagge: Niue|NU
🇳🇿|2|Flagge: Neuseeland|NZ
🇴🇲|2|Flagge: Oman
🇵🇦|2|Flagge: Panama
🇵🇪|2|Flagge: Peru
🇵🇫|2|Flagge: Französisch-Polynesien|PF
🇵🇬|2|Flagge: Papua-Neuguinea|PG
🇵🇭|2|Flagge: Philippinen
🇵🇰|2|Flagge: Pakistan|PK
🇵🇱|2|Flagge: Polen|PL
🇵🇲|2|Flagge: St. Pierre und Miquelon|PM
🇵🇳|2|Flagge: Pitcairninseln|PN
🇵🇷|2|Flagge: Puerto Rico|PR
🇵🇸|2|Flagge: Palästinensische Autonomiegebiete|PS
🇵🇹|2|Flagge: Portugal|PT
🇵🇼|2|Flagge: Palau|PW
🇵🇾|2|Flagge: Paraguay|PY
🇶🇦|2|Flagge: Katar|QA
🇷🇪|2|Flagge: Réunion|RE
🇷🇴|2|Flagge: Rumänien|RO
🇷🇸|2|Flagge: Serbien|RS
🇷🇺|0.6|Flagge: Russland
🇷🇼|2|Flagge: Ruanda|RW
🇸🇦|2|Flagge: Saudi-Arabien
🇸🇧|2|Flagge: Salomonen|SB
🇸🇨|2|Flagge: Seychellen|SC
🇸🇩|2|Flagge: Sudan|SD
🇸🇪|2|Flagge: Schweden|SE
🇸🇬|2|Flagge: Singapur|SG
🇸🇭|2|Flagge: St. Helena|SH
🇸🇮|2|Flagge: Slowenien|SI
🇸🇯|2|Flagge: Spitzbergen und Jan Mayen|SJ
🇸🇰|2|Flagge: Slowakei|SK
🇸🇱|2|Flagge: Sierra Leone|SL
🇸🇲|2|Flagge: San Marino|SM
🇸🇳|2|Flagge: Senegal|SN
🇸🇴|2|Flagge: Somalia
🇸🇷|2|Flagge: Suriname|SR
🇸🇸|2|Flagge: Südsudan|SS
🇸🇹|2|Flagge: São Tomé und Príncipe|ST
🇸🇻|2|Flagge: El Salvador|SV
🇸🇽|2|Flagge: Sint Maarten|SX
🇸🇾|2|Flagge: Syrien
🇸🇿|2|Flagge: Eswatini|SZ
🇹🇦|2|Flagge: Tristan da Cunha
🇹🇨|2|Flagge: Turks- und Caicosinseln|TC
🇹🇩|2|Flagge: Tschad|TD
🇹🇫|2|Flagge: Französische Süd- und Antarktisgebiete|TF
🇹🇬|2|Flagge: Togo|TG
🇹🇭|2|Flagge: Thailand
🇹🇯|2|Flagge: Tadschikistan|TJ
🇹🇰|2|Flagge: Tokelau|TK
🇹🇱|2|Flagge: Timor-Leste|TL
🇹🇲|2|Flagge: Turkmenistan|TM
🇹🇳|2|Flagge: Tunesien|TN
🇹🇴|2|Flagge: Tonga
🇹🇷|2|Flagge: Türkei|TR
🇹🇹|2|Flagge: Trinidad und Tobago|TT
🇹🇻|2|Flagge: Tuvalu|TV
🇹🇼|2|Flagge: Taiwan|TW
🇹🇿|2|Flagge: Tansania|TZ
🇺🇦|2|Flagge: Ukraine|UA
🇺🇬|2|Flagge: Uganda
🇺🇲|2|Flagge: Amerikanische Überseeinseln|UM
🇺🇳|4|Flagge: Vereinte Nationen|UN
🇺🇸|0.6|Flagge: Vereinigte Staaten|US
🇺🇾|2|Flagge: Uruguay|UY
🇺🇿|2|Flagge: Usbekistan|UZ
🇻🇦|2|Flagge: Vatikanstadt
🇻🇨|2|Flagge: St. Vincent und die Grenadinen|VC
🇻🇪|2|Flagge: Venezuela
🇻🇬|2|Flagge: Britische Jungferninseln|VG
🇻🇮|2|Flagge: Amerikanische Jungferninseln|VI
🇻🇳|2|Flagge: Vietnam|VN
🇻🇺|2|Flagge: Vanuatu|VU
🇼🇫|2|Flagge: Wallis und Futuna|WF
🇼🇸|2|Flagge: Samoa|WS
🇽🇰|2|Flagge: Kosovo|XK
🇾🇪|2|Flagge: Jemen|YE
🇾🇹|2|Flagge: Mayotte|YT
🇿🇦|2|Flagge: Südafrika|ZA
🇿🇲|2|Flagge: Sambia|ZM
🇿🇼|2|Flagge: Simbabwe|ZW
🏴󠁧󠁢󠁥󠁮󠁧󠁿|5|Flagge: England|gbeng
🏴󠁧󠁢󠁳󠁣󠁴󠁿|5|Flagge: Schottland|gbsct
🏴󠁧󠁢󠁷󠁬󠁳󠁿|5|Flagge: Wales|gbwls`;
